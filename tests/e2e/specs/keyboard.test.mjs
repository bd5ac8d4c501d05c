// The keyboard focus: it is never covered, and it moves to a neighbour when its control is removed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full, ofSet, sampled } from "../support/full.mjs";
import { finished, openPage, openTab, openView, pressInMenu } from "../support/harness.mjs";

/** Pages of views that have controls of their own. */
const PAGES = { ranked: ["day", "season"], experiments: ["sweep", "capacity", "mixing", "prices", "follow", "events", "proofs"] };

/** The directions through all controls of a view. */
const KEYS = ofSet({ daily: ["Tab"], full: ["Shift+Tab", "Tab"] });

/** Opens a day that has content for each view. */
async function openDay(t, viewport) {
  const link = "/#v=1&accounts=300&ccu=300&dcs=+Own@10,10&fleet=broker&incidents=outage@12:00&ranked=1v1&view=matchmaking";
  const page = await openPage(t, link, { context: { viewport }, idle: true });
  await finished(page);
  return page;
}

/** In the page: finds the elements that stay in place while the rest scrolls. */
function findBars() {
  window.bars = [...document.querySelectorAll("body *")].filter(
    (element) => /^(sticky|fixed)$/.test(getComputedStyle(element).position) && !element.matches("aside, [data-testid=skip-link], dialog"),
  );
}

/**
 * In the page: the focused control, and whether it is covered. A control larger than the room between the bars must be
 * visible in part, every other one whole. Null once the focus has left the page.
 */
function focusedNow() {
  const control = document.activeElement;
  if (control === document.body) return null;
  // A file input is shown by its label.
  const shown = control.matches("[type=file]") ? document.querySelector(`label[for="${control.id}"]`) : control;
  const { left, top, right, bottom, width, height } = shown.getBoundingClientRect();
  const isOver = (bar) => {
    const box = bar.getBoundingClientRect();
    return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
  };
  // A dialog covers everything outside it.
  const bars = window.bars.filter(
    (bar) =>
      bar.closest("dialog") === shown.closest("dialog") &&
      !bar.contains(shown) &&
      bar.checkVisibility({ visibilityProperty: true }) &&
      isOver(bar),
  );
  const share = [0.02, 0.25, 0.5, 0.75, 0.98];
  const isSeen = share.some((x) => share.some((y) => shown.contains(document.elementFromPoint(left + width * x, top + height * y))));
  const isWhole = top >= -1 && bottom <= innerHeight + 1 && left >= -1 && right <= innerWidth + 1 && bars.length === 0;
  const isLarge = height > innerHeight - 300 || width > innerWidth;
  control.dataset.met ??= String(Math.random());
  const name = `${control.tagName} ${control.id} ${control.getAttribute("aria-label") ?? control.textContent.trim().slice(0, 40)}`;
  const where = `${[left, top, right, bottom].map(Math.round)}, under ${bars.map((bar) => bar.className || bar.tagName)}`;
  // The focused control is inside the frame.
  return {
    id: control.dataset.met,
    covered: control.tagName !== "IFRAME" && (isLarge ? !isSeen : !isWhole || !isSeen) && `${name} at ${where}`,
  };
}

/** Moves through all controls with a key. Returns their number and the covered ones. */
async function goRound(page, key) {
  await page.evaluate(findBars);
  const covered = [];
  const met = new Set();
  for (let first; ;) {
    await page.keyboard.press(key);
    let now = await page.evaluate(focusedNow);
    if (now?.covered) {
      // A part of the page may have been filled meanwhile and have moved the control: what counts is where the focus brings it.
      await page.evaluate(async () => {
        const control = document.activeElement;
        control.blur();
        control.focus();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      });
      now = await page.evaluate(focusedNow);
    }
    if (!now || now.id === first) return { controls: met.size, covered };
    first ??= now.id;
    met.add(now.id);
    if (now.covered) covered.push(now.covered);
  }
}

for (const [width, height] of [
  [1440, 900],
  [1366, 657],
  [390, 844],
]) {
  sampled(width === 1366)(`no bar covers the focused control in any view at ${width} x ${height}`, async (t) => {
    const page = await openDay(t, { width, height });
    const hidden = [];
    const all = Object.fromEntries(KEYS.map((key) => [key, 0]));
    const walk = async (where) => {
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      // Leaves the page at its beginning.
      await goRound(page, "Shift+Tab");
      for (const key of KEYS) {
        const { controls, covered } = await goRound(page, key);
        assert.ok(controls > 25, `${where}: ${controls} controls`);
        hidden.push(...covered.map((what) => `${where}, ${key}: ${what}`));
        all[key] += controls;
      }
    };
    for (const view of ["matchmaking", "servers", "ranked", "world", "experiments"]) {
      const root = await openView(page, view);
      if (!PAGES[view]) await walk(view);
      for (const sub of PAGES[view] ?? []) {
        await openTab(root, sub);
        if (sub === "day") await root.locator("[data-testid=boards] tbody tr").first().waitFor();
        if (sub === "season") await root.getByTestId("season").getByText("Nothing is kept of this season yet").waitFor();
        if (view === "experiments" && sub !== "proofs") await page.locator(`[data-testid=${sub}-panel] [data-testid=run]`).waitFor();
        await walk(`${view} ${sub}`);
      }
    }
    assert.deepEqual(hidden, []);
    for (const key of KEYS) assert.ok(all[key] > 400, JSON.stringify(all));
  });

  full(`no bar of a dialog covers the focused control at ${width} x ${height}`, async (t) => {
    const page = await openPage(t, "/#v=1&ccu=300", { context: { viewport: { width, height } } });
    await finished(page);
    for (const opener of ["#share", "[data-own]"]) {
      await (opener === "#share" ? page.locator(opener).click() : pressInMenu(page, opener));
      const dialog = page.locator("dialog[open]");
      await dialog.waitFor();
      await dialog.evaluate((dialog) => dialog.querySelectorAll("details").forEach((details) => (details.open = true)));
      for (const key of ["Tab", "Shift+Tab"]) {
        const { controls, covered } = await goRound(page, key);
        assert.ok(controls > 10, `${controls} controls`);
        assert.deepEqual(covered, [], `${opener} ${key}`);
      }
      await page.keyboard.press("Escape");
    }
  });
}

/** Presses a control by the keyboard. */
async function press(page, control) {
  await control.focus();
  await page.keyboard.press("Enter");
}

/** The focused control after the pressed one was removed. */
async function focusAfter(page, control) {
  await control.waitFor({ state: "hidden" });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(() => {
    const { activeElement: control } = document;
    return control === document.body
      ? "nothing"
      : (control.id || control.getAttribute("aria-label") || control.className || control.tagName).trim();
  });
}

full("a control that is removed by a press gives the focus to its neighbour", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&colour=red");
  await finished(page);
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await press(page, dismiss);
  await focusAfter(page, dismiss);
  assert.ok(
    await page.getByTestId("map-canvas").evaluate((map) => map === document.activeElement),
    "the map is what comes after the notices",
  );

  await page.evaluate(() => void window.matchday.set({ ccu: 200_000 }));
  const stop = page.getByRole("button", { name: "Stop here" });
  await stop.waitFor();
  await press(page, stop);
  assert.equal(await focusAfter(page, stop), "scenario");

  const reset = page.getByRole("button", { name: "Reset everything" });
  await press(page, reset);
  assert.equal(await focusAfter(page, reset), "p-seed");

  await page.evaluate(() => void window.matchday.set({ ccu: 300, fleet: "broker" }));
  await finished(page);
  await openView(page, "world");
  const compare = page.getByRole("button", { name: "Compare the three" });
  await press(page, compare);
  await focusAfter(page, compare);
  assert.ok(await page.locator("#sites form button").evaluate((button) => button === document.activeElement), "the last control above it");

  await openView(page, "servers");
  const add = page.getByTestId("add-incident");
  for (const kind of ["crash_in_match", "hang"]) {
    await page.getByLabel("Incident", { exact: true }).selectOption(kind);
    await add.click();
  }
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=incidents] li").length === 2);
  const remove = page.getByTestId("incidents").getByRole("button", { name: "Remove" }).first();
  const first = await remove.elementHandle();
  await press(page, remove);
  await page.waitForFunction((first) => !first.isConnected, first);
  await page
    .waitForFunction(() => document.activeElement.closest("[data-testid=incidents] li"), undefined)
    .catch(() => assert.fail("not the next in the list"));
  const calm = page.getByRole("button", { name: "Clear all incidents and faults" });
  await press(page, calm);
  await page.waitForFunction(() => window.matchday.get().incidents === "");
  assert.equal(await focusAfter(page, calm), "Incident");
});

test("the replay slider is within three stops of the keyboard", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const isThere = () => page.evaluate(() => document.activeElement === document.querySelector("#params input[type=range]"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  let stops = 1;
  while (!(await isThere()) && stops < 10) {
    await page.keyboard.press("Tab");
    stops++;
  }
  t.diagnostic(`${stops} stops`);
  assert.ok(await isThere(), `not within ${stops} stops`);
});
