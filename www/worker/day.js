/** The worker of days: simulates runs slice by slice, and has all other running days: moments, seasons, sessions. */

import init, { Simulation, World, panic_message } from "../pkg/matchday_web.js";
import { MatchdayError } from "../app/errors.js";
import { answerQuestions } from "./answer.js";
import { advanceInSlices } from "./slices.js";

/** @import { Answers, DayQuestions, Job } from "./types" */
/** @import { DataFile } from "../app/types" */
/** @typedef {typeof import("./lab-days.js")} LabDays */

const LAB_DAYS = new URL("./lab-days.js", import.meta.url);

/** @type {Promise<World>} */
let world = new Promise(() => {});
/** @type {DataFile[]} */
let files = [];
/** The simulation of days beyond the first view; null until the first question about one. @type {LabDays | null} */
let labDays = null;

/** @param {WebAssembly.Module | undefined} module @returns {Promise<LabDays>} */
async function loadLabDays(module) {
  const days = await import("./lab-days.js").catch(() => {
    throw new MatchdayError("WORKER_FETCH", `${LAB_DAYS.pathname}, or a module that it imports, could not be fetched`);
  });
  await days.load(/** @type {WebAssembly.Module} */ (module), files);
  return (labDays = days);
}

/** @type {Answers<DayQuestions>} */
const answers = {
  async run({ params, record, configuration, lab }, job) {
    const first = await world;
    const days = lab && (await loadLabDays(lab));
    job.signal.throwIfAborted();
    const start = performance.now();
    const day = days ? days.beginRun(params, record, configuration) : new Simulation(first, params, record);
    const starved = await simulate(day, record, job);
    const summary = {
      ...day.summary(),
      ...(starved && { complete: /** @type {const} */ (false), starved }),
      wall_s: (performance.now() - start) / 1000,
    };
    day.free();
    job.signal.throwIfAborted();
    return summary;
  },
  watch: (args, job) => askLabDays("watch", args, job),
  events: (args, job) => askLabDays("events", args, job),
  near: (args, job) => askLabDays("near", args, job),
  waiting: (args, job) => askLabDays("waiting", args, job),
  why: (args, job) => askLabDays("why", args, job),
  begin: (args, job) => askLabDays("begin", args, job),
  reach: (args, job) => askLabDays("reach", args, job),
  batch: (args, job) => askLabDays("batch", args, job),
  connect: (args, job) => askLabDays("connect", args, job),
  send: (args, job) => askLabDays("send", args, job),
  step: (args, job) => askLabDays("step", args, job),
};

/** @param {keyof LabDays["answers"]} name @param {any} args @param {Job} job @returns {Promise<any>} */
async function askLabDays(name, { lab, ...args }, job) {
  return (await loadLabDays(lab)).answers[name](args, job);
}

/**
 * Simulates to the end, or until the run is cancelled or starves. Returns why it starves, if it does.
 * @param {Simulation | import("../pkg-lab/matchday_web_lab.js").LabDay} day
 * @param {boolean} record
 * @param {Job} job
 */
async function simulate(day, record, { signal, tell }) {
  await advanceInSlices(signal, (seconds) => {
    const { done_s, total_s, shown_s } = day.advance(seconds);
    const rows = day.rows();
    const frames = record ? day.frames() : null;
    const servers = "servers" in day ? day.servers() : null;
    const outages = "outages" in day ? day.outages() : [];
    const ladder = (record && "ladder" in day && day.ladder()) || null;
    const transfer = [rows, frames?.bytes, servers, ladder?.minutes].flatMap((array) => array?.buffer ?? []);
    tell({ done_s, total_s, shown_s, rows, frames, servers, outages, ladder }, transfer);
    return done_s >= total_s || day.starved() !== undefined;
  });
  return day.starved();
}

answerQuestions({
  load: (module, dataFiles) => (world = load(module, dataFiles)),
  answers,
  panicMessage: () => panic_message() ?? labDays?.panicMessage(),
});

/** @param {WebAssembly.Module} module @param {DataFile[]} dataFiles */
async function load(module, dataFiles) {
  files = dataFiles;
  await init({ module_or_path: module });
  return new World(files);
}
