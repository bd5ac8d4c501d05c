/** A worker that answers questions, seen from the page: started by the first question, replaced when it traps. */

import { fetchBytes } from "../engine.js";
import { MatchdayError } from "../errors.js";

/** @import { AnswersOf, FromAnswering, ToAnswering } from "./types" */
/** @import { Engine } from "../types" */

/**
 * @typedef {object} Question
 * @property {(value: any) => void} resolve
 * @property {(error: MatchdayError) => void} reject
 * @property {(progress: any) => void} onProgress
 */

/** @template {AnswersOf<Answers>} Answers what can be asked */
export class AskingClient {
  /**
   * @param {Pick<Engine, "files">} engine
   * @param {{ name: string, wasm: URL, worker: URL }} module what answers
   */
  constructor(engine, { name, wasm, worker }) {
    this.engine = engine;
    this.files = engine.files;
    this.name = name;
    this.wasm = wasm;
    this.script = worker;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    this.lastId = 0;
    /** @type {Map<number, Question>} */
    this.open = new Map();
  }

  /**
   * Asks the worker something.
   * @template {keyof Answers & string} Name
   * @param {Name} name
   * @param {Answers[Name]["args"]} args
   * @param {object} [options]
   * @param {AbortSignal} [options.signal] gives up; the promise then rejects with the code CANCELLED
   * @param {(progress: any) => void} [options.onProgress]
   * @param {Transferable[]} [options.transfer] what of the arguments moves instead of being copied
   * @returns {Promise<Answers[Name]["answer"]>} rejects with a MatchdayError
   */
  async ask(name, args, { signal, onProgress = () => {}, transfer = [] } = {}) {
    if (this.files !== this.engine.files) this.close();
    const starting = (this.worker ??= this.spawn());
    const worker = await starting;
    // It may have been closed before it came up.
    if (this.worker !== starting) throw cancelled();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, onProgress });
      const cancel = () => {
        if (!this.open.delete(id)) return;
        say(worker, { type: "cancel", id });
        reject(cancelled());
      };
      say(worker, { type: "ask", id, name, args }, transfer);
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  async spawn() {
    this.files = this.engine.files;
    try {
      const module = await (this.module ??= fetchBytes(this.wasm).then(WebAssembly.compile));
      const worker = new Worker(this.script, { type: "module" });
      worker.onmessage = ({ data }) => this.hear(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.trapped("ENGINE_PANIC", event.message || "the worker could not be started");
      };
      say(worker, { type: "load", module, files: this.files });
      return worker;
    } catch (error) {
      this.worker = this.module = null;
      throw MatchdayError.because("WASM_FETCH", this.name, error);
    }
  }

  /** @param {FromAnswering} message */
  hear(message) {
    if (message.type === "failed" && message.trapped) return this.trapped(message.code, message.message);
    const question = this.open.get(message.id);
    if (!question) return;
    if (message.type === "progress") return question.onProgress(message.progress);
    this.open.delete(message.id);
    if (message.type === "answer") question.resolve(message.value);
    else question.reject(new MatchdayError(message.code, message.message));
  }

  /**
   * A trapped instance is dead for good, and with it all that it was asked: the next question starts a fresh worker.
   * @param {string} code
   * @param {string} message
   */
  trapped(code, message) {
    this.worker?.then((worker) => worker.terminate(), () => {});
    this.worker = null;
    for (const { reject } of this.open.values()) reject(new MatchdayError(code, message));
    this.open.clear();
  }

  /** Ends the worker and gives its memory back; the next question starts a fresh one. */
  close() {
    this.trapped("CANCELLED", "the answer is not wanted any more");
  }
}

const cancelled = () => new MatchdayError("CANCELLED", "the answer is not wanted any more");

/** @param {Worker} worker @param {ToAnswering} message @param {Transferable[]} [transfer] */
function say(worker, message, transfer = []) {
  worker.postMessage(message, transfer);
}
