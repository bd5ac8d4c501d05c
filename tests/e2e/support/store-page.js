// The functions of store tests inside a page. Served with the page's modules.

import initLab, { Season, World } from "/pkg-lab/matchday_web_lab.js";
import { StoreClient } from "/views/ranked/store/client.js";

/** @returns {Promise<{ name: string, bytes: Uint8Array }[]>} the data set */
async function dataSet() {
  const get = async (name) => ({ name, bytes: new Uint8Array(await (await fetch(`/data/${name}`)).arrayBuffer()) });
  const manifest = await get("manifest.json");
  const { files } = JSON.parse(new TextDecoder().decode(manifest.bytes));
  return [manifest, ...(await Promise.all(files.map(({ path }) => get(path))))];
}

/** Batches of a ranked day from the warm-up on, each of so many seconds. */
export async function batchesOf(params, seconds, count) {
  await initLab({ module_or_path: "/pkg-lab/matchday_web_lab_bg.wasm" });
  const season = new Season(new World(await dataSet()), params);
  const batches = [];
  while (batches.length < count && !season.advance_to(86_400, seconds).done) batches.push(season.take_batch());
  season.free();
  return batches;
}

export const SCENARIO = { link: "v=1&ranked=1v1", engine: "0.0.0", dataset: "built-in" };

/** Opens the store of this tab as `window.store`, and records its roles in `window.roles`. */
export function open() {
  if (!window.store) {
    window.store = new StoreClient();
    window.roles = [];
    window.store.onRole = (role) => window.roles.push(role);
  }
  return window.store.ready();
}

/** The answer, or the error. */
export async function ask(name, args = {}) {
  try {
    const answer = await window.store.ask(name, name === "write" ? { name: window.seasonName, ...args } : args);
    if (name === "begin") window.seasonName = answer.name;
    return answer;
  } catch (error) {
    return { code: error.code, message: error.message };
  }
}

/** The sums of all columns of all tables: equal for equal tables. */
export async function sums(query) {
  const tables = (await query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")).rows;
  const all = {};
  for (const [table] of tables) {
    const columns = (await query(`SELECT name FROM pragma_table_info('${table}')`)).rows;
    const sum = ([column]) =>
      `count(${column}), total(CASE typeof(${column}) WHEN 'text' THEN length(${column}) + unicode(${column}) ELSE ${column} END)`;
    all[table] = (await query(`SELECT count(*), ${columns.map(sum).join(", ")} FROM ${table}`)).rows[0];
  }
  return all;
}

/** The sums of the open season. */
export const sumsOfStore = () => sums((sql) => window.store.ask("sql", { sql }));

/** The whole file of the open season. */
export const download = async () => new Uint8Array(await (await window.store.ask("download", {})).arrayBuffer());

/**
 * Overwrites a part of a season's file, which must not be open. Returns whether that was possible. Of each file in the
 * browser the first 4 KB are its name.
 */
export async function spoil(season, at, bytes) {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("matchday-seasons")).getDirectoryHandle(".opaque");
  for await (const handle of folder.values()) {
    const name = await (await handle.getFile()).slice(0, season.length + 1).text();
    if (name !== `${season}\0`) continue;
    try {
      const file = await handle.createWritable({ keepExistingData: true });
      await file.write({ type: "write", position: 4_096 + at, data: new Uint8Array(bytes).fill(0x55) });
      await file.close();
      return true;
    } catch {
      return false;
    }
  }
  throw new Error(`there is no ${season}`);
}
