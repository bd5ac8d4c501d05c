// Seasons that last, in the page: what is written stays, one tab has the store, and nothing from outside spoils it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage } from "./harness.mjs";
import { inPage, openBare } from "./seasons.mjs";

const DAY = { ccu: 300, ranked: "1v1", accounts: 1000 };
const ask = (page, name, args) => inPage(page, "ask", name, args);
const sums = (page) => inPage(page, "sumsOfStore");

/** Makes batches in a page, as `window.batches`. */
const makeBatches = (page, seconds, count) =>
  page.evaluate(async ([params, seconds, count]) => {
    window.batches = await (await import("/store-page.js")).batchesOf(params, seconds, count);
  }, [DAY, seconds, count]);

/** Writes some of the batches that were made; what became of each. */
const write = (page, from, to) =>
  page.evaluate(async ([from, to]) => {
    const { ask } = await import("/store-page.js");
    const written = [];
    for (const batch of window.batches.slice(from, to)) written.push(await ask("write", { batch }));
    return written;
  }, [from, to]);

/** Opens the store of a page, and its season. */
async function begin(page, scenario = {}) {
  const role = await inPage(page, "open");
  const status = await page.evaluate(async (scenario) => {
    const { SCENARIO, ask } = await import("/store-page.js");
    return ask("begin", { scenario: { ...SCENARIO, ...scenario } });
  }, scenario);
  return { role, status };
}

test("what was written is there after a reload, and counts once when it is written again", async (t) => {
  const page = await openBare(t);
  const { role, status } = await begin(page);
  assert.equal(role, "writer");
  assert.deepEqual([status.through_s, status.rows.ranked_matches], [null, 0]);
  assert.deepEqual(await ask(page, "status"), status);
  await makeBatches(page, 3_600, 12);
  const written = await write(page, 0, 12);
  assert.ok(written.every(({ stored, duplicates }) => stored > 0 && duplicates === 0), JSON.stringify(written));
  const through = written.map(({ through_s }) => through_s);
  assert.ok(through[0] < 0 && through.every((second, i) => second === through[0] + 3_600 * i), `from the warm-up on: ${through}`);
  const before = { status: await ask(page, "status"), sums: await sums(page) };
  assert.ok(before.status.rows.ranked_matches > 500 && before.status.rows.ranked_match_participants === 2 * before.status.rows.ranked_matches);

  await page.reload();
  assert.deepEqual((await begin(page)).status, before.status);
  await makeBatches(page, 3_600, 12);
  const again = await write(page, 3, 9);
  assert.ok(again.every(({ stored, duplicates }) => stored === 0 && duplicates > 0), JSON.stringify(again));
  assert.deepEqual(await sums(page), before.sums);
  assert.deepEqual((await ask(page, "list")).map(({ through_s, open }) => [through_s, open]), [[through.at(-1), true]]);
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
  for (const refused of [...(await write(second, 4, 5)), await ask(second, "keep", { days: 1 }), await ask(second, "remove", { name: status.name })]) {
    assert.equal(refused.code, "STORE_READONLY");
  }
  // Another scenario than the one that is open over there cannot be opened here.
  assert.equal((await begin(second, { link: "v=1&ranked=2v2" })).status.code, "STORE_READONLY");
  await begin(second);
  const { through_s } = (await write(first, 4, 6)).at(-1);
  assert.equal((await ask(second, "status")).through_s, through_s, "what the first has written since");

  await first.close();
  await second.waitForFunction(() => window.roles.at(-1) === "writer");
  assert.equal((await ask(second, "status")).through_s, through_s, "the same season is open");
  assert.ok((await write(second, 6, 8)).every(({ stored }) => stored > 0));
});
