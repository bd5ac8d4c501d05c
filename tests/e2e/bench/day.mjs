// Run time of a day in a worker of the page: `node bench/day.mjs [population...]` in `tests/e2e`, with the address of a
// running server in MATCHDAY_URL. Prints a table. The days are those of `cargo xtask bench`; of several runs the fastest
// counts, because other programs can only make one slower.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** In addition to the 24 datacenters that are active by default. */
const DATACENTERS = "seattle,newyork,paris,warsaw,seoul";
const RUNS = 5;
/** The population whose day is also simulated with servers. */
const SERVERS_CCU = 25_000;
/** The population of the ranked day. */
const RANKED_CCU = 3_000;

const populations = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [500, 25_000, 1_000_000];
const server = process.env.MATCHDAY_URL;
if (!server) throw new Error("MATCHDAY_URL is not set: start `cargo xtask serve` and give its address");

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => file && existsSync(file));
const browser = await chromium.launch({ executablePath, channel: executablePath ? undefined : "chrome", args: ["--disable-gpu"] });
const rows = [];
for (const ccu of populations) rows.push(await measure(ccu, {}));
rows.push(await measure(SERVERS_CCU, { fleet: "broker" }));
for (const ranked of ["1v1", "5v5"]) rows.push(await measure(RANKED_CCU, { ranked }));
await browser.close();
console.table(rows);

/** @param {number} ccu @param {Record<string, string>} params what else is not as it is by default */
async function measure(ccu, params) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(600_000);
  // An embed simulates only its day.
  await page.goto(new URL(`/embed.html#${new URLSearchParams({ v: "1", ccu: String(ccu), dcs: DATACENTERS, ...params })}`, server).href);
  await page.waitForFunction(() => ["waiting", "ready"].includes(document.documentElement.dataset.state));
  const days = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    await page.evaluate((seed) => window.matchday.set({ seed }), seed);
    days.push((await page.evaluate(() => window.matchday.run())).wall_s);
  }
  await page.close();
  return { ccu, ...params, runs: RUNS, fastest_s: Math.min(...days), slowest_s: Math.max(...days) };
}
