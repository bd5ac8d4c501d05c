// Direct manipulation: what is drawn is dragged, pressed, zoomed, saved and undone where it stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView, saved } from "../support/harness.mjs";

/** All charts are on the first screen. */
const TALL = { context: { viewport: { width: 1440, height: 1400 } } };
const get = (page, key) => page.evaluate((key) => window.matchday.get()[key], key);
const becomes = (page, key, value) => page.waitForFunction(([key, value]) => window.matchday.get()[key] === value, [key, value]);
const clock = (page) => page.getByTestId("clock").textContent();

full("the point on the replay chart is dragged like the slider, as one step of the history", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const chart = page.locator("[data-pane=replay]");
  const plot = await chart.getByTestId("chart-surface").boundingBox();
  const steps = await page.evaluate(() => history.length);
  // The handle is where the pointer becomes a hand.
  let handle;
  for (let y = 0; y < plot.height && !handle; y += 8) {
    for (let x = plot.width / 2; x < plot.width && !handle; x += 8) {
      await page.mouse.move(plot.x + x, plot.y + y);
      if (await chart.locator("[data-testid=chart-surface].handle").count()) handle = [plot.x + x, plot.y + y];
    }
  }
  assert.ok(handle, "there is a handle");
  await page.mouse.down();
  for (let step = 1; step <= 6; step++) await page.mouse.move(handle[0] - 12 * step, handle[1]);
  await page.waitForFunction(() => Number(window.matchday.get().replay) < 0.7);
  await page.mouse.up();
  const replay = await get(page, "replay");
  assert.equal(Math.round(Number(replay) * 100) / 100, Number(replay), "on a step of the slider");
  assert.equal(await page.locator("#params input[type=number]").inputValue(), String(Math.round(Number(replay) * 100)));
  await finished(page);
  assert.equal(await page.evaluate(() => history.length), steps + 1);
  await page.goBack();
  await becomes(page, "replay", "0.75");
});

test("a drag over a chart zooms all charts over time, and two presses show the whole day", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300", TALL);
  await finished(page);
  const plot = await page.locator("[data-pane=wait] [data-testid=chart-surface]").boundingBox();
  const pictures = () =>
    page.evaluate(() => ["ccu", "wait", "rtt"].map((pane) => document.querySelector(`[data-pane=${pane}] canvas`).toDataURL()));
  const before = await pictures();
  const time = await clock(page);
  await page.mouse.move(plot.x + plot.width * 0.3, plot.y + 80);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.4, plot.y + 80, { steps: 4 });
  await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 80, { steps: 4 });
  await page.mouse.up();
  await page.locator("[data-pane=ccu]").getByRole("button", { name: "Whole day" }).waitFor();
  const zoomed = await pictures();
  for (const [at, picture] of zoomed.entries()) assert.notEqual(picture, before[at]);
  assert.equal(await clock(page), time, "a drag is no press");
  await page.mouse.dblclick(plot.x + plot.width * 0.5, plot.y + 80);
  await page.locator("[data-pane=ccu]").getByRole("button", { name: "Whole day" }).waitFor({ state: "hidden" });
  assert.deepEqual(await pictures(), before);
  // The same by keys.
  await page.locator("[data-pane=rtt] [data-testid=chart-surface]").focus();
  await page.keyboard.press("+");
  await page.locator("[data-pane=wait]").getByRole("button", { name: "Whole day" }).waitFor();
  await page.keyboard.press("0");
  await page.locator("[data-pane=wait]").getByRole("button", { name: "Whole day" }).waitFor({ state: "hidden" });
});

test("a press on a name of the legend shows its series alone, and another press all of them", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300", TALL);
  await finished(page);
  const picture = (pane) => page.evaluate((pane) => document.querySelector(`[data-pane=${pane}] canvas`).toDataURL(), pane);
  for (const [pane, series] of Object.entries({ ccu: "Searching", wait: "Median", rtt: "Mean" })) {
    const before = await picture(pane);
    const names = page.locator(`[data-pane=${pane}] [data-testid=series-names] button`);
    assert.ok((await names.count()) >= 2, `${pane}: ${await names.count()} names`);
    await names.filter({ hasText: `Only ${series}` }).click();
    const all = names.filter({ hasText: `All, not only ${series}` });
    await all.waitFor();
    assert.equal(await names.count(), 1);
    assert.notEqual(await picture(pane), before);
    await all.click();
    await names.nth(1).waitFor();
    assert.equal(await picture(pane), before);
  }
});

full("charts share one time under the pointer", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300", TALL);
  await finished(page);
  const plot = await page.locator("[data-pane=ccu] [data-testid=chart-surface]").boundingBox();
  await page.mouse.move(plot.x + plot.width * 0.4, plot.y + 80);
  await page.waitForFunction(() => {
    const times = ["ccu", "wait", "rtt"].map((pane) =>
      document.querySelector(`[data-pane=${pane}] [data-testid=chart-reading]`).textContent.slice(0, 5),
    );
    return new Set(times).size === 1 && times[0] !== document.querySelector("[data-testid=clock]").textContent;
  });
});

test("a press on a datacenter keeps its card, until another place is pressed", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const map = page.getByTestId("map-canvas");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  const card = page.getByTestId("datacenter-card").first();
  await page.waitForFunction(() => document.querySelector("[data-testid=datacenter-card].on"));
  const name = await card.locator("h3 span").textContent();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-testid=datacenter-card].held"));
  await page.mouse.move(700, 700);
  await page.locator("#params input[type=range]").focus();
  assert.ok(await card.evaluate((card) => card.classList.contains("on")), "it stays without pointer and focus");
  assert.equal(await card.locator("h3 span").textContent(), name);
  await map.click({ position: { x: 640, y: 400 } });
  await page.waitForFunction(() => !document.querySelector("[data-testid=datacenter-card].on"));
});

test("the timeline shows the time under the pointer, and a press on an evening goes there", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const scrub = await page.getByTestId("timeline").boundingBox();
  await page.mouse.move(scrub.x + scrub.width / 2, scrub.y + 40);
  const time = page.getByTestId("time-under-pointer");
  await time.waitFor();
  assert.match(await time.textContent(), /^(11:5\d|12:0\d), [\d,]+ online$/);
  await page.mouse.move(700, 300);
  await time.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Europe’s evening" }).click();
  await page.locator("[data-testid=clock]", { hasText: "19:00" }).waitFor();
});

test("Ctrl+Z and Shift+Ctrl+Z undo and redo changes of parameters, in whatever view", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const slider = page.locator("#params input[type=range]");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await becomes(page, "replay", "0.76");
  await page.evaluate(() => window.dispatchEvent(new PointerEvent("pointerdown")));
  await page.locator("[data-key=bots] input").check({ force: true });
  await becomes(page, "bots", "1");
  await openView(page, "world");
  await page.keyboard.press("Control+z");
  await becomes(page, "bots", "0");
  assert.equal(await get(page, "replay"), "0.76");
  await page.keyboard.press("Control+z");
  await becomes(page, "replay", "0.75");
  await page.keyboard.press("Control+z");
  assert.equal(await get(page, "replay"), "0.75", "there is nothing before");
  await page.keyboard.press("Control+Shift+Z");
  await becomes(page, "replay", "0.76");
  await page.keyboard.press("Control+Shift+Z");
  await becomes(page, "bots", "1");
  assert.equal(await page.locator("main").getAttribute("data-view"), "world", "the view stays");
  await page.goBack();
  await becomes(page, "bots", "0");
});

test("a chart saves its data as CSV and its picture as PNG and SVG", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const choose = async (pane, name) => {
    await page.locator(`[data-pane=${pane}]`).getByRole("button", { name: "Save “" }).click();
    return saved(page, () => page.getByRole("button", { name }).click());
  };
  const csv = await choose("ccu", "Data as CSV");
  assert.equal(csv.name, "matchday-players-online.csv");
  const [head, ...rows] = csv.bytes.toString().trim().split("\n");
  assert.equal(head, "second,time_utc,ccu,playing,between,searching");
  assert.equal(rows.length, 1440);
  for (const row of rows) {
    const [, , ccu, ...states] = row.split(",").map(Number);
    assert.ok(Math.abs(states.reduce((sum, count) => sum + count) - ccu) < 1e-6, row);
  }
  const png = await choose("wait", "Picture as PNG");
  assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.ok(png.bytes.length > 10_000, `${png.bytes.length} bytes`);
  for (const pane of ["ccu", "wait", "rtt", "replay"]) {
    const svg = await choose(pane, "Picture as SVG");
    const text = svg.bytes.toString();
    const parsed = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return { name: root.localName, title: root.querySelector("title")?.textContent, texts: root.querySelectorAll("text").length };
    }, text);
    assert.equal(parsed.name, "svg", text.slice(0, 200));
    assert.match(parsed.title, /digest [0-9a-f]{8}/);
    assert.ok(parsed.texts > 4, `${pane}: ${parsed.texts} texts`);
    assert.doesNotMatch(text, /NaN|http(?!:\/\/www\.w3\.org)/);
  }
});

full("latency maps are saved as 8-bit grey images of 360 x 180, of one datacenter and combined", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&view=world");
  await finished(page);
  const form = page.getByTestId("save-world");
  const button = form.getByRole("button", { name: "Save as grey PNG" });
  const combined = await saved(page, () => button.click());
  await form.locator("select").selectOption("frankfurt");
  const one = await saved(page, () => button.click());
  assert.deepEqual([combined.name, one.name], ["latency_combined.png", "latency_frankfurt.png"]);
  for (const { bytes } of [combined, one]) {
    // Width, height, bit depth, colour type of the header.
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25]], [360, 180, 8, 0]);
  }
  assert.notDeepEqual(combined.bytes, one.bytes);
  // At Frankfurt the grey is the least round trip; the combined map is nowhere brighter.
  const pixels = (bytes) =>
    page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]), { colorSpaceConversion: "none" });
        const c = new OffscreenCanvas(360, 180).getContext("2d");
        c.drawImage(image, 0, 0);
        return Array.from(c.getImageData(0, 0, 360, 180).data.filter((_, at) => at % 4 === 0));
      },
      [...bytes],
    );
  const [all, frankfurt] = [await pixels(combined.bytes), await pixels(one.bytes)];
  const at = (lat, lon) => (89 - Math.floor(lat)) * 360 + Math.floor(lon) + 180;
  assert.ok(frankfurt[at(50.1, 8.7)] > 0 && frankfurt[at(50.1, 8.7)] < 20, String(frankfurt[at(50.1, 8.7)]));
  assert.ok(frankfurt[at(-33.9, 151.2)] > 150);
  assert.ok(all.every((grey, cell) => frankfurt[cell] === 0 || grey <= frankfurt[cell]));
});

full("the day is recorded as a video", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&view=world");
  await finished(page);
  await page.getByTestId("save-world").getByRole("button", { name: "The day as a video" }).click();
  const dialog = page.getByRole("dialog", { name: "The day as a video" });
  await dialog.getByLabel("Length").selectOption("10");
  const video = await saved(page, () => dialog.getByRole("button", { name: "Record" }).click());
  assert.match(video.name, /^matchday-\d{4}-\d\d-\d\d\.(webm|mp4)$/);
  assert.ok(video.bytes.length > 50_000, `${video.bytes.length} bytes`);
  // The page itself plays no media: its policy forbids it.
  const blank = await page.context().newPage();
  const size = await blank.evaluate(
    async (bytes) => {
      const player = document.createElement("video");
      player.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)]));
      await new Promise((resolve, reject) => Object.assign(player, { onloadeddata: resolve, onerror: reject }));
      return [player.videoWidth, player.videoHeight];
    },
    [...video.bytes],
  );
  assert.deepEqual(size, [1280, 720]);
});
