/** A worker that answers questions about finished days: what they prove, what a point of replay is worth. */

import { answerQuestions } from "../ask/answer.js";
import init, { Study, difference, neighbours, panic_message, sensitivity } from "../pkg-study/matchday_web_study.js";

/** @import { Job } from "../ask/types" */
/** @import { Answers } from "./types" */

/** @type {Promise<Study>} */
let study = new Promise(() => {});

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  prove: async ({ params, rows, summary }) => (await study).prove(params, rows, summary),
  differences: async ({ a, b }) => study.then(() => a.map((values, i) => difference(values, b[i]))),
  neighbours: async ({ params }) => study.then(() => neighbours(params)),
  sensitivity: async ({ params, day, less, more }) => study.then(() => sensitivity(params, day, less, more)),
};

answerQuestions({ load: (module, files) => (study = load(module, files)), answers, panicMessage: panic_message });

/** @param {WebAssembly.Module} module @param {import("../types").DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new Study(files);
}
