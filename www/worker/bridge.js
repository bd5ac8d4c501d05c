/** The page's side of a worker. The first question starts it; questions can be cancelled; a worker that hangs or traps is replaced. */

import { MatchdayError } from "../core/errors.js";
import { afterSteps } from "../core/slow-loading.js";
import { livenessName, whenEnded } from "./liveness.js";

/** @import { FromWorker, Questions, Taken, ToWorker } from "./types" */
/** @import { Engine } from "../core/types" */

/** Longest time from a cancellation to the answer. A slice takes about 30 ms, so a worker that takes longer hangs. */
const SILENCE = { steps: 10, step_ms: 100 };
/**
 * Time after which the page says that it waits for the script of a worker, or for a module that the worker imports. The worker is kept:
 * one on a slow connection cannot be told from one that never runs.
 */
const LOAD = { steps: 10, step_ms: 250 };
/** Most work of a question, and most memory of all of the page, that nobody has asked for. */
export const MOST_UNASKED = { work_s: 10, bytes: 300e6 };
/** Steps of the longest call of a plug-in. */
const CALL_STEPS = 10;

/**
 * @typedef {object} Question
 * @property {AbortController} end aborts when the question is answered, cancelled or fails
 * @property {string} name
 * @property {unknown} args
 * @property {Transferable[]} transfer
 * @property {boolean} isAsked
 * @property {(progress: any) => void} onProgress
 * @property {(isPaused: boolean) => void} onPause
 * @property {(value: any) => void} resolve
 * @property {(error: MatchdayError) => void} reject
 */

/** @template {Questions<All>} All the questions of the worker */
export class Bridge {
  /** The workers that wait too long for their modules. @type {Set<Bridge<any>>} */
  static late = new Set();
  /** Called when those change. */
  static onLate = () => {};

  /** The questions whose answers wait for the reader's word, because nobody has asked for so much work. @type {Map<Question, Taken & { goOn: () => void }>} */
  static paused = new Map();
  /** Called when those change. */
  static onPaused = () => {};

  /** The memory that workers hold, and the page for them, of what nobody has asked for, bytes. @type {Map<Bridge<any>, number>} */
  static unasked = new Map();

  /** Memory of all of that, bytes. */
  static heldUnasked() {
    return [...Bridge.unasked.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** How much more may be taken without being asked for, bytes. */
  static spareBytes() {
    return MOST_UNASKED.bytes - Bridge.heldUnasked();
  }

  /** Lets all of them go on. */
  static goOn() {
    for (const { goOn } of [...Bridge.paused.values()]) goOn();
  }

  /**
   * @param {Pick<Engine, "files">} engine other files start another worker
   * @param {object} how
   * @param {URL} how.script
   * @param {() => Promise<WebAssembly.Module>} [how.module] of a worker that is sent one, and the files
   * @param {boolean} [how.replaces] whether a worker is replaced that is silent after a cancellation
   * @param {number} [how.longestCall_ms] time after which the call of a plug-in is stopped, with its worker
   */
  constructor(engine, { script, module, replaces = true, longestCall_ms = Infinity }) {
    this.longestCall_ms = longestCall_ms;
    /** Ends the waiting for the end of a call, and for an answer after a cancellation. */
    this.forgetCall = () => {};
    this.forgetSilence = () => {};
    this.engine = engine;
    this.files = engine.files;
    this.script = script;
    this.module = module;
    this.replaces = replaces;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /** Whether the worker has answered. Before that, a missing answer does not mean that it hangs. */
    this.isAwake = false;
    /** Whether the worker calls a plug-in: from the first sign of life until it owes no answer. */
    this.calls = false;
    this.lastId = 0;
    /** Questions without an answer. @type {Map<number, Question>} */
    this.open = new Map();
    /** Questions that the worker still has to answer, with cancelled ones. @type {Set<number>} */
    this.owed = new Set();
  }

  /**
   * Asks the worker a question.
   * @template {keyof All & string} Name
   * @param {Name} name
   * @param {All[Name]["args"]} args
   * @param {object} [options]
   * @param {AbortSignal} [options.signal] gives up; the promise then rejects with the code CANCELLED
   * @param {boolean} [options.isAsked] whether the reader was told how much work it is, and has asked for it
   * @param {(progress: any) => void} [options.onProgress]
   * @param {(isPaused: boolean) => void} [options.onPause] called when it is about to wait for the reader's word, and when it goes on: it
   *   may be given up instead
   * @param {Transferable[]} [options.transfer] what of the arguments moves instead of being copied
   * @returns {Promise<All[Name]["answer"]>} rejects with a MatchdayError
   */
  async ask(name, args, { signal, isAsked = false, onProgress = () => {}, onPause = () => {}, transfer = [] } = {}) {
    if (this.files !== this.engine.files) this.close();
    if (signal?.aborted) throw cancelled();
    const id = ++this.lastId;
    const cancel = () => this.cancel(id);
    signal?.addEventListener("abort", cancel);
    try {
      return await new Promise((resolve, reject) => {
        const end = new AbortController();
        this.open.set(id, { end, name, args, transfer, isAsked, onProgress, onPause, resolve, reject });
        this.send(id);
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /**
   * What the worker gets of a question.
   * @param {Pick<Question, "name" | "args">} question
   * @param {AbortSignal} _signal aborts when it is not wanted any more
   */
  async complete({ args }, _signal) {
    return args;
  }

  /** Starts the worker, if none runs. @returns {Promise<Worker>} */
  start() {
    return (this.worker ??= this.spawn());
  }

  async spawn() {
    this.files = this.engine.files;
    try {
      const module = await this.module?.();
      const name = livenessName();
      const worker = new Worker(this.script, { type: "module", name });
      let hasLoaded = false;
      let forget = () => {};
      const wait = () => {
        forget();
        forget = afterSteps(LOAD, () => this.foundLate(worker));
      };
      wait();
      worker.onmessage = ({ data }) => {
        const message = /** @type {FromWorker} */ (data);
        if (message.type === "loading") return wait();
        if (message.type !== "loaded") return this.receiveMessage(message);
        forget();
        this.setLate(false);
        if (!hasLoaded) whenEnded(name, () => this.foundEnded(worker));
        hasLoaded = true;
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const { message } = event;
        if (message && hasLoaded) return this.end("ENGINE_PANIC", message);
        // An error without a message: a script of the worker could not be fetched.
        const why = message ? `could not be read (${message})` : "could not be fetched";
        this.end("WORKER_FETCH", `${this.script.pathname}, or a module that it imports, ${why}`);
      };
      if (module) post(worker, { type: "load", module, files: this.files });
      return worker;
    } catch (error) {
      this.worker = null;
      throw error;
    }
  }

  /** Ends the questions of a worker that has ended itself. @param {Worker} worker */
  async foundEnded(worker) {
    if ((await this.worker) === worker) this.end("WORKER_CLOSED", `${this.script.pathname} has ended`);
  }

  /** @param {Worker} worker */
  async foundLate(worker) {
    if ((await this.worker) === worker) this.setLate(true);
  }

  /** @param {boolean} isLate */
  setLate(isLate) {
    if (isLate) Bridge.late.add(this);
    else if (!Bridge.late.delete(this)) return;
    Bridge.onLate();
  }

  /** Sends a question, unless it was cancelled before the worker started or what it needs was there. @param {number} id */
  async send(id) {
    const starting = this.start();
    try {
      const worker = await starting;
      const question = this.open.get(id);
      if (!question || this.worker !== starting) return;
      const args = await this.complete(question, question.end.signal);
      if (!this.open.has(id) || this.worker !== starting) return;
      this.owed.add(id);
      post(worker, { type: "ask", id, name: question.name, args, isAsked: question.isAsked }, question.transfer);
    } catch (error) {
      this.take(id)?.reject(MatchdayError.from(error));
    }
  }

  /** Ends a question. @param {number} id */
  take(id) {
    const question = this.open.get(id);
    this.open.delete(id);
    question?.end.abort();
    if (question && Bridge.paused.delete(question)) Bridge.onPaused();
    return question;
  }

  /** @param {number} id */
  cancel(id) {
    this.take(id)?.reject(cancelled());
    if (!this.owed.has(id)) return;
    this.worker?.then((worker) => post(worker, { type: "cancel", id }));
    this.watch();
  }

  /** Replaces a worker that does not answer in time. */
  watch() {
    this.forgetSilence();
    if (!this.isAwake || !this.replaces) return;
    this.forgetSilence = afterSteps(SILENCE, () => this.restart());
  }

  /** Starts another worker, which gets the open questions. */
  restart() {
    this.terminate();
    for (const id of this.open.keys()) this.send(id);
  }

  /** @param {Exclude<FromWorker, { type: "loading" | "loaded" }>} message */
  receiveMessage(message) {
    this.forgetSilence();
    this.isAwake = true;
    this.calls ||= message.type === "alive";
    // A call may begin right after any message: signs of life are rare.
    if (this.calls) this.stopLater();
    if (message.type === "alive") return;
    if (message.type === "progress") return this.open.get(message.id)?.onProgress(message.progress);
    if (message.type === "paused") return this.pause(message);
    if (message.type === "failed" && message.fatal) return this.end(message.code, message.message);
    this.owed.delete(message.id);
    if (this.owed.size === 0) this.endCalls();
    const question = this.take(message.id);
    if (message.type === "answer") question?.resolve(message.value);
    else question?.reject(new MatchdayError(message.code, message.message));
  }

  /** @param {Extract<FromWorker, { type: "paused" }>} message */
  pause({ id, work_s, bytes }) {
    Bridge.unasked.set(this, bytes);
    const question = this.open.get(id);
    if (!question) return;
    const goOn = (/** @type {boolean} */ isAsked) => this.worker?.then((worker) => post(worker, { type: "goOn", id, isAsked }));
    if (work_s <= MOST_UNASKED.work_s && Bridge.spareBytes() >= 0) return void goOn(false);
    // No call of a plug-in is too long that has not begun.
    this.endCalls();
    question.onPause(true);
    if (!this.open.has(id)) return;
    const begin = () => {
      Bridge.paused.delete(question);
      Bridge.onPaused();
      question.isAsked = true;
      question.onPause(false);
      goOn(true);
    };
    Bridge.paused.set(question, { work_s, bytes: Bridge.heldUnasked(), goOn: begin });
    Bridge.onPaused();
  }

  /**
   * Ends a worker that trapped or lacks a file. All questions fail, and only the next question starts a new worker, so
   * that there is one attempt per question while the browser is offline.
   * @param {string} code
   * @param {string} message
   */
  end(code, message) {
    this.terminate();
    for (const id of [...this.open.keys()]) this.take(id)?.reject(new MatchdayError(code, message));
  }

  /** Ends the worker if a call that begins now takes too long. */
  stopLater() {
    this.forgetCall();
    const stop = () => this.end("PLUGIN_STOPPED", "a call did not return within 2 s");
    this.forgetCall = afterSteps({ steps: CALL_STEPS, step_ms: this.longestCall_ms / CALL_STEPS }, stop);
  }

  endCalls() {
    this.calls = false;
    this.forgetCall();
  }

  terminate() {
    this.forgetSilence();
    this.endCalls();
    this.worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.worker = null;
    Bridge.unasked.delete(this);
    this.isAwake = false;
    this.setLate(false);
    this.owed.clear();
  }

  /** Ends the worker and frees its memory. The next question starts a new one. */
  close() {
    const { code, message } = cancelled();
    this.end(code, message);
  }
}

const cancelled = () => new MatchdayError("CANCELLED", "the answer is not wanted any more");

/** @param {Worker} worker @param {ToWorker} message @param {Transferable[]} [transfer] */
function post(worker, message, transfer = []) {
  worker.postMessage(message, transfer);
}
