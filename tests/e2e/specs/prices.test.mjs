// What better matches are worth in peak players: the slope over a quality, measured and by the closed form.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, saved } from "../support/harness.mjs";

const verdict = (page) => page.locator("[data-testid=prices-page] [data-testid=verdict]");

/** Makes all runs of the page, and waits for the sentence about them. */
async function run(page) {
  await page.locator("[data-testid=prices-panel] [data-testid=run]").click();
  await verdict(page).filter({ hasText: /\S/ }).waitFor();
}

full("a shorter wait is worth the players that the runs of its file have", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&replay_wait=10&prices=wait,2");
  await finished(page);
  await run(page);
  // With one seed of every point there is no slope yet.
  await verdict(page)
    .filter({ hasText: /^One second less/ })
    .waitFor();
  const [, sign, worth, half, bySign, byFormula] =
    /^One second less wait (adds|takes away) ([\d,.]+) ± ([\d,.]+) peak players \(by formula (adds|takes away) ([\d,.]+)\)/.exec(
      await verdict(page).textContent(),
    );
  assert.deepEqual([sign, bySign], ["adds", "adds"]);
  const csv = page.locator("[data-testid=prices-page] [data-testid=run-progress] button", { hasText: "CSV" });
  const [heads, ...rows] = (await saved(page, () => csv.click())).bytes
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const column = (name, seed) => rows.filter((row) => row[heads.indexOf("seed")] === seed).map((row) => Number(row[heads.indexOf(name)]));
  // Least squares, seed by seed.
  const slope = (seed) => {
    const [x, y] = [column("wait_mean_s", seed), column("ccu_peak", seed)];
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [x0, y0] = [mean(x), mean(y)];
    return mean(x.map((_, at) => (x[at] - x0) * (y[at] - y0))) / mean(x.map((value) => (value - x0) ** 2));
  };
  const [a, b] = [...new Set(rows.map((row) => row[heads.indexOf("seed")]))].map(slope);
  assert.ok(Math.abs(-(a + b) / 2 - Number(worth)) <= 0.51, `${a} and ${b}; ${worth}`);
  // Student's t with one degree of freedom.
  assert.ok(Math.abs((12.706 * Math.abs(a - b)) / 2 - Number(half)) <= 0.51, `${a} and ${b} ± ${half}`);
  assert.ok(Number(byFormula) > 0);
  assert.equal(await page.locator("[data-testid=prices-page] tbody tr").count(), 6);
  assert.match(await page.evaluate(() => window.matchday.link()), /&prices=wait,2(&|$)/);
});

test("a quality that nobody minds is named", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&prices=near,2");
  await finished(page);
  await page.locator("[data-testid=price-note]", { hasText: /Here players do not mind lag: “.*” is 0/ }).waitFor();
  await page.locator("[data-testid=prices-panel] select").selectOption("wait");
  await page.locator("[data-testid=price-note]", { hasText: /do not mind waiting/ }).waitFor();
  await page.evaluate(() => void window.matchday.set({ replay_rtt: 5 }));
  await page.locator("[data-testid=prices-panel] select").selectOption("near");
  await page.locator("[data-testid=price-note]", { hasText: /to 50 %\.$/ }).waitFor();
});
