/** The common part of all workers: a worker answers each question with one message. */

import { MatchdayError } from "../app/errors.js";
import { live } from "./life.js";

/** @import { Answers, FromWorker, Job, Questions, ToWorker } from "./types" */

/** Errors after which the module of the worker may be broken. An error without a code can come from a damaged memory. */
const BREAKING = ["ENGINE_PANIC", "OUT_OF_MEMORY", "UNEXPECTED"];

/**
 * Answers the questions of the page.
 * @template {Questions<All>} All
 * @param {object} how
 * @param {(module: WebAssembly.Module, files: import("../app/types").DataFile[]) => Promise<unknown>} [how.load] of a worker that is sent a module
 * @param {Answers<All>} how.answers
 * @param {() => string | undefined} [how.panicMessage]
 */
export function answerQuestions({ load = async () => {}, answers, panicMessage = () => undefined }) {
  /** Questions that are being answered, by id. @type {Map<number, AbortController>} */
  const open = new Map();
  const lives = live();
  lives.then(() => post({ type: "loaded" }));
  self.onmessage = ({ data }) => {
    const message = /** @type {ToWorker} */ (data);
    if (message.type === "load") {
      // The questions that wait for this get the failure.
      load(message.module, message.files).catch(() => {});
    } else if (message.type === "ask") {
      answer(message.id, /** @type {keyof All} */ (message.name), message.args);
    } else {
      open.get(message.id)?.abort(new MatchdayError("CANCELLED", "the answer is not wanted any more"));
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

  /** @param {number} id @param {keyof All} name @param {any} args */
  async function answer(id, name, args) {
    const abort = new AbortController();
    open.set(id, abort);
    try {
      await lives;
      const tell = (/** @type {unknown} */ progress, /** @type {Transferable[]} */ transfer = []) =>
        post({ type: "progress", id, progress }, transfer);
      /** @type {Job} */
      const job = { signal: abort.signal, tell, transfer: [] };
      const value = await answers[name](args, job);
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
