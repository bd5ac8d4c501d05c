// The keyboard focus: it is never covered, and it moves to a neighbour when its control is removed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage } from "../support/harness.mjs";

/** Opens all cards of a day that has content for each. */
async function openCards(t, viewport) {
  const page = await openPage(t, "/#v=1&accounts=300&ccu=300&dcs=+Own@10,10&fleet=broker&ranked=1v1", { context: { viewport } });
  await finished(page);
  for (const card of await page.locator(".charts > details").all()) await card.evaluate((card) => (card.open = true));
  for (const filled of [".sweeps form", ".prices form", ".capacity form", ".servers .faults", ".ranked .why", ".mixing .btn"])
    await page.locator(filled).first().waitFor();
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  return page;
}

/** In the page: finds the elements that stay in place while the rest scrolls. */
function findBars() {
  window.bars = [...document.querySelectorAll("body *")].filter(
    (element) => getComputedStyle(element).position === "sticky" && !element.matches(".panel"),
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
  const shown = control.matches(".vh") ? document.querySelector(`label[for="${control.id}"]`) : control;
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
    const now = await page.evaluate(focusedNow);
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
  test(`no bar covers the focused control at ${width} x ${height}`, async (t) => {
    const page = await openCards(t, { width, height });
    for (const key of ["Tab", "Shift+Tab"]) {
      const { controls, covered } = await goRound(page, key);
      assert.ok(controls > 200, `${controls} controls`);
      assert.deepEqual(covered, [], key);
    }
  });

  test(`no bar of a dialog covers the focused control at ${width} x ${height}`, async (t) => {
    const page = await openPage(t, "/#v=1&ccu=300", { context: { viewport: { width, height } } });
    await finished(page);
    for (const opener of ["#share", "#own"]) {
      await page.locator(opener).click();
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
    return control === document.body ? "nothing" : (control.id || control.dataset.incident || control.className || control.tagName).trim();
  });
}

test("a control that is removed by a press gives the focus to its neighbour", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&colour=red");
  await finished(page);
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await press(page, dismiss);
  assert.equal(await focusAfter(page, dismiss), "over", "the map is what comes after the notices");

  await page.evaluate(() => void window.matchday.set({ ccu: 200_000 }));
  const stop = page.locator(".stop");
  await stop.waitFor();
  await press(page, stop);
  assert.equal(await focusAfter(page, stop), "scenario");

  const reset = page.getByRole("button", { name: "Reset everything" });
  await press(page, reset);
  assert.equal(await focusAfter(page, reset), "p-fleet");

  await page.evaluate(() => void window.matchday.set({ ccu: 300, fleet: "broker" }));
  await finished(page);
  await page.locator(".methods").evaluate((card) => (card.open = true));
  const compare = page.getByRole("button", { name: "Compare the three" });
  await press(page, compare);
  assert.equal(await focusAfter(page, compare), "SUMMARY");

  await page.locator(".servers").evaluate((card) => (card.open = true));
  const faults = page.locator(".servers .faults");
  await faults.evaluate((faults) => (faults.open = true));
  for (const fault of ["crash_in_match", "hang"]) await faults.locator(`[data-incident="${fault}"]`).click();
  const removes = faults.locator(".incidents button");
  await page.waitForFunction(() => document.querySelectorAll(".incidents button").length === 2);
  const first = await removes.first().elementHandle();
  await press(page, removes.first());
  await page.waitForFunction((first) => !first.isConnected, first);
  assert.ok(await removes.first().evaluate((button) => button === document.activeElement), "the next in the list");
  const calm = page.getByRole("button", { name: "Clear all faults" });
  await press(page, calm);
  assert.equal(await focusAfter(page, calm), "herd");
});
