// Estimated and actual latency: the Lima scenario and the table of methods.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage, openView } from "../support/harness.mjs";

/** The table's cells by method, without units: estimated, actual, 95th percentile, to 50 ms, to 100 ms, wrongly excluded, included. */
const rows = async (page) => {
  const lines = await page
    .locator("[data-testid=methods] table:not([data-testid=misrouting]) tbody tr")
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent.replace(/\s*(ms|%)$/, ""))));
  return Object.fromEntries(lines.map(([name, ...cells]) => [name, cells]));
};

test("the Lima scenario shows the cost of distance misrouting for each method", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500");
  await finished(page);
  await page.locator("#scenario").selectOption({ label: "Lima by distance" });
  await page.waitForFunction(() => window.matchday.get().estimate === "distance");
  assert.match(page.url(), /#v=1&dcs=-bogota,-santiago&estimate=distance&ideal_ms=80/);
  // Fewer players in the same world, so that a day takes a moment.
  await page.evaluate(() => void window.matchday.set({ ccu: 1000 }));
  await finished(page);
  await openView(page, "world");
  const error = page.locator("main > [data-view=world] [data-figure=error]");
  await error.getByText(/^[\d.]+\s?% wrongly excluded$/).waitFor();

  const compare = page.locator("[data-testid=methods] button");
  await compare.click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-testid=methods] table:not([data-testid=misrouting]) tbody tr")].every(
      (row) => !row.cells[1].textContent.includes("–"),
    ),
  );
  assert.ok(await compare.isHidden(), "nothing is left to compare");
  const shown = await rows(page);
  const off = Number(shown.Distance[1]) - Number(shown.Distance[0]);
  assert.ok(
    Math.abs(Number(await error.locator("[data-testid=figure-value] span").textContent()) - off) < 0.15,
    `actual minus estimate ${off}`,
  );
  const lima = page.locator("[data-testid=misrouting] tbody tr", { hasText: "Lima, Peru" });
  await lima.waitFor();
  const [, toDistance, toLatency] = (await lima.locator("th, td").allTextContents()).map((cell) => cell.replace(/\s/g, " "));
  assert.match(toDistance, /^São Paulo, (9\d|10\d) ms$/);
  assert.match(toLatency, /^Miami, 7\d ms$/);
  assert.equal(await page.locator("[data-testid=methods] tr[aria-current] th").textContent(), "Distance");
  for (const [method, name] of Object.entries({ map: "Latency map", distance: "Distance", ping: "One ping" })) {
    const s = await page.evaluate((estimate) => (window.matchday.set({ estimate }), window.matchday.run()), method);
    const expected = [
      s.rtt_estimated_mean_ms.toFixed(1),
      s.rtt_mean_ms.toFixed(1),
      s.rtt_p95_ms.toFixed(0),
      ...[s.share_le_50, s.share_le_100, s.wrongly_excluded, s.wrongly_included].map((share) =>
        share === null ? "–" : (100 * share).toFixed(1),
      ),
    ];
    assert.deepEqual(shown[name], expected, name);
  }
  const [byDistance, byMap] = [shown.Distance.map(Number), shown["Latency map"].map(Number)];
  assert.ok(byDistance[1] > byMap[1] + 3 && byDistance[2] > byMap[2] + 10, `played ${byDistance} by distance, ${byMap} by map`);
  assert.ok(byDistance[5] > 0.5 && byDistance[6] > 5, `wrongly excluded and included ${byDistance}`);

  // Results of other parameters are cleared.
  await page.evaluate(() => void window.matchday.set({ bad_routes: 0.1 }));
  await page.waitForFunction(() =>
    document.querySelector("[data-testid=methods] table:not([data-testid=misrouting]) tbody tr").cells[1].textContent.includes("–"),
  );
});
