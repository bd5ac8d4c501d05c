// Stored seasons in the page: written data stays, one tab has the store, and foreign files do no harm.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";
import { inPage, openBare } from "../support/seasons.mjs";

const DAY = { ccu: 300, ranked: "1v1", accounts: 1000 };
const ask = (page, name, args) => inPage(page, "ask", name, args);
const sums = (page) => inPage(page, "sumsOfStore");

/** Makes batches in a page, as `window.batches`. */
const makeBatches = (page, seconds, count) =>
  page.evaluate(
    async ([params, seconds, count]) => {
      window.batches = await (await import("/store-page.js")).batchesOf(params, seconds, count);
    },
    [DAY, seconds, count],
  );

/** Writes some of the batches. Returns the result of each. */
const write = (page, from, to) =>
  page.evaluate(
    async ([from, to]) => {
      const { ask } = await import("/store-page.js");
      const written = [];
      for (const batch of window.batches.slice(from, to)) written.push(await ask("write", { batch }));
      return written;
    },
    [from, to],
  );

/** Opens the store of a page, and its season. */
async function begin(page, scenario = {}) {
  const role = await inPage(page, "open");
  const status = await page.evaluate(async (scenario) => {
    const { SCENARIO, ask } = await import("/store-page.js");
    return ask("begin", { scenario: { ...SCENARIO, ...scenario } });
  }, scenario);
  return { role, status };
}

/** Adds code to the worker of the store. */
async function changeWorker(page, script) {
  const worker = await readFile(new URL("../../../www/worker/store.js", import.meta.url), "utf8");
  await page
    .context()
    .route("**/worker/store.js", (route) => route.fulfill({ contentType: "text/javascript", body: `${worker}\n${script}` }));
}

test("a written batch is there after a reload, and counts once when it is written again", async (t) => {
  const page = await openBare(t);
  const { role, status } = await begin(page);
  assert.equal(role, "writer");
  assert.deepEqual([status.through_s, status.rows.ranked_matches], [null, 0]);
  assert.deepEqual(await ask(page, "status"), status);
  await makeBatches(page, 3_600, 12);
  const written = await write(page, 0, 12);
  assert.ok(
    written.every(({ stored, duplicates }) => stored > 0 && duplicates === 0),
    JSON.stringify(written),
  );
  const through = written.map(({ through_s }) => through_s);
  assert.ok(through[0] < 0 && through.every((second, i) => second === through[0] + 3_600 * i), `from the warm-up on: ${through}`);
  const before = { status: await ask(page, "status"), sums: await sums(page) };
  assert.ok(
    before.status.rows.ranked_matches > 500 && before.status.rows.ranked_match_participants === 2 * before.status.rows.ranked_matches,
  );

  await page.reload();
  assert.deepEqual((await begin(page)).status, before.status);
  await makeBatches(page, 3_600, 12);
  const again = await write(page, 3, 9);
  assert.ok(
    again.every(({ stored, duplicates }) => stored === 0 && duplicates > 0),
    JSON.stringify(again),
  );
  assert.deepEqual(await sums(page), before.sums);
  assert.deepEqual(
    (await ask(page, "list")).map(({ through_s, open }) => [through_s, open]),
    [[through.at(-1), true]],
  );
});

test("a second tab reads, writes nothing, and takes over when the first is closed", async (t) => {
  const first = await openBare(t);
  await begin(first);
  await makeBatches(first, 3_600, 8);
  await write(first, 0, 4);
  const second = await first.context().newPage();
  await second.goto(first.url());
  const { role, status } = await begin(second);
  assert.equal(role, "reader");
  assert.deepEqual(status, await ask(first, "status"));
  assert.deepEqual(await sums(second), await sums(first));
  await makeBatches(second, 3_600, 8);
  for (const refused of [
    ...(await write(second, 4, 5)),
    await ask(second, "keep", { days: 1 }),
    await ask(second, "remove", { name: status.name }),
  ]) {
    assert.equal(refused.code, "STORE_READONLY");
  }
  // Only the scenario that is open in the first tab can be opened here.
  assert.equal((await begin(second, { link: "v=1&ranked=2v2" })).status.code, "STORE_READONLY");
  await begin(second);
  const { through_s } = (await write(first, 4, 6)).at(-1);
  assert.equal((await ask(second, "status")).through_s, through_s, "what the first has written since");

  await first.close();
  await second.waitForFunction(() => window.roles.at(-1) === "writer");
  assert.equal((await ask(second, "status")).through_s, through_s, "the same season is open");
  assert.ok((await write(second, 6, 8)).every(({ stored }) => stored > 0));
});

full("a second tab takes over when the first is killed", async (t) => {
  const first = await openBare(t, { expectedErrors: [/the page crashed/] });
  await begin(first);
  await makeBatches(first, 3_600, 6);
  const { through_s } = (await write(first, 0, 5)).at(-1);
  const second = await first.context().newPage();
  await second.goto(first.url());
  assert.equal((await begin(second)).role, "reader");
  const crash = await first.context().newCDPSession(first);
  crash.send("Page.crash").catch(() => {});
  // A question to the tab that has the store, which may be gone.
  assert.equal((await ask(second, "status")).through_s, through_s);
  await second.waitForFunction(() => window.roles.at(-1) === "writer");
  await makeBatches(second, 3_600, 6);
  assert.ok((await write(second, 5, 6))[0].stored > 0);
});

full("site data that is deleted under two tabs is said to be kept by neither, and the second one begins again", async (t) => {
  const first = await openBare(t);
  await begin(first);
  await makeBatches(first, 3_600, 4);
  await write(first, 0, 3);
  const second = await first.context().newPage();
  await second.goto(first.url());
  assert.equal((await begin(second)).role, "reader");
  const storage = await first.context().newCDPSession(first);
  await storage.send("Storage.clearDataForOrigin", { origin: new URL(first.url()).origin, storageTypes: "all" });
  const [refused] = await write(first, 3, 4);
  assert.equal(refused.code, "STORE_MISSING");
  assert.equal((await ask(second, "status")).code, "STORE_MISSING");
  assert.deepEqual(await ask(second, "list"), []);

  await first.close();
  await second.waitForFunction(() => window.roles.at(-1) === "writer");
  assert.equal((await begin(second)).status.through_s, null);
  await makeBatches(second, 3_600, 4);
  assert.ok((await write(second, 0, 4)).every(({ stored }) => stored > 0));
});

full("questions to a worker that trapped fail, and the next worker continues the season", async (t) => {
  const trap = `const { status } = answers; answers.status = async (args, job) => {
    if (args.trap) throw new WebAssembly.RuntimeError("unreachable");
    return status(args, job);
  };`;
  const page = await openBare(t, { before: (page) => changeWorker(page, trap) });
  await begin(page);
  await makeBatches(page, 3_600, 6);
  const { through_s } = (await write(page, 0, 5)).at(-1);
  assert.equal((await ask(page, "status", { trap: true })).code, "ENGINE_PANIC");
  assert.equal((await ask(page, "status")).through_s, through_s);
  assert.ok((await write(page, 5, 6))[0].stored > 0);
  assert.deepEqual(await page.evaluate(() => [window.store.role, window.store.why]), ["writer", null]);
});

full("questions about a season while another is being opened get no answer about the other one", async (t) => {
  // Opening the other season waits for a signal, so that a question comes in between.
  const slowly = `const channel = new BroadcastChannel("opening");
  const word = new Promise((resolve) => (channel.onmessage = resolve));
  answers.begin = queueAnswer(async (store, args, job) => {
    if (args.scenario.link.includes("2v2")) await Promise.all([word, channel.postMessage("begun")]);
    return acts.begin(store, args, job);
  });`;
  const first = await openBare(t, { before: (page) => changeWorker(page, slowly) });
  const { name } = (await begin(first)).status;
  const second = await first.context().newPage();
  await second.goto(first.url());
  await begin(second);
  await second.evaluate(() => {
    const messageOf = (channel, is) => new Promise((resolve) => channel.addEventListener("message", ({ data }) => is(data) && resolve()));
    window.channel = new BroadcastChannel("opening");
    window.begun = messageOf(window.channel, (said) => said === "begun");
    window.heard = messageOf(new BroadcastChannel(window.store.relay.channel.name), ({ type }) => type === "heard");
  });
  const opening = begin(first, { link: "v=1&ranked=2v2" });
  const answer = await second.evaluate(async () => {
    await window.begun;
    const asking = (await import("/store-page.js")).ask("status");
    await window.heard;
    window.channel.postMessage("go");
    return asking;
  });
  assert.notEqual((await opening).status.name, name);
  assert.equal(answer.code, "STORE_READONLY", JSON.stringify(answer));
});

full("a season that was removed does not come back", async (t) => {
  const first = await openBare(t, { expectedErrors: [/the page crashed/] });
  const { name } = (await begin(first)).status;
  const second = await first.context().newPage();
  await second.goto(first.url());
  await begin(second);
  assert.deepEqual(await ask(first, "remove", { name }), []);
  assert.equal((await ask(second, "status")).code, "STORE_READONLY");
  const crash = await first.context().newCDPSession(first);
  crash.send("Page.crash").catch(() => {});
  await ask(second, "list");
  await second.waitForFunction(() => window.roles.at(-1) === "writer");
  assert.equal((await ask(second, "status")).code, "STORE_MISSING");
  assert.deepEqual(await ask(second, "list"), []);
});

full("if the browser stores no files, the season is in memory, and the page knows the reason", async (t) => {
  const page = await openBare(t, { before: (page) => changeWorker(page, "self.FileSystemSyncAccessHandle = undefined;") });
  const { role, status } = await begin(page);
  assert.deepEqual([role, status.rows.ranked_matches], ["memory", 0]);
  assert.equal((await page.evaluate(() => window.store.why)).code, "STORE_UNAVAILABLE");
  await makeBatches(page, 3_600, 4);
  await write(page, 0, 4);
  const before = await sums(page);
  await page.evaluate(async () => {
    const { ask, download } = await import("/store-page.js");
    const file = await download();
    await ask("remove", { name: (await ask("status")).name });
    await ask("import", { file });
  });
  assert.deepEqual(await sums(page), before, "out and in again");
  await page.reload();
  assert.equal((await begin(page)).status.through_s, null);
});

full("a batch without room is refused, and all earlier ones stay", async (t) => {
  const page = await openBare(t);
  await begin(page);
  await makeBatches(page, 1_200, 30);
  await write(page, 0, 2);
  const storage = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const { bytes } = await ask(page, "usage");
  await storage.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: bytes + 2_000_000 });
  let [written, before, after] = [2, await sums(page), null];
  for (; written < 30; written++) {
    [after] = await write(page, written, written + 1);
    if (after.code) break;
    before = await sums(page);
  }
  assert.equal(after.code, "STORE_FULL", JSON.stringify(after));
  assert.deepEqual(await sums(page), before);
  assert.equal((await write(page, written, written + 1))[0].code, "STORE_FULL", "still");
  await page.reload();
  await begin(page);
  assert.deepEqual(await sums(page), before, "after a reload too");
  await storage.send("Storage.overrideQuotaForOrigin", { origin });
  await makeBatches(page, 1_200, written + 4);
  assert.ok(
    (await write(page, written, written + 4)).every(({ stored }) => stored > 0),
    "there is room again",
  );
});

full("a damaged season is refused and not deleted, and others are not affected", async (t) => {
  const page = await openBare(t);
  const { name } = (await begin(page)).status;
  await makeBatches(page, 3_600, 4);
  await write(page, 0, 4);
  await page.reload();
  // The worker of the closed page may still have the file.
  await page.waitForFunction(async (name) => (await import("/store-page.js")).spoil(name, 0, 5_000), name);
  assert.equal((await begin(page)).status.code, "STORE_DAMAGED");
  const [entry] = await ask(page, "list");
  assert.deepEqual([entry.name, entry.code, entry.scenario], [name, "STORE_DAMAGED", null]);
  const size = await page.evaluate(async (name) => (await window.store.ask("download", { name })).size, name);
  assert.ok(size > 100_000 && size === entry.bytes, `${size} of ${entry.bytes} bytes`);
  const other = await begin(page, { link: "v=1&ranked=2v2" });
  assert.equal(other.status.rows.ranked_matches, 0);
  const left = await ask(page, "remove", { name });
  assert.deepEqual(
    left.map(({ name, open }) => [name, open]),
    [[other.status.name, true]],
  );
  assert.equal((await begin(page)).status.through_s, null, "the season begins anew");
});

full("a season is downloaded and opened in another browser, and invalid files are refused", async (t) => {
  const [from, to] = [await openBare(t), await openBare(t)];
  await begin(from);
  await makeBatches(from, 3_600, 8);
  await write(from, 0, 6);
  const before = { sums: await sums(from), status: await ask(from, "status") };
  const text = await from.evaluate(async () => {
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([await (await import("/store-page.js")).download()]));
    await new Promise((resolve) => (reader.onload = resolve));
    return reader.result.split(",")[1];
  });
  const file = Buffer.from(text, "base64");
  assert.equal(file.toString("latin1", 0, 15), "SQLite format 3");
  assert.ok(
    (await write(from, 6, 8)).every(({ stored }) => stored > 0),
    "the store goes on after it",
  );

  /** The result of opening a file in a page. */
  const take = (page, file, replace = false) =>
    page.evaluate(
      async ([text, replace]) => {
        const { ask } = await import("/store-page.js");
        return ask("import", { file: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), replace });
      },
      [file.toString("base64"), replace],
    );
  const changed = (change) => {
    const copy = Buffer.from(file);
    change(copy);
    return copy;
  };
  await begin(to, { link: "v=1&ranked=2v2" });
  const there = await sums(to);
  for (const [what, bytes, code] of [
    ["rubbish", Buffer.alloc(100_000, 7), "STORE_DAMAGED"],
    ["nothing", Buffer.alloc(0), "STORE_DAMAGED"],
    ["half of it", file.subarray(0, ((file.length / 8192 / 2) | 0) * 8192), "STORE_DAMAGED"],
    ["a hole in it", changed((copy) => copy.fill(0x55, file.length / 2, file.length / 2 + 50_000)), "STORE_DAMAGED"],
    // The bytes of a database with its application and its version.
    ["another application's", changed((copy) => copy.writeInt32BE(1, 68)), "STORE_OTHER"],
    ["a newer version's", changed((copy) => copy.writeInt32BE(99, 60)), "STORE_VERSION"],
  ]) {
    assert.equal((await take(to, bytes)).code, code, what);
    assert.deepEqual(await sums(to), there, `${what}: what was open still is`);
  }
  assert.equal((await ask(to, "list")).length, 1);
  const taken = await take(to, file);
  assert.deepEqual({ ...taken, bytes: 0 }, { ...before.status, bytes: 0 });
  assert.deepEqual(await sums(to), before.sums);
  assert.equal((await ask(to, "list")).length, 2);
  // A shorter version of the same season replaces the stored one only if requested.
  const newer = { sums: await sums(from), status: await ask(from, "status") };
  assert.equal((await take(from, file)).code, "STORE_OLDER");
  assert.deepEqual({ sums: await sums(from), status: await ask(from, "status") }, newer);
  assert.equal((await take(from, file, true)).through_s, before.status.through_s);
  assert.deepEqual(await sums(from), before.sums);
  assert.ok(
    (await write(from, 6, 8)).every(({ stored }) => stored > 0),
    "it goes on from there",
  );
});

test("the page does not fetch the store until a season is used", async (t) => {
  const asked = [];
  const page = await openPage(t, "/#v=1&ccu=300", {
    before: async (page) => void page.on("request", (request) => asked.push(request.url())),
    idle: true,
  });
  await finished(page);
  assert.ok(asked.some((url) => url.endsWith("matchday_web_bg.wasm")));
  assert.deepEqual(
    asked.filter((url) => /store\/|worker\/store|store_bg/.test(url.replace("/own/store", ""))),
    [],
  );
});
