// Placing datacenters on the map, by typing and by the keyboard; their coverage; the maps.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full, sampled } from "../support/full.mjs";
import { finished, homeOf, openPage, openView, pointOnMap, saved } from "../support/harness.mjs";

const golden = JSON.parse(await readFile(new URL("../../golden/coverage.json", import.meta.url), "utf8"));

/** Opens the page with few players, waits for its first run, and opens the view of the world. */
async function open(t, { dcs = "", context } = {}) {
  const page = await openPage(t, `/#v=1&ccu=300${dcs && `&dcs=${dcs}`}`, { context });
  await finished(page);
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.deepEqual(
    asked.filter((name) => /views\/world\/tools/.test(name)),
    [],
    "nothing of it comes with the first view",
  );
  // The first pointer event on the map loads the tools.
  await page.getByTestId("map-canvas").hover({ position: { x: 5, y: 60 } });
  await page.getByTestId("map-placing").waitFor({ state: "attached" });
  await openView(page, "world");
  return page;
}

/** Presses the tool that adds datacenters, and waits until it is in use. */
async function beginAdding(page) {
  await page.getByRole("button", { name: "Add a datacenter" }).click();
  await page.locator("[data-tool=add][aria-pressed=true]").waitFor();
}

const dcs = (page) => page.evaluate(() => window.matchday.get().dcs);

/** Waits until the `dcs` parameter has changed. */
async function changed(page, before) {
  await page.waitForFunction((before) => window.matchday.get().dcs !== before, before);
  return dcs(page);
}

async function pointAt(page, lat, lon) {
  const [x, y] = await pointOnMap(page, lat, lon);
  await page.mouse.move(x - 9, y);
  await page.mouse.move(x, y);
}

/** The numbers of a line such as "Within 50 ms 89.1 % +0.2 points, ...", without the changes. */
const numbers = (texts) => texts.map((text) => Number(text.replace(/[^\d.]/g, "")));
const world = async (page) => numbers(await page.locator("[data-testid=coverage] tbody tr").first().locator("td b").allTextContents());
/** Waits until the coverage is computed. */
const covered = (page) => page.locator("[data-testid=coverage] tbody tr").first().waitFor();
const advised = (page) =>
  page.waitForFunction(
    () => document.querySelector("[data-testid=advice] li") && !document.querySelector("[data-testid=advice]").hasAttribute("aria-busy"),
  );

test("a click adds a datacenter that is named after its city, and its link restores it", async (t) => {
  const page = await open(t);
  await beginAdding(page);
  const [x, y] = await pointOnMap(page, 47.2, -1.5);
  await page.mouse.click(x, y);
  const added = await changed(page, "");
  const [, lat, lon] = added.match(/^\+Nantes@(-?[\d.]+),(-?[\d.]+)$/) ?? assert.fail(added);
  assert.ok(Math.abs(lat - 47.2) < 0.3 && Math.abs(lon - -1.5) < 0.3, added);
  await finished(page);
  // The same city again: another name.
  await beginAdding(page);
  await page.mouse.click(x, y + 2);
  assert.match(await changed(page, added), /,\+Nantes-2@/);
  await finished(page);
  const link = await page.evaluate(() => window.matchday.link());
  const both = await dcs(page);
  const again = await openPage(t, new URL(link).pathname + new URL(link).hash);
  await finished(again);
  assert.equal(await dcs(again), both);
  assert.equal(await again.getByTestId("own-datacenter").count(), 2);
  assert.equal(await again.locator("#notices").textContent(), "", "the same digest");
  await page.goBack();
  assert.equal(await changed(page, both), added, "going back undoes it");
});

full("a typed city sets its place; an own datacenter is moved, switched off and on, and removed", async (t) => {
  const page = await open(t);
  const field = (name) => page.locator(`#sites form [name=${name}]`);
  await field("name").focus();
  await page.locator("#cities option[value=Kyiv]").waitFor({ state: "attached" });
  await field("name").fill("Kyiv");
  assert.ok(Math.abs((await field("lat").inputValue()) - 50.45) < 0.1);
  await field("name").press("Enter");
  assert.match(await changed(page, ""), /^\+Kyiv@50\.4\d*,30\.5\d*$/);
  await page.getByRole("button", { name: "Move Kyiv", exact: true }).click();
  await field("lat").fill("48.5");
  const before = await dcs(page);
  await field("lat").press("Enter");
  assert.match(await changed(page, before), /^\+Kyiv@48\.5,30\.5\d*$/);
  const box = page.locator("[data-testid=own-datacenter] input");
  await box.uncheck();
  assert.equal(await dcs(page), "");
  await box.check();
  assert.match(await dcs(page), /^\+Kyiv@48\.5/);
  await page.getByRole("button", { name: "Remove Kyiv" }).click();
  await page.getByTestId("own-datacenter").waitFor({ state: "detached" });
  assert.equal(await dcs(page), "");
});

full("an own datacenter needs an unused name, and its map disappears and returns with it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&dcs=+Own@10,10&l=night,datacenters,one@Own&view=world");
  const title = page.getByTestId("map-layers-title");
  await title.filter({ hasText: "Round trip to Own, ms" }).waitFor();
  const field = (name) => page.locator(`#sites form [name=${name}]`);
  for (const [name, value] of [
    ["name", "frankfurt"],
    ["lat", "1"],
    ["lon", "2"],
  ])
    await field(name).fill(value);
  await field("lon").press("Enter");
  assert.match(await page.locator("#sites [role=alert]").textContent(), /frankfurt is in the list already/);
  assert.equal(await field("name").inputValue(), "frankfurt", "nothing typed is lost");
  await page.getByRole("button", { name: "Remove Own" }).click();
  await title.filter({ hasText: "Round trip to Los Angeles, ms" }).waitFor();
  assert.match(await page.evaluate(() => window.matchday.link()), /one@losangeles/);
  assert.ok(await page.locator("#sites h3").evaluate((heading) => heading === document.activeElement));
  await page.goBack();
  await title.filter({ hasText: "Round trip to Own, ms" }).waitFor();
  await page.evaluate(() => (location.hash = "#v=1&ccu=300&l=one@atlantis"));
  await page.locator('[data-code="LINK_ORIGIN"]').filter({ hasText: "map of atlantis was left out" }).waitFor();
  await page.getByTestId("map-layers").waitFor({ state: "hidden" });
});

full("dragging an own datacenter shows its coverage, and dropping it starts a run", async (t) => {
  const page = await open(t, { dcs: "+Own@-30,-10" });
  const reach = page.getByTestId("reach-on-map");
  const from = await pointOnMap(page, -30, -10);
  const to = await pointOnMap(page, 27, 81);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 9, from[1]);
  await reach.locator("b").first().waitFor();
  await page.mouse.move(...to);
  // Northern India: many more within 50 ms.
  await reach.locator("small.good").first().waitFor();
  assert.equal(await dcs(page), "+Own@-30,-10", "not before it is dropped");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await dcs(page), "+Own@-30,-10", "Escape leaves it where it was");
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 9, from[1]);
  await page.mouse.move(...to);
  await page.mouse.up();
  const moved = await dcs(page);
  const [, lat, lon] = moved.match(/^\+Own@(-?[\d.]+),(-?[\d.]+)$/) ?? assert.fail(moved);
  assert.ok(Math.abs(lat - 27) < 0.5 && Math.abs(lon - 81) < 0.5, moved);
  await finished(page);
});

for (const [at, entry] of golden.entries()) {
  sampled(at === 1)(`coverage of "${entry.dcs}" has the engine's native numbers, as a table and as a file`, async (t) => {
    const page = await open(t, { dcs: entry.dcs });
    await covered(page);
    const shown = await world(page);
    const expected = [100 * entry.within_50, 100 * entry.within_100, entry.rtt_ms];
    shown.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 0.051, `${shown} ${expected}`));
    const csv = await saved(page, () => page.getByRole("button", { name: "Coverage as CSV" }).click());
    assert.equal(csv.name, "matchday-coverage.csv");
    const [header, first, ...rest] = csv.bytes
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    assert.deepEqual(header, ["area", "share_of_joins", "share_within_50_ms", "share_within_100_ms", "mean_rtt_ms", "share_without_data"]);
    assert.equal(first[0], "World");
    [entry.within_50, entry.within_100, entry.rtt_ms].forEach((value, i) => assert.ok(Math.abs(first[i + 2] - value) < 2e-6, first.join()));
    assert.deepEqual(
      rest.map(([area]) => area),
      ["Africa", "Asia", "Europe", "North America", "Oceania", "South America"],
    );
    const weighted = rest.reduce((sum, [, joins, within]) => sum + joins * within, 0);
    assert.ok(Math.abs(weighted - entry.within_50) < 1e-5, "the continents make up the world");
  });
}

full("the best next city and the datacenter that is safest to switch off change coverage as announced", async (t) => {
  const page = await open(t);
  await covered(page);
  await advised(page);
  t.diagnostic(await page.getByTestId("advice-took").textContent());
  const [next, spare] = [
    page.locator("[data-testid=advice] ol").nth(0).locator("li"),
    page.locator("[data-testid=advice] ol").nth(1).locator("li"),
  ];
  assert.equal(await next.count(), 5);
  assert.equal(await spare.count(), 5);
  const gains = numbers(await next.locator("b").allTextContents());
  assert.deepEqual(
    [...gains].sort((a, b) => b - a),
    gains,
    "the best comes first",
  );
  const before = await world(page);
  const place = await next.first().locator("span").nth(1).textContent();
  const worth = await next.first().locator("b").textContent();
  assert.equal(await page.getByTestId("add-best").textContent(), `Add ${place}: ${worth}`, "the best one is one press away");
  assert.equal(
    (await page.locator("main > [data-view=world] [data-figure=next] [data-testid=figure-value]").textContent()).replace(
      "points",
      " points",
    ),
    worth,
  );
  // Two presses add it once, and the focus moves to the next place.
  await next.first().getByRole("button").focus();
  await page.evaluate(() => [1, 2].forEach(() => document.activeElement.click()));
  assert.match(await dcs(page), /^\+[^+]*$/, place);
  await page.locator("[data-testid=coverage] tbody tr").first().locator("small.good").first().waitFor();
  const after = await world(page);
  await advised(page);
  assert.ok(
    await next
      .first()
      .getByRole("button")
      .evaluate((button) => button === document.activeElement),
  );
  assert.ok(Math.abs(after[0] - before[0] - gains[0]) <= 0.106, `${before} ${after} ${gains}`);
  await page.locator("[data-testid=advice] select").selectOption("mean");
  await advised(page);
  const name = await spare.first().locator("span").textContent();
  const [loss] = numbers([await spare.first().locator("b").textContent()]);
  await spare.first().getByRole("button").click();
  await page.waitForFunction(
    (mean) => document.querySelector("[data-testid=coverage] tbody tr td:last-child b").textContent !== mean,
    `${after[2].toFixed(1)}\u00a0ms`,
  );
  assert.ok(Math.abs((await world(page))[2] - after[2] - loss) <= 0.106, `${name}: ${loss}`);
});

test("one press adds the best next city, and Back undoes it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&view=world");
  await finished(page);
  const add = page.getByTestId("add-best");
  await page.waitForFunction(() => document.querySelector("[data-testid=add-best]")?.textContent.startsWith("Add "));
  const [, city] = (await add.textContent()).match(/^Add (.+): \+[\d.]+.points$/) ?? assert.fail(await add.textContent());
  const on = page.locator("main > [data-view=world] [data-figure=on] [data-testid=figure-value] span");
  assert.equal(await on.textContent(), "24");
  await add.click();
  const added = await changed(page, "");
  t.diagnostic(`${city}: ${added}`);
  await page.waitForFunction(
    () => document.querySelector("main > [data-view=world] [data-figure=on] [data-testid=figure-value] span").textContent === "25",
  );
  assert.equal(await page.locator("header nav [aria-current=page]").getAttribute("data-view"), "world");
  await page.goBack();
  assert.equal(await changed(page, added), "");
});

test("the card of a place shows the round trip to every datacenter", async (t) => {
  const page = await open(t);
  await pointAt(page, 50.4, 30.4);
  const card = page.locator("[data-testid=place-card].on");
  await card.waitFor();
  assert.match(await card.locator("h3").textContent(), /Near Kyiv.*Ukraine/);
  const ms = numbers(await card.locator("dd:not([data-testid=farther])").allTextContents());
  assert.deepEqual(
    [...ms].sort((a, b) => a - b),
    ms,
  );
  const more = Number.parseInt(await card.locator("dt[data-testid=farther]").textContent(), 10);
  assert.equal(ms.length + more, 24);
  // Istanbul is 1,050 km away: 10 ms of light, 14 ms or more of last mile.
  assert.equal(await card.locator("dt").first().textContent(), "Istanbul");
  assert.ok(ms[0] > 20 && ms[0] < 60, `${ms[0]} ms`);
  await page.mouse.move(0, 0);
  await page.locator("[data-testid=place-card].on").waitFor({ state: "detached" });
});

/** Waits until the map's legend has this text and the map is coloured. */
async function legend(page, title) {
  await page.getByTestId("map-layers-title").filter({ hasText: title }).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

full("the maps colour the land without gaps, have a legend, and are part of the picture", async (t) => {
  const page = await open(t);
  const pixels = (points) =>
    page.evaluate((points) => {
      const canvas = document.querySelector("[data-testid=map-base]");
      const { left, top } = canvas.getBoundingClientRect();
      const dpr = canvas.width / canvas.clientWidth;
      return points.map(([x, y]) => [...canvas.getContext("2d").getImageData((x - left) * dpr, (y - top) * dpr, 1, 1).data]);
    }, points);
  const places = await Promise.all(
    [
      [50, 10],
      [58, -125],
      [-10, -55],
      [0, -30],
    ].map(([lat, lon]) => pointOnMap(page, lat, lon)),
  );
  const plain = await pixels(places);
  await page.getByRole("button", { name: "Maps" }).click();
  await legend(page, "Each area goes to its nearest datacenter");
  assert.notDeepEqual((await pixels(places))[1], plain[1]);
  const [kind, a, b] = [0, 1, 2].map((i) => page.locator("[data-testid=map-layers] select").nth(i));
  await kind.selectOption("one");
  await a.selectOption("tokyo");
  await legend(page, "Round trip to Tokyo, ms");
  assert.deepEqual((await pixels(places))[3], plain[3], "the sea keeps its colour");
  assert.equal(await page.locator("[data-testid=map-layers] li").count(), 6);
  // Chukotka, around the date line, which is between two pixels now: there must be no line between the edges of the picture.
  const surface = page.getByTestId("map-canvas");
  await surface.focus();
  await page.keyboard.press("+");
  for (let i = 0; i < 10; i++) await page.keyboard.press("Shift+ArrowRight");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowUp");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { x: left, y: top, width, height } = await surface.boundingBox();
  const home = homeOf(width, height);
  const scale = 1.6 * home.scale;
  const [lon, lat] = [home.left + width / home.scale / 2, home.top - height / home.scale / 2];
  const right = (180 - lon) * scale + width / 2 - 600;
  const down = (Math.min(84, lat + (height / 2 + 180) / scale) - 67) * scale;
  const row = await pixels(Array.from({ length: 17 }, (_, i) => [left + right - 8 + i, top + down]));
  for (const channel of [0, 1, 2]) {
    const values = row.map((pixel) => pixel[channel]);
    assert.ok(Math.max(...values) - Math.min(...values) <= 4, `a seam at 180 degrees: ${JSON.stringify(row)}`);
  }
  await page.keyboard.press("0");
  await kind.selectOption("difference");
  await b.selectOption("frankfurt");
  await legend(page, "Nearer by so many ms: Tokyo left, Frankfurt right");
  const now = await pixels(places);
  assert.notDeepEqual(now[0], now[1], "Germany is far nearer to Frankfurt, British Columbia hardly");
  assert.equal(await page.locator("[data-testid=map-layers] li").count(), 7);
  assert.match(await page.evaluate(() => window.matchday.link()), /difference@tokyo@frankfurt/);
  const again = await openPage(t, new URL(await page.evaluate(() => window.matchday.link())).hash.replace(/^/, "/"));
  await again.locator("[data-testid=map-layers] li").nth(6).waitFor();
  assert.match(await again.getByTestId("map-layers-title").textContent(), /Tokyo left, Frankfurt right/);
  await kind.selectOption("areas");
  await legend(page, "Each area goes to its nearest datacenter");
  const { bytes: png } = await saved(page, () => page.getByRole("button", { name: "Map as PNG" }).click());
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  const { clientWidth, clientHeight } = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.querySelector("[data-pane=map]");
    return { clientWidth, clientHeight };
  });
  assert.equal(png.readUInt32BE(16), clientWidth);
  assert.ok(png.readUInt32BE(20) > clientHeight, "with lines that say what it shows");
  const seen = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const { data } = canvas.getContext("2d").getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, png.toString("base64"));
  assert.ok(seen > 500, `${seen} colours`);
  await page.getByRole("button", { name: "Maps" }).click();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.deepEqual(await pixels(places), plain);
});

test("the keyboard alone adds a datacenter", async (t) => {
  const page = await open(t);
  const button = page.getByRole("button", { name: "Add a datacenter" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-tool=add][aria-pressed=true]").waitFor();
  assert.ok(await page.getByTestId("map-canvas").evaluate((surface) => surface === document.activeElement));
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowUp");
  await page.locator("[data-testid=place-card].on").waitFor();
  await page.keyboard.press("Enter");
  assert.match(await changed(page, ""), /^\+[A-Za-z0-9._-]+@-?[\d.]+,-?[\d.]+$/);
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-tool=add][aria-pressed=true]").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await button.getAttribute("aria-pressed"), "false");
});

full("on a phone everything fits, and a long press opens the card of a place", async (t) => {
  const context = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await openPage(t, "/#v=1&ccu=300", { context });
  await finished(page);
  const [x, y] = await pointOnMap(page, -20, 47);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await page.touchscreen.tap(x, y);
  await page.getByTestId("map-placing").waitFor({ state: "attached" });
  await touch("touchStart", [{ x, y }]);
  await page.locator("[data-testid=place-card].on").waitFor();
  await touch("touchEnd", []);
  await openView(page, "world");
  await page.getByRole("button", { name: "Maps" }).tap();
  await page.locator("[data-testid=map-layers] select").first().selectOption("difference");
  await page.getByRole("button", { name: "Add a datacenter" }).tap();
  await page.locator("[data-tool=add][aria-pressed=true]").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.touchscreen.tap(...(await pointOnMap(page, -20, 47)));
  await changed(page, "");
  await covered(page);
  await advised(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(wide, 0, "no sideways scroll");
});

full("long names of two datacenters do not overlap and are not cut", async (t) => {
  const name = "Johannesburg.South-Africa.second-region";
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await open(t, { dcs: `%2B${name}@-26,28`, context: { viewport } });
    await page.getByRole("button", { name: "Maps" }).click();
    const [kind, ...both] = await page.locator("[data-testid=map-layers] select").all();
    await kind.selectOption("difference");
    for (const select of both) {
      await select.selectOption(name);
      const room = await select.evaluate((select) => {
        const style = getComputedStyle(select);
        const c = document.createElement("canvas").getContext("2d");
        c.font = style.font;
        return (
          select.clientWidth -
          parseFloat(style.paddingLeft) -
          parseFloat(style.paddingRight) -
          c.measureText(select.selectedOptions[0].text).width
        );
      });
      assert.ok(room >= 0, `${room} px at ${viewport.width}`);
      const { x, width } = await select.boundingBox();
      assert.ok(x >= 0 && x + width <= viewport.width, `${x} to ${x + width} of ${viewport.width}`);
    }
  }
});

full("a longitude beyond 180 degrees is refused in the form and in a link", async (t) => {
  const page = await open(t);
  await page.locator("#sites form [name=name]").fill("far");
  await page.locator("#sites form [name=lat]").fill("10");
  await page.locator("#sites form [name=lon]").fill("999");
  await page.locator("#sites form button").click();
  assert.ok(await page.locator("#sites form [name=lon]").evaluate((field) => field.validity.rangeOverflow));
  assert.equal(await dcs(page), "");
  const refused = await page.evaluate(() => {
    try {
      return window.matchday.set({ dcs: "+far@10,999" });
    } catch ({ message }) {
      return message;
    }
  });
  assert.match(String(refused), /-90 to 90 and -180 to 180/);
});
