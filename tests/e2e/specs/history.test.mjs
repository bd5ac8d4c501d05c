// Back and Forward: one step for each finished change. Links to elements of the page are not scenarios.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView } from "../support/harness.mjs";

const get = (page, key) => page.evaluate((key) => window.matchday.get()[key], key);
const steps = (page) => page.evaluate(() => history.length);
const digest = (page) => page.evaluate(async () => (await window.matchday.run()).digest);
const slider = (page) => page.locator("[data-key=replay] input[type=range]");

/** Waits until a parameter has a value. */
const becomes = (page, key, value) => page.waitForFunction(([key, value]) => window.matchday.get()[key] === value, [key, value]);

/** Drags the replay slider in many steps to a share of its track. */
async function drag(page, share) {
  const { x, y, width, height } = await slider(page).boundingBox();
  const start = await slider(page).evaluate((input) => Number(input.value) / Number(input.max));
  await page.mouse.move(x + width * start, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * share, y + height / 2, { steps: 20 });
  await page.mouse.up();
}

test("the link that skips to the parameters keeps the scenario", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&replay=0.6");
  await finished(page);
  await page.getByTestId("skip-link").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "params");
  await page.waitForFunction(() => location.hash === "#v=1&ccu=300&replay=0.6");
  assert.deepEqual([await get(page, "ccu"), await get(page, "replay")], ["300", "0.6"]);
  // An address typed by hand is a scenario.
  await page.evaluate(() => (location.hash = "#ccu=400"));
  await becomes(page, "ccu", "400");
  assert.equal(await get(page, "replay"), "0.75");
  assert.equal(await page.locator("#notices").textContent(), "");
});

full("an address that names an element of the page opens the default scenario without a notice", async (t) => {
  const page = await openPage(t, "/#params");
  await finished(page);
  assert.equal(await get(page, "ccu"), "25000");
  assert.equal(await page.locator("#notices").textContent(), "");
  await page.waitForFunction(() => location.hash === "#v=1");
});

full("a change that is undone at once leaves the run, and its link names the digest", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const link = await page.evaluate(() => window.matchday.link());
  assert.match(link, /&x=[0-9a-f]+/);
  const number = page.locator("[data-key=replay] input[type=number]");
  await number.evaluate((input) => {
    input.value = "60";
    input.dispatchEvent(new Event("change", { bubbles: true }));
    history.back();
  });
  await becomes(page, "replay", "0.75");
  await finished(page);
  assert.equal(await page.evaluate(() => window.matchday.link()), link);
});

full("a released slider is one step: Back undoes it, Forward redoes it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const first = { digest: await digest(page), steps: await steps(page) };
  await drag(page, 0.5);
  await finished(page);
  const replay = await get(page, "replay");
  assert.notEqual(replay, "0.75");
  assert.equal(await steps(page), first.steps + 1);
  const second = await digest(page);
  await page.goBack();
  await becomes(page, "replay", "0.75");
  assert.equal(await digest(page), first.digest);
  assert.equal(new URL(page.url()).hash, "#v=1&ccu=300");
  await page.goForward();
  await becomes(page, "replay", replay);
  assert.equal(await digest(page), second);
});

full("a moving slider makes no steps, nor does one that ends where it began", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const before = await steps(page);
  const move = (type, value) =>
    slider(page).evaluate(
      (input, [type, value]) => {
        if (value !== null) input.value = value;
        input.dispatchEvent(new Event(type, { bubbles: true }));
      },
      [type, value],
    );
  for (const value of [60, 50, 40]) await move("input", value);
  // The address follows, so that it has the last shown values when the reader leaves the page.
  await page.waitForFunction(() => location.hash.includes("replay=0.4"));
  assert.equal(await steps(page), before);
  await move("input", 75);
  await move("change", null);
  assert.equal(await steps(page), before);
  await page.waitForFunction(() => location.hash === "#v=1&ccu=300");
});

full("a preset, a typed value, a switch, a datacenter and a view are one step each", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const before = await steps(page);
  /** The parameters and the view. */
  const now = () => page.evaluate(() => JSON.stringify([window.matchday.get(), document.querySelector("main").dataset.view]));
  const is = (said) => JSON.stringify([window.matchday.get(), document.querySelector("main").dataset.view]) === said;
  const isNot = (said) => JSON.stringify([window.matchday.get(), document.querySelector("main").dataset.view]) !== said;
  const seen = [];
  const change = async (act) => {
    seen.push(await now());
    await act();
    await page.waitForFunction(isNot, seen.at(-1));
  };
  await change(async () => {
    await page.locator('[data-key="ccu"] input[type=number]').fill("400");
    await page.keyboard.press("Enter");
  });
  await change(() => page.locator("#p-bots").check());
  await change(() => openView(page, "world"));
  await change(() => page.locator('#sites [data-name="frankfurt"] input').uncheck());
  await change(() => openView(page, "matchmaking"));
  await change(() => page.getByRole("button", { name: "New seed" }).click());
  await change(() => page.locator("[data-key=ccu]").getByRole("button", { name: "Reset" }).click());
  const preset = await page.locator("#scenario option").nth(1).getAttribute("value");
  await change(() => page.locator("#scenario").selectOption(preset));
  assert.equal(await steps(page), before + seen.length);
  for (const said of seen.reverse()) {
    await page.goBack();
    await page.waitForFunction(is, said);
  }
});

test("a held key is one step", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const before = await steps(page);
  await slider(page).focus();
  // All at once: a key that came half a second late would be another step.
  await Promise.all(Array.from({ length: 10 }, () => page.keyboard.down("ArrowRight")));
  await page.keyboard.up("ArrowRight");
  await becomes(page, "replay", "0.85");
  assert.equal(await steps(page), before + 1);
  await page.goBack();
  await becomes(page, "replay", "0.75");
  await page.goForward();
  await becomes(page, "replay", "0.85");
});

test("a refused change is no step", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const before = await steps(page);
  await page.locator('[data-key="ccu"] input[type=number]').fill("-5");
  await page.keyboard.press("Enter");
  await page.locator('[data-key="ccu"] [aria-invalid=true]').waitFor();
  assert.equal(await steps(page), before);
});

test("an embed leaves the history to the page around it", async (t) => {
  const page = await openPage(t, "/embed.html?panes=map,params#v=1&ccu=300");
  await finished(page);
  const before = await steps(page);
  await slider(page).fill("50");
  await becomes(page, "replay", "0.5");
  await page.waitForFunction(() => location.hash.includes("replay=0.5"));
  assert.equal(await steps(page), before);
});

full("Back and Forward keep the pinned run, and a link with another one pins that", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const pinned = page.locator("[data-testid=baseline] span").first();
  await page.locator("[data-testid=baseline] button").click();
  await slider(page).fill("50");
  await becomes(page, "replay", "0.5");
  await pinned.filter({ hasText: /^Areplay rate 75\u00a0%$/ }).waitFor();
  await page.goBack();
  await becomes(page, "replay", "0.75");
  await finished(page);
  await page.goForward();
  await becomes(page, "replay", "0.5");
  await pinned.filter({ hasText: /^Areplay rate 75\u00a0%$/ }).waitFor();
  await page.evaluate(() => (location.hash = "#v=1&a=ccu:300~replay:0.6&ccu=300&replay=0.5"));
  await pinned.filter({ hasText: "replay rate 60\u00a0%" }).waitFor();
  await becomes(page, "replay", "0.5");
});

full("links that follow each other at once are no error: the last one counts", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const links = [
    "ranked=1v1&accounts=300",
    "view=servers&fleet=broker",
    "playlists=3",
    "ccu=700&replay=0.6",
    "view=rules&page=code",
    "ccu=80",
  ];
  // Each before the page has simulated, or even read, the one before it; after the longest pause it has written it in its own order.
  for (const pause_ms of [0, 20, 50, 90, 500]) {
    await page.evaluate(
      async ({ links, pause_ms }) => {
        for (const link of links) {
          location.hash = `#v=1&${link}`;
          if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
        }
      },
      { links, pause_ms },
    );
    await becomes(page, "ccu", "80");
    await finished(page);
    assert.equal(await page.evaluate(() => location.hash), "#v=1&ccu=80");
    assert.deepEqual(await page.locator("#notices .notice").allTextContents(), [], `${pause_ms} ms`);
    await page.goBack();
    await page.waitForFunction(() => {
      const link = new URLSearchParams(location.hash.slice(1));
      return link.get("view") === "rules" && link.get("page") === "code";
    });
  }
});
