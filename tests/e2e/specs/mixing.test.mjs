// Keeping groups together: the parameter, and the page of experiments that simulates days with and without it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView } from "../support/harness.mjs";

const SEEDS = 8;

/** Opens the page and starts it. */
async function start(page) {
  await openView(page, "experiments", "mixing");
  await page.locator("[data-testid=mixing-panel] [data-testid=run]").click();
  // Keeps the pointer away from the chart, which would read the hour under it.
  await page.mouse.move(0, 0);
}

full("a switch keeps groups together, is in the link, and changes the day", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const apart = await page.evaluate(() => window.matchday.run());
  await page.getByRole("switch", { name: "Stay together" }).check();
  await page.waitForFunction(() => window.matchday.link().includes("together=1"));
  const together = await page.evaluate(() => window.matchday.run());
  assert.equal(together.joined, apart.joined, "the same players join");
  assert.ok(together.failed > apart.failed && together.digest !== apart.digest);
  const again = await openPage(t, "/#v=1&ccu=300&together=1");
  await finished(again);
  assert.ok(await again.getByRole("switch", { name: "Stay together" }).isChecked());
  assert.equal((await again.evaluate(() => window.matchday.run())).digest, together.digest);
});

full("the page simulates both ways, shows findings, and draws a figure by hour", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&seed=9");
  await finished(page);
  await start(page);
  await page.locator("[data-testid=mixing-page] [aria-busy=false] table").first().waitFor();

  const cells = await page
    .locator("[data-testid=mixing-page] tr[data-figure]")
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.dataset.figure, [...row.cells].slice(1).map(({ textContent }) => textContent)])),
    );
  const value = (name, at) =>
    Number(
      cells[name][at]
        .replace("\u2212", "-")
        .match(/^-?[\d.,]+/)[0]
        .replaceAll(",", ""),
    );
  assert.ok(value("repeat_share", 1) > 95 && value("largest_share", 0) > 80 && value("largest_share", 1) < 30, JSON.stringify(cells));
  assert.ok(value("newcomers_wait_s", 2) > 0, "newcomers wait longer for groups that stay together");
  assert.match(cells.wait_mean_s[2], / ±\s/);
  assert.match(
    await page.locator("[data-testid=mixing-page] li").first().textContent(),
    /^From \d\d:00 to \d\d:00, while CCU falls, a newcomer waits [\d.]+.s instead of [\d.]+.s\.$/,
  );

  // The same numbers as single days with the same seeds.
  const peaks = [];
  for (let seed = 9; seed < 9 + SEEDS; seed++) {
    const { ccu_peak } = await page.evaluate((seed) => (window.matchday.set({ seed }), window.matchday.run()), seed);
    peaks.push(ccu_peak);
  }
  assert.equal(value("ccu_peak", 0), Math.round(peaks.reduce((sum, peak) => sum + peak) / SEEDS));
  assert.ok(
    await page.locator("[data-testid=mixing-panel] [data-testid=run]").isVisible(),
    "another seed is another scenario, and nothing is shown of this one",
  );
});

test("the chart is read by keys and shows another figure", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  await start(page);
  await page.locator("[data-testid=mixing-page] [aria-busy=false] table").first().waitFor();
  await page.locator("[data-testid=mixing-page] select").selectOption("largest_share");
  assert.equal(await page.locator("[data-testid=mixing-page] figure tbody tr").count(), 24);
  await page.locator("[data-testid=mixing-page] [data-testid=chart-surface]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const [hour, brokenUp, together] = await page
    .locator("[data-testid=mixing-page] figure tbody tr")
    .nth(1)
    .locator("th, td")
    .allTextContents();
  await page.waitForFunction(
    (words) => document.querySelector("[data-testid=mixing-page] [data-testid=chart-reading]").textContent === words,
    `${hour}: broken up ${brokenUp}, together ${together}`,
  );
  const ink = await page
    .locator("[data-testid=mixing-page] figure canvas")
    .first()
    .evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((byte) => byte > 0);
    });
  assert.ok(ink, "something is drawn");
});

full("the simulation of both ways can be cancelled and started again", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=20000");
  await finished(page);
  await start(page);
  await page.waitForFunction(() => document.querySelector("[data-testid=mixing-panel] progress").value > 0);
  await page.locator("[data-testid=mixing-panel] [data-testid=cancel]").click();
  await page.locator("[data-testid=mixing-panel] [data-testid=run]").waitFor();
  assert.ok(await page.locator("[data-testid=mixing-panel] [data-testid=run-progress]").isHidden());
  await page.evaluate(() => window.matchday.set({ ccu: 60 }));
  await page.locator("[data-testid=mixing-panel] [data-testid=run]").click();
  await page.locator("[data-testid=mixing-page] [aria-busy=false] table").first().waitFor();
});
