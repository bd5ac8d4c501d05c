// What a day takes in a worker of the page: `node bench/day.mjs [population...]` in `tests/e2e`, with the address of a
// running server in MATCHDAY_URL. Prints a table. The days are those of `cargo xtask bench`; of some runs the fastest
// counts, since what else the machine does can only make one slower.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Beside the 24 datacenters that are on by default. */
const DATACENTERS = "seattle,newyork,paris,warsaw,seoul";
const RUNS = 5;
/** The population whose day is simulated on servers, too. */
const SERVERS_CCU = 25_000;

const populations = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [500, 25_000, 1_000_000];
const server = process.env.MATCHDAY_URL;
if (!server) throw new Error("MATCHDAY_URL is not set: start `cargo xtask serve` and give its address");

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => file && existsSync(file));
const browser = await chromium.launch({ executablePath, channel: executablePath ? undefined : "chrome", args: ["--disable-gpu"] });
const rows = [];
for (const ccu of populations) rows.push(await measure(ccu, "off"));
rows.push(await measure(SERVERS_CCU, "broker"));
await browser.close();
console.table(rows);

/** @param {number} ccu @param {string} fleet where matches get servers */
async function measure(ccu, fleet) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(600_000);
  // An embed simulates nothing beside its day.
  await page.goto(new URL(`/embed.html#v=1&ccu=${ccu}&fleet=${fleet}&dcs=${DATACENTERS}`, server).href);
  await page.waitForFunction(() => ["waiting", "ready"].includes(document.documentElement.dataset.state));
  const days = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    await page.evaluate((seed) => window.matchday.set({ seed }), seed);
    days.push((await page.evaluate(() => window.matchday.run())).wall_s);
  }
  await page.close();
  return { ccu, fleet, runs: RUNS, fastest_s: Math.min(...days), slowest_s: Math.max(...days) };
}
