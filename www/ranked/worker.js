/** A worker that takes a ranked day to a moment and says who waits there, and why. */

import { answerQuestions } from "../ask/answer.js";
import init, { Moment, World, panic_message } from "../pkg-ranked/matchday_web_ranked.js";

/** @import { Job } from "../ask/types" */
/** @import { DataFile, Params } from "../types" */
/** @import { Answers } from "./types" */

/** Simulated seconds between two looks at whether somebody still wants to know. */
const SLICE_S = 900;

/** @type {Promise<World>} */
let world = new Promise(() => {});
/** The day as far as it has been taken. @type {{ params: string, shown_s: number, moment: Moment } | null} */
let reached = null;

/** @param {WebAssembly.Module} module @param {DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new World(files);
}

/** The day at a moment: a day that has not come so far goes on. @param {Params} params @param {number} shown_s @param {Job} job */
async function momentAt(params, shown_s, job) {
  const written = JSON.stringify(params);
  if (!reached || reached.params !== written || reached.shown_s > shown_s) {
    reached?.moment.free();
    reached = null;
    reached = { params: written, shown_s, moment: new Moment(await world, params) };
  }
  const { moment } = reached;
  reached.shown_s = shown_s;
  for (;;) {
    const { done, shown_s: at_s } = moment.advance_to(shown_s, SLICE_S);
    if (done) return moment;
    job.tell({ shown_s: at_s });
    await new Promise((resolve) => setTimeout(resolve));
    if (job.signal.aborted || reached?.moment !== moment) throw new Error("the answer is not wanted any more");
  }
}

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  waiting: async ({ params, shown_s }, job) => (await momentAt(params, shown_s, job)).waiting(),
  why: async ({ params, shown_s, ticket }, job) => (await momentAt(params, shown_s, job)).why(ticket),
};

answerQuestions({ load: (module, files) => (world = load(module, files)), answers, panicMessage: panic_message });
