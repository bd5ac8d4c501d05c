/**
 * A worker that answers questions about the world, one message an answer: places, coverage, where next. Everything it
 * says carries the id of the question.
 */

import { MatchdayError } from "../errors.js";
import init, { Atlas, panic_message } from "../pkg-atlas/matchday_web_atlas.js";
import { importFiles } from "./import.js";

/** @import { Answers, FromAtlas, Job, ToAtlas } from "./types" */

/** @type {Promise<Atlas>} */
let atlas = new Promise(() => {});
/** Questions that are being answered, by id. @type {Map<number, AbortController>} */
const open = new Map();

/**
 * What can be asked. An answer that takes long awaits something now and then, says how far it is with `job.tell`, and
 * ends when `job.signal` aborts.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  city: async ({ lat, lon }) => (await atlas).city(lat, lon),
  cities: async () => (await atlas).cities(),
  place: async ({ lat, lon, sites }) => {
    const world = await atlas;
    return { city: world.city(lat, lon), country: world.country(lat, lon), rtts_ms: world.rtts(lat, lon, sites) };
  },
  coverage: async ({ sites }) => (await atlas).coverage(sites),
  astray: async ({ sites, count }) => (await atlas).astray(sites, count),
  next: async ({ sites, aim, count }) => {
    const start = performance.now();
    return { ...(await atlas).next(sites, aim, count), took_s: (performance.now() - start) / 1000 };
  },
  spare: async ({ sites, aim }) => (await atlas).spare(sites, aim),
  map: async ({ site }) => (await atlas).map(site),
  areas: async ({ sites }) => (await atlas).areas(sites),
  importFiles: async ({ files }, job) => importFiles(await atlas, files, job),
  continentShares: async ({ joins }) => (await atlas).continent_shares(joins),
  weighJoins: async ({ joins, shares, weekday, weekend }) => (await atlas).weigh_joins(joins, shares, weekday, weekend),
};

self.onmessage = ({ data }) => {
  const message = /** @type {ToAtlas} */ (data);
  if (message.type === "load") {
    atlas = load(message.module, message.files);
    // A failure is told to the questions that wait for the atlas.
    atlas.catch(() => {});
  } else if (message.type === "ask") {
    answer(message.id, message.name, message.args);
  } else {
    open.get(message.id)?.abort();
  }
};

/** @param {WebAssembly.Module} module @param {import("../types").DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new Atlas(files);
}

/** @param {number} id @param {keyof Answers} name @param {any} args */
async function answer(id, name, args) {
  const abort = new AbortController();
  open.set(id, abort);
  try {
    /** @type {Job} */
    const job = { signal: abort.signal, tell: (progress) => post({ type: "progress", id, progress }), transfer: [] };
    const value = await answers[name](args, job);
    post({ type: "answer", id, value }, job.transfer);
  } catch (thrown) {
    const { code, message } = MatchdayError.from(thrown);
    const trapped = code === "ENGINE_PANIC" || code === "OUT_OF_MEMORY";
    post({ type: "failed", id, code, message: (trapped && panic_message()) || message, trapped });
  } finally {
    open.delete(id);
  }
}

/** @param {FromAtlas} message @param {Transferable[]} [transfer] */
function post(message, transfer = []) {
  self.postMessage(message, { transfer });
}
