// Links and messages from people who mean no good, made at random from a fixed seed. After each link the page shows a day or says what
// is wrong; nothing of it runs as a script, and nothing is requested from elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, dropFiles, finished, openPage, openView, paste } from "../support/harness.mjs";
import { hostileLink, hostileText, oneOf } from "../support/hostile.mjs";
import { random } from "../support/random.mjs";
import { serveStatic } from "../support/static-server.mjs";

/** Numbers in every run. `cargo xtask test siege` has 100,000 and 10,000. */
const LINKS = Number(process.env.MATCHDAY_LINKS ?? 100);
const MESSAGES = Number(process.env.MATCHDAY_MESSAGES ?? 150);
/** After so many links the page draws, comes to rest, and is looked at. Drawing takes longer than reading a link. */
const REST = LINKS > 1000 ? 500 : 20;
/** Notices that a link can cause. */
const NAMED = ["BAD_LINK", "LINK_ORIGIN", "DIGEST", "LONG_RUN", "LONG_PAIR", "UNSEEN_CODE", "STARVED"];
/** Errors that a link can cause: its values are right, each by itself, but no day can be made of them. */
const ERRORS = ["BAD_PARAM", "BAD_DATACENTERS", "OUT_OF_MEMORY"];

const PLAIN = "v=1&ccu=300&seed=7";
/** The parameters, as the registry has them. */
const readRegistry = (page) => page.evaluate(async () => (await import("/pkg/matchday_web.js")).registry().params);

/** In a page: follows links one by one. Returns the codes of the notices, and what is wrong. */
async function followLinks({ links, rest, named }) {
  const root = document.documentElement;
  const wrong = [];
  const seen = new Set();
  let rested_ms = 0;
  const scripts = document.scripts.length;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const codes = () => [...document.querySelectorAll("#notices [data-code]")].map(({ dataset }) => dataset.code);
  const isNamed = () => codes().some((code) => ["LONG_RUN", "LONG_PAIR", "UNSEEN_CODE"].includes(code));
  for (const [at, link] of links.entries()) {
    if ((at + 1) % rest > 0) {
      history.replaceState(null, "", link);
      dispatchEvent(new Event("hashchange"));
      // A run begins in a microtask.
      for (let wait = 0; wait < 10; wait++) await undefined;
    } else {
      const before = location.hash;
      const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      location.hash = link;
      if (location.hash !== before) await followed;
      // At rest: a day, the question whether to begin, or an error that has a name.
      const since = performance.now();
      for (;;) {
        await frame();
        const { state } = root.dataset;
        if (state === "ready" || (state === "error" && codes().length > 0) || (state === "waiting" && isNamed())) break;
        if (performance.now() - since > 60_000) {
          wrong.push(`never at rest: ${state}, ${codes()}: ${link.slice(0, 1000)}`);
          break;
        }
      }
      rested_ms += performance.now() - since;
    }
    const { state } = root.dataset;
    const about = (what) => wrong.push(`${what} at link ${at}: ${link.slice(0, 1000)}`);
    if (!["waiting", "running", "ready", "error"].includes(state)) about(`state ${state}`);
    for (const code of codes()) {
      seen.add(code);
      if (!named.includes(code)) about(`notice ${code}: ${document.querySelector(`#notices [data-code="${code}"]`).innerText}`);
    }
    if (window.harmed !== undefined) about("a script ran");
    if (document.scripts.length !== scripts) about("a script was added");
    if (document.querySelector("[onerror], [onload], [onclick], iframe, object, embed, a[href^='javascript:' i]"))
      about("an element was added");
    if (wrong.length > 5) break;
  }
  return { wrong, seen: [...seen], rested_ms };
}

test(`${LINKS} hostile links leave a page that shows a day or names what is wrong`, async (t) => {
  const page = await openPage(t, `/#${PLAIN}`, { context: { viewport: { width: 800, height: 500 } } });
  await finished(page);
  const { digest } = await page.evaluate(() => window.matchday.run());
  const params = await readRegistry(page);
  const below = random(20_260_523);
  const seen = new Set();
  const begun = performance.now();
  let rested_ms = 0;
  for (let done = 0; done < LINKS; done += REST) {
    const links = Array.from({ length: Math.min(REST, LINKS - done) }, (_, at) =>
      hostileLink(below, params, at === REST - 1 || below(10) > 0),
    );
    const batch = await page.evaluate(followLinks, { links, rest: REST, named: [...NAMED, ...ERRORS] });
    assert.deepEqual(batch.wrong, [], `after ${done} links`);
    rested_ms += batch.rested_ms;
    for (const code of batch.seen) seen.add(code);
  }
  t.diagnostic(
    `${LINKS} links in ${Math.round((performance.now() - begun) / 1000)} s, ${Math.round(rested_ms / 1000)} of them at rest; notices: ${[...seen].sort().join(", ")}`,
  );
  assert.ok(seen.has("BAD_LINK"), "no link was bad");
  await page.evaluate((link) => (location.hash = link), `#${PLAIN}`);
  await page.waitForFunction(() => window.matchday.get().seed === "7" && window.matchday.get().ccu === "300");
  await finished(page);
  assert.equal(await page.evaluate(async () => (await window.matchday.run()).digest), digest, "the day of before");
  assert.equal(await page.locator("#notices").innerText(), "");
});

/** A page around an embed, and a frame beside it. It records what the embed says. */
const ARTICLE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>
  window.heard = [];
  addEventListener("message", ({ source, data }) => source === frames[0] && heard.push(data));
</script><iframe src="EMBED" width="640" height="400"></iframe><iframe src="/sibling.html"></iframe>`;

/** In the page around: sends messages made of these parts, some through the frame beside the embed, and then one that is right. */
async function sendMessages({ messages, second }) {
  const [embed, sibling] = [frames[0], frames[1]];
  const buffer = () => new Uint8Array([1, 2, 3]).buffer;
  /** What JSON has no word for. */
  const strange = {
    undefined: () => undefined,
    nan: () => NaN,
    infinity: () => -Infinity,
    zero: () => -0,
    big: () => 2n ** 70n,
    date: () => new Date(NaN),
    map: () => new Map([["replay", 0.1]]),
    set: () => new Set([1]),
    error: () => new RangeError("memory"),
    pattern: () => /(a+)+$/,
    buffer,
    bytes: () => new Uint8Array(buffer()),
    blob: () => new Blob(["harm"]),
    holes: () => [, 1],
    boxed: () => Object("0.5"),
    cycle: () => {
      const loop = { params: {} };
      loop.params.self = loop;
      return loop;
    },
    deep: () => {
      let nested = 1;
      for (let depth = 0; depth < 500; depth++) nested = { replay: nested };
      return nested;
    },
    many: () => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`key${at}`, at])),
    long: () => "9".repeat(100_000),
    prototype: () => JSON.parse('{"__proto__": {"replay": 0.1}, "constructor": {"prototype": 1}}'),
  };
  /** Replaces the names of strange values by the values. */
  const revive = (value) => {
    if (typeof value === "string" && value.startsWith("strange:")) return strange[value.slice(8)]();
    if (Array.isArray(value)) return value.map(revive);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
    return value;
  };
  for (const { by, message } of messages) {
    const revived = revive(message);
    if (by === "parent") embed.postMessage(revived, "*");
    else sibling.eval("(message) => parent.frames[0].postMessage(message, '*')")(revived);
  }
  const said = new Promise((resolve) => {
    addEventListener("message", function listen({ source, data }) {
      if (source !== embed || data.type !== "time" || data.time_s !== second) return;
      removeEventListener("message", listen);
      resolve();
    });
  });
  for (const right of [{ type: "pause" }, { type: "seek", time_s: second }]) embed.postMessage({ ns: "matchday", v: 1, ...right }, "*");
  await said;
  const all = window.heard.splice(0);
  return {
    types: [...new Set(all.map(({ type }) => type))],
    codes: [...new Set(all.filter(({ type }) => type === "error").map(({ code }) => code))],
    params: all.filter(({ type }) => type === "state").map(({ params }) => params),
    times: all.filter(({ type }) => type === "time").map(({ time_s }) => time_s),
  };
}

const STRANGE =
  "undefined nan infinity zero big date map set error pattern buffer bytes blob holes boxed cycle deep many long prototype".split(" ");

/** A message as an embed gets it, which is wrong somewhere in most cases. */
function hostileMessage(below, params) {
  const anything = () => (below(2) ? `strange:${oneOf(below, STRANGE)}` : hostileText(below));
  const one = () => {
    const { key, min, max } = oneOf(below, params);
    const value = below(3) ? anything() : min + (max - min) * (below(1000) / 1000);
    return [below(8) ? key : hostileText(below), value];
  };
  const kind = below(20);
  if (kind === 0) return anything();
  const message = { ns: "matchday", v: 1, type: oneOf(below, ["set", "set", "set", "set", "seek", "seek", "play", "pause"]) };
  if (message.type === "seek") message.time_s = below(2) ? anything() : below(86_400);
  if (message.type === "set") message.params = below(6) ? Object.fromEntries(Array.from({ length: 1 + below(4) }, one)) : anything();
  if (kind === 1) message[oneOf(below, ["ns", "v", "type"])] = anything();
  if (kind === 2) message[hostileText(below)] = anything();
  return message;
}

test("a name that is written from right to left leaves the words around it in order", async (t) => {
  const page = await openPage(t, `/#${PLAIN}`);
  await finished(page);
  for (const name of ["\u05d0\u05d1 12.pdf", "a\u202efdp.pdf"]) {
    await dropFiles(page, { [name]: "%PDF" });
    await page.getByText(`\u2068${name}\u2069 seems to be a PDF document.`).waitFor();
  }
  await dropFiles(page, { "a.pdf": "%PDF" });
  await page.getByText("a.pdf seems to be a PDF document.", { exact: true }).waitFor();

  const rules = await openView(page, "rules", "ruleset");
  await paste(rules.getByTestId("rule-set-editor"), '{ "ruleLanguageVersion": "1.0", "\u05d0\u05d1": 1, "other": 2 }');
  const errors = await rules.locator(".error-block").filter({ hasText: "\u05d0\u05d1" }).first().textContent();
  assert.match(errors, /\u2068`\u05d0\u05d1`\u2069/);
});

test(`${MESSAGES} hostile messages leave an embed that obeys only the page around it, and only what is right`, async (t) => {
  const origin = await serveStatic((path) =>
    path === "/index.html"
      ? ARTICLE.replace("EMBED", `${address("/embed.html")}#${PLAIN.replaceAll("&", "&amp;")}&amp;t=0`)
      : path === "/sibling.html"
        ? "<!doctype html>"
        : undefined,
  );
  const page = await openPage(t, `${origin}/`, { origins: [new URL(address("/")).origin] });
  await page.waitForFunction(() => heard.some(({ type, run }) => type === "state" && run === "finished"));
  const embed = page.frames().find((frame) => frame.url().startsWith(address("/embed.html")));
  const before = await embed.evaluate(async () => ({ digest: (await window.matchday.run()).digest, globals: Object.keys(window) }));
  // Days of few players: the number of messages is what is tried here.
  const registry = (await readRegistry(embed)).filter(({ key }) => !["ccu", "days", "accounts", "buffer", "playlists"].includes(key));
  const below = random(20_260_524);
  const codes = new Set();
  const PIECE = 50;
  for (let done = 0, piece = 0; done < MESSAGES; done += PIECE, piece++) {
    // In every third piece only the frame beside the embed speaks.
    const foreign = piece % 3 === 2;
    const messages = Array.from({ length: PIECE }, () => ({
      by: foreign || below(4) === 0 ? "sibling" : "parent",
      message: hostileMessage(below, registry),
    }));
    await embed.evaluate(() => (window.paramsBefore = JSON.stringify(window.matchday.get())));
    const said = await page.evaluate(sendMessages, { messages, second: 1000 + (piece % 80_000) });
    const about = `after ${done} messages`;
    for (const type of said.types) assert.ok(["ready", "state", "time", "error", "resize"].includes(type), `${about}: ${type}`);
    for (const code of said.codes) codes.add(code);
    for (const time_s of said.times) assert.ok(time_s >= 0 && time_s < 86_400, `${about}: second ${time_s}`);
    const now = await embed.evaluate(() => ({
      harmed: window.harmed,
      polluted: "replay" in Object.prototype || "harmed" in Object.prototype,
      same: window.paramsBefore === JSON.stringify(window.matchday.get()),
      // What it has taken is right: the engine takes it again.
      taken: JSON.stringify(window.matchday.set(window.matchday.get())) === JSON.stringify(window.matchday.get()),
      path: location.pathname,
      state: document.documentElement.dataset.state,
    }));
    assert.deepEqual([now.harmed, now.polluted, now.taken, now.path], [undefined, false, true, "/embed.html"], about);
    if (foreign) assert.ok(now.same, `${about}: a message of a frame beside was obeyed`);
  }
  t.diagnostic(`${MESSAGES} messages; answered with ${[...codes].sort().join(", ")}`);
  for (const code of codes) assert.ok(["BAD_PARAM", "BAD_TIME", "BAD_DATACENTERS"].includes(code), `answered with ${code}`);
  assert.ok(codes.has("BAD_PARAM") && codes.has("BAD_TIME"), "no message was wrong");
  await embed.evaluate((link) => (location.hash = link), `#${PLAIN}`);
  await embed.waitForFunction(() => window.matchday.get().seed === "7" && !window.matchday.link().includes("replay"));
  assert.equal(await embed.evaluate(async () => (await window.matchday.run()).digest), before.digest, "the day of before");
  const added = (await embed.evaluate(() => Object.keys(window))).filter((name) => !before.globals.includes(name));
  assert.deepEqual(added, ["paramsBefore"]);
});
