// Embeds in a page of another origin, as in articles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full, sampled } from "../support/full.mjs";
import { address, finished, openPage } from "../support/harness.mjs";
import { serveStatic } from "../support/static-server.mjs";

const EMBED = address("/embed.html");

/** Records the messages of the first frame of the page, with their times. */
const LISTEN = `<script>
  window.heard = [];
  addEventListener("message", ({ source, data }) => heard.push({ mine: source === frames[0], ...data }));
  const send = (message) => frames[0].postMessage(message, "*");
</script>`;

/** Opens a page of another origin with this body, which can have embeds. */
async function openArticle(t, body, options = {}) {
  const origin = await serveStatic((path) =>
    path === "/index.html"
      ? `<!doctype html><meta charset="utf-8">${LISTEN}${body}`
      : path === "/sibling.html"
        ? "<!doctype html>"
        : undefined,
  );
  const icon = (page) => page.route("**/favicon.ico", (route) => route.fulfill({ body: "" }));
  return openPage(t, `${origin}/`, { origins: [new URL(EMBED).origin], before: icon, ...options });
}

/** Waits for a message of a type that meets `where`, and returns the last one. */
async function hear(page, type, where = "true") {
  const found = await page.waitForFunction(
    ([type, where]) => heard.findLast((message) => message.type === type && new Function("m", `return ${where}`)(message)),
    [type, where],
  );
  return found.jsonValue();
}

const send = (page, message) => page.evaluate((message) => frames[0].postMessage(message, "*"), message);
const forget = (page) => page.evaluate(() => void (heard.length = 0));
/** Messages take effect in their order, so the effect of this one shows that the earlier ones have had theirs. */
async function roundTrip(page, time_s) {
  await send(page, { ns: "matchday", v: 1, type: "seek", time_s });
  await hear(page, "time", `m.time_s === ${time_s}`);
}

const frame = (src, height = 400) =>
  `<iframe src="${src.replaceAll("&", "&amp;")}" width="640" height="${height}" title="Matchday"></iframe>`;
const SMALL = `${EMBED}#v=1&ccu=200`;

test("an embed reports its state and follows messages of the page around it", async (t) => {
  const page = await openArticle(t, frame(SMALL));
  const ready = await hear(page, "ready");
  assert.match(ready.version, /^\d+\.\d+\.\d+$/);
  assert.match(ready.dataset, /^world-/);
  const first = await hear(page, "state", 'm.run === "finished"');
  assert.equal(first.params.ccu, "200");
  assert.match(first.summary.digest, /^[0-9a-f]{16}$/);
  const { height } = await hear(page, "resize");
  assert.ok(height > 200 && height < 600, `${height} px`);

  await send(page, { ns: "matchday", v: 1, type: "set", params: { replay: 0.5, bots: true, seed: "8" } });
  const second = await hear(page, "state", 'm.run === "finished" && m.params.replay === "0.5"');
  assert.deepEqual([second.params.bots, second.params.seed, second.params.ccu], ["1", "8", "200"]);
  assert.notEqual(second.summary.digest, first.summary.digest);

  await roundTrip(page, 3600);
  await send(page, { ns: "matchday", v: 1, type: "play" });
  await hear(page, "time", "m.playing && m.time_s > 3600");
  await send(page, { ns: "matchday", v: 1, type: "pause" });
  await hear(page, "time", "!m.playing && m.time_s > 3600");
  const all = await page.evaluate(() => heard.map(({ mine, ns, v, type }) => ({ mine, ns, v, type })));
  for (const { mine, ns, v, type } of all) assert.deepEqual([mine, ns, v], [true, "matchday", 1], type);
});

full("the time is reported a few times per second, not at every frame", async (t) => {
  const page = await openArticle(t, frame(`${SMALL}&t=0`));
  await hear(page, "state", 'm.run === "finished"');
  await forget(page);
  const start = Date.now();
  await send(page, { ns: "matchday", v: 1, type: "play" });
  await hear(page, "time", "m.time_s > 1200");
  const told = await page.evaluate(() => heard.filter(({ type }) => type === "time").length);
  assert.ok(told <= 1 + (Date.now() - start) / 250, `${told} times in ${Date.now() - start} ms`);
});

test("messages of other formats are ignored without an error", async (t) => {
  const page = await openArticle(t, `${frame(`${SMALL}&t=0`)}<iframe src="/sibling.html"></iframe>`);
  await hear(page, "state", 'm.run === "finished"');
  await forget(page);
  const wrong = [
    { ns: "other", v: 1, type: "set", params: { replay: 0.1 } },
    { v: 1, type: "set", params: { replay: 0.1 } },
    { ns: "matchday", v: 2, type: "set", params: { replay: 0.1 } },
    { ns: "matchday", v: "1", type: "set", params: { replay: 0.1 } },
    { ns: "matchday", v: 1, type: "reset", params: { replay: 0.1 } },
    { ns: "matchday", v: 1, type: "constructor" },
    { ns: "matchday", v: 1, type: ["set"], params: { replay: 0.1 } },
    { ns: "matchday", v: 1 },
    null,
    7,
    "set",
    "matchday",
    [],
    [["ns", "matchday"]],
  ];
  for (const message of wrong) await send(page, message);
  // A correct message from the wrong window.
  const fromSibling = { ns: "matchday", v: 1, type: "set", params: { replay: 0.2 } };
  await page
    .frames()
    .find((frame) => frame.url().endsWith("sibling.html"))
    .evaluate((message) => parent.frames[0].postMessage(message, "*"), fromSibling);
  await page
    .frames()
    .find((frame) => frame.url().startsWith(EMBED))
    .evaluate((message) => window.postMessage(message, "*"), fromSibling);
  await roundTrip(page, 60);
  assert.deepEqual(await page.evaluate(() => heard.filter(({ type }) => type !== "time")), []);
  const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
  assert.equal((await inside.evaluate(() => window.matchday.get())).replay, "0.75");
});

test("an invalid message is answered with an error, and the figure continues", async (t) => {
  const page = await openArticle(t, frame(SMALL));
  const { summary } = await hear(page, "state", 'm.run === "finished"');
  const bad = [
    [{ type: "set", params: { replay: 2 } }, "BAD_PARAM"],
    [{ type: "set", params: { replay: Number.NaN } }, "BAD_PARAM"],
    [{ type: "set", params: { replay: { toString: 1 } } }, "BAD_PARAM"],
    [{ type: "set", params: { replay: null } }, "BAD_PARAM"],
    [{ type: "set", params: { colour: "red" } }, "BAD_PARAM"],
    [{ type: "set", params: { replay: 0.5, ccu: -1 } }, "BAD_PARAM"],
    [{ type: "set", params: { dcs: "-atlantis" } }, "BAD_DATACENTERS"],
    [{ type: "set", params: "replay" }, "BAD_PARAM"],
    [{ type: "set", params: [0.5] }, "BAD_PARAM"],
    [{ type: "set", params: null }, "BAD_PARAM"],
    [{ type: "set" }, "BAD_PARAM"],
    [{ type: "seek", time_s: "3600" }, "BAD_TIME"],
    [{ type: "seek", time_s: -1 }, "BAD_TIME"],
    [{ type: "seek", time_s: 86_400 }, "BAD_TIME"],
    [{ type: "seek", time_s: Number.NaN }, "BAD_TIME"],
    [{ type: "seek" }, "BAD_TIME"],
  ];
  for (const [message, code] of bad) {
    await forget(page);
    await send(page, { ns: "matchday", v: 1, ...message });
    const error = await hear(page, "error");
    assert.equal(error.code, code, `${JSON.stringify(message)}: ${error.message}`);
  }
  await send(page, { ns: "matchday", v: 1, type: "set", params: {} });
  await roundTrip(page, 120);
  const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
  assert.equal(await inside.evaluate(async () => (await window.matchday.run()).digest), summary.digest, "nothing bad was taken");
});

test("a long run waits for the reader, when a link and when a message requests it", async (t) => {
  const page = await openArticle(t, frame(`${EMBED}#v=1&ccu=1000000&days=7&replay=0.95`));
  const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
  await inside.getByText("This is a long run").waitFor();
  assert.equal((await hear(page, "state")).run, "waiting");
  await send(page, { ns: "matchday", v: 1, type: "set", params: { days: 1, ccu: 200 } });
  await hear(page, "state", 'm.run === "finished"');
  await send(page, { ns: "matchday", v: 1, type: "set", params: { days: 7, ccu: 1e6 } });
  await inside.getByText("This is a long run").waitFor();
  assert.equal((await hear(page, "state")).run, "waiting");
});

// Browsers slow down hidden frames of another origin, but not those of the article's own. Both have to pause.
for (const place of ["another origin", "the article's own origin"]) {
  const declare = sampled(place === "another origin");
  declare(`a figure of ${place} outside the viewport begins no run, and one that is scrolled away pauses`, async (t) => {
    const gap = '<div style="height: 3000px"></div>';
    const body = gap + frame(`${EMBED}?autoplay=1#v=1&ccu=200&t=0`) + gap;
    const article = `<!doctype html><meta charset="utf-8">${LISTEN}${body}`;
    const route = (page) => page.route("**/article.html", (route) => route.fulfill({ body: article, contentType: "text/html" }));
    const page = place === "another origin" ? await openArticle(t, body) : await openPage(t, "/article.html", { before: route });
    await hear(page, "ready");
    const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
    const state = () => inside.evaluate(() => document.documentElement.dataset.state);
    // The engine is loaded and messages take effect, but no run begins.
    await send(page, { ns: "matchday", v: 1, type: "set", params: { replay: 0.5 } });
    await send(page, { ns: "matchday", v: 1, type: "play" });
    await inside.waitForFunction(() => window.matchday.get().replay === "0.5");
    // In the viewport a requested run begins at once. Here it does not.
    const run = inside.evaluate(async () => (await window.matchday.run()).digest);
    assert.equal(await state(), "waiting");
    assert.equal(await inside.locator("[aria-label=Pause]").count(), 0);

    await page.evaluate(() => scrollTo(0, 3000));
    assert.match(await run, /^[0-9a-f]{16}$/);
    await hear(page, "time", "m.playing && m.time_s > 60");
    await page.evaluate(() => scrollTo(0, 0));
    await inside.waitForFunction(() => !document.querySelector("[aria-label=Pause]"), undefined, { polling: 50 });
    // A request to play waits until the figure is visible.
    await send(page, { ns: "matchday", v: 1, type: "play" });
    await send(page, { ns: "matchday", v: 1, type: "seek", time_s: 7200 });
    await inside.waitForFunction(() => window.matchday.link().includes("t=7200"), undefined, { polling: 50 });
    assert.equal(await inside.locator("[aria-label=Pause]").count(), 0);
    await page.evaluate(() => scrollTo(0, 3000));
    await hear(page, "time", "m.playing && m.time_s > 7200");
  });
}

full("with reduced motion no day plays by itself", async (t) => {
  const page = await openArticle(t, frame(`${EMBED}?autoplay=1#v=1&ccu=200&t=60`), { context: { reducedMotion: "reduce" } });
  await hear(page, "state", 'm.run === "finished"');
  await roundTrip(page, 120);
  assert.equal((await hear(page, "time")).playing, false);
  await send(page, { ns: "matchday", v: 1, type: "play" });
  await hear(page, "time", "m.playing");
});

test("<matchday-figure> makes the frame, sizes it and forwards its messages", async (t) => {
  // An article with two pasted figures has the script twice.
  const script = `<script src="${address("/embed.js")}"></script>`;
  const element = `${script}${script}
    <div style="width: 640px"><matchday-figure link="${address("/")}#v=1&amp;ccu=200&amp;replay=0.6" panes="map,transport,ccu" theme="light" title="A day"></matchday-figure></div>
    <script>
      const figure = document.querySelector("matchday-figure");
      window.events = [];
      figure.addEventListener("matchday", ({ detail }) => events.push(detail));
    </script>`;
  const page = await openArticle(t, element);
  await hear(page, "state", 'm.run === "finished"');
  const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
  assert.equal((await inside.evaluate(() => window.matchday.get())).replay, "0.6");
  assert.equal(await inside.evaluate(() => document.documentElement.dataset.theme), "light");
  const { height } = await hear(page, "resize");
  const box = await page.locator("iframe").boundingBox();
  assert.deepEqual([box.width, box.height], [640, height]);
  assert.equal(await page.locator("iframe").getAttribute("title"), "A day");
  const scrolls = await inside.evaluate(
    () => document.documentElement.scrollHeight > innerHeight || document.body.scrollHeight > innerHeight,
  );
  assert.equal(scrolls, false, "every pane is whole");
  await page.evaluate(() => document.querySelector("matchday-figure").send({ type: "set", params: { replay: 0.7 } }));
  await hear(page, "state", 'm.params.replay === "0.7"');
  assert.ok(await page.evaluate(() => events.some(({ type, params }) => type === "state" && params.replay === "0.7")));
});

full("the full version opens with the parameters and the view of the embed", async (t) => {
  const page = await openArticle(t, frame(`${EMBED}#v=1&ccu=200&l=latency&replay=0.6&t=3600`));
  await hear(page, "state", 'm.run === "finished"');
  await send(page, { ns: "matchday", v: 1, type: "set", params: { replay: 0.7 } });
  const { summary } = await hear(page, "state", 'm.run === "finished" && m.params.replay === "0.7"');
  await roundTrip(page, 7200);
  const inside = page.frames().find((frame) => frame.url().startsWith(EMBED));
  const [full] = await Promise.all([page.context().waitForEvent("page"), inside.getByRole("link", { name: "Open in Matchday" }).click()]);
  await finished(full);
  assert.equal(new URL(full.url()).pathname, "/");
  assert.equal(await full.evaluate(() => window.matchday.get().replay), "0.7");
  assert.equal(await full.evaluate(async () => (await window.matchday.run()).digest), summary.digest);
  assert.match(await full.getByTestId("clock").textContent(), /02:00/);
  assert.equal(await full.locator('[data-layer="latency"]').getAttribute("aria-pressed"), "true");
  assert.equal(await full.locator('[data-layer="night"]').getAttribute("aria-pressed"), "false");
  assert.equal(await full.locator("#notices").textContent(), "");
});
