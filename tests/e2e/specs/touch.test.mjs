// Touch: dragging sideways moves controls, dragging up and down scrolls the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, homeOf, openPage, pointOnMap } from "../support/harness.mjs";

const SLIDER = "#params [data-key=replay] input[type=range]";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a path on a phone. Returns the page and a function that drags a finger in steps. */
async function openPhone(t, path) {
  const page = await openPage(t, path, { context: PHONE });
  await finished(page);
  const cdp = await page.context().newCDPSession(page);
  const send = (type, points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const swipe = async ([x, y], [dx, dy], steps = 20) => {
    await send("touchStart", [{ x, y }]);
    for (let i = 1; i <= steps; i++) await send("touchMove", [{ x: x + (dx * i) / steps, y: y + (dy * i) / steps }]);
  };
  return { page, swipe, lift: () => send("touchEnd", []) };
}

/** Scrolls an element to the middle of the screen. Returns its box. */
async function show(page, selector) {
  const element = page.locator(selector).first();
  await element.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return element.boundingBox();
}

const scrolled = (page) => page.evaluate(() => scrollY);
const clock = (page) => page.getByTestId("clock").first().textContent();

full("the scrubber follows a finger until it is lifted", async (t) => {
  for (const path of ["/#v=1&ccu=300&t=3600", "/embed.html#v=1&ccu=300&t=3600"]) {
    const { page, swipe, lift } = await openPhone(t, path);
    const { x, y, width, height } = await show(page, "[data-testid=timeline]");
    // The curve begins and ends six pixels inside.
    await swipe([x + 20, y + height / 2], [width / 2 - 20, 4]);
    await page.locator("[data-testid=clock]", { hasText: "12:00" }).first().waitFor();
    await lift();
    assert.equal(await clock(page), "12:00", path);
  }
});

full("the cursor of a chart follows a finger from end to end", async (t) => {
  const { page, swipe, lift } = await openPhone(t, "/#v=1&ccu=300");
  for (const id of ["ccu", "wait", "rtt"]) {
    const { x, y, width, height } = await show(page, `[data-pane="${id}"] [data-testid=chart-surface]`);
    await swipe([x + 80, y + height / 2], [width - 80, 4]);
    await page
      .locator(`[data-pane="${id}"] [data-testid=chart-reading]`)
      .filter({ hasText: /^23:59/ })
      .waitFor();
    await lift();
  }
});

full("a slider follows a finger until it is lifted, as one step of the history", async (t) => {
  const { page, swipe, lift } = await openPhone(t, "/#v=1&ccu=300");
  const steps = await page.evaluate(() => history.length);
  const { x, y, width, height } = await show(page, SLIDER);
  const start = await page.locator(SLIDER).evaluate((input) => Number(input.value) / Number(input.max));
  await swipe([x + 8 + (width - 16) * start, y + height / 2], [(width - 16) * -start, 4]);
  await lift();
  await page.waitForFunction(() => window.matchday.get().replay === "0");
  await finished(page);
  assert.equal(await page.evaluate(() => history.length), steps + 1);
});

test("a finger that moves up scrolls the page from every surface", async (t) => {
  const { page, swipe, lift } = await openPhone(t, "/#v=1&ccu=300&t=3600");
  for (const selector of [
    "[data-testid=map-canvas]",
    "[data-testid=timeline]",
    '[data-pane="ccu"] [data-testid=chart-surface]',
    '[data-pane="replay"] [data-testid=chart-surface]',
    SLIDER,
  ]) {
    const { x, y, width, height } = await show(page, selector);
    const before = await scrolled(page);
    await swipe([x + width / 2, y + height / 2], [4, -300]);
    await page.waitForFunction((before) => scrollY > before + 200, before).catch(() => assert.fail(`${selector} holds the page`));
    await lift();
    assert.equal(await clock(page), "01:00", `${selector}: scrolling shows no other moment`);
  }
});

full("an own datacenter follows a finger", async (t) => {
  const { page, swipe, lift } = await openPhone(t, "/#v=1&ccu=300&dcs=+Own@-20,20");
  const { x, y, width, height } = await show(page, "[data-testid=map-canvas]");
  const { scale } = homeOf(width, height);
  const own = await pointOnMap(page, -20, 20);
  // The first touch of the map loads the code for dragging.
  await page.touchscreen.tap(x + 10, y + height / 2);
  await page.getByTestId("map-placing").waitFor({ state: "attached" });
  await swipe(own, [60 * scale, -50 * scale]);
  await lift();
  await page.waitForFunction(() => !window.matchday.get().dcs.includes("@-20,20"));
  const [, lat, lon] = (await page.evaluate(() => window.matchday.get().dcs)).match(/@(-?[\d.]+),(-?[\d.]+)/);
  assert.ok(Math.abs(lat - 30) < 1.5 && Math.abs(lon - 80) < 1.5, `${lat}, ${lon}`);
});
