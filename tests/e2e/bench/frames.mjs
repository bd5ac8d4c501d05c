// Cost of a frame of the playing map: `node bench/frames.mjs [population...]` in `tests/e2e`, with the address of
// a running server in MATCHDAY_URL. Prints a table, or its numbers with --json.
//
// A frame's cost is the CPU time of all tasks of the page's main thread from one animation frame to the next, as
// Chromium's own trace has it: time in which other programs have the core does not count. Without a screen, so other
// threads of the processor do the work of a graphics card: "renderer" is the page's whole process.

import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const FRAMES = 300;
/** Simulated seconds per second: the default speed, and one at which every frame shows another minute. */
const SPEEDS = [600, 3600];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const populations = positionals.length > 0 ? positionals.map(Number) : [30_000, 100_000, 1_000_000];
const server = process.env.MATCHDAY_URL;
if (!server) throw new Error("MATCHDAY_URL is not set: start `cargo xtask serve` and give its address");

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => file && existsSync(file));
const browser = await chromium.launch({ executablePath, channel: executablePath ? undefined : "chrome", args: ["--disable-gpu"] });
const rows = [];
for (const ccu of populations) rows.push(...(await measure(ccu)));
await browser.close();
if (values.json) console.log(JSON.stringify(rows));
else console.table(rows);

/** @param {number} ccu */
async function measure(ccu) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(600_000);
  await page.goto(new URL(`/#v=1&ccu=${ccu}&t=50000`, server).href);
  // A long day needs a press to start.
  await page.waitForFunction(() => ["waiting", "ready"].includes(document.documentElement.dataset.state));
  const { wall_s } = await page.evaluate(() => window.matchday.run());
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready");
  await quiet(page);
  const rows = [];
  for (const speed of SPEEDS) {
    const { frames, pid, renderer_ms } = await play(page, speed);
    const players = await page.getByTestId("players-online").first().textContent();
    const note = await page.getByTestId("map-legend-note").first().textContent();
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => frames[Math.ceil(share * frames.length) - 1]);
    rows.push({
      ccu,
      day_s: round(wall_s),
      speed,
      frames: frames.length,
      mean_ms: round(frames.reduce((sum, ms) => sum + ms, 0) / frames.length),
      p50_ms: round(p50),
      p95_ms: round(p95),
      most_ms: round(most),
      renderer_ms: round(renderer_ms),
      memory_mb: residentMegabytes(pid),
      players,
      note,
    });
  }
  await page.close();
  return rows;
}

/** Waits for the points of the replay chart, which are simulated on other cores if there are any. */
async function quiet(page) {
  const read = page.locator('[data-pane="replay"] [data-testid="chart-reading"]');
  await page.waitForFunction((element) => element.textContent === "", await read.elementHandle());
}

/** Plays a number of frames. Returns their costs in rising order. @param {import("playwright-core").Page} page @param {number} speed */
async function play(page, speed) {
  await page.locator(".speed input").first().fill(String(speed));
  await page.locator(".speed input").first().blur();
  const cdp = await browser.newBrowserCDPSession();
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const done = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByTestId("play").first().click();
  const before = await rendererTimes(cdp);
  await cdp.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "devtools.timeline"] }, transferMode: "ReportEvents" });
  await page.evaluate(
    (frames) =>
      new Promise((resolve) => {
        const count = () => (frames-- > 0 ? requestAnimationFrame(count) : resolve(undefined));
        count();
      }),
    FRAMES,
  );
  await cdp.send("Tracing.end");
  const after = await rendererTimes(cdp);
  await done;
  await page.getByTestId("play").first().click();
  const { frames, pid } = frameCosts(events);
  return { frames, pid, renderer_ms: ((after.get(pid) - before.get(pid)) * 1000) / FRAMES };
}

/** CPU seconds of each renderer. @param {import("playwright-core").CDPSession} cdp */
async function rendererTimes(cdp) {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** CPU milliseconds of the main thread by frame: each begins with the task that runs the page's callbacks. */
function frameCosts(events) {
  const marks = events.filter(({ name }) => name === "FireAnimationFrame");
  const { pid, tid } = marks[0];
  const tasks = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X" && /RunTask$/.test(event.name));
  tasks.sort((a, b) => a.ts - b.ts);
  const costs = [];
  let next = 0;
  marks.sort((a, b) => a.ts - b.ts);
  for (const { ts, dur, tdur } of tasks) {
    const first = next;
    while (next < marks.length && marks[next].ts < ts + dur) next += 1;
    if (next > first) costs.push(0);
    if (costs.length > 0) costs[costs.length - 1] += tdur / 1000;
  }
  return { pid, frames: costs.sort((a, b) => a - b) };
}

/** CPU time of a process, if the system reports it. @param {number} pid */
function residentMegabytes(pid) {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status) && /VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}

/** @param {number} value */
function round(value) {
  return Number(value.toFixed(2));
}
