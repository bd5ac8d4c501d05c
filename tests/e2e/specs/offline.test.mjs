// Parts of the page that are loaded on demand, without a connection: each shows an error, and loads when the connection is back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage } from "../support/harness.mjs";

/** An element of each card once it is filled. */
const CARDS = {
  methods: "table",
  sweeps: "form",
  prices: "form",
  capacity: "form",
  servers: ".faults",
  ranked: "[data-mode]",
  mixing: ".btn",
};
const NOT_LOADED = "A part of the page could not be loaded";
const expectedErrors = [/Failed to load resource|ERR_(INTERNET_DISCONNECTED|FAILED)/];

async function openSmall(t) {
  const page = await openPage(t, "/#v=1&ccu=300", { expectedErrors });
  await finished(page);
  // From here on there are no other requests.
  await page.locator(".badge:visible").first().waitFor({ state: "attached" });
  return page;
}

const card = (page, name) => page.locator(`details.${name}`);
const open = (page, name) => card(page, name).locator(":scope > summary").click();
const failure = (page, name) => card(page, name).getByRole("alert").filter({ hasText: NOT_LOADED });
const filled = (page, name) => card(page, name).locator(CARDS[name]).first();
const retry = (within) => within.getByRole("button", { name: "Try again" });
const missingWorker = (page) => page.locator('#notices [data-code="WORKER_FETCH"]').filter({ hasText: NOT_LOADED });

test("cards opened offline show an error and fill by themselves once the browser is online", async (t) => {
  const page = await openSmall(t);
  await page.context().setOffline(true);
  for (const name of Object.keys(CARDS)) {
    await open(page, name);
    await failure(page, name).waitFor();
    await retry(failure(page, name)).click();
    await failure(page, name).waitFor();
    assert.equal(await failure(page, name).count(), 1, "said once");
  }
  await page.context().setOffline(false);
  for (const name of Object.keys(CARDS)) {
    await filled(page, name).waitFor();
    await failure(page, name).waitFor({ state: "detached" });
  }
});

test("a card closed meanwhile fills when it is opened again, once", async (t) => {
  const page = await openSmall(t);
  await page.context().setOffline(true);
  await open(page, "capacity");
  await failure(page, "capacity").waitFor();
  await open(page, "capacity");
  await page.context().setOffline(false);
  assert.equal(await filled(page, "capacity").count(), 0);
  await open(page, "capacity");
  await filled(page, "capacity").waitFor();
  for (let i = 0; i < 2; i++) await open(page, "capacity");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  assert.equal(await card(page, "capacity").locator("form").count(), 1);
});

for (const [what, path] of [
  ["its module", "**/views/experiments/capacity/panel.js*"],
  ["a part of its module", "**/views/experiments/sweep/results.js"],
  ["its engine", "**/pkg-lab/*.js*"],
]) {
  test(`a card that lacks ${what} fills at a press, and keeps the focus`, async (t) => {
    const page = await openSmall(t);
    await page.route(path, (route) => route.abort());
    await open(page, "capacity");
    const failure = card(page, "capacity").locator(".notice");
    await failure.waitFor();
    await page.unroute(path);
    await retry(failure).focus();
    await page.keyboard.press("Enter");
    await filled(page, "capacity").waitFor();
    await failure.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.closest("details.capacity") !== null), true);
  });
}

test("tables without their engine show an error and fill at a press or once the browser is online", async (t) => {
  const wasm = "**/pkg-lab/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300", { expectedErrors, before: (page) => page.route(wasm, (route) => route.abort()) });
  await finished(page);
  await open(page, "methods");
  await page.getByRole("button", { name: "Coverage and where next" }).click();
  const notice = card(page, "methods").locator(".notice");
  await notice.filter({ hasText: "The engine could not be loaded" }).waitFor();
  await page.locator("#notices .notice").filter({ hasText: "The engine could not be loaded" }).waitFor();
  await page.unroute(wasm);
  await retry(notice).click();
  await page.locator(".misrouting tbody tr").nth(4).waitFor();
  await notice.waitFor({ state: "detached" });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator(".coverage tbody tr").first().waitFor();
  await page.locator(".advice li").first().waitFor();
});

test("a module whose address keeps failing is loaded from another address", async (t) => {
  const page = await openSmall(t);
  // Older browsers do not fetch a failed address again.
  await page.route("**/views/experiments/mixing/panel.js", (route) => route.abort());
  await open(page, "mixing");
  await filled(page, "mixing").waitFor();
});

test("dialogs opened offline open at the next press or with the button of the notice", async (t) => {
  const page = await openSmall(t);
  await page.context().setOffline(true);
  const notice = page.locator("#notices").getByRole("alert").filter({ hasText: NOT_LOADED });
  await page.locator("#share").click();
  await notice.waitFor();
  await page.context().setOffline(false);
  await retry(notice).click();
  await page.locator("dialog.share[open]").waitFor();
  assert.equal(await page.locator("#notices").textContent(), "");
  await page.keyboard.press("Escape");

  await page.context().setOffline(true);
  await page.locator("#own").click();
  await notice.waitFor();
  await page.context().setOffline(false);
  await page.locator("#own").click();
  await page.locator("dialog.owndata[open]").waitFor();
  await notice.waitFor({ state: "detached" });
});

test("parts that load by themselves are loaded once the browser is online", async (t) => {
  let blocked = true;
  const before = (page) => page.route(/experiments\/proofs\.js|world\/tools\.js/, (route) => (blocked ? route.abort() : route.continue()));
  const page = await openPage(t, "/#v=1&ccu=300&l=one@frankfurt", { expectedErrors, before });
  await finished(page);
  await page.locator("#notices").getByText(NOT_LOADED).waitFor();
  blocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator(".badge:visible").first().waitFor();
  await page.locator(".maps .note").filter({ hasText: "Round trip to Frankfurt" }).waitFor();
  await page.locator("#notices").getByText(NOT_LOADED).waitFor({ state: "detached" });
});

test("a season page opened offline is shown at a press or once the browser is online", async (t) => {
  const store = "**/pkg-store/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300&ranked=1v1&accounts=1000&page=season", {
    expectedErrors,
    before: (page) => page.route(store, (route) => route.abort()),
  });
  const failure = page.locator("dialog.season > .warn");
  await retry(failure).waitFor();
  const asked = page.waitForRequest(store);
  await retry(failure).click();
  await asked;
  await retry(failure).waitFor();
  await page.unroute(store);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page
    .locator("dialog.season .role")
    .getByText(/This tab keeps the season|as long as this tab/)
    .waitFor();
  await retry(failure).waitFor({ state: "detached" });
  assert.equal(await failure.textContent(), "");
});

test("coverage and advice fill at a press of the notice's button", async (t) => {
  const wasm = "**/pkg-lab/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300", { expectedErrors, before: (page) => page.route(wasm, (route) => route.abort()) });
  await finished(page);
  await page.getByRole("button", { name: "Coverage and where next" }).click();
  const notice = page.locator("#notices .notice").filter({ hasText: "The engine could not be loaded" });
  await retry(notice).waitFor();
  await page.unroute(wasm);
  await retry(notice).click();
  await page.locator(".coverage tbody tr").first().waitFor();
  await page.locator(".advice li").first().waitFor();
  // The other parts that need the engine are loaded again with them.
  await page.locator(".badge:visible").first().waitFor();
  await notice.waitFor({ state: "detached" });
});

test("a sweep whose workers cannot be fetched is run after a press of the notice's button", async (t) => {
  const script = "**/worker/day.js";
  const page = await openPage(t, "/#v=1&ccu=300&sweep=replay:0.5,0.6~seeds:1");
  await finished(page);
  await page.route(script, (route) => route.abort());
  await page.locator(".sweepform button.primary").click();
  const notice = missingWorker(page);
  await retry(notice).waitFor();
  await page.unroute(script);
  await retry(notice).click();
  await page.locator(".sweeps .came").getByText("All 2 runs.").waitFor();
  assert.equal(await notice.count(), 0);
});

test("a worker whose script cannot be fetched is started once for each requested run", async (t) => {
  const script = "**/worker/day.js";
  let requests = 0;
  const before = (page) =>
    page.route(script, (route) => {
      requests++;
      return route.abort();
    });
  const page = await openPage(t, "/#v=1&ccu=300", { before });
  const notice = missingWorker(page);
  await notice.waitFor();
  assert.match(await notice.textContent(), /worker\/day\.js, or a module that it imports, could not be fetched\. Check the connection/);
  const first = requests;
  assert.ok(first <= 2, "one before anything is asked, one for the first run");
  for (const more of [1, 2]) {
    assert.equal(await page.evaluate(() => window.matchday.run().catch(({ code }) => code)), "WORKER_FETCH");
    assert.equal(requests, first + more);
  }
  // Other parts load, but the worker is still missing.
  await page.locator("#share").click();
  await page.locator("dialog.share[open]").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await notice.count(), 1);
  await page.unroute(script);
  await retry(notice).click();
  await finished(page);
  await notice.waitFor({ state: "detached" });
});

test("a run whose worker lacks a module is reported as incomplete, and is made after a press", async (t) => {
  const part = "**/worker/lab-days.js";
  const page = await openPage(t, "/#v=1&ccu=300&fleet=broker", { before: (page) => page.route(part, (route) => route.abort()) });
  const notice = missingWorker(page);
  await notice.waitFor();
  assert.match(await notice.textContent(), /worker\/lab-days\.js, or a module that it imports, could not be fetched/);
  await page.unroute(part);
  await retry(notice).click();
  await finished(page);
  await notice.waitFor({ state: "detached" });
});
