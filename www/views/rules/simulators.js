/** Workers that simulate many days of policies, one after the other. */

import { Simulator } from "../../worker/simulator.js";

/** @import { Engine, Params } from "../../core/types" */
/** @import { DayQuestions } from "../../worker/types" */

const MOST = 4;

export class Simulators {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Simulator[]} */
    this.pool = [];
  }

  get isBusy() {
    return this.pool.length > 0;
  }

  /** How many work at so many days. @param {number} days */
  count(days) {
    return Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 1, days));
  }

  /**
   * Simulates days. Rejects with the first failure, or with the code CANCELLED; no day begins after that.
   * @template {{ params: Params }} Day
   * @param {Day[]} days
   * @param {(day: Day, answer: DayQuestions["run"]["answer"], simulator: Simulator) => Promise<void>} take called after each, with
   * the simulator that has no other day meanwhile
   */
  async run(days, take) {
    this.stop();
    const open = [...days];
    const pool = (this.pool = Array.from({ length: this.count(days.length) }, () => new Simulator(this.engine)));
    const work = async (/** @type {Simulator} */ simulator) => {
      for (let next = open.shift(); next; next = open.shift())
        await take(next, await simulator.run(next.params, { isAsked: true }), simulator);
    };
    try {
      await Promise.all(pool.map(work));
    } finally {
      if (this.pool === pool) this.stop();
    }
  }

  /** Ends the workers, because each has a world in memory. */
  stop() {
    for (const simulator of this.pool) simulator.close();
    this.pool = [];
  }
}
