/** The common part of all workers: a worker answers each question with one message. */

import { MatchdayError } from "../core/errors.js";
import { proveLiveness } from "./liveness.js";

/** @import { FromWorker, Job, ToWorker } from "./types" */

/** Errors after which the module of the worker may be broken. An error without a code can come from a damaged memory. */
const BREAKING = ["ENGINE_PANIC", "OUT_OF_MEMORY", "UNEXPECTED"];
/** After so much work, or with so much more memory, what was not asked for waits for the word of the page, which knows what all its workers hold. */
const STEP = { work_ms: 1000, bytes: 20e6 };

/**
 * Answers the questions of the page.
 * @param {object} how
 * @param {(module: WebAssembly.Module, files: import("../core/types").DataFile[]) => Promise<unknown>} [how.load] of a worker that is sent a module
 * @param {(name: any, args: any, job: Job) => Promise<unknown>} how.answer
 * @param {() => string | undefined} [how.panicMessage]
 * @param {() => number} [how.heldBytes] memory of the worker's modules
 */
export function answerQuestions({ load = async () => {}, answer, panicMessage = () => undefined, heldBytes = () => 0 }) {
  /** Questions that are being answered, by id. @type {Map<number, { abort: AbortController, goOn: (isAsked: boolean) => void }>} */
  const open = new Map();
  /** Memory of the modules when it was last seen, and what of it questions took that nobody has asked for. */
  let [seen_bytes, unasked_bytes] = [0, 0];
  /** How much of it the page allows. */
  let allowed_bytes = STEP.bytes;
  /** What the page got with the progress of the last of those questions that sent something. */
  let sent = { id: 0, bytes: 0 };
  const lives = proveLiveness();
  lives.then(() => post({ type: "loaded" }));
  self.onmessage = ({ data }) => {
    const message = /** @type {ToWorker} */ (data);
    if (message.type === "load") {
      // The questions that wait for this get the failure.
      load(message.module, message.files).catch(() => {});
    } else if (message.type === "ask") {
      respond(message);
    } else if (message.type === "goOn") {
      open.get(message.id)?.goOn(message.isAsked);
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
  async function respond({ id, name, args, isAsked }) {
    const abort = new AbortController();
    const answering = { abort, goOn: (/** @type {boolean} */ _isAsked) => {} };
    open.set(id, answering);
    let [work_ms, allowed_ms, mayGoOn] = [0, STEP.work_ms, isAsked];
    const work = async (/** @type {number} */ took_ms) => {
      work_ms += took_ms;
      const grown_bytes = heldBytes() - seen_bytes;
      seen_bytes += grown_bytes;
      if (mayGoOn) return;
      unasked_bytes += grown_bytes;
      const bytes = unasked_bytes + sent.bytes;
      if (work_ms <= allowed_ms && bytes <= allowed_bytes) return;
      post({ type: "paused", id, work_s: work_ms / 1000, bytes });
      mayGoOn = await new Promise((/** @type {(isAsked: boolean) => void} */ resolve) => {
        answering.goOn = resolve;
        abort.signal.addEventListener("abort", () => resolve(false));
      });
      [allowed_ms, allowed_bytes] = [work_ms + STEP.work_ms, bytes + STEP.bytes];
    };
    try {
      await lives;
      const tell = (/** @type {unknown} */ progress, /** @type {ArrayBufferLike[]} */ transfer = []) => {
        if (!mayGoOn && sent.id !== id) sent = { id, bytes: 0 };
        if (sent.id === id) sent.bytes += transfer.reduce((sum, { byteLength }) => sum + byteLength, 0);
        post({ type: "progress", id, progress }, /** @type {Transferable[]} */ (transfer));
      };
      /** @type {Job} */
      const job = { signal: abort.signal, tell, transfer: [], work };
      const value = await answer(name, args, job);
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
