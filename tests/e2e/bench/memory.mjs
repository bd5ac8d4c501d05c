// Memory of the page with its workers over that of an idle page, and whether it grows from run to run. Idle is the page after
// the smallest day, with everything that it loads by itself. `cargo xtask bench` prints it; or `node bench/memory.mjs` in
// `tests/e2e`, with the address of a running server in MATCHDAY_URL. Linux only.
//
// It is the private memory of the process that renders the page, which the page and its workers share: modules' memories, the
// heaps of JavaScript, compiled code, canvases. It is read after the runs that the page makes by itself, and after collecting
// garbage.

import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

/** Days, the number of their runs with one seed after the other, and the goals: MB over idle after the first one, seconds of the fastest. */
const DAYS = [
  { day: { ccu: 25_000 }, runs: 100, goal_mb: 60, goal_s: 0.25 },
  { day: { ccu: 1_000_000 }, runs: 4, goal_mb: 250, goal_s: 2.5 },
  { day: { ccu: 25_000, fleet: "register" }, runs: 40, goal_s: 1 },
  { day: { ccu: 3_000, ranked: "1v1" }, runs: 20, goal_s: 1 },
  { day: { ccu: 3_000, ranked: "5v5" }, runs: 4, goal_s: 1.5 },
];
/** CPU time of a process that rests for a second, in ticks of 10 ms: the map is drawn now and then. */
const RESTING = 5;
const MB = 1e6;

const server = process.env.MATCHDAY_URL;
if (!server) throw new Error("MATCHDAY_URL is not set: start `cargo xtask serve` and give its address");
if (!existsSync("/proc/self/smaps_rollup")) {
  console.log("The memory of the page is measured on Linux only.");
  process.exit();
}
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => file && existsSync(file));
const rows = [];
for (const day of DAYS) rows.push(await measure(day));
console.table(rows);

/** @param {(typeof DAYS)[number]} */
async function measure({ day, runs, goal_mb = "", goal_s }) {
  const args = ["--disable-gpu", "--js-flags=--expose-gc"];
  const browser = await chromium.launch({ executablePath, channel: executablePath ? undefined : "chrome", args });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(600_000);
  await page.goto(new URL("/#v=1&ccu=10", server).href);
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready");
  const process = await rendererOf(browser);
  const idle = await memoryOf(page, process);
  const [over, walls] = [[], []];
  for (let seed = 1; seed <= runs; seed++) {
    walls.push(await run(page, { ...day, seed }));
    // Two days are kept from the second run on, so memory may grow until then. The allocator settles after some more.
    if ([1, 2, Math.ceil(runs / 2), runs].includes(seed)) over[seed] = (await memoryOf(page, process)) - idle;
  }
  await browser.close();
  return {
    day: Object.values(day).join(" "),
    idle_mb: Math.round(idle / MB),
    over_mb: Math.round(over[1] / MB),
    goal_mb,
    over_with_two_mb: Math.round(over[2] / MB),
    runs,
    over_after_half_mb: Math.round(over[Math.ceil(runs / 2)] / MB),
    over_after_all_mb: Math.round(over[runs] / MB),
    run_s: Math.round(1e3 * Math.min(...walls)) / 1e3,
    goal_s,
  };
}

/** Runs a day and returns its seconds in the worker. @param {import("playwright-core").Page} page @param {object} params */
function run(page, params) {
  const texts = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
  return page.evaluate(async (params) => {
    window.matchday.set(params);
    return (await window.matchday.run()).wall_s;
  }, texts);
}

/** The process with the page: of a browser with one page, the renderer that has worked most. @param {import("playwright-core").Browser} browser */
async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime);
  return renderers[0].id;
}

/** Private bytes of the process once the page rests. @param {import("playwright-core").Page} page @param {number} id */
async function memoryOf(page, id) {
  const session = await page.context().newCDPSession(page);
  await untilRests(id);
  // What is found to be free in the first round may hold memory of modules, which is freed in the second.
  for (let round = 0; round < 2; round++) {
    for (const thread of [page, ...page.workers()]) await thread.evaluate(() => globalThis.gc());
    await session.send("Memory.simulatePressureNotification", { level: "critical" });
    await untilRests(id);
  }
  await session.detach();
  const pages = readFileSync(`/proc/${id}/smaps_rollup`, "utf8").matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm);
  return [...pages].reduce((sum, [, kb]) => sum + 1024 * Number(kb), 0);
}

/** Waits until the process hardly works for a second. @param {number} id */
async function untilRests(id) {
  const ticks = () => {
    const [user, system] = readFileSync(`/proc/${id}/stat`, "utf8").replace(/.*\) /, "").split(" ").slice(11, 13);
    return Number(user) + Number(system);
  };
  for (let before = -Infinity; ticks() - before > RESTING; await sleep(1000)) before = ticks();
}
