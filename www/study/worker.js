/** A worker that answers questions about finished days: what they prove, what a point of replay is worth, what keeping groups together costs. */

import { answerQuestions } from "../ask/answer.js";
import init, { Study, WatchedDay, difference, neighbours, panic_message, sensitivity } from "../pkg-study/matchday_web_study.js";

/** @import { Job } from "../ask/types" */
/** @import { Answers } from "./types" */

/** After so many simulated seconds it is said how far a day is. */
const SLICE_S = 3600;

/** @type {Promise<Study>} */
let study = new Promise(() => {});

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  prove: async ({ params, rows, summary }) => (await study).prove(params, rows, summary),
  differences: async ({ a, b }) => study.then(() => a.map((values, i) => difference(values, b[i]))),
  watch: async ({ params, together }, { tell }) => watch(new WatchedDay(await study, params, together), tell),
  neighbours: async ({ params }) => study.then(() => neighbours(params)),
  sensitivity: async ({ params, day, less, more }) => study.then(() => sensitivity(params, day, less, more)),
};

answerQuestions({ load: (module, files) => (study = load(module, files)), answers, panicMessage: panic_message });

/**
 * Simulates to the end. Whoever asks has this worker alone, and ends it when the day is not wanted any more.
 * @param {WatchedDay} day @param {Job["tell"]} tell
 */
function watch(day, tell) {
  for (let share = 0; share < 1; tell(share)) share = day.advance(SLICE_S);
  const numbers = day.numbers();
  day.free();
  return numbers;
}

/** @param {WebAssembly.Module} module @param {import("../types").DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new Study(files);
}
