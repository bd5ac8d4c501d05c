// Parts of the page that are loaded on demand, without a connection: each shows an error, and loads when the connection is back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView, pressInMenu } from "../support/harness.mjs";

/** An element of each view, and of each page of the experiments, once it is filled. */
const VIEWS = {
  servers: "[data-testid=servers-switch]",
  ranked: "[data-mode]",
  world: "#sites form",
  experiments: "[data-testid=sweep-panel] form",
};
const PAGES = {
  capacity: "[data-testid=capacity-panel] form",
  mixing: "[data-testid=mixing-panel] [data-testid=run]",
  prices: "[data-testid=prices-panel] form",
  proofs: "[data-testid=proofs-page] [data-check]",
};
const NOT_LOADED = "A part of the page could not be loaded";
const expectedErrors = [/Failed to load resource|ERR_(INTERNET_DISCONNECTED|FAILED)/];

/** Opens a page that loads no view before it is asked for. */
async function openSmall(t) {
  let prefetches = true;
  const views = /views\/(servers|ranked|world|experiments)\/view\.js/;
  const before = (page) => page.route(views, (route) => (prefetches ? route.abort() : route.continue()));
  const page = await openPage(t, "/#v=1&ccu=300", { expectedErrors, before, idle: true });
  await finished(page);
  const last = page.waitForEvent("requestfailed", (request) => request.url().includes("experiments/view.js"));
  await page.locator("[data-testid=proof-badge]:visible").first().waitFor({ state: "attached" });
  // From here on there are no other requests.
  await last;
  prefetches = false;
  return page;
}

const view = (page, name) => page.locator(`main > [data-view="${name}"]`);
const open = (page, name) => page.locator(`header nav [data-view="${name}"]`).click();
const filled = (page, name) => view(page, name).locator(VIEWS[name]).first();
/** A page of the experiments: its tab, its place, and what fills it. */
const turnTo = (page, name) => page.locator(`main > [data-view=experiments] [data-page="${name}"]`).click();
const place = (page, name) => page.locator(`[data-testid=${name}-page]`);
const ready = (page, name) => page.locator(`main > [data-view=experiments] ${PAGES[name]}`).first();
const failure = (within) => within.getByRole("alert").filter({ hasText: NOT_LOADED });
const retry = (within) => within.getByRole("button", { name: "Try again" });
const missingWorker = (page) => page.locator('#notices [data-code="WORKER_FETCH"]').filter({ hasText: NOT_LOADED });

test("views opened offline show an error and fill by themselves once the browser is online", async (t) => {
  const page = await openSmall(t);
  await page.context().setOffline(true);
  for (const name of Object.keys(VIEWS)) {
    await open(page, name);
    await failure(view(page, name)).waitFor();
    await retry(failure(view(page, name))).click();
    await failure(view(page, name)).waitFor();
    assert.equal(await failure(view(page, name)).count(), 1, "said once");
  }
  await page.context().setOffline(false);
  for (const name of Object.keys(VIEWS)) {
    await filled(page, name).waitFor({ state: "attached" });
    await failure(view(page, name)).waitFor({ state: "detached" });
    await open(page, name);
    await filled(page, name).waitFor();
  }
});

full("pages of the experiments opened offline show an error and fill once the browser is online", async (t) => {
  const page = await openSmall(t);
  await open(page, "experiments");
  await filled(page, "experiments").waitFor();
  await page.context().setOffline(true);
  for (const name of ["capacity", "mixing", "prices"]) {
    await turnTo(page, name);
    await failure(place(page, name)).waitFor();
  }
  await page.context().setOffline(false);
  // The open one at once, the others when they are opened.
  await ready(page, "prices").waitFor();
  for (const name of ["mixing", "capacity", "proofs"]) {
    await turnTo(page, name);
    await ready(page, name).waitFor();
    assert.equal(await failure(place(page, name)).count(), 0);
  }
});

full("a page left meanwhile fills when it is opened again, once", async (t) => {
  const page = await openSmall(t);
  await open(page, "experiments");
  await filled(page, "experiments").waitFor();
  await page.context().setOffline(true);
  await turnTo(page, "capacity");
  await failure(place(page, "capacity")).waitFor();
  await turnTo(page, "sweep");
  await page.context().setOffline(false);
  assert.equal(await ready(page, "capacity").count(), 0);
  await turnTo(page, "capacity");
  await ready(page, "capacity").waitFor();
  for (const name of ["sweep", "capacity"]) await turnTo(page, name);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  assert.equal(await page.locator("[data-testid=capacity-panel] form").count(), 1);
});

for (const [what, path] of [
  ["its module", "**/views/experiments/capacity/panel.js*"],
  ["a part of its module", "**/views/experiments/sweep/results.js"],
  ["its engine", "**/pkg-lab/*.js*"],
]) {
  full(`a page that lacks ${what} fills at a press, and keeps the focus`, async (t) => {
    const page = await openSmall(t);
    await page.route(path, (route) => route.abort());
    await page.evaluate(() => (location.hash += "&view=experiments&page=capacity"));
    const notice = place(page, "capacity").locator("[data-code]");
    await notice.waitFor();
    await page.unroute(path);
    await retry(notice).focus();
    await page.keyboard.press("Enter");
    await ready(page, "capacity").waitFor();
    await notice.waitFor({ state: "detached" });
    assert.ok(await page.evaluate(() => document.activeElement.closest("[data-view=experiments]") !== null));
  });
}

full("tables without their engine show an error and fill at a press or once the browser is online", async (t) => {
  const wasm = "**/pkg-lab/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300", {
    expectedErrors,
    before: (page) => page.route(wasm, (route) => route.abort()),
    idle: true,
  });
  await finished(page);
  await openView(page, "world");
  const notice = page.locator("[data-testid=methods] [data-code]");
  await notice.filter({ hasText: "The engine could not be loaded" }).waitFor();
  await page.locator("#notices [data-code]").filter({ hasText: "The engine could not be loaded" }).waitFor();
  await page.unroute(wasm);
  await retry(notice).click();
  await page.locator("[data-testid=misrouting] tbody tr").nth(4).waitFor();
  await notice.waitFor({ state: "detached" });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator("[data-testid=coverage] tbody tr").first().waitFor();
  await page.locator("[data-testid=advice] li").first().waitFor();
});

full("a module whose address keeps failing is loaded from another address", async (t) => {
  const page = await openSmall(t);
  // Older browsers do not fetch a failed address again.
  await page.route("**/views/experiments/mixing/panel.js", (route) => route.abort());
  await openView(page, "experiments", "mixing");
  await ready(page, "mixing").waitFor();
});

full("dialogs opened offline open at the next press or with the button of the notice", async (t) => {
  const page = await openSmall(t);
  await page.context().setOffline(true);
  const notice = page.locator("#notices").getByRole("alert").filter({ hasText: NOT_LOADED });
  await page.locator("#share").click();
  await notice.waitFor();
  await page.context().setOffline(false);
  await retry(notice).click();
  await page.locator("[data-testid=share-dialog][open]").waitFor();
  assert.equal(await page.locator("#notices").textContent(), "");
  await page.keyboard.press("Escape");

  await page.context().setOffline(true);
  await pressInMenu(page, "[data-own]");
  await notice.waitFor();
  await page.context().setOffline(false);
  await pressInMenu(page, "[data-own]");
  await page.locator("[data-testid=own-data][open]").waitFor();
  await notice.waitFor({ state: "detached" });
});

full("parts that load by themselves are loaded once the browser is online", async (t) => {
  let blocked = true;
  let failed;
  const before = (page) => {
    const hasFailed = (part) => page.waitForEvent("requestfailed", (request) => request.url().includes(part));
    failed = Promise.all(["experiments/proofs.js", "world/tools.js"].map(hasFailed));
    return page.route(/experiments\/proofs\.js|world\/tools\.js/, (route) => (blocked ? route.abort() : route.continue()));
  };
  const page = await openPage(t, "/#v=1&ccu=300&l=one@frankfurt", { expectedErrors, before, idle: true });
  await finished(page);
  // A part that fails after the event would wait for the next one.
  await failed;
  await page.locator("#notices").getByText(NOT_LOADED).waitFor();
  blocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator("[data-testid=proof-badge]:visible").first().waitFor();
  await page.getByTestId("map-layers-title").filter({ hasText: "Round trip to Frankfurt" }).waitFor();
  await page.locator("#notices").getByText(NOT_LOADED).waitFor({ state: "detached" });
});

full("a season page opened offline is shown at a press or once the browser is online", async (t) => {
  const store = "**/pkg-store/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300&ranked=1v1&accounts=1000&page=season", {
    expectedErrors,
    before: (page) => page.route(store, (route) => route.abort()),
  });
  const failure = page.locator("[data-testid=season] > [role=alert]");
  await retry(failure).waitFor();
  const asked = page.waitForRequest(store);
  await retry(failure).click();
  await asked;
  await retry(failure).waitFor();
  await page.unroute(store);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page
    .locator("[data-testid=season] > [role=status]")
    .getByText(/This tab keeps the season|as long as this tab/)
    .waitFor();
  await retry(failure).waitFor({ state: "detached" });
  assert.equal(await failure.textContent(), "");
});

full("coverage and advice fill at a press of the notice's button", async (t) => {
  const wasm = "**/pkg-lab/*.wasm";
  const page = await openPage(t, "/#v=1&ccu=300", {
    expectedErrors,
    before: (page) => page.route(wasm, (route) => route.abort()),
    idle: true,
  });
  await finished(page);
  await openView(page, "world");
  const notice = page.locator("#notices [data-code]").filter({ hasText: "The engine could not be loaded" });
  await retry(notice).waitFor();
  await page.unroute(wasm);
  await retry(notice).click();
  await page.locator("[data-testid=coverage] tbody tr").first().waitFor();
  await page.locator("[data-testid=advice] li").first().waitFor();
  // The other parts that need the engine are loaded again with them.
  await page.locator("[data-testid=proof-badge]:visible").first().waitFor();
  await notice.waitFor({ state: "detached" });
});

full("a sweep whose workers cannot be fetched is run after a press of the notice's button", async (t) => {
  const script = "**/worker/day.js";
  const page = await openPage(t, "/#v=1&ccu=300&sweep=replay:0.5,0.6~seeds:1");
  await finished(page);
  await page.route(script, (route) => route.abort());
  await page.locator("[data-testid=sweep-panel] [data-testid=run]").click();
  const notice = missingWorker(page);
  await retry(notice).waitFor();
  await page.unroute(script);
  await retry(notice).click();
  await page.locator("[data-testid=sweep-page] [data-testid=run-progress]").getByText("All 2 runs.").waitFor();
  assert.equal(await notice.count(), 0);
});

full("a worker whose script cannot be fetched is started once for each requested run", async (t) => {
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
  await page.locator("[data-testid=share-dialog][open]").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await notice.count(), 1);
  await page.unroute(script);
  await retry(notice).click();
  await finished(page);
  await notice.waitFor({ state: "detached" });
});

full("a run whose worker lacks a module is reported as incomplete, and is made after a press", async (t) => {
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
