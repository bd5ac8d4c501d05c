// Pictures of every view in both themes at four sizes, kept for people to look at; and what can be asserted of them.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { full, sampled } from "../support/full.mjs";
import { finished, openPage, openView } from "../support/harness.mjs";

/** Where the pictures are kept. */
const FOLDER = process.env.MATCHDAY_SHOTS ?? new URL("../shots", import.meta.url).pathname;
const SIZES = [
  [390, 844],
  [1366, 657],
  [1440, 900],
  [2560, 1440],
];
const VIEWS = ["matchmaking", "servers", "ranked", "world", "experiments"];
/** Greatest sum of layout shifts while a page is loaded and its first day is simulated. */
const MOST_SHIFT = 0.02;

/** Sums up the layout shifts of a page from its beginning. */
const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push([value, sources.map(({ node }) => node?.className ?? "").join()]);
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Texts that end in an ellipsis, and parts that scroll sideways; on a phone, wide tables may. */
const cutOff = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *, header *")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && element.checkVisibility())
      .filter((element) => {
        const { textOverflow, overflowX } = getComputedStyle(element);
        const mayScroll = innerWidth < 600 && element.querySelector("table");
        return textOverflow === "ellipsis" || (["auto", "scroll"].includes(overflowX) && !mayScroll);
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`),
  );

for (const [width, height] of SIZES) {
  for (const colorScheme of ["dark", "light"]) {
    const declare = sampled(width === 1440 && colorScheme === "dark");
    declare(`every view at ${width} x ${height}, ${colorScheme}`, async (t) => {
      await mkdir(FOLDER, { recursive: true });
      const phone = width < 600 ? { isMobile: true, hasTouch: true } : {};
      const context = { viewport: { width, height }, colorScheme, ...phone };
      const page = await openPage(t, "/#v=1&accounts=2000&ccu=2000&fleet=broker&view=matchmaking", {
        context,
        before: watchShifts,
        idle: true,
      });
      await finished(page);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((sum, [value]) => sum + value, 0);
      t.diagnostic(`layout shift at load ${sum.toFixed(4)}`);
      assert.ok(sum <= MOST_SHIFT, `layout shift ${sum}: ${JSON.stringify(shifts)}`);
      const onMap = await page.locator("main > [data-pane=map]").boundingBox();
      if (width < 600) assert.ok(onMap.height >= 0.4 * height, `the map is ${onMap.height} high`);
      const replay = await page.locator("#params input[type=range]").boundingBox();
      assert.ok(replay.y + replay.height <= height, `the replay slider ends at ${replay.y + replay.height}`);
      for (const view of VIEWS) {
        const root = await openView(page, view);
        await finished(page);
        // Experiments are loaded page by page.
        if (view === "experiments") await root.getByRole("slider", { name: "Seeds per point" }).waitFor();
        const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
        assert.ok(over <= 0, `${view} scrolls ${over} px sideways`);
        assert.deepEqual(await cutOff(page), [], view);
        await page.screenshot({ path: `${FOLDER}/${view}-${width}x${height}-${colorScheme}.png` });
      }
    });
  }
}

full("the view of a ranked day at every size", async (t) => {
  for (const [width, height] of SIZES) {
    const context = { viewport: { width, height }, colorScheme: width === 1366 ? "light" : "dark" };
    const page = await openPage(t, "/#v=1&accounts=1000&ccu=600&ranked=1v1&view=ranked", { context });
    await finished(page);
    assert.deepEqual(await cutOff(page), []);
    await page.screenshot({ path: `${FOLDER}/ranked-day-${width}x${height}.png` });
  }
});

full("the readings of charts are whole", async (t) => {
  for (const width of [1366, 1440, 2560]) {
    const page = await openPage(t, "/#v=1&ccu=3000&fleet=broker&buffer=0&view=matchmaking", {
      context: { viewport: { width, height: 900 } },
      idle: true,
    });
    await finished(page);
    await page.getByTestId("proof-badge").filter({ visible: true }).first().waitFor();
    await page.locator("[data-pane=ccu]").getByTestId("chart-surface").focus();
    await page.keyboard.press("ArrowRight");
    await page
      .getByTestId("chart-reading")
      .filter({ hasText: /, \d{3,} searching/ })
      .waitFor();
    const cut = await page
      .getByTestId("chart-reading")
      .evaluateAll((readings) =>
        readings.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((reading) => reading.textContent),
      );
    assert.deepEqual(cut, [], `at ${width}`);
  }
});

full("on a phone the panel is as wide as the page, and the pages of a view come before it", async (t) => {
  const context = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await openPage(t, "/#v=1&ccu=300&view=experiments&page=follow", { context });
  await finished(page);
  await page.getByTestId("follow-panel").locator("[data-kind=datacenter]").click();
  const panel = page.getByRole("complementary").and(page.locator(":visible"));
  assert.equal((await panel.boundingBox()).width, 390);
  const tabs = await page.getByRole("navigation", { name: "Experiments" }).boundingBox();
  assert.ok(tabs.y + tabs.height <= (await panel.boundingBox()).y);
});

full("the page of proofs at every size", async (t) => {
  for (const [width, height] of SIZES) {
    const page = await openPage(t, "/#v=1&ccu=2000&view=experiments&page=proofs", { context: { viewport: { width, height } } });
    await finished(page);
    await page.getByRole("heading", { name: "Players online", exact: true }).waitFor();
    assert.deepEqual(await cutOff(page), []);
    await page.screenshot({ path: `${FOLDER}/proofs-${width}x${height}.png` });
  }
});

full("the replay slider is on the first screen from 1280 x 620 on", async (t) => {
  for (const viewport of [
    { width: 1280, height: 620 },
    { width: 1366, height: 657 },
    { width: 1920, height: 900 },
  ]) {
    const page = await openPage(t, "/#v=1&ccu=60", { context: { viewport } });
    await finished(page);
    const { y, height } = await page.locator("#params input[type=range]").boundingBox();
    assert.ok(y + height <= viewport.height, `${viewport.width} x ${viewport.height}: it ends at ${y + height}`);
    const figures = await page.getByTestId("figures").first().boundingBox();
    assert.ok(figures.y + figures.height <= viewport.height + 1, `the figures end at ${figures.y + figures.height}`);
  }
});

full("at 400 % zoom nothing scrolls sideways", async (t) => {
  // 1280 x 1024 at 400 % has 320 CSS pixels.
  const page = await openPage(t, "/#v=1&accounts=300&ccu=200&fleet=broker", { context: { viewport: { width: 320, height: 256 } } });
  await finished(page);
  for (const view of VIEWS) {
    await openView(page, view);
    await finished(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${view} scrolls ${over} px sideways`);
  }
});

test("the page is printed in light colours, without what only a screen has", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200", { context: { colorScheme: "dark" } });
  await finished(page);
  const dark = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.deepEqual([dark, await page.evaluate(() => document.documentElement.dataset.theme)], ["dark", "light"]);
  for (const hidden of ["header nav", "[data-pane=transport]", "aside", "footer"])
    assert.ok(await page.locator(hidden).first().isHidden(), hidden);
  for (const shown of ["[data-testid=figures]", "[data-pane=ccu]", "[data-pane=rtt]"])
    assert.ok(await page.locator(shown).first().isVisible(), shown);
  await page.pdf({ path: `${FOLDER}/print.pdf` });
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

full("with forced colours what is pressed or present has an outline", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200&fleet=broker&view=servers", { context: { forcedColors: "active" } });
  await finished(page);
  for (const marked of ["header nav [aria-current]", "[data-day=normal]", "[data-layer=night]"]) {
    const outline = await page.locator(marked).evaluate((element) => getComputedStyle(element).outlineStyle);
    assert.equal(outline, "solid", marked);
  }
  await page.screenshot({ path: `${FOLDER}/servers-forced-colours.png` });
});
