/** A worker that runs a season: its days as fast as they go, or a session of somebody who plays. */

import { answerQuestions } from "../ask/answer.js";
import init, { Season, World, panic_message } from "../pkg-ranked/matchday_web_ranked.js";

/** @import { Job } from "../ask/types" */
/** @import { DataFile } from "../types" */
/** @import { Answers, Said, Told } from "./types" */

/** Simulated seconds between two looks at whether somebody still wants to know. */
const SLICE_S = 600;
/** A message that waits for an answer. */
const ASKS = "RankedMatchFound";

/** @type {Promise<World>} */
let world = new Promise(() => {});
/** @type {Season | null} */
let season = null;

/** @param {WebAssembly.Module} module @param {DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new World(files);
}

/** The season that has begun. */
function running() {
  if (!season) throw new Error("no season has begun");
  return season;
}

/** Simulates to a second; says how far it is in between. @param {number} to_s @param {Job} job */
async function reach(to_s, job) {
  const of = running();
  for (;;) {
    const { done, shown_s } = of.advance_to(to_s, SLICE_S);
    if (done) return shown_s;
    job.tell({ shown_s });
    await new Promise((resolve) => setTimeout(resolve));
    if (job.signal.aborted || season !== of) throw new Error("the answer is not wanted any more");
  }
}

/** Simulates to a second, or to the one in which the person is asked something: nobody answers in between. @param {number} to_s */
function step(to_s) {
  /** @type {Said[]} */
  const messages = [];
  for (;;) {
    const { done, shown_s } = running().advance_to(to_s, 1);
    const said = running().messages();
    messages.push(...said);
    const asked = said.some((/** @type {Said} */ { json }) => JSON.parse(json).type === ASKS);
    if (done || asked) return { shown_s, ...told(messages) };
  }
}

/** @param {Said[]} messages @returns {Told} */
const told = (messages) => ({ client: running().client(), messages, inside: running().player_actions() });

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  begin: async ({ params }) => {
    season?.free();
    season = null;
    season = new Season(await world, params);
  },
  reach: async ({ to_s }, job) => ({ shown_s: await reach(to_s, job) }),
  batch: async (_, job) => {
    const batch = running().take_batch();
    job.transfer.push(batch.buffer);
    return { batch };
  },
  connect: async (client) => running().connect(client),
  send: async ({ message }) => {
    running().send(JSON.stringify(message));
    return told(running().messages());
  },
  step: async ({ to_s }) => step(to_s),
};

answerQuestions({ load: (module, files) => (world = load(module, files)), answers, panicMessage: panic_message });
