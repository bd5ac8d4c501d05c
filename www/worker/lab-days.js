/** Days beyond the first view, for the worker of days: days with servers, ranked days, seasons, sessions of a person. */

import { firstDayOf, utcOffsetsOn } from "./time-zones.js";
import init, {
  EventsDay,
  LabDay,
  Season,
  SkillGapDay,
  WatchedDay,
  World,
  panic_message,
  plug as plugModule,
} from "../pkg-lab/matchday_web_lab.js";
import { PluginModule } from "./plugin-module.js";
import { replayQueue } from "./queue.js";
import { advanceInSlices, makeWhole } from "./slices.js";

/** @import { Answers, DayQuestions, Job, Plugin, SessionUpdate } from "./types" */
/** @import { LoggedMessage } from "../pkg-lab/matchday_web_lab.js" */
/** @import { DataFile, Params } from "../core/types" */

/** The type of the message that needs an answer from the player. */
const ASKS = "RankedMatchFound";

/** @type {Promise<World> | null} */
let loading = null;
/** @type {WebAssembly.Memory | undefined} */
let held;
/** @type {World} */
let world;
/** The offsets of time zones from UTC. @type {ReturnType<typeof utcOffsetsOn>} */
let utcOffset_s;
/** @type {Season | null} */
let season = null;

export { panic_message as panicMessage };

/** Initializes the module in the first call. @param {WebAssembly.Module} module @param {DataFile[]} files */
export async function load(module, files) {
  utcOffset_s ??= utcOffsetsOn(firstDayOf(files));
  loading ??= init({ module_or_path: module }).then((exports) => {
    held = exports.memory;
    return new World(files);
  });
  try {
    world = await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
}

/** The memory of the module. */
export const memory = () => held;

/** Sets the plug-in of the days that begin after this. @param {Plugin | undefined} plugin */
export function plug(plugin) {
  plugModule(plugin && /** @type {any} */ (new PluginModule(plugin)));
}

/**
 * A run before its warm-up.
 * @param {Params} params
 * @param {boolean} keeps whether its map will be shown
 */
export function beginRun(params, keeps) {
  return new LabDay(world, params, keeps, utcOffset_s);
}

/**
 * Simulates a day to a second and reports progress. Throws when it is cancelled.
 * @param {Season} day
 * @param {number} to_s
 * @param {Job} job
 * @param {() => boolean} isPresent whether it is still the day that is asked about
 */
async function advanceTo(day, to_s, job, isPresent) {
  let at_s = to_s;
  await advanceInSlices(job, (seconds) => {
    if (!isPresent()) throw new Error("another day took the place of this one");
    const { done, shown_s } = day.advance_to(to_s, seconds);
    at_s = shown_s;
    if (!done) job.tell({ shown_s });
    return done;
  });
  job.signal.throwIfAborted();
  return at_s;
}

/** Simulates a day to its end and reports the finished share. Throws when it is cancelled. @param {EventsDay | SkillGapDay | WatchedDay} day @param {Job} job */
async function finish(day, job) {
  await advanceInSlices(job, (seconds) => {
    const share = day.advance(seconds);
    job.tell(share);
    return share >= 1;
  });
  job.signal.throwIfAborted();
}

/** The running season. */
function running() {
  if (!season) throw new Error("no season has begun");
  return season;
}

/** @param {LoggedMessage[]} messages @returns {SessionUpdate} */
const updateWith = (messages) => ({ client: running().client(), messages, playerActions: running().player_actions() });

/** @type {Omit<Answers<DayQuestions>, "run" | "look" | "scene" | "findPlayer" | "waiting" | "why" | "life" | "closeUp">} */
export const answers = {
  async watch({ params, together }, job) {
    const day = await makeWhole(job, () => new WatchedDay(world, params, together));
    try {
      await finish(day, job);
      return day.figures();
    } finally {
      day.free();
    }
  },
  async events({ params, asked }, job) {
    const day = await makeWhole(job, () => new EventsDay(world, params, utcOffset_s, asked));
    try {
      await finish(day, job);
      return { csv: day.csv(), rows: day.rows(), full: day.is_full(), longest: day.who_waited_longest() };
    } finally {
      day.free();
    }
  },
  async skillGap({ params }, job) {
    const day = await makeWhole(job, () => new SkillGapDay(world, params, utcOffset_s));
    try {
      await finish(day, job);
      return day.mean();
    } finally {
      day.free();
    }
  },
  replay: ({ params, file }, job) => replayQueue(world, params, file, job),
  async begin({ params }, job) {
    season?.free();
    season = null;
    await makeWhole(job, () => (season = new Season(world, params, utcOffset_s)));
  },
  async reach({ to_s }, job) {
    const of = running();
    return { shown_s: await advanceTo(of, to_s, job, () => season === of) };
  },
  async batch(_, { transfer }) {
    const batch = running().take_batch();
    transfer.push(batch.buffer);
    return { batch };
  },
  connect: async ({ client }) => running().connect(client),
  async send({ message }) {
    running().send(message);
    return updateWith(running().messages());
  },
  async step({ to_s }) {
    /** @type {LoggedMessage[]} */
    const messages = [];
    for (;;) {
      const { done, shown_s } = running().advance_to(to_s, 1);
      const said = running().messages();
      messages.push(...said);
      // The player cannot answer in between.
      if (done || said.some(({ message }) => message.type === ASKS)) return { shown_s, ...updateWith(messages) };
    }
  },
};
