/** The points of the replay chart: one run each, in a pool of workers, while no other run is active. */

import { MatchdayError } from "../../core/errors.js";
import { sameParams } from "../../core/state.js";
import { Bridge } from "../../worker/bridge.js";
import { Simulator } from "../../worker/simulator.js";

/** @import { Run, SweepPoint } from "../../core/page-state" */
/** @import { Params } from "../../core/types" */
/** @import { Runs } from "../../worker/runs.js" */
/** @import { Store } from "../../core/state.js" */

/** Rates from the fastest run to the slowest: run time is in proportion to 1 / (1 - replay). */
export const RATES = [0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const MOST_WORKERS = 4;

export class ReplaySweep {
  /** @param {Runs} runs @param {Store} store */
  constructor(runs, store) {
    this.runs = runs;
    this.store = store;
    this.state = store.state;
    /** @type {Simulator[]} */
    this.pool = [];
    /** The parameters of the points, apart from the replay rate. @type {Params | null} */
    this.of = null;
    /** Rates without a point yet. @type {number[]} */
    this.open = [];
  }

  /** Simulates the missing points for the parameters of a finished run. @param {Run} run */
  resume(run) {
    const { params, summary } = run;
    const curve = { ...params, replay: "" };
    if (!this.of || !sameParams(this.of, curve)) {
      this.of = curve;
      this.store.update({ sweep: [] });
    }
    const present = Number(params.replay);
    if (summary && RATES.includes(present)) this.add({ replay: present, summary });
    this.closedForm(run);
    const missing = RATES.filter((replay) => !this.state.sweep.some((point) => point.replay === replay));
    // Nobody has asked for the points: those that take too much are left out.
    const each_bytes = Bridge.spareBytes() / this.workers();
    this.open = missing.filter((replay) => {
      const { bytes, isLong } = this.runs.forecast(withReplay(params, replay));
      return !isLong && bytes <= each_bytes;
    });
    this.store.update({ sweepCut: this.open.length < missing.length });
    this.fillPool();
    for (const simulator of this.pool) this.simulateOpen(simulator, params);
  }

  /** Stops the runs of points, so that the main run has the machine. */
  pause() {
    this.open = [];
    for (const simulator of this.pool) simulator.cancel();
  }

  workers() {
    const cores = navigator.hardwareConcurrency || 2;
    return Math.min(MOST_WORKERS, Math.max(1, cores - 1));
  }

  fillPool() {
    const workers = Math.min(this.workers(), this.open.length);
    while (this.pool.length < workers) this.pool.push(new Simulator(this.runs.engine));
  }

  /** Simulates open points, then ends the worker: its memory would never shrink. @param {Simulator} simulator @param {Params} params */
  async simulateOpen(simulator, params) {
    for (;;) {
      const replay = this.open.shift();
      if (replay === undefined) return simulator.close();
      try {
        const summary = await simulator.run(withReplay(params, replay), { onPause: () => this.leaveOut() });
        // A day that starves has no figures to compare.
        if (!summary.starved) this.add({ replay, summary });
      } catch (thrown) {
        const error = MatchdayError.from(thrown);
        if (error.code !== "CANCELLED") this.runs.onFail(error);
        return;
      }
    }
  }

  /** A point takes more than was expected. */
  leaveOut() {
    this.open = [];
    for (const simulator of this.pool) simulator.close();
    this.store.update({ sweepCut: true });
  }

  /** @param {SweepPoint} point */
  add(point) {
    const others = this.state.sweep.filter(({ replay }) => replay !== point.replay);
    this.store.update({ sweep: [...others, point].sort((a, b) => a.replay - b.replay) });
  }

  /** @param {Run} run */
  closedForm({ params, summary }) {
    if (!summary) return;
    const { wasm, world } = this.runs.engine;
    // The theory has no lobbies, ready checks and lockouts, and no wait for a match in a run without matches.
    const holds = params.ranked === "off" && summary.wait_mean_s !== null;
    this.store.update({ theory: holds ? wasm.replay_theory(world, params, summary) : new Float64Array() });
  }
}

/** @param {Params} params @param {number} replay @returns {Params} */
const withReplay = (params, replay) => ({ ...params, replay: String(replay) });
