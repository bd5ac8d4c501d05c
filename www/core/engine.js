/** Loads the engine and the data set. Errors name the file that could not be loaded. */

import { need } from "./dom.js";
import { Consent } from "./consent.js";
import { MatchdayError } from "./errors.js";
import { setFirstDay } from "./format.js";

/** @import { DataFile, Engine } from "./types" */

/** The purpose of a file. @typedef {"engine" | "land" | "joins" | "routes" | "other"} FileGroup */

/** @typedef {(group: FileGroup, done: number, total: number) => void} OnProgress bytes of a group so far */

export const MANIFEST = "manifest.json";
/** The address of the data set, from the page's HTML. */
const DATA = new URL("./", /** @type {HTMLLinkElement} */ (need("#data", document.head)).href);
const WASM = new URL("../pkg/matchday_web_bg.wasm", import.meta.url);
const LAND = "land.json";
export const JOINS = "joins.bin";

/** @param {OnProgress} onProgress @returns {Promise<Engine>} */
export async function loadEngine(onProgress) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new MatchdayError("UNSUPPORTED", navigator.userAgent);
  }
  const [{ wasm, module }, everything] = await Promise.all([loadModule(onProgress), loadFiles(onProgress)]);
  const builtIn = everything.filter(({ name }) => name !== LAND);
  const land = everything.filter(({ name }) => name === LAND).flatMap(decodeLand);
  const world = new wasm.World(builtIn);
  const [registry, defaults] = [wasm.registry(), wasm.check_params({}, {})];
  const set = {
    plugins: new Map(),
    consent: new Consent(),
    files: builtIn,
    builtIn,
    own: null,
    world,
    dataset: world.dataset(),
  };
  return { wasm, module, ...set, registry, defaults, land, version: wasm.version() };
}

/** Gives the engine another data set. Throws, and changes nothing, if it cannot be used. @param {Engine} engine @param {DataFile[]} files */
export function useFiles(engine, files) {
  const world = new engine.wasm.World(files);
  world.datacenters("");
  Object.assign(engine, { files, world, dataset: world.dataset() });
}

/** Whether the joins in use are recorded ones, from the reader's own file. @param {Engine} engine */
export const hasRecordedJoins = ({ own }) => own !== null && !own.weights && own.files.some(({ name }) => name === JOINS);

/** @param {OnProgress} onProgress */
async function loadModule(onProgress) {
  try {
    onProgress("engine", 0, 0);
    const [wasm, bytes] = await Promise.all([import("../pkg/matchday_web.js"), fetchBytes(WASM)]);
    onProgress("engine", bytes.length, bytes.length);
    const module = await WebAssembly.compile(bytes);
    await wasm.default({ module_or_path: module });
    return { wasm, module };
  } catch (error) {
    throw MatchdayError.because("WASM_FETCH", "matchday_web", error);
  }
}

/**
 * Loads the manifest and all files that it names. Progress uses the sizes in the manifest, because content-length
 * counts compressed bytes.
 * @param {OnProgress} onProgress
 * @returns {Promise<DataFile[]>}
 */
async function loadFiles(onProgress) {
  onProgress("other", 0, 0);
  const manifest = await fetchData(MANIFEST);
  const entries = readJson(manifest, ({ date, files }) => {
    setFirstDay(date);
    return /** @type {{ path: string, bytes: number }[]} */ ([...files]);
  });
  /** @type {Map<FileGroup, { done: number, total: number }>} */
  const sums = new Map();
  const count = (/** @type {string} */ path, /** @type {number} */ done, /** @type {number} */ total) => {
    const group = groupOf(path);
    const before = sums.get(group) ?? { done: 0, total: 0 };
    const sum = { done: before.done + done, total: before.total + total };
    sums.set(group, sum);
    onProgress(group, sum.done, sum.total);
  };
  for (const { path, bytes } of entries) count(path, 0, bytes);
  const files = entries.map(async ({ path, bytes }) => {
    const file = await fetchData(path);
    count(path, bytes, 0);
    return file;
  });
  return [manifest, ...(await Promise.all(files))];
}

/** @param {string} path @returns {FileGroup} */
function groupOf(path) {
  return path === LAND ? "land" : path === "joins.bin" ? "joins" : path === "routes.bin" ? "routes" : "other";
}

/** @param {string} name @returns {Promise<DataFile>} */
async function fetchData(name) {
  try {
    return { name, bytes: await fetchBytes(new URL(name, DATA)) };
  } catch (error) {
    throw MatchdayError.because("DATA_FETCH", name, error);
  }
}

/** @param {URL} url */
export async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * @template T
 * @param {DataFile} file
 * @param {(json: any) => T} take
 */
function readJson({ name, bytes }, take) {
  try {
    return take(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw MatchdayError.because("DATA_INVALID", name, error);
  }
}

/** Polygons of rings of integers at 1/20 degree: the first pair is absolute, the others are steps. @param {DataFile} file */
const decodeLand = (file) => readJson(file, (polygons) => /** @type {number[][][]} */ (polygons).map((rings) => rings.map(decodeRing)));

/** @param {number[]} steps */
function decodeRing(steps) {
  const ring = new Float32Array(steps.length);
  let [x, y] = [0, 0];
  for (let i = 0; i < steps.length; i += 2) {
    ring[i] = (x += steps[i]) / 20;
    ring[i + 1] = (y += steps[i + 1]) / 20;
  }
  return ring;
}
