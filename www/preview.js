/**
 * While a slider moves: a thinned day, small enough to follow the hand, drawn in the place of the run until the whole
 * day is there.
 *
 * Thinned is the population: every k-th player joins, by the same curve over the world and the day, and each stands for
 * k. Players online scale so, because how long somebody stays depends on match, pause and replay rate, hardly on the
 * crowd. Waits and round trips do not: fewer players wait longer and are matched farther off. So a thinned day shows
 * players only, and k is as small as this machine has time for; with k = 1 it shows everything.
 */

import { MatchdayError } from "./errors.js";
import { sameParams } from "./runs.js";
import { Simulator } from "./worker/simulator.js";

/** @import { Run } from "./page" */
/** @import { Params } from "./types" */
/** @import { Runs } from "./runs.js" */

/** What a thinned day may take. */
const BUDGET_S = 0.1;
/** Fewer would be noise: on 1,000 players the peak is off by some 3 %. */
const FEWEST_PLAYERS = 1000;

export class Preview {
  /** @param {Runs} runs */
  constructor(runs) {
    this.runs = runs;
    /** Keeps its world from one day to the next. */
    this.simulator = new Simulator(runs.engine);
    this.busy = false;
    /** What the slider says by now, if that is not what is being simulated. @type {Params | null} */
    this.next = null;
  }

  /** Simulates these parameters as soon as the day before is through: what comes faster than that is left out. @param {Params} params */
  async follow(params) {
    this.next = params;
    if (this.busy) return;
    this.busy = true;
    try {
      for (let now = this.take(); now; now = this.take()) this.show(await this.simulate(now));
    } catch (thrown) {
      // The whole day will say what is wrong.
      if (MatchdayError.from(thrown).code !== "CANCELLED") this.show(null);
    } finally {
      this.busy = false;
    }
  }

  take() {
    const { next } = this;
    this.next = null;
    return next;
  }

  /** @param {Params} params @returns {Promise<Run>} */
  async simulate(params) {
    const { engine } = this.runs;
    const k = this.thinning(params);
    const share = (/** @type {string} */ key) => String(Math.max(1, Math.round(Number(params[key]) / k)));
    // As many to a playlist as there are: who finds no match leaves.
    const { fleet, ranked } = k === 1 ? params : { fleet: "off", ranked: "off" };
    const thinned = { ...params, fleet, ranked, ccu: share("ccu"), playlists: share("playlists") };
    const recording = new engine.wasm.Recording(engine.world, { ...thinned, ccu: params.ccu });
    recording.stand_for(k);
    const summary = await this.simulator.run(thinned, { onSlice: ({ rows }) => recording.push_rows(rows) });
    const progress = { done_s: 1, total_s: 1, shown_s: recording.shown_s() };
    return { params, sites: [], recording, servers: [], ladder: [], state: "finished", progress, summary, thinning: k };
  }

  /** One of how many players. @param {Params} params */
  thinning(params) {
    const ccu = Number(params.ccu);
    const affordable = Math.max(FEWEST_PLAYERS, (ccu * BUDGET_S) / this.runs.estimate_s(params));
    return Math.max(1, Math.ceil(ccu / affordable));
  }

  /** The whole day is the better word, whichever comes first. @param {Run | null} run */
  show(run) {
    const { state, stage } = this.runs;
    const whole = state.current?.state === "finished" && sameParams(state.current.params, state.params);
    state.preview?.recording.free();
    state.preview = whole ? null : run;
    if (whole) run?.recording.free();
    stage.changed("data");
  }
}
