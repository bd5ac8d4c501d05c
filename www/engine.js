/** Gets the engine and the data set, and says precisely what could not be had. */

import { text } from "./text.js";

/** @import { DataFile, Engine, Land, Registry } from "./types" */

/** An error with a stable code; its message says what happened, with names and numbers. */
export class MatchdayError extends Error {
  /**
   * @param {string} code one of those in `text.errors`
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "MatchdayError";
    this.code = code;
  }

  /**
   * Any thrown thing as one of ours. Errors from Rust bring their own code.
   * @param {unknown} thrown
   */
  static from(thrown) {
    if (thrown instanceof MatchdayError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const own = /** @type {{ code?: unknown }} */ (thrown ?? {}).code;
    if (typeof own === "string" && own in text.errors) return new MatchdayError(own, message);
    if (thrown instanceof RangeError || /memory/i.test(message)) return new MatchdayError("OUT_OF_MEMORY", message);
    if (thrown instanceof WebAssembly.RuntimeError) return new MatchdayError("ENGINE_PANIC", message);
    return new MatchdayError("UNEXPECTED", message);
  }
}

/** Files are told apart in the progress list by what they are for. @typedef {"engine" | "land" | "joins" | "maps" | "other"} FileGroup */

/** @typedef {(group: FileGroup, done: number, total: number) => void} OnProgress bytes of a group so far */

const DATA = new URL("./data/", document.baseURI);
const LAND = "land.json";

/**
 * @param {OnProgress} onProgress
 * @returns {Promise<Engine>}
 */
export async function loadEngine(onProgress) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof structuredClone !== "function") {
    throw new MatchdayError("UNSUPPORTED", navigator.userAgent);
  }
  const [{ wasm, module }, files] = await Promise.all([loadModule(onProgress), loadFiles(onProgress)]);
  const outline = files.find((file) => file.name === LAND);
  const rest = files.filter((file) => file !== outline);
  const world = new wasm.World(rest);
  return {
    wasm,
    module,
    files: rest,
    world,
    registry: /** @type {Registry} */ (wasm.registry()),
    defaults: wasm.check_params({}),
    land: outline ? decodeLand(outline) : [],
    version: wasm.version(),
    dataset: world.dataset(),
  };
}

/** @param {OnProgress} onProgress */
async function loadModule(onProgress) {
  const url = new URL("./pkg/matchday_web_bg.wasm", import.meta.url);
  onProgress("engine", 0, 1);
  try {
    const [wasm, bytes] = await Promise.all([import("./pkg/matchday_web.js"), fetchBytes(url)]);
    const module = await WebAssembly.compile(bytes);
    await wasm.default({ module_or_path: module });
    onProgress("engine", bytes.length, bytes.length);
    return { wasm, module };
  } catch (error) {
    throw new MatchdayError("WASM_FETCH", error instanceof Error ? error.message : String(error));
  }
}

/**
 * Everything that the manifest names, and the manifest itself. Totals come from the manifest:
 * content-length counts compressed bytes.
 * @param {OnProgress} onProgress
 * @returns {Promise<DataFile[]>}
 */
async function loadFiles(onProgress) {
  const manifest = { name: "manifest.json", bytes: await fetchData("manifest.json") };
  /** @type {{ path: string, bytes: number }[]} */
  let entries;
  try {
    entries = JSON.parse(new TextDecoder().decode(manifest.bytes)).files;
    entries.forEach((entry) => new URL(entry.path, DATA));
  } catch (error) {
    throw new MatchdayError("DATA_INVALID", `manifest.json: ${error instanceof Error ? error.message : error}`);
  }
  /** @type {Map<FileGroup, [number, number]>} */
  const sums = new Map();
  const count = (/** @type {string} */ path, /** @type {number} */ done, /** @type {number} */ total) => {
    const group = groupOf(path);
    const sum = sums.get(group) ?? [0, 0];
    sums.set(group, [sum[0] + done, sum[1] + total]);
    onProgress(group, sum[0] + done, sum[1] + total);
  };
  for (const { path, bytes } of entries) count(path, 0, bytes);
  const files = entries.map(async ({ path, bytes }) => {
    const file = { name: path, bytes: await fetchData(path) };
    count(path, bytes, 0);
    return file;
  });
  return [manifest, ...(await Promise.all(files))];
}

/** @param {string} path @returns {FileGroup} */
function groupOf(path) {
  if (path.startsWith("maps/")) return "maps";
  return path === LAND ? "land" : path === "joins.bin" ? "joins" : "other";
}

/** @param {string} path */
async function fetchData(path) {
  try {
    return await fetchBytes(new URL(path, DATA));
  } catch (error) {
    throw new MatchdayError("DATA_FETCH", `${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {URL} url @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Polygons of rings of integers at 1/20 degree: the first pair is absolute, the others are steps.
 * @param {DataFile} file
 * @returns {Land}
 */
function decodeLand(file) {
  try {
    /** @type {number[][][]} */
    const polygons = JSON.parse(new TextDecoder().decode(file.bytes));
    return polygons.map((rings) => rings.map(decodeRing));
  } catch (error) {
    throw new MatchdayError("DATA_INVALID", `${file.name}: ${error instanceof Error ? error.message : error}`);
  }
}

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
