/** The worker of the lab: answers questions about the world, finished days and configurations. */

import { firstDayOf, utcOffsetsOn } from "../views/servers/zones.js";
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
/** @import { DataFile } from "../app/types" */

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
async function theWorld() {
  await ready;
  return (world ??= new World(files));
}

async function theAtlas() {
  const world = await theWorld();
  return (atlas ??= new Atlas(world));
}

/** @type {Answers<LabQuestions>} */
const answers = {
  city: async ({ lat, lon }) => (await theAtlas()).city(lat, lon),
  cities: async () => (await theAtlas()).cities(),
  place: async ({ lat, lon, sites }) => {
    const atlas = await theAtlas();
    return { city: atlas.city(lat, lon), country: atlas.country(lat, lon), rtts_ms: atlas.rtts(lat, lon, sites) };
  },
  coverage: async ({ sites }) => (await theAtlas()).coverage(sites),
  distanceMisrouting: async ({ sites, count }) => (await theAtlas()).distance_misrouting(sites, count),
  mapPng: async ({ sites }) => (await theAtlas()).map_png(sites),
  next: async ({ sites, aim, count, continent }) => {
    const start = performance.now();
    return { ...(await theAtlas()).next(sites, aim, count, continent), took_s: (performance.now() - start) / 1000 };
  },
  spare: async ({ sites, aim }) => (await theAtlas()).spare(sites, aim),
  map: async ({ site }) => (await theAtlas()).map(site),
  areas: async ({ sites }) => (await theAtlas()).areas(sites),
  importFiles: async ({ files }, job) => importFiles(await theAtlas(), files, job),
  continentShares: async ({ joins }) => (await theAtlas()).continent_shares(joins),
  compareJoins: async ({ recorded, others }) => (await theAtlas()).compare_joins(recorded, others),
  weighJoins: async ({ joins, shares, weekday, weekend }) => (await theAtlas()).weigh_joins(joins, shares, weekday, weekend),
  prove: async ({ params, rows, summary }) => prove(await theWorld(), params, rows, summary),
  differences: async ({ figures }) => ready.then(() => figures.map(difference)),
  prices: async ({ params, sweep, dataset, configuration, results, quality }) =>
    prices(await theWorld(), params, sweep, dataset, configuration, results, quality),
  neighbours: async ({ params }) => ready.then(() => neighbours(params)),
  sensitivity: async ({ params, day, less, more }) => ready.then(() => sensitivity(params, day, less, more)),
  lint: async ({ files: checked, applied, circumstances }) =>
    ready.then(() => lint(checked, applied, circumstances, utcOffsetsOn(firstDayOf(files)))),
};

answerQuestions({ load, answers, panicMessage: panic_message });
