// The code of a link runs after a press on "Run it" for exactly this code, whatever asks for a day of it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { address, finished, openPage, openView, paste } from "../support/harness.mjs";
import { serveStatic } from "../support/static-server.mjs";

const EXAMPLE = await readFile(new URL("../../../www/views/rules/examples/nearest-first.ts", import.meta.url), "utf8");
const PLAIN = "v=1&ccu=100&interval_s=15&seed=5";
const question = (page) => page.locator("[data-code=UNSEEN_CODE]");
const runIt = (page) => question(page).getByRole("button", { name: "Run it" });

/** Keeps the codes that the workers of a page have called: a worker says so before it calls one. */
const countCalls = (page) =>
  page.addInitScript(() => {
    window.called = new Set();
    window.workers = [];
    window.isDeaf = false;
    window.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        window.workers.push(this);
        this.addEventListener("message", (event) => window.isDeaf && event.stopImmediatePropagation());
        this.addEventListener("message", ({ data }) => data.type === "alive" && window.called.add(this.code));
      }
      postMessage(message, ...more) {
        if (message.args?.plugin) this.code = message.args.params.code;
        super.postMessage(message, ...more);
      }
    };
  });

/** A page whose workers and compiler are there, so that code that nothing holds back is called at once. */
async function openPlain(t) {
  const page = await openPage(t, `/#${PLAIN}`, { before: countCalls });
  await finished(page);
  return page;
}

let codes = 0;
/** Code that no page has seen: of a link, compiled there before anybody asks for it. */
async function newCode(page) {
  const code = `// ${++codes}\n${EXAMPLE.trim()}`;
  await page.evaluate(async (code) => void (await (await import("/worker/plugins.js")).moduleOfCode(code)), code);
  return code;
}

const policyOf = (code) => `${PLAIN}&policy=plugin&code=${encodeURIComponent(code)}`;
async function follow(page, link) {
  await page.evaluate((link) => void (location.hash = link), link);
  await question(page).waitFor();
}

/** Time in which compiled code that nothing holds back is called. */
const HELD_MS = 1500;
async function assertHeld(page, code, about) {
  await page.waitForTimeout(HELD_MS);
  assert.equal(await page.evaluate((code) => window.called.has(code), code), false, `${about}: called`);
}

/** Presses "Run it", after which all that has waited goes on, and nothing asks again. */
async function consent(page, code, about) {
  await runIt(page).click();
  await page.waitForFunction((code) => window.called.has(code), code);
  await finished(page);
  await page.waitForFunction(() => ![...document.querySelectorAll("progress")].some((bar) => bar.checkVisibility()));
  assert.equal(await question(page).count(), 0, `${about}: asked twice`);
}

const inLink = (code) => encodeURIComponent(encodeURIComponent(code));
const OF_A = "ccu:100~interval_s:15~seed:6";
/** Links that reach for their code before their own day, or beside it. */
const ROUTES = {
  "run A": (code) => `${PLAIN}&a=${OF_A}~policy:plugin~code:${inLink(code)}`,
  "run A with equals signs": (code) => `${PLAIN}&a=${OF_A.replaceAll(":", "=")}~policy=plugin~code=${inLink(code)}`,
  "run A coded twice": (code) => `${PLAIN}&a=${encodeURIComponent(`${OF_A}~policy:%70lugin~code:${encodeURIComponent(code)}`)}`,
  "run A behind %26": (code) => `${PLAIN}&a=${OF_A}%26policy=plugin%26code=${inLink(code)}`,
  "the events of a player": (code) => `${policyOf(code)}&view=experiments&page=events&who=5`,
  "the page of a player": (code) => `${policyOf(code)}&view=experiments&page=follow&who=5`,
  "a sweep": (code) => `${policyOf(code)}&sweep=replay:0.5,0.6~seeds:2`,
  prices: (code) => `${policyOf(code)}&prices=wait~2`,
  proofs: (code) => `${policyOf(code)}&view=experiments&page=proofs`,
  "a ranked day": (code) => `${policyOf(code)}&ranked=1v1&accounts=1000`,
};

test("a link does not run its code by any key", async (t) => {
  const page = await openPlain(t);
  for (const [about, link] of Object.entries(ROUTES)) {
    const code = await newCode(page);
    await follow(page, link(code));
    await assertHeld(page, code, about);
    await consent(page, code, about);
  }
});

/** Presses that say something else than "Run it", by what their link has beside the code. */
const PRESSES = {
  "List events": "&view=experiments&page=events",
  "Simulate both ways": "&view=experiments&page=mixing",
  "Compare the three": "&view=world",
  "Compare 2 policies": "&view=rules&page=code",
  "Run the day": "&view=rules&page=code",
};

test("a press that says something else does not run the code of a link, and goes on after the word", async (t) => {
  const page = await openPlain(t);
  for (const [name, rest] of Object.entries(PRESSES)) {
    const code = await newCode(page);
    await follow(page, policyOf(code) + rest);
    const button = page.getByRole("button", { name });
    await button.waitFor({ state: "attached" });
    for (const details of await page.locator("details").all()) await details.evaluate((element) => (element.open = true));
    await button.click();
    await assertHeld(page, code, name);
    await consent(page, code, name);
  }
});

test("a season does not run the code of a link", async (t) => {
  const page = await openPlain(t);
  const code = await newCode(page);
  await follow(page, `${policyOf(code)}&ranked=1v1&accounts=150&view=ranked&page=season`);
  await page.getByRole("button", { name: "Simulate 1 more day" }).click();
  await assertHeld(page, code, "Simulate 1 more day");
  await runIt(page).click();
  // Its days are long: they may wait for another word.
  await page.waitForFunction((code) => window.called.has(code), code);
});

/** Follows a plain link to a day that goes on. */
async function beginDay(page) {
  await page.evaluate((link) => void (location.hash = link), "v=1&ccu=20000");
  await page.waitForFunction(() => document.documentElement.dataset.state === "running");
}

/** Follows a link with new code, and presses a button that was there before. */
async function pressThen(page, button, about) {
  const code = await newCode(page);
  await follow(page, policyOf(code));
  await button.click();
  await assertHeld(page, code, about);
  await consent(page, code, about);
}

test("trying again after a day that failed does not run the code of a link", async (t) => {
  const page = await openPlain(t);
  await beginDay(page);
  await page.evaluate(() => window.workers.forEach((worker) => worker.onerror?.(new ErrorEvent("error", { message: "broken" }))));
  const failed = page.locator("[data-code=ENGINE_PANIC]");
  await pressThen(page, failed.getByRole("button", { name: "Try again" }), "Try again");
});

full("starting a silent day again does not run the code of a link", async (t) => {
  const page = await openPlain(t);
  await beginDay(page);
  await page.evaluate(() => (window.isDeaf = true));
  const again = page.locator("[data-code=SILENT]").getByRole("button", { name: "Start again" });
  await again.waitFor();
  await page.evaluate(() => (window.isDeaf = false));
  await pressThen(page, again, "Start again");
});

test("a configuration that is applied does not run the code of a link", async (t) => {
  const page = await openPlain(t);
  const code = await newCode(page);
  await follow(page, `${policyOf(code)}&fleet=broker&view=servers`);
  await page.locator("[data-view=servers] details summary", { hasText: "Check a configuration" }).click();
  await page.setInputFiles("#lint-file", {
    name: "broker.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"MatchBroker": {"MatchPickupTimeSeconds": 30}}'),
  });
  await page.getByRole("button", { name: "Apply to the servers" }).click();
  await assertHeld(page, code, "Apply to the servers");
  await consent(page, code, "Apply to the servers");
});

test("an arrow key on a slider does not run the code of a link", async (t) => {
  const page = await openPlain(t);
  const code = await newCode(page);
  await follow(page, policyOf(code));
  await page.locator("#params [data-key=replay] input[type=range]").focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
  await assertHeld(page, code, "the slider");
  await consent(page, code, "the slider");
  await page.keyboard.press("ArrowLeft");
  await finished(page);
  assert.equal(await question(page).count(), 0, "asked twice");
});

test("an embed of another origin asks once, and its slider does not run the code of a link", async (t) => {
  const src = `${address("/embed.html")}#${PLAIN}`.replaceAll("&", "&amp;");
  const origin = await serveStatic((path) =>
    path === "/index.html"
      ? `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><iframe src="${src}" width="640" height="500"></iframe>`
      : undefined,
  );
  const page = await openPage(t, `${origin}/`, { before: countCalls, origins: [new URL(address("/")).origin] });
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await finished(frame);
  const code = await newCode(frame);
  await follow(frame, policyOf(code));
  const slider = frame.locator("[data-key=replay] input[type=range]");
  await slider.press("ArrowRight");
  await assertHeld(frame, code, "the slider of the embed");
  await consent(frame, code, "the embed");
  await slider.press("ArrowLeft");
  await finished(frame);
  assert.equal(await question(frame).count(), 0, "asked twice");
});

test("the reader's word is for exactly one code, which runs again without it", async (t) => {
  const page = await openPlain(t);
  const [first, second] = [await newCode(page), await newCode(page)];
  await follow(page, policyOf(first));
  await consent(page, first, "the first code");
  await page.evaluate(() => (location.hash = "v=1&ccu=100"));
  await finished(page);
  await follow(page, policyOf(second));
  await assertHeld(page, second, "other code");
  await page.evaluate((link) => {
    window.called.clear();
    location.hash = link;
  }, policyOf(first));
  await page.waitForFunction((code) => window.called.has(code), first);
  await finished(page);
  assert.equal(await question(page).count(), 0);
});

test("code that the reader opens runs without a question; that of a link with a new line is still the link's", async (t) => {
  const page = await openPlain(t);
  const rules = await openView(page, "rules", "code");
  await page.waitForFunction(() => document.querySelector("[data-testid=code-editor]").value.includes("@slider"));
  await rules.getByRole("button", { name: "Run the day", exact: true }).click();
  await page.waitForFunction(() => window.matchday.get().policy === "plugin");
  await finished(page);
  assert.equal(await question(page).count(), 0, "asked about its own example");

  const other = await openPlain(t);
  const code = await newCode(other);
  await follow(other, `${policyOf(code)}&view=rules&page=code`);
  await other.waitForFunction((code) => document.querySelector("[data-testid=code-editor]")?.value === code, code);
  await paste(other.getByTestId("code-editor"), `${code}\n`);
  await other.getByRole("button", { name: "Run the day", exact: true }).click();
  await assertHeld(other, code, "a new line");
});

full("no control runs the code of a link", async (t) => {
  const page = await openPlain(t);
  const code = await newCode(page);
  const pages = ["matchmaking", "rules", "rules&page=code", "rules&page=ruleset", "rules&page=article", "servers", "ranked", "world"];
  const experiments = ["sweep", "capacity", "mixing", "prices", "follow", "events", "proofs"].map((name) => `experiments&page=${name}`);
  for (const view of [...pages, ...experiments]) {
    await follow(page, `${policyOf(code)}&view=${view}`);
    await page.waitForTimeout(HELD_MS);
    const pressed = await page.evaluate(async () => {
      const { hash } = location;
      const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
      const isShown = (element) => element.checkVisibility() && !element.disabled && !element.closest("[data-code]");
      let count = 0;
      for (const element of [...document.querySelectorAll("button, input, select, summary, [role=slider]")].filter(isShown)) {
        if (element.textContent === "Run it" || !element.isConnected) continue;
        if (element.matches("input[type=range]")) {
          element.value = Number(element.value) + Number(element.step || 1);
          element.dispatchEvent(new Event("input", { bubbles: true }));
          element.dispatchEvent(new Event("change", { bubbles: true }));
        } else element.click();
        count++;
        await settled();
        document.querySelector("dialog[open]")?.close();
        if (location.hash === hash) continue;
        location.hash = hash;
        await settled();
      }
      return count;
    });
    assert.ok(pressed > 20, `${view}: ${pressed} controls`);
    await assertHeld(page, code, view);
  }
});
