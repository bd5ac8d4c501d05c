// What nobody has asked for stops itself after 10 s of work, whatever was expected of it, and asks to go on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

/** Some 50 s of work. */
const HEAVY = "v=1&ccu=1500000&days=7";
const question = (page) => page.locator("[data-code=LONG_RUN]");

/** A page that expects too little of every day, as no formula knows all days. */
const openHopeful = (t, link) =>
  openPage(t, `/#${link}`, {
    before: (page) =>
      page.addInitScript(() => {
        const expected = { expected_s: 1, bytes: 1e6, isLong: false };
        import("/app/runs.js").then(({ Runs }) => (Runs.prototype.forecast = () => expected));
      }),
  });

test("a day that takes longer than expected waits for the reader after 10 s, and goes on where it was", async (t) => {
  const page = await openHopeful(t, HEAVY);
  const begun = performance.now();
  const goOn = question(page).getByRole("button", { name: "Go on" });
  await goOn.waitFor();
  t.diagnostic(`after ${((performance.now() - begun) / 1000).toFixed(1)} s: ${await question(page).innerText()}`);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "waiting");
  await goOn.click();
  await page.waitForFunction(() => document.documentElement.dataset.state === "running");
  assert.equal(await question(page).count(), 0);
  // Another scenario takes its place, and the question with it.
  await page.evaluate(() => (location.hash = "v=1&ccu=200"));
  await finished(page);
});

test("what waits can be left for another day, and every question about days waits", async (t) => {
  const page = await openHopeful(t, "v=1&ccu=200&view=experiments&page=events");
  await finished(page);
  await page.evaluate((link) => (location.hash = link), `${HEAVY}&view=experiments&page=events&who=5`);
  const goOn = question(page).getByRole("button", { name: "Go on" });
  await goOn.waitFor();
  // The day, and the events of the player.
  await page.waitForFunction(async () => (await import("/worker/bridge.js")).Bridge.paused.size === 2);
  await page.evaluate(() => (location.hash = "v=1&ccu=200"));
  await finished(page);
  await question(page).waitFor({ state: "detached" });
});

full("a day that was asked for after it was said how long it takes does not stop", async (t) => {
  const page = await openPage(t, `/#${HEAVY}`);
  await question(page).getByRole("button", { name: "Simulate it" }).click();
  await finished(page);
  assert.equal(await question(page).count(), 0);
});
