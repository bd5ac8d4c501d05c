/** A worker seen from the page: one run at a time, cancellable, replaced when it hangs or traps. */

import { MatchdayError } from "./errors.js";

/** @import { Engine, FromWorker, Params, SliceMessage, Summary, ToWorker } from "./types" */

/** A slice takes about 30 ms. A worker silent for this long after a cancellation hangs. */
const SILENCE_MS = 1000;

/**
 * @typedef {object} Job
 * @property {ToWorker & { type: "run" }} order
 * @property {(slice: SliceMessage) => void} onSlice
 * @property {(summary: Summary) => void} resolve
 * @property {(error: MatchdayError) => void} reject
 */

export class Simulator {
  /** @param {Pick<Engine, "module" | "files" | "configuration">} engine */
  constructor(engine) {
    this.engine = engine;
    this.worker = this.spawn();
    this.lastId = 0;
    /** @type {Job | null} */
    this.job = null;
    /** Whether the worker still owes an answer. */
    this.busy = false;
    /** Whether it has loaded: before, silence means nothing. */
    this.awake = false;
    this.watchdog = 0;
  }

  spawn() {
    this.files = this.engine.files;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.trapped("ENGINE_PANIC", event.message || "the worker could not be started");
    };
    /** @type {ToWorker} */
    const load = { type: "load", module: this.engine.module, files: this.engine.files };
    worker.postMessage(load);
    return worker;
  }

  /**
   * Simulates; a run that is still going is cancelled.
   * @param {Params} params
   * @param {object} [options]
   * @param {boolean} [options.record] whether slices bring frames for the map
   * @param {(slice: SliceMessage) => void} [options.onSlice]
   * @returns {Promise<Summary>} rejects with the code CANCELLED when it was cancelled
   */
  run(params, { record = false, onSlice = () => {} } = {}) {
    this.drop();
    if (this.files !== this.engine.files) this.replace();
    this.watch();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.job = { order: { type: "run", id, params, record, configuration: this.engine.configuration }, onSlice, resolve, reject };
      this.busy = true;
      this.say(this.job.order);
    });
  }

  cancel() {
    if (!this.job) return;
    this.drop();
    this.say({ type: "cancel" });
    this.watch();
  }

  /** Ends the worker for good. */
  close() {
    this.drop();
    clearTimeout(this.watchdog);
    this.worker.terminate();
  }

  /** Lets go of the present job. */
  drop() {
    this.job?.reject(new MatchdayError("CANCELLED", "another run took its place"));
    this.job = null;
  }

  /** Replaces a worker that does not answer in time, and gives the new one the job that waits. */
  watch() {
    clearTimeout(this.watchdog);
    if (!this.busy || !this.awake) return;
    this.watchdog = window.setTimeout(() => {
      this.replace();
      if (!this.job) return;
      this.busy = true;
      this.say(this.job.order);
    }, SILENCE_MS);
  }

  replace() {
    this.worker.terminate();
    this.worker = this.spawn();
    this.busy = this.awake = false;
  }

  /** @param {FromWorker} message */
  hear(message) {
    clearTimeout(this.watchdog);
    this.awake = true;
    if (message.type !== "slice" && message.id === this.lastId) this.busy = false;
    if (message.type === "failed" && message.trapped) return this.trapped(message.code, message.message);
    const job = this.job;
    if (!job || message.id !== job.order.id) return;
    if (message.type === "slice") {
      job.onSlice(message);
    } else {
      this.job = null;
      if (message.type === "done") job.resolve(message.summary);
      else if (message.type === "failed") job.reject(new MatchdayError(message.code, message.message));
    }
  }

  /**
   * A trapped instance is dead for good: a fresh worker takes its place.
   * @param {string} code
   * @param {string} message
   */
  trapped(code, message) {
    clearTimeout(this.watchdog);
    const job = this.job;
    this.job = null;
    this.replace();
    job?.reject(new MatchdayError(code, message));
  }

  /** @param {ToWorker} message */
  say(message) {
    this.worker.postMessage(message);
  }
}
