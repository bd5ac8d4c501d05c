/**
 * The preview while a slider moves: a thinned day, which is fast enough to follow the slider. It is drawn instead of
 * the run until the whole day is simulated.
 *
 * In a thinned day only every k-th player joins, with the same distribution over the world and the day, and counts as
 * k players. The number of players online stays right, because the length of a stay depends on match, pause and replay
 * rate, and hardly on the population. Waits and round trips are wrong: fewer players wait longer and are matched
 * farther away. So a thinned day shows numbers of players only. k is as small as the speed of this machine allows;
 * with k = 1 the preview shows everything.
 */

import { MatchdayError } from "../core/errors.js";
import { sameParams } from "../core/state.js";
import { Simulator } from "./simulator.js";

/** @import { Run } from "../core/page-state" */
/** @import { Params } from "../core/types" */
/** @import { Runs } from "./runs.js" */

/** Longest real time of a thinned day while a slider moves. */
const BUDGET_S = 0.1;
/** A thinned day that takes longer is given up for a newer one. */
const PATIENCE_MS = 1000;
/** Fewest players of a thinned day. With 1,000 the peak is off by some 3 %. */
const FEWEST_PLAYERS = 1000;

export class Preview {
  /** @param {Runs} runs */
  constructor(runs) {
    this.runs = runs;
    /** The worker, which keeps its world from one day to the next. */
    this.simulator = new Simulator(runs.engine);
    this.busy = false;
    /** The start of the present day, if there is one. */
    this.since_ms = 0;
    this.budget_s = BUDGET_S;
    /** The parameters to simulate next; null if there are no newer ones. @type {Params | null} */
    this.next = null;
  }

  /**
   * Simulates these parameters when the present day is finished. Only the newest parameters wait.
   * @param {Params} params
   * @param {number} [budget_s] longest real time of the thinned day
   */
  async followParams(params, budget_s = BUDGET_S) {
    this.next = params;
    this.budget_s = budget_s;
    if (this.busy) {
      if (performance.now() - this.since_ms > PATIENCE_MS) this.simulator.cancel();
      return;
    }
    this.busy = true;
    try {
      for (let now = this.takeParams(); now; now = this.takeParams()) this.showPreview(await this.simulate(now));
    } catch (thrown) {
      // The run of the whole day reports the error.
      if (MatchdayError.from(thrown).code !== "CANCELLED") this.showPreview(null);
    } finally {
      this.busy = false;
    }
    if (this.next) this.followParams(this.next, this.budget_s);
  }

  takeParams() {
    const { next } = this;
    this.next = null;
    this.since_ms = performance.now();
    return next;
  }

  /** @param {Params} params @returns {Promise<Run>} */
  async simulate(params) {
    const { engine } = this.runs;
    const k = this.thinning(params);
    const share = (/** @type {string} */ key) => String(Math.max(1, Math.round(Number(params[key]) / k)));
    // Playlists are thinned too, so that each has as many players as in the whole day.
    const { fleet, ranked } = k === 1 ? params : { fleet: "off", ranked: "off" };
    const thinned = { ...params, fleet, ranked, ccu: share("ccu"), playlists: share("playlists") };
    const results = new engine.wasm.Results(engine.world, { ...thinned, ccu: params.ccu }, k);
    let shown_s = -1;
    const summary = await this.simulator.run(thinned, { onSlice: ({ rows }) => (shown_s = results.push({ rows, frames: null })) });
    return {
      number: 0,
      params,
      sites: [],
      results,
      shown_s,
      servers: [],
      policy: null,
      outages: [],
      ladder: [],
      state: "finished",
      progress: { done_s: 1, total_s: 1, shown_s },
      summary,
      starved: null,
      thinning: k,
    };
  }

  /** The factor k for these parameters. @param {Params} params */
  thinning(params) {
    const ccu = Number(params.ccu);
    const affordable = Math.max(FEWEST_PLAYERS, (ccu * this.budget_s) / this.runs.estimate_s(params));
    return Math.max(1, Math.ceil(ccu / affordable));
  }

  /** Replaces the preview by the run of the whole day. @param {Run | null} run */
  showPreview(run) {
    const { state, store } = this.runs;
    const whole = state.current?.state === "finished" && sameParams(state.current.params, state.params);
    state.preview?.results.free();
    store.update({ preview: whole ? null : run });
    if (whole) run?.results.free();
  }
}
