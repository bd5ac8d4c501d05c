/** The worker of days: simulates runs slice by slice, and has all other running days: seasons, sessions. */

import init, { Simulation, World, panic_message } from "../pkg/matchday_web.js";
import { MatchdayError } from "../core/errors.js";
import { answerQuestions, waitForModules } from "./answer.js";
import { advanceInSlices, makeWhole, receiveMessages } from "./slices.js";

/** @import { Answers, DayQuestions, Job, KeptDay } from "./types" */
/** @import { DataFile } from "../core/types" */
/** @typedef {typeof import("./lab-days.js")} LabDays */

const LAB_DAYS = new URL("./lab-days.js", import.meta.url);

/** Most memory of all days of this worker, bytes. */
const MOST_BYTES = 1.5e9;

/** @type {WebAssembly.Memory | null} */
let memory = null;
/** @type {Promise<World>} */
let world = new Promise(() => {});
/** @type {DataFile[]} */
let files = [];
/** The simulation of days beyond the first view; null until the first question about one. @type {LabDays | null} */
let labDays = null;

const importLabDays = () =>
  import("./lab-days.js").catch(() => {
    throw new MatchdayError("WORKER_FETCH", `${LAB_DAYS.pathname}, or a module that it imports, could not be fetched`);
  });

/** @param {Pick<KeptDay, "lab" | "plugin">} args @returns {Promise<LabDays>} */
async function loadLabDays({ lab: module, plugin }) {
  const days = labDays ?? (await waitForModules(importLabDays()));
  await days.load(/** @type {WebAssembly.Module} */ (module), files);
  days.plug(plugin);
  return (labDays = days);
}

/** A day that runs. @typedef {Simulation | import("../pkg-lab/matchday_web_lab.js").LabDay} RunningDay */

/** Days that are kept to look at them, by number. @type {Map<number, RunningDay>} */
const kept = new Map();

/**
 * A day before its warm-up.
 * @param {Omit<DayQuestions["run"]["args"], "keep">} args
 * @param {Job} job
 * @returns {Promise<RunningDay>}
 */
async function beginDay({ params, number, lab, plugin }, job) {
  const first = await world;
  const days = lab && (await loadLabDays({ lab, plugin }));
  const keeps = number !== null;
  return makeWhole(job, () => {
    const day = days ? days.beginRun(params, keeps) : new Simulation(first, params, keeps);
    if (number !== null) kept.set(number, day);
    return day;
  });
}

/**
 * The same days for questions about single players, where the first view's module simulates them: it cannot answer those.
 * @type {Map<number, import("../pkg-lab/matchday_web_lab.js").LabDay>}
 */
const companions = new Map();

/** Frees the kept days but these. @param {number[]} numbers */
function forget(numbers) {
  for (const days of [kept, companions]) {
    for (const [number, day] of days) {
      if (numbers.includes(number)) continue;
      days.delete(number);
      day.free();
    }
  }
}

/** A kept day that answers questions about single players. @param {KeptDay} args @param {Job} job */
async function playersOf({ number, params, lab, plugin }, job) {
  const days = await loadLabDays({ lab, plugin });
  const running = kept.get(number);
  if (running && "seek_scene" in running) return running;
  const known = companions.get(number);
  if (known) return known;
  return makeWhole(job, () => {
    const day = days.beginRun(params, true);
    companions.set(number, day);
    return day;
  });
}

/**
 * Simulates in slices until `advance` returns true. Throws when it is cancelled, or when another run has taken the place of the day.
 * @param {KeptDay} args
 * @param {RunningDay} day
 * @param {Job} job
 * @param {(seconds: number) => boolean} advance
 */
async function reach({ number }, day, job, advance) {
  const isKept = () => kept.get(number) === day || companions.get(number) === day;
  const isThere = await advanceInSlices(job, (seconds) => !isKept() || advance(seconds));
  if (!isThere || !isKept()) throw gone();
}

const gone = () => new MatchdayError("CANCELLED", "the day is not kept any more");

/** @type {Answers<DayQuestions>} */
const answers = {
  async run({ keep, ...args }, job) {
    // Days can be asked for faster than they can be built. Those that are cancelled already are not built.
    await receiveMessages();
    job.signal.throwIfAborted();
    forget(keep);
    const day = await beginDay(args, job);
    const { number } = args;
    const start = performance.now();
    try {
      const starved = await simulate(day, number !== null, job);
      return {
        ...day.summary(),
        policy: "policy" in day ? day.policy() : undefined,
        ...(starved && { complete: /** @type {const} */ (false), starved }),
        wall_s: (performance.now() - start) / 1000,
      };
    } finally {
      if (number === null) day.free();
    }
  },
  async look({ time_s, ...args }, job) {
    const day = kept.get(args.number) ?? (await beginDay(args, job));
    await reach(args, day, job, (seconds) => day.seek(time_s, seconds));
    const seen = day.seen();
    if (!seen) throw gone();
    job.transfer.push(seen.players.buffer);
    return seen;
  },
  async scene({ time_s, part, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek_scene(time_s, seconds));
    const scene = day.scene(part);
    if (!scene) throw gone();
    return scene;
  },
  async closeUp({ time_s, meant, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek_scene(time_s, seconds));
    const seen = day.close_up(meant);
    if (!seen) throw gone();
    return seen;
  },
  async findPlayer({ time_s, place, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek(time_s, seconds));
    return place ? day.nearest_player(place.lat, place.lon) : day.longest_waiting();
  },
  async waiting({ time_s, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek(time_s, seconds));
    return day.waiting();
  },
  async why({ time_s, ticket, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek(time_s, seconds));
    return day.why(ticket);
  },
  async life({ player, until_s, ...args }, job) {
    const day = await playersOf(args, job);
    await reach(args, day, job, (seconds) => day.seek(0, seconds));
    day.begin_life(player);
    await reach(args, day, job, (seconds) => {
      const share = day.advance_life(until_s, seconds);
      job.tell(share);
      return share >= 1;
    });
    const life = day.take_life();
    if (!life) throw gone();
    return life;
  },
  watch: (args, job) => askLabDays("watch", args, job),
  events: (args, job) => askLabDays("events", args, job),
  skillGap: (args, job) => askLabDays("skillGap", args, job),
  replay: (args, job) => askLabDays("replay", args, job),
  begin: (args, job) => askLabDays("begin", args, job),
  reach: (args, job) => askLabDays("reach", args, job),
  batch: (args, job) => askLabDays("batch", args, job),
  connect: (args, job) => askLabDays("connect", args, job),
  send: (args, job) => askLabDays("send", args, job),
  step: (args, job) => askLabDays("step", args, job),
};

/** @param {keyof LabDays["answers"]} name @param {any} args @param {Job} job @returns {Promise<any>} */
async function askLabDays(name, { lab, plugin, ...args }, job) {
  return (await loadLabDays({ lab, plugin })).answers[name](args, job);
}

/**
 * Simulates to the end, or until the run is cancelled or starves. Returns why it starves, if it does.
 * @param {RunningDay} day
 * @param {boolean} isShown whether the page shows it
 * @param {Job} job
 */
async function simulate(day, isShown, job) {
  await advanceInSlices(job, (seconds) => {
    checkMemory();
    const { done_s, total_s, shown_s } = day.advance(seconds);
    const rows = day.rows();
    const frames = isShown ? day.frames() : null;
    const servers = "servers" in day ? day.servers() : null;
    const outages = "outages" in day ? day.outages() : [];
    const ladder = (isShown && "ladder" in day && day.ladder()) || null;
    const transfer = [rows, frames?.bytes, servers, ladder?.minutes].flatMap((array) => array?.buffer ?? []);
    job.tell({ done_s, total_s, shown_s, rows, frames, servers, outages, ladder }, transfer);
    return done_s >= total_s || day.starved() !== undefined;
  });
  // A run that began meanwhile has freed the day.
  job.signal.throwIfAborted();
  return day.starved();
}

const heldBytes = () => (memory?.buffer.byteLength ?? 0) + (labDays?.memory()?.buffer.byteLength ?? 0);

/** Stops a run before the browser does, which would say nothing. */
function checkMemory() {
  const held = heldBytes();
  if (held > MOST_BYTES)
    throw new MatchdayError("OUT_OF_MEMORY", `the run holds ${Math.round(held / 1e6)} MB, the most is ${MOST_BYTES / 1e6} MB`);
}

answerQuestions({
  load: (module, dataFiles) => (world = load(module, dataFiles)),
  answer: (/** @type {keyof DayQuestions} */ name, args, job) => answers[name](args, job),
  panicMessage: () => panic_message() ?? labDays?.panicMessage(),
  heldBytes,
});

/** @param {WebAssembly.Module} module @param {DataFile[]} dataFiles */
async function load(module, dataFiles) {
  files = dataFiles;
  ({ memory } = await init({ module_or_path: module }));
  return new World(files);
}
