/** The common part of all workers: a worker answers each question with one message. */

import { MatchdayError } from "../app/errors.js";
import { live } from "./life.js";

/** @import { Answers, FromWorker, Job, Questions, ToWorker } from "./types" */

/** Errors after which the module of the worker may be broken. An error without a code can come from a damaged memory. */
const BREAKING = ["ENGINE_PANIC", "OUT_OF_MEMORY", "UNEXPECTED"];
/** After so much work, or with so much more memory, what was not asked for waits for the reader's word. */
const MOST_UNASKED = { work_ms: 10_000, bytes: 300e6 };

/**
 * Answers the questions of the page.
 * @template {Questions<All>} All
 * @param {object} how
 * @param {(module: WebAssembly.Module, files: import("../app/types").DataFile[]) => Promise<unknown>} [how.load] of a worker that is sent a module
 * @param {Answers<All>} how.answers
 * @param {() => string | undefined} [how.panicMessage]
 * @param {() => number} [how.heldBytes] memory of the worker's modules
 */
export function answerQuestions({ load = async () => {}, answers, panicMessage = () => undefined, heldBytes = () => 0 }) {
  /** Questions that are being answered, by id. @type {Map<number, { abort: AbortController, goOn: () => void }>} */
  const open = new Map();
  const lives = live();
  lives.then(() => post({ type: "loaded" }));
  self.onmessage = ({ data }) => {
    const message = /** @type {ToWorker} */ (data);
    if (message.type === "load") {
      // The questions that wait for this get the failure.
      load(message.module, message.files).catch(() => {});
    } else if (message.type === "ask") {
      answer(message);
    } else if (message.type === "goOn") {
      open.get(message.id)?.goOn();
    } else {
      open.get(message.id)?.abort.abort(new MatchdayError("CANCELLED", "the answer is not wanted any more"));
    }
  };

  function lastWords() {
    try {
      return panicMessage();
    } catch {
      // The module is too damaged to say why.
      return undefined;
    }
  }

  /** @param {Extract<ToWorker, { type: "ask" }>} question */
  async function answer({ id, name, args, isAsked }) {
    const abort = new AbortController();
    const answering = { abort, goOn: () => {} };
    open.set(id, answering);
    const before = heldBytes();
    let [work_ms, mayGoOn] = [0, isAsked];
    const work = async (/** @type {number} */ took_ms) => {
      work_ms += took_ms;
      const bytes = heldBytes() - before;
      if (mayGoOn || (work_ms <= MOST_UNASKED.work_ms && bytes <= MOST_UNASKED.bytes)) return;
      mayGoOn = true;
      post({ type: "paused", id, work_s: work_ms / 1000, bytes });
      await new Promise((/** @type {(word?: void) => void} */ resolve) => {
        answering.goOn = resolve;
        abort.signal.addEventListener("abort", () => resolve());
      });
    };
    try {
      await lives;
      const tell = (/** @type {unknown} */ progress, /** @type {Transferable[]} */ transfer = []) =>
        post({ type: "progress", id, progress }, transfer);
      /** @type {Job} */
      const job = { signal: abort.signal, tell, transfer: [], work };
      const value = await answers[/** @type {keyof All} */ (name)](/** @type {any} */ (args), job);
      post({ type: "answer", id, value }, job.transfer);
    } catch (thrown) {
      const { code, message } = MatchdayError.from(thrown);
      // Errors of the browser, as of a file that cannot be read, say nothing about the module.
      const trapped = BREAKING.includes(code) && !(thrown instanceof DOMException);
      // Browsers may not fetch a failed module again in the same worker.
      const fatal = trapped || code === "WORKER_FETCH";
      post({ type: "failed", id, code, message: (trapped && lastWords()) || message, fatal });
    } finally {
      open.delete(id);
    }
  }
}

/**
 * Waits for modules that are imported on demand. The page knows.
 * @template Module
 * @param {Promise<Module>} modules
 */
export async function waitForModules(modules) {
  post({ type: "loading" });
  const loaded = await modules;
  post({ type: "loaded" });
  return loaded;
}

/** @param {FromWorker} message @param {Transferable[]} [transfer] */
function post(message, transfer = []) {
  self.postMessage(message, { transfer });
}
