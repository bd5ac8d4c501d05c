// What is on screen is true while it runs: long runs ask, starving runs stop with their cause, stale results are dimmed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

const state = (page, word) => page.waitForFunction((word) => document.documentElement.dataset.state === word, word);

test("a long run asks first, can be simulated with a part of the players, and what is stale is dimmed", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  assert.equal(await page.locator("main.staleresults").count(), 0);
  await page.evaluate(() => void window.matchday.set({ ccu: "1000000", days: "3" }));
  const notice = page.locator('[data-code="LONG_RUN"]');
  await notice.waitFor();
  assert.match(await notice.textContent(), /It would take about \d+ (s|min) here, and \d+ MB of memory, so it waits for you/);
  await page.locator("main.staleresults").waitFor();
  await page.waitForFunction(() => Number(getComputedStyle(document.querySelector("[data-testid=figure-value]")).opacity) < 0.6);
  await notice.getByRole("button", { name: /^A part of the players/ }).click();
  await page.locator("[data-pane=ccu] [data-testid=chart-reading]", { hasText: /one of [\d,]+ players simulated/ }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "waiting", "the whole day still waits");
  await notice.getByRole("button", { name: "Simulate it" }).click();
  await state(page, "running");
  await page.getByRole("button", { name: "Stop here" }).click();
  await state(page, "ready");
  assert.equal(
    await page.locator("[data-testid=figure-below].good, [data-testid=figure-below].bad").count(),
    0,
    "an incomplete run is not compared",
  );
});

// Each took half a minute or more, or gigabytes, in the page.
const HEAVY = [
  "v=1&ccu=10&fleet=register&buffer=10000&days=30",
  "v=1&ccu=10&ranked=1v1&accounts=1000000&days=30",
  "v=1&ccu=3000&ranked=1v1&ladder_days=60",
];

full("a link starts no heavy run by itself", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  for (const link of HEAVY) {
    await page.evaluate((hash) => void (location.hash = hash), `#${link}`);
    await page.locator('[data-code="LONG_RUN"]').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "waiting", link);
    await page.evaluate(() => void (location.hash = "#v=1&ccu=60"));
    await page.locator('[data-code="LONG_RUN"]').waitFor({ state: "detached" });
    await finished(page);
  }
});

// Matches of 64 players on twenty playlists: nearly everybody searches until their patience ends, and plays against nobody.
const STARVING = "v=1&ccu=2500&players=64&match_s=10&pause_s=0&patience_s=600&playlists=20&ideal_s=120&expand_s=120&warm_s=120&replay=0.75";

full("a day that starves stops with the cause, and says that it is incomplete", async (t) => {
  const page = await openPage(t, `/#${STARVING}`);
  const notice = page.locator('[data-code="STARVED"]');
  await notice.waitFor();
  assert.match(await notice.textContent(), /The day was stopped: it is incomplete/);
  assert.match(await notice.textContent(), /starves/);
  await state(page, "ready");
  const summary = await page.evaluate(() => window.matchday.run());
  assert.equal(summary.complete, false);
  assert.equal(summary.starved.cause, "players");
  await page.locator("[data-testid=run-facts]", { hasText: /^Stopped / }).waitFor();
  assert.ok(await page.locator("[data-testid=figures] [data-testid=baseline] button").isHidden(), "an incomplete run cannot become A");
  // A day without that cause runs to its end, and the notice goes.
  await page.evaluate(() => void window.matchday.set({ players: "4", playlists: "1", match_s: "300" }));
  await finished(page);
  assert.equal(await notice.count(), 0);
});
