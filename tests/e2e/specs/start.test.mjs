// Pages that cannot start: files that are blocked, cut off or wrong, browsers that lack something, workers that end. Each says why
// within five seconds, and has a way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full, sampled } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

/** Within what time a page says why it does not start, ms; the machine that tests may be slower than a reader's. */
const SAYS_WITHIN_MS = 5000 * Number(process.env.MATCHDAY_SLOWNESS ?? 2);
const told = (page) => page.locator("#notices [role=alert]").first();
const again = (page) => told(page).getByRole("button", { name: "Try again" });
const anyError = [/./];

/** Opens a page where a file is answered otherwise, until the returned function is called. */
async function openWith(t, path, file, answer, { loads = anyError } = {}) {
  let isBroken = true;
  const before = (page) => page.route(new RegExp(`/${file}(\\?|$)`), (route) => (isBroken ? answer(route) : route.fallback()));
  const page = await openPage(t, path, { expectedErrors: loads, before, unasked: true });
  return { page, mend: () => (isBroken = false) };
}

const abort = (route) => route.abort();
const cutOff = async (route) => {
  const response = await route.fetch();
  const body = await response.body();
  await route.fulfill({ response, body: body.subarray(0, body.length >> 1) });
};
const web = (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>Log in</title>" });
const gone = (route) => route.fulfill({ status: 404, body: "" });

/** Which file is tried every day. */
const SAMPLE = { "cut off": "app/main.js", missing: "worker/runs.js", blocked: "core/engine.js" };

for (const [how, answer] of Object.entries({ blocked: abort, "cut off": cutOff, "a web page": web, missing: gone })) {
  for (const file of ["app/main.js", "worker/runs.js", "core/engine.js"]) {
    sampled(SAMPLE[how] === file)(`a page whose ${file} is ${how} says so, and starts again`, async (t) => {
      const { page, mend } = await openWith(t, "/#v=1&ccu=60", file, answer);
      await told(page).waitFor({ timeout: SAYS_WITHIN_MS });
      assert.match(await told(page).textContent(), /Matchday could not start/);
      // Within a profile without a network, only the file that was asked for is named.
      if (how === "missing") assert.match(await told(page).textContent(), new RegExp(`${file} could not be loaded`));
      mend();
      await again(page).click();
      await finished(page);
      assert.equal(await told(page).count(), 0);
    });
  }
}

const notice = (page, code) => page.locator(`#notices [data-code="${code}"]`);
/** The notice that a file of a worker still has to come. */
const late = (page) => notice(page, "WORKER_LATE");
/** A gate, and the function that opens it. */
function gate() {
  let open = () => {};
  return [new Promise((resolve) => (open = resolve)), () => open()];
}
const script = (body) => (route) => route.fulfill({ status: 200, contentType: "text/javascript", body });

for (const [how, answer] of Object.entries({
  blocked: abort,
  "cut off": cutOff,
  "a web page": web,
  "of another version": script("missing();"),
})) {
  const declare = sampled(how === "of another version");
  declare(`a simulator whose script is ${how} is said to be missing, and starts again`, async (t) => {
    const { page, mend } = await openWith(t, "/#v=1&ccu=60", "worker/day.js", answer, { loads: [] });
    const missing = notice(page, "WORKER_FETCH");
    await missing.waitFor({ timeout: SAYS_WITHIN_MS });
    assert.match(await missing.textContent(), /A part of the page could not be loaded.*worker\/day\.js/s);
    assert.doesNotMatch(await missing.textContent(), /defect/);
    mend();
    await missing.getByRole("button", { name: "Try again" }).click();
    await finished(page);
  });
}

// Neither a script that does nothing nor one that has closed its worker says so.
for (const [how, answer] of Object.entries({
  empty: script(""),
  "one that closes itself": script("self.close();"),
  "one that never comes": () => {},
})) {
  const declare = sampled(how === "one that never comes");
  declare(`a simulator whose script is ${how} is waited for, and starts again`, async (t) => {
    const { page, mend } = await openWith(t, "/#v=1&ccu=60", "worker/day.js", answer, { loads: [] });
    await late(page).waitFor({ timeout: SAYS_WITHIN_MS });
    t.diagnostic(`${Math.round(await page.evaluate(() => performance.now()))} ms after the page was asked for`);
    assert.match(await late(page).textContent(), /Still waiting for a file.*worker\/day\.js.*check the connection/s);
    mend();
    await late(page).getByRole("button", { name: "Try again" }).click();
    await finished(page);
    assert.equal(await late(page).count(), 0);
  });
}

for (const [file, link] of Object.entries({
  "worker/slices.js": "/#v=1&ccu=60",
  "worker/lab-days.js": "/#v=1&ccu=60&fleet=broker",
})) {
  full(`a simulator that gets its ${file} late is waited for, and simulates the day as soon as it has it`, async (t) => {
    const [came, letCome] = gate();
    const { page } = await openWith(t, link, file, async (route) => (await came, route.continue()), { loads: [] });
    await late(page).waitFor({ timeout: SAYS_WITHIN_MS });
    letCome();
    await finished(page);
    assert.equal(await late(page).count(), 0);
  });
}

test("an engine that never comes is named with a way back, and one that comes late starts the page", async (t) => {
  const [came, letCome] = gate();
  const page = await openPage(t, "/icon.svg", { unasked: true });
  await page.route(/matchday_web_bg\.wasm$/, async (route) => (await came, route.continue()));
  await page.goto(new URL("/#v=1&ccu=60", page.url()).href, { waitUntil: "commit" });
  const loading = page.locator(".mapnotice");
  await loading.getByRole("button", { name: "Try again" }).waitFor({ timeout: SAYS_WITHIN_MS });
  assert.match(await loading.textContent(), /Engine.*still loads.*check the connection/s);
  letCome();
  await finished(page);
  assert.equal(await loading.count(), 0);
});

for (const [file, link] of Object.entries({
  "views/servers/view.js": "/#v=1&ccu=60&view=servers",
  "views/servers/servers.css": "/#v=1&ccu=60&view=servers",
  "pkg-lab/matchday_web_lab.js": "/#v=1&ccu=60&view=servers",
  "pkg-lab/matchday_web_lab_bg.wasm": "/#v=1&ccu=60&ranked=1v1&accounts=300",
})) {
  const declare = sampled(file === "views/servers/view.js");
  declare(`a page that waits for ${file} says so, has a way back, and goes on when it comes`, async (t) => {
    const [came, letCome] = gate();
    const { page } = await openWith(t, link, file, async (route) => (await came, route.fallback()), { loads: [] });
    const part = notice(page, "PART_LATE");
    await part.waitFor({ timeout: SAYS_WITHIN_MS });
    assert.match(await part.textContent(), new RegExp(`Still waiting for a file.*${file}.*check the connection`, "s"));
    letCome();
    await part.waitFor({ state: "detached" });
    await finished(page);
    // Its button loads the page again.
    const { page: other, mend } = await openWith(t, link, file, () => {}, { loads: [] });
    const again = notice(other, "PART_LATE").getByRole("button", { name: "Try again" });
    await again.waitFor({ timeout: SAYS_WITHIN_MS });
    mend();
    await again.click();
    await finished(other);
    assert.equal(await notice(other, "PART_LATE").count(), 0);
  });
}

test("a page that waits for a part that is still being built says so, and goes on when it is there", async (t) => {
  const [built, letBuild] = gate();
  const before = async (page) => {
    await page.route(/pkg-lab\/matchday_web_lab\.js$/, async (route) => (await built, route.fallback()));
    // As the development server answers while it builds.
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "server-timing": "building" } });
    });
  };
  const page = await openPage(t, "/#v=1&ccu=60&view=servers", { before, unasked: true });
  const part = notice(page, "PART_LATE");
  await part.waitFor({ timeout: SAYS_WITHIN_MS });
  assert.match(await part.textContent(), /still being built.*pkg-lab\/matchday_web_lab\.js.*continues by itself/s);
  assert.equal(await part.getByRole("button", { name: "Try again" }).count(), 0);
  letBuild();
  await part.waitFor({ state: "detached" });
  await finished(page);
});

full("a page that is busy while a file comes does not take the file for late", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const late = await page.evaluate(async () => {
    const { awaitPart, slowParts } = await import("/core/slow-loading.js");
    const late = [];
    slowParts.onChange = (files) => late.push(...files);
    // Its answer is read in several tasks.
    const loading = fetch("/views/servers/view.js", { cache: "reload" }).then((response) => response.text());
    const awaited = awaitPart(loading, "view.js");
    const until = performance.now() + 4000;
    while (performance.now() < until);
    await awaited;
    return late;
  });
  assert.deepEqual(late, []);
});

full("a page that is busy while its simulator starts does not take it for late", async (t) => {
  const before = (page) =>
    page.addInitScript(() => {
      window.said = new Set();
      const note = () => document.querySelectorAll("#notices [data-code]").forEach(({ dataset }) => window.said.add(dataset.code));
      addEventListener("DOMContentLoaded", () => new MutationObserver(note).observe(document.body, { childList: true, subtree: true }));
      const busy = () => {
        for (const since = performance.now(); performance.now() - since < 3000;);
      };
      let workers = 0;
      window.Worker = class extends Worker {
        constructor(...how) {
          super(...how);
          workers += 1;
          if (workers === 1) setTimeout(busy);
        }
      };
    });
  const page = await openPage(t, "/#v=1&ccu=60", { before });
  await finished(page);
  assert.deepEqual(await page.evaluate(() => [...window.said]), []);
});

full("a simulator that closes itself in the middle of a day is missed", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60", { unasked: true });
  await finished(page);
  // A long day: its worker ends in the middle.
  await page.evaluate(() => void window.matchday.set({ ccu: 20000 }));
  await page.waitForFunction(() => document.documentElement.dataset.state === "running");
  const [worker] = page.workers();
  await worker.evaluate(() => self.close());
  const closed = notice(page, "WORKER_CLOSED");
  await closed.waitFor({ timeout: SAYS_WITHIN_MS });
  await closed.getByRole("button", { name: "Try again" }).click();
  await finished(page);
});

for (const lacks of ["ResizeObserver", "matchMedia"]) {
  sampled(lacks === "matchMedia")(`a browser without ${lacks} is told so`, async (t) => {
    const before = (page) => page.addInitScript((name) => delete window[name] || delete Window.prototype[name], lacks);
    const page = await openPage(t, "/", { expectedErrors: anyError, before, unasked: true });
    await told(page).waitFor({ timeout: SAYS_WITHIN_MS });
    assert.match(await told(page).textContent(), new RegExp(`This browser is too old for Matchday.*It lacks ${lacks}`, "s"));
  });
}

full("a page whose files never come says what it waits for", async (t) => {
  const page = await openPage(t, "/icon.svg", { unasked: true });
  await page.route(/\/worker\/runs\.js$/, () => {});
  await page.goto(new URL("/#v=1&ccu=60", page.url()).href, { waitUntil: "commit" });
  await told(page).waitFor({ timeout: SAYS_WITHIN_MS });
  assert.match(await told(page).textContent(), /Matchday has not started yet/);
  // The file comes after all: the page starts, and says so no more.
  await page.unroute(/\/worker\/runs\.js$/);
  await finished(page);
  await told(page).waitFor({ state: "detached" });
});

test("a figure in an article without scripts says what it needs", async (t) => {
  const page = await openPage(t, "/embed.html", { context: { javaScriptEnabled: false }, unasked: true });
  assert.match(await page.locator("body").innerText(), /needs JavaScript and WebAssembly/);
});

full("a season on a page that is not served securely lasts as long as its tab, and says so", async (t) => {
  const address = new URL(process.env.MATCHDAY_URL);
  // The same server under a name that browsers do not trust.
  address.hostname = "0.0.0.0";
  const page = await openPage(t, "/icon.svg", { unasked: true, origins: [address.origin] });
  await page.goto(`${address.origin}/#v=1&ccu=60&ranked=1v1&accounts=300&view=ranked&page=season`);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const season = page.locator("main > [data-view=ranked]");
  await season.getByText(/This browser keeps no files for this page .* The season lasts as long as this tab/).waitFor();
  await season.getByRole("button", { name: "Simulate 1 more day" }).click();
  await season.getByRole("button", { name: /Download/ }).waitFor();
});
