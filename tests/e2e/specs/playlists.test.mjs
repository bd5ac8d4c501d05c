// Playlists: their number and shares on the page, and the playlist capacity.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, saved } from "../support/harness.mjs";

const verdict = (page) => page.locator("[data-testid=capacity-page] [data-testid=verdict]");
const run = (page) => page.locator("[data-testid=capacity-panel] [data-testid=run]");
const allRuns = (page) =>
  page.waitForFunction(() =>
    /^All /.test(document.querySelector("[data-testid=capacity-page] [data-testid=run-progress] span")?.textContent ?? ""),
  );

test("weights apply to several playlists, and an invalid list of weights is explained", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const before = await page.evaluate(() => window.matchday.run());
  const shares = page.locator("#p-shares");
  assert.ok(await shares.isDisabled(), "one playlist has no shares");
  await page.locator("[data-key=playlists] input[type=number]").fill("2");
  await page.locator("[data-key=playlists] input[type=number]").press("Tab");
  await page.waitForFunction(() => !document.querySelector("#p-shares").disabled);
  await shares.fill("3,,1");
  await shares.press("Enter");
  const problem = page.locator("#p-shares-help", { hasText: "expected up to 20 whole numbers" });
  await problem.waitFor();
  assert.equal(await shares.getAttribute("aria-invalid"), "true");
  // The error stays at its field until it is corrected. Other fields show their help and values.
  await page.locator("[data-key=players] input[type=number]").fill("6");
  await page.locator("[data-key=players] input[type=number]").press("Tab");
  await page.waitForFunction(() => document.querySelector("[data-key=players]").classList.contains("changed"));
  assert.ok((await problem.boundingBox()).height > 10);
  assert.equal(await shares.inputValue(), "3,,1");
  await page.evaluate(() => void window.matchday.set({ players: 4 }));
  await shares.fill("3, 1");
  await shares.press("Enter");
  await page.waitForFunction(() => window.matchday.get().shares === "3,1");
  await page.waitForFunction(() => document.querySelector("#p-shares").getAttribute("aria-invalid") === "false");
  assert.equal(await problem.count(), 0);
  assert.match(await page.evaluate(() => window.matchday.link()), /&playlists=2&.*shares=3,1/);
  const split = await page.evaluate(() => window.matchday.run());
  assert.equal(split.joined, before.joined, "the same players join");
  assert.ok(split.worst_wait_mean_s > split.wait_mean_s && split.wait_mean_s > before.wait_mean_s);
  assert.ok(split.worst_rtt_mean_ms > split.rtt_mean_ms);
});

full("the page shows the number of playlists at which a target is missed, as its points do", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=2000&carry=20,60,2");
  await finished(page);
  await run(page).click();
  await allRuns(page);
  const csv = page.locator("[data-testid=capacity-page] [data-testid=run-progress] button", { hasText: "CSV" });
  const [heads, ...rows] = (await saved(page, () => csv.click())).bytes
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const column = (name) => rows.map((row) => Number(row[heads.indexOf(name)]));
  const [numbers, waits, rtts] = [column("playlists"), column("worst_wait_p95_s"), column("worst_rtt_mean_ms")];
  assert.deepEqual(numbers, [1, 2, 3, 4, 6, 8, 12, 16, 20]);
  assert.deepEqual(
    column("runs"),
    numbers.map(() => 2),
  );
  const first = numbers.findIndex((_, at) => waits[at] > 20 || rtts[at] > 60);
  assert.ok(first > 0 && first < 8, `the border is among the points: ${waits}, ${rtts}`);
  const said = await verdict(page).textContent();
  const stay = numbers[first - 1] === 1 ? "one playlist stays" : `${numbers[first - 1]} playlists stay`;
  assert.ok(said.startsWith(`At 2,000 CCU, ${stay} within 20\u00a0s and 60\u00a0ms; ${numbers[first]} break`), said);

  // A point is the mean of ordinary days over its seeds.
  const day = (seed) => page.evaluate((seed) => (window.matchday.set({ playlists: "3", seed }), window.matchday.run()), seed);
  const days = [await day("7"), await day("8")];
  assert.ok(Math.abs(column("worst_rtt_mean_ms")[2] - (days[0].worst_rtt_mean_ms + days[1].worst_rtt_mean_ms) / 2) < 1e-9);

  // Other targets need no new runs, and are in the link.
  await page.getByLabel("Wait, 95th percentile, at most").fill("31");
  await page.getByLabel("Mean round trip, at most").fill("250");
  assert.match(await verdict(page).textContent(), /every number tried stays within 31\u00a0s and 250\u00a0ms, up to 20 playlists/);
  await page.getByLabel("Wait, 95th percentile, at most").fill("0.1");
  assert.match(await verdict(page).textContent(), /not even one playlist stays within 0\.1\u00a0s and 250\u00a0ms: it breaks the wait/);
  assert.match(await page.evaluate(() => window.matchday.link()), /&playlist_capacity=0\.1,250,2(&|$)/);
  await page.getByLabel("Wait, 95th percentile, at most").fill("");
  await page.locator("[data-testid=capacity-panel] [role=alert]", { hasText: "above 0" }).waitFor();
});

full("the runs can be stopped, and finished runs stay", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&carry=5,60,40");
  await finished(page);
  await run(page).click();
  await page.waitForFunction(() =>
    /^[1-9]\d* of 360 runs/.test(document.querySelector("[data-testid=capacity-page] [data-testid=run-progress] span")?.textContent ?? ""),
  );
  await page.locator("[data-testid=capacity-panel] [data-testid=cancel]").click();
  await page.locator("[data-testid=capacity-panel] [data-testid=run]", { hasText: /^Simulate the other \d+: about / }).waitFor();
  const made = await page.locator("[data-testid=capacity-page] [data-testid=run-progress] span").textContent();
  await page.reload();
  await finished(page);
  await page.locator("[data-testid=capacity-page] [data-testid=run-progress]").waitFor();
  assert.equal(await page.locator("[data-testid=capacity-page] [data-testid=run-progress] span").textContent(), made);
  assert.match(await verdict(page).textContent(), /in the runs made so far|stay|not even/);
});
