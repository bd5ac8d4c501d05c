/** Makes the runs of a sweep, with a worker for each core. */

import { ask } from "../../../core/ask.js";
import { Simulator } from "../../../worker/simulator.js";

/** @import { Engine } from "../../../core/types" */
/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */

export const cores = () => Math.max(1, navigator.hardwareConcurrency || 1);

export class SweepRunner {
  /** @param {Engine} engine @param {() => void} onResult called after each run */
  constructor(engine, onResult) {
    this.engine = engine;
    this.onResult = onResult;
    /** @type {Simulator[]} */
    this.pool = [];
    /** Numbers of the runs that no worker has begun; the next one is last. @type {number[]} */
    this.open = [];
  }

  /**
   * Makes the missing runs. Rejects with the first failure, or with the code CANCELLED. No run begins after that,
   * and the finished ones stay.
   * @param {Sweep} sweep
   */
  async make(sweep) {
    this.open = ask(sweep, "state", {}).missing.reverse();
    this.pool = Array.from({ length: Math.min(cores(), this.open.length) }, () => new Simulator(this.engine));
    try {
      await Promise.all(this.pool.map((simulator) => this.simulateMissing(simulator, sweep)));
    } finally {
      this.cancel();
    }
  }

  /** Ends the workers, because each has a world in memory. */
  cancel() {
    this.open = [];
    for (const simulator of this.pool) simulator.close();
    this.pool = [];
  }

  /** @param {Simulator} simulator @param {Sweep} sweep */
  async simulateMissing(simulator, sweep) {
    for (let run = this.open.pop(); run !== undefined; run = this.open.pop()) {
      const report = await simulator.run(ask(sweep, "params", { run }), { isAsked: true });
      ask(sweep, "take", { run, report });
      this.onResult();
    }
  }
}
