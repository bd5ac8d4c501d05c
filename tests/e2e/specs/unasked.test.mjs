// What nobody has asked for stops itself after 10 s of work, whatever was expected of it, and asks to go on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView } from "../support/harness.mjs";
import { read } from "../support/rules.mjs";

/** Some 50 s of work. */
const HEAVY = "v=1&ccu=1500000&days=7";
const question = (page) => page.locator("[data-code=LONG_RUN]");

/** A page that expects too little of every day, as no formula knows all days. */
const openHopeful = (t, link) =>
  openPage(t, `/#${link}`, {
    before: (page) =>
      page.addInitScript(() => {
        const expected = { expected_s: 1, bytes: 1e6, isLong: false };
        import("/worker/runs.js").then(({ Runs }) => (Runs.prototype.forecast = () => expected));
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
  const paused = () => page.evaluate(async () => (await import("/worker/bridge.js")).Bridge.paused.size);
  // A predicate of `waitForFunction` that returns a promise holds at once.
  while ((await paused()) < 2) await page.waitForTimeout(50);
  await page.evaluate(() => (location.hash = "v=1&ccu=200"));
  await finished(page);
  await question(page).waitFor({ state: "detached" });
});

/** Opens a page in which questions of this name have used up their time before their first work, and which counts slices of days. */
const openExhausted = (t, name) =>
  openPage(t, "/#v=1&ccu=200&ranked=1v1&accounts=1000", {
    before: async (page) => {
      const [start, end, ...more] = new TextDecoder().decode(await read("worker/answer.js")).split("= [0, STEP");
      assert.ok(end && more.length === 0);
      const body = `${start}= [name === "${name}" ? 10_001 : 0, STEP${end}`;
      await page.route("**/worker/answer.js", (route) => route.fulfill({ body, contentType: "text/javascript" }));
      await page.addInitScript(() => {
        window.slices = 0;
        import("/worker/runs.js").then(({ Runs }) => {
          const { take } = Runs.prototype;
          Runs.prototype.take = function (...args) {
            window.slices++;
            return take.apply(this, args);
          };
        });
      });
    },
  });

test("building a day counts: the day waits before its first second", async (t) => {
  const page = await openExhausted(t, "run");
  const goOn = question(page).getByRole("button", { name: "Go on" });
  await goOn.waitFor();
  assert.equal(await page.evaluate(() => window.slices), 0);
  await goOn.click();
  await finished(page);
  assert.ok((await page.evaluate(() => window.slices)) > 0);
});

test("the replay of a recorded queue waits as days do, and can be stopped then", async (t) => {
  const page = await openExhausted(t, "replay");
  await finished(page);
  const goOn = question(page).getByRole("button", { name: "Go on" });
  const queue = (await openView(page, "rules", "queue")).getByTestId("recorded-queue");
  const tickets = "time,ticket,players,lat,long,skill\n0,a,1,50,8,1500\n9,b,1,50,8,1500\n9,c,1,50,8,1500\n";
  await queue.locator("input[type=file]").setInputFiles({ name: "queue.csv", mimeType: "", buffer: Buffer.from(tickets) });
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await goOn.waitFor();
  await queue.getByRole("button", { name: "Stop" }).click();
  await queue.getByText("Stopped.").waitFor();
  assert.equal(await question(page).count(), 0);
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await goOn.click();
  await queue.getByText(/^3 tickets/).waitFor();
});

test("memory is added up over all workers", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200&ranked=1v1&accounts=1000");
  await finished(page);
  // Neither worker takes so much alone.
  const own = await page.evaluate(async () => {
    const { Bridge, MOST_UNASKED } = await import("/worker/bridge.js");
    const [bytes] = Bridge.unasked.values();
    return (MOST_UNASKED.bytes = 1.5 * bytes);
  });
  t.diagnostic(`${own / 1e6} MB`);
  const events = await openView(page, "experiments", "events");
  await events.getByRole("button", { name: "List events" }).click();
  const goOn = question(page).getByRole("button", { name: "Go on" });
  await goOn.click();
  await events.getByRole("row").nth(1).waitFor();
});

full("a day that was asked for after it was said how long it takes does not stop", async (t) => {
  const page = await openPage(t, `/#${HEAVY}`);
  await question(page).getByRole("button", { name: "Simulate it" }).click();
  await finished(page);
  assert.equal(await question(page).count(), 0);
});
