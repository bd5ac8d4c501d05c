// Live sliders: charts follow a moving slider with thinned days, and show the whole day when it rests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage } from "../support/harness.mjs";

const chart = (page, id) => page.locator(`[data-pane="${id}"]`);
const drawing = (page, id) =>
  chart(page, id)
    .locator("canvas")
    .first()
    .evaluate((canvas) => canvas.toDataURL());

/** The charts of players and waits at one moment, and whether the run of a whole day has begun since. */
const bothCharts = (page) =>
  page.evaluate(() => {
    const [players, waits] = ["ccu", "wait"].map((id) => {
      const chart = document.querySelector(`[data-pane="${id}"]`);
      return { says: chart.querySelector("[data-testid=chart-reading]").textContent, drawing: chart.querySelector("canvas").toDataURL() };
    });
    return { players, waits, begun: document.documentElement.dataset.begun === "1" };
  });

/** Presses the mouse on the replay slider. Returns a function that drags it to a share of its track. */
async function grab(page) {
  const slider = page.locator("#params [data-key=replay] input[type=range]");
  const { x, y, width, height } = await slider.boundingBox();
  const share = await slider.evaluate((input) => Number(input.value) / Number(input.max));
  const pull = (to) => page.mouse.move(x + width * to, y + height / 2);
  await pull(share);
  await page.mouse.down();
  return pull;
}

/** Sets `begun` in the page when the run of a whole day begins. */
const watchForDays = (page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    new MutationObserver(() => {
      if (dataset.state === "running") dataset.begun = "1";
    }).observe(document.documentElement, { attributeFilter: ["data-state"] });
  });

test("the chart of players follows a dragged slider, and the whole day follows when it rests", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=25000", { context: { viewport: { width: 1440, height: 1400 } } });
  await finished(page);
  const [before, waitsBefore] = [await drawing(page, "ccu"), await drawing(page, "wait")];
  await watchForDays(page);
  const pull = await grab(page);
  const drawings = new Set();
  // The slider moves faster than a whole day of this population is simulated, so a thinned day is drawn.
  for (let step = 0; drawings.size < 2; step++) {
    await pull(0.4 + 0.01 * (step % 20));
    const { players, waits, begun } = await bothCharts(page);
    if (!/^preview: one of \d+ players simulated$/.test(players.says)) continue;
    drawings.add(players.drawing);
    assert.equal(waits.says, "follows when the slider rests");
    // On a fast machine the slider may rest long enough for a whole day, which has its own waits.
    if (!begun) assert.equal(waits.drawing, waitsBefore, "waits of a thinned day would be too long");
  }
  assert.ok(!drawings.has(before), "the players of another replay rate");
  await page.mouse.up();
  await chart(page, "ccu").and(page.locator(":not(.sketch)")).waitFor();
  await finished(page);

  const { replay } = await page.evaluate(() => window.matchday.get());
  const { digest } = await page.evaluate(() => window.matchday.run());
  const other = await openPage(t, "/#v=1&ccu=300");
  await finished(other);
  await other.evaluate((replay) => void window.matchday.set({ ccu: 25_000, replay }), replay);
  await finished(other);
  const set = await other.evaluate(() => window.matchday.run());
  assert.equal(digest, set.digest, "as if the value had been set");
  assert.notEqual(await drawing(page, "wait"), waitsBefore);
  assert.ok(!drawings.has(await drawing(page, "ccu")), "no preview is left");
});
