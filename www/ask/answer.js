/** What every worker does that answers questions, one message an answer. Everything it says carries the id of the question. */

import { MatchdayError } from "../errors.js";

/** @import { AnswersOf, FromAnswering, Job, ToAnswering } from "./types" */

/**
 * Answers what the page asks. An answer that takes long awaits something now and then, says how far it is with `job.tell`,
 * and ends when `job.signal` aborts.
 * @template {AnswersOf<Answers>} Answers
 * @param {object} how
 * @param {(module: WebAssembly.Module, files: import("../types").DataFile[]) => Promise<unknown>} how.load
 * @param {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }} how.answers
 * @param {() => string | undefined} how.panicMessage
 */
export function answerQuestions({ load, answers, panicMessage }) {
  /** Questions that are being answered, by id. @type {Map<number, AbortController>} */
  const open = new Map();
  self.onmessage = ({ data }) => {
    const message = /** @type {ToAnswering} */ (data);
    if (message.type === "load") {
      // A failure is told to the questions that wait for what is loaded.
      load(message.module, message.files).catch(() => {});
    } else if (message.type === "ask") {
      answer(message.id, /** @type {keyof Answers} */ (message.name), message.args);
    } else {
      open.get(message.id)?.abort();
    }
  };

  /** @param {number} id @param {keyof Answers} name @param {any} args */
  async function answer(id, name, args) {
    const abort = new AbortController();
    open.set(id, abort);
    try {
      /** @type {Job} */
      const job = { signal: abort.signal, tell: (progress) => post({ type: "progress", id, progress }), transfer: [] };
      const value = await answers[name](args, job);
      post({ type: "answer", id, value }, job.transfer);
    } catch (thrown) {
      const { code, message } = MatchdayError.from(thrown);
      const trapped = code === "ENGINE_PANIC" || code === "OUT_OF_MEMORY";
      post({ type: "failed", id, code, message: (trapped && panicMessage()) || message, trapped });
    } finally {
      open.delete(id);
    }
  }
}

/** @param {FromAnswering} message @param {Transferable[]} [transfer] */
function post(message, transfer = []) {
  self.postMessage(message, { transfer });
}
