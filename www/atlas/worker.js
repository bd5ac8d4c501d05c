/** A worker that answers questions about the world: places, coverage, where next. */

import { answerQuestions } from "../ask/answer.js";
import init, { Atlas, panic_message } from "../pkg-atlas/matchday_web_atlas.js";
import { importFiles } from "./import.js";

/** @import { Job } from "../ask/types" */
/** @import { Answers } from "./types" */

/** @type {Promise<Atlas>} */
let atlas = new Promise(() => {});

/**
 * What can be asked.
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

answerQuestions({ load: (module, files) => (atlas = load(module, files)), answers, panicMessage: panic_message });

/** @param {WebAssembly.Module} module @param {import("../types").DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new Atlas(files);
}
