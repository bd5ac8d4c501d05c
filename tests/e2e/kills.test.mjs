// A browser that is killed while it writes: whatever was acknowledged is there, and no batch is there in part.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { address, openProfile } from "./harness.mjs";
import { addBarePage, inPage, openBare } from "./seasons.mjs";

const KILLS = 40;
/** Most acknowledgements that a browser lives for, and most milliseconds after the last of them. */
const MOST_WRITTEN = 24;
const MOST_MS = 40;
const DAY = { ccu: 1000, ranked: "1v1", accounts: 3000 };
const BATCHES = 1_000;
/** How a journal of SQLite begins. */
const JOURNAL = Buffer.from("d9d505f920a163d7", "hex");

const folder = await mkdtemp(path.join(tmpdir(), "matchday-kills-"));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Mulberry32: the same kills in every run, as far as clocks go. */
function random(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The second through which a batch tells everything, as shown: a batch begins with it, seven bits a byte, a day late. */
function throughOf(batch) {
  const bytes = Buffer.from(batch, "base64");
  const length = bytes.findIndex((byte) => byte < 128) + 1;
  return bytes.subarray(0, length).reduceRight((sum, byte) => sum * 128 + (byte & 127), 0) - 86_400;
}

/** A season in memory that nobody kills, written as far as it is asked about. */
async function untroubled(page) {
  await page.evaluate(async ([params, count]) => {
    const [{ batchesOf }, { default: init, SeasonStore }] = await Promise.all([import("/store-page.js"), import("/pkg-store/matchday_web_store.js")]);
    await init();
    window.batches = await batchesOf(params, 60, count);
    window.season = SeasonStore.in_memory();
    await window.season.begin((await import("/store-page.js")).SCENARIO);
    window.written = 0;
  }, [DAY, BATCHES]);
  return {
    batches: await page.evaluate(() => window.batches.map((batch) => btoa(String.fromCharCode(...batch)))),
    /** What its tables hold after so many batches. */
    sums: (count) => page.evaluate(async (count) => {
      const { season, batches } = window;
      while (window.written < count) season.write(season.status().name, batches[window.written++]);
      return (await import("/store-page.js")).sums((sql) => season.sql(sql, 1_000));
    }, count),
  };
}

function withResolvers() {
  let resolve;
  return { promise: new Promise((resolved) => (resolve = resolved)), resolve };
}

/** A browser with the profile that all of them have, its store open. */
async function openKillable(batches) {
  const profile = await openProfile(folder);
  await addBarePage(profile);
  await profile.route("**/batches.json?*", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("from"));
    return route.fulfill({ json: batches.slice(from, from + 2 * MOST_WRITTEN) });
  });
  const page = await profile.newPage();
  await page.goto(address("/bare.html"));
  await inPage(page, "open");
  const status = await page.evaluate(async () => {
    const { SCENARIO, ask } = await import("/store-page.js");
    return ask("begin", { scenario: SCENARIO });
  });
  return { profile, page, status };
}

/**
 * Whether a kill came in the middle of a transaction: its journal has begun then. Of each file in the folder the first
 * 4 KB are its name.
 */
async function cutShort() {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile() && file.path.includes("File System"));
  for (const { path: where, name } of files) {
    const content = await readFile(path.join(where, name));
    if (/^season-\w+\.sqlite-journal\0/.test(content.toString("latin1", 0, 512)) && content.subarray(4096, 4104).equals(JOURNAL)) return true;
  }
  return false;
}

/** Kills the browser with all its processes. */
async function kill(profile) {
  const closed = once(profile, "close");
  // Its lock says whose it is: host-pid. Playwright makes each browser the leader of a group.
  const pid = Number((await readlink(path.join(folder, "SingletonLock"))).split("-").at(-1));
  process.kill(-pid, "SIGKILL");
  await closed;
}

test(`${KILLS} kills lose nothing that was acknowledged, and leave no batch in part`, async (t) => {
  const season = await untroubled(await openBare(t));
  const through = season.batches.map(throughOf);
  const below = random(20_260_520);
  let [acknowledged, cut] = [0, 0];
  for (let round = 0; round < KILLS; round++) {
    const { profile, page, status } = await openKillable(season.batches);
    const there = through.indexOf(status.through_s) + 1;
    assert.ok(there >= acknowledged, `kill ${round}: ${there} batches of ${acknowledged} that were acknowledged`);
    assert.deepEqual(await inPage(page, "sumsOfStore"), await season.sums(there), `kill ${round}, ${there} batches`);

    const [count, delay_ms] = [below(MOST_WRITTEN), below(MOST_MS)];
    const { promise: enough, resolve } = withResolvers();
    await profile.exposeBinding("acknowledge", (_, number) => {
      acknowledged = number;
      if (number >= there + count) resolve();
    });
    const writing = page.evaluate(async (there) => {
      const batches = await (await fetch(`/batches.json?from=${there}`)).json();
      const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      for (const [i, batch] of batches.entries()) {
        await window.store.ask("write", { name: window.seasonName, batch: bytes(batch) });
        window.acknowledge(there + i + 1);
      }
    }, there);
    // It ends with the browser; anything before that is a failure.
    let killed = false;
    const failed = writing.catch((error) => killed || Promise.reject(error));
    if (count > 0) await Promise.race([enough, failed]);
    // At any moment of the next one.
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    killed = true;
    await kill(profile);
    await failed;
    if (await cutShort()) cut++;
  }
  t.diagnostic(`${acknowledged} batches were acknowledged; ${cut} kills cut one short`);
  assert.ok(cut > 0, "no kill came while something was written: nothing was put to the test");
});
