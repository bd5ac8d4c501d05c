// What a reader feels: layout shift at load, time from a press to the next paint while a day is simulated, frames a second while
// the day plays, time from a move of the pointer on the timeline to the exact second on the map, time of a run in the worker. `cargo xtask bench` prints it; or `node bench/page.mjs` in `tests/e2e`, with the address of a running server in
// MATCHDAY_URL.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const SIZES = [
  [1440, 900],
  [2560, 1440],
];
const PLAYED_MS = 6000;
const SCRUBS = 100;
/** Presses while days are simulated. */
const PRESSES = ["[data-layer=latency]", "[data-layer=night]", ".views [data-view=servers]", ".views [data-view=matchmaking]", "#more"];

const server = process.env.MATCHDAY_URL;
if (!server) throw new Error("MATCHDAY_URL is not set: start `cargo xtask serve` and give its address");
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => file && existsSync(file));
const browser = await chromium.launch({ executablePath, channel: executablePath ? undefined : "chrome", args: ["--disable-gpu"] });
const rows = [];
for (const size of SIZES) for (const ccu of [25_000, 200_000]) rows.push(await measure(size, ccu));
await browser.close();
console.table(rows);

/** @param {number[]} size @param {number} ccu */
async function measure([width, height], ccu) {
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(600_000);
  await page.addInitScript(() => {
    window.shift = 0;
    window.presses = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value))).observe({
      type: "layout-shift",
      buffered: true,
    });
    const keep = (list) => list.getEntries().forEach(({ duration, interactionId }) => interactionId && window.presses.push(duration));
    new PerformanceObserver(keep).observe({ type: "event", durationThreshold: 16 });
  });
  await page.goto(new URL(`/#v=1&ccu=${ccu}&t=50000`, server).href);
  await page.waitForFunction(() => ["waiting", "ready"].includes(document.documentElement.dataset.state));
  await page.evaluate(() => window.matchday.run());
  const shift = await page.evaluate(() => window.shift);
  // Each press begins while a new day is simulated.
  for (const [at, press] of [...PRESSES, ...PRESSES].entries()) {
    await page.evaluate((seed) => {
      window.matchday.set({ seed: String(seed) });
      window.matchday.run();
    }, 100 + at);
    await page.waitForFunction(() => document.documentElement.dataset.state === "running");
    await page.locator(press).click();
    await page.keyboard.press("Escape");
  }
  await page.evaluate(() => window.matchday.run());
  const presses = (await page.evaluate(() => window.presses)).sort((a, b) => a - b);
  const frames = await play(page);
  const scrubs = await scrub(page);
  const wall_s = await page.evaluate(async () => (await window.matchday.run()).wall_s);
  await page.close();
  const at = (list, share) => Math.round(10 * (list[Math.ceil(share * list.length) - 1] ?? 0)) / 10;
  return {
    size: `${width} x ${height}`,
    ccu,
    layout_shift: Math.round(1e4 * shift) / 1e4,
    press_to_paint_p50_ms: at(presses, 0.5),
    press_to_paint_worst_ms: at(presses, 1),
    frame_p50_ms: at(frames, 0.5),
    frame_p95_ms: at(frames, 0.95),
    scrub_p50_ms: at(scrubs, 0.5),
    scrub_p95_ms: at(scrubs, 0.95),
    run_s: Math.round(1e3 * wall_s) / 1e3,
    frames_per_s: Math.round((frames.length / PLAYED_MS) * 1e4) / 10,
  };
}

/** Times from a move of the pointer on the timeline, anywhere in the day, to the exact second on the map. @param {import("playwright-core").Page} page */
async function scrub(page) {
  await page.evaluate(() => window.matchday.run());
  const { x, y, height } = await page.getByTestId("timeline").boundingBox();
  await page.mouse.move(x + 30, y + height / 2);
  await page.mouse.down();
  const times = await page.evaluate(async (scrubs) => {
    const timeline = document.querySelector("[data-testid=timeline]");
    const map = document.querySelector("[data-pane=map]");
    const { left, top, width, height } = timeline.getBoundingClientRect();
    const times = [];
    for (let k = 0; k < scrubs; k++) {
      const at = { clientX: left + width * (0.02 + 0.96 * ((k * 0.381966) % 1)), clientY: top + height / 2 };
      const { shown } = map.dataset;
      const begun = performance.now();
      timeline.dispatchEvent(new PointerEvent("pointermove", { ...at, bubbles: true, pointerId: 1 }));
      while (map.dataset.shown === shown || map.dataset.exact !== "true") await new Promise((resolve) => setTimeout(resolve));
      times.push(performance.now() - begun);
    }
    return times;
  }, SCRUBS);
  await page.mouse.up();
  return times.sort((a, b) => a - b);
}

/** Times between frames while the day plays at 600x. @param {import("playwright-core").Page} page */
function play(page) {
  return page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        document.querySelector("[data-testid=play]").click();
        const frames = [];
        const begun = performance.now();
        let last = begun;
        const step = (now) => {
          frames.push(now - last);
          last = now;
          if (now - begun < ms) return requestAnimationFrame(step);
          document.querySelector("[data-testid=play]").click();
          resolve(frames.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(step);
      }),
    PLAYED_MS,
  );
}
