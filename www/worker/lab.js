/** The worker of the lab: answers questions about the world, finished days and configurations. */

import { firstDayOf, utcOffsetsOn } from "./time-zones.js";
import init, {
  Atlas,
  World,
  difference,
  lint,
  neighbours,
  panic_message,
  prices,
  prove,
  sensitivity,
} from "../pkg-lab/matchday_web_lab.js";
import { answerQuestions } from "./answer.js";
import { importFiles } from "./import.js";

/** @import { Answers, LabQuestions } from "./types" */
/** @import { DataFile } from "../core/types" */

/** @type {Promise<unknown>} */
let ready = new Promise(() => {});
/** @type {DataFile[]} */
let files = [];
/** @type {World | null} */
let world = null;
/** @type {Atlas | null} */
let atlas = null;

/** @param {WebAssembly.Module} module @param {DataFile[]} dataFiles */
function load(module, dataFiles) {
  files = dataFiles;
  return (ready = init({ module_or_path: module }));
}

/** The data set, which is read for the first question about it. */
async function loadWorld() {
  await ready;
  return (world ??= new World(files));
}

async function loadAtlas() {
  const world = await loadWorld();
  return (atlas ??= new Atlas(world));
}

/** @type {Answers<LabQuestions>} */
const answers = {
  city: async ({ lat, lon }) => (await loadAtlas()).city(lat, lon),
  cities: async () => (await loadAtlas()).cities(),
  place: async ({ lat, lon, sites }) => {
    const atlas = await loadAtlas();
    return { city: atlas.city(lat, lon), country: atlas.country(lat, lon), rtts_ms: atlas.rtts(lat, lon, sites) };
  },
  coverage: async ({ sites }) => (await loadAtlas()).coverage(sites),
  distanceMisrouting: async ({ sites, count }) => (await loadAtlas()).distance_misrouting(sites, count),
  mapPng: async ({ sites }) => (await loadAtlas()).map_png(sites),
  next: async ({ sites, aim, count, continent }) => {
    const start = performance.now();
    return { ...(await loadAtlas()).next(sites, aim, count, continent), took_s: (performance.now() - start) / 1000 };
  },
  spare: async ({ sites, aim }) => (await loadAtlas()).spare(sites, aim),
  map: async ({ site }) => (await loadAtlas()).map(site),
  areas: async ({ sites }) => (await loadAtlas()).areas(sites),
  importFiles: async ({ files }, job) => importFiles(await loadAtlas(), files, job),
  continentShares: async ({ joins }) => (await loadAtlas()).continent_shares(joins),
  compareJoins: async ({ recorded, others }) => (await loadAtlas()).compare_joins(recorded, others),
  weighJoins: async ({ joins, shares, weekday, weekend }) => (await loadAtlas()).weigh_joins(joins, shares, weekday, weekend),
  prove: async ({ params, rows, summary }) => prove(await loadWorld(), params, rows, summary),
  differences: async ({ figures }) => ready.then(() => figures.map(difference)),
  prices: async ({ params, sweep, dataset, results, quality }) => prices(await loadWorld(), params, sweep, dataset, results, quality),
  neighbours: async ({ params }) => ready.then(() => neighbours(params)),
  sensitivity: async ({ params, day, less, more }) => ready.then(() => sensitivity(params, day, less, more)),
  lint: async ({ files: checked, applied, circumstances }) =>
    ready.then(() => lint(checked, applied, circumstances, utcOffsetsOn(firstDayOf(files)))),
};

answerQuestions({ load, answer: (/** @type {keyof LabQuestions} */ name, args, job) => answers[name](args, job), panicMessage: panic_message });
