/** The reader's own data in the place of the built-in: one data set made of both, and the page moved to it. */

import { need, setText } from "../../../core/dom.js";
import { JOINS, MANIFEST, hasRecordedJoins, useFiles } from "../../../core/engine.js";
import { MatchdayError } from "../../../core/errors.js";
import { forgetOwn, storeOwn, readOwn } from "./store.js";
import { words } from "./text.js";

/** @import { WorldPage as Page } from "../../../ui/page" */
/** @import { DataFile, Engine, Imported, Own, ParsedLink } from "../../../core/types" */

/** The name of data sets with own files, also in links. */
const NAME = "own";
const MAPS = "maps/latency_";

/** A file's name without its ending. @param {string} name */
const stem = (name) => name.replace(/\.\w+$/, "");

/** Combines earlier imported data with new data. @param {Own | null} old @param {Pick<Imported, "files" | "datacenters">} fresh @returns {Own} */
export function mergeFiles(old, { files, datacenters }) {
  // A new map takes the place of one that an earlier version kept under another ending.
  const all = new Map([...(old?.files ?? []), ...files].map((file) => [stem(file.name), file]));
  if (datacenters) {
    const names = new Set(datacenters.map(({ name }) => `${MAPS}${name}`));
    for (const name of all.keys()) if (name.startsWith(MAPS) && !names.has(name)) all.delete(name);
  }
  // In one order, so that the same files make the same data set.
  const sorted = [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const weights = files.some(({ name }) => name === JOINS) ? null : (old?.weights ?? null);
  return { files: sorted, datacenters: datacenters ?? old?.datacenters ?? null, weights };
}

/** The files of the data set that `own` and the built-in files make. @param {DataFile[]} builtIn @param {Own} own */
function dataSet(builtIn, own) {
  const names = new Set([MANIFEST, ...own.files.map(({ name }) => name)]);
  const theirs = builtIn.filter(({ name }) => !names.has(name));
  const manifest = JSON.parse(new TextDecoder().decode(builtIn.find(({ name }) => name === MANIFEST)?.bytes));
  const entries = own.files.map(({ name, bytes, checksum }) => ({ path: name, bytes: bytes.length, checksum }));
  const others = manifest.files.filter((/** @type {{ path: string }} */ { path }) => !names.has(path));
  Object.assign(manifest, { name: NAME, files: [...others, ...entries] });
  if (own.datacenters) manifest.datacenters = own.datacenters;
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  return [{ name: MANIFEST, bytes }, ...theirs, ...own.files];
}

/** Gives a newly opened page the data that this browser stores. @param {Engine} engine @param {import("../../../core/notices.js").Notices} notices */
export async function useKept(engine, notices) {
  try {
    const own = await readOwn();
    if (!own) {
      await forgetOwn();
      return notices.note("OWN_GONE", words.goneTitle, [words.gone]);
    }
    useFiles(engine, dataSet(engine.builtIn, own));
    engine.own = own;
  } catch (thrown) {
    notices.note("OWN_UNUSABLE", words.unusable, [MatchdayError.from(thrown).message]);
  }
}

/**
 * Uses and stores own data, or returns to the built-in world. Throws, and changes nothing, if the data give no valid
 * world.
 * @param {Page} page
 * @param {Own | null} own
 * @param {string} [joins] value of the parameter `joins`; without it, it stays
 */
export async function useOwn(page, own, joins) {
  changeWorld(page, own, joins);
  try {
    await (own ? storeOwn(own) : forgetOwn());
  } catch (thrown) {
    page.notices.note("OWN_NOT_KEPT", words.notKeptTitle, [words.notKept, MatchdayError.from(thrown).message]);
  }
}

/** Opens a link in the built-in world. The reader's own data stays stored for the next visit. @param {Page} page @param {ParsedLink} link */
export function setOwnAside(page, { hash }) {
  changeWorld(page, null);
  history.replaceState(null, "", hash);
  page.links.onNavigate(page.links.read());
}

/** @param {Page} page @param {Own | null} own @param {string} [joins] */
function changeWorld(page, own, joins = page.state.params.joins) {
  const { engine, notices } = page;
  useFiles(engine, own ? dataSet(engine.builtIn, own) : engine.builtIn);
  engine.own = own;
  notices.clear("OWN_GONE", "OWN_UNUSABLE", "OWN_NOT_KEPT", "LINK_ORIGIN", "DIGEST");
  restartRuns(page, hasRecordedJoins(engine) ? joins : engine.defaults.joins);
}

/** Frees the runs of the old world, and starts a run in the new one. @param {Page} page @param {string} joins */
function restartRuns(page, joins) {
  const { engine, state, runs, sweep, update } = page;
  sweep.pause();
  sweep.of = null;
  runs.simulator.cancel();
  for (const run of new Set([state.current, state.baseline])) run?.results.free();
  let { dcs } = state.params;
  try {
    engine.world.datacenters(dcs);
  } catch {
    // Switched datacenters of the other world: their names mean nothing here.
    dcs = "";
  }
  const params = { ...state.params, joins, dcs };
  update({ params, world: engine.world, current: null, baseline: null, pinned: false, sweep: [], theory: new Float64Array() });
  page.runUnlessLong();
}
