/** The run of the present parameters and the run before it; starts and stops them. */

import { MatchdayError } from "../core/errors.js";
import { clamp } from "../core/format.js";
import { afterSteps } from "../core/slow-loading.js";
import { importPart } from "../core/lazy.js";
import { sameParams, sameRun } from "../core/state.js";
import { MOST_UNASKED } from "./bridge.js";
import { Simulator } from "./simulator.js";

/** @import { Run } from "../core/page-state" */
/** @import { Engine, Params, Site, Summary } from "../core/types" */
/** @import { Slice } from "./types" */
/** @import { Store } from "../core/state.js" */

/** Time from the last step of a moving slider to the start of a run. */
const SETTLE_MS = 80;
/** Time between changes of the state during a run: drawing takes time from the run. */
const REFRESH_MS = 250;
/** Time after which the page says that nothing comes from the simulator. A slice of a usual day takes 30 ms. */
const SILENCE = { steps: 10, step_ms: 1000 };
/** How much longer than estimated a run takes, until the speed of this machine is measured. */
const FIRST_SLOWNESS = 2;
/** Estimated seconds of a run that says how fast this machine is: short runs are mostly beginning and end. */
const LEAST_S = 0.2;
/** By how much one run changes that at most, as a factor. */
const MOST_CHANGE = 3;

export class Runs {
  /** @param {Engine} engine @param {Store} store */
  constructor(engine, store) {
    this.engine = engine;
    this.store = store;
    this.state = store.state;
    this.simulator = new Simulator(engine);
    /** The number of the newest run. */
    this.last = 0;
    this.slowness = FIRST_SLOWNESS;
    this.timer = 0;
    /** What has come of the present run since the state was told. @type {Slice[]} */
    this.slices = [];
    /** The last second of its results. */
    this.shown_s = -1;
    this.toldAt = 0;
    /** @type {Promise<import("./preview.js").Preview> | null} */
    this.preview = null;
    /** Called when a run is requested, begins, ends or is stopped, or fails. */
    this.onRequest = () => {};
    this.onUnseen = () => {};
    this.onLong = (/** @type {number} */ _expected_s, /** @type {number} */ _bytes) => {};
    this.onBegin = () => {};
    /** Called when the run waits for the reader's word, and when it goes on. */
    this.onPause = (/** @type {boolean} */ _isPaused) => {};
    this.onEnd = (/** @type {Run} */ _run) => {};
    this.onFail = (/** @type {MatchdayError} */ _error) => {};
    /** Called when nothing has come from the simulator for long, and when something comes again. */
    this.onSilence = (/** @type {boolean} */ _isSilent) => {};
    /** Ends the waiting for the simulator. */
    this.forget = () => {};
    this.isSilent = false;
    /** @type {Promise<Summary> | null} */
    this.result = null;
    /** The waiting for the reader's word on the code of the present parameters. */
    this.asking = new AbortController();
    /** Runs wait for this promise. @type {Promise<void>} */
    this.mayBegin = Promise.resolve();
  }

  /** Expected real seconds of a run on this machine. @param {Params} params */
  estimate_s(params) {
    return this.forecast(params).expected_s;
  }

  /** What some days take on this machine, one after the other, and whether that is too much without being asked for. @param {Params[]} days */
  forecast(...days) {
    const costs = days.map((params) => this.engine.world.estimate(params));
    const expected_s = costs.reduce((sum, { seconds }) => sum + seconds, 0) * this.slowness;
    const bytes = costs.reduce((sum, { bytes }) => sum + bytes, 0);
    return { expected_s, bytes, isLong: expected_s > MOST_UNASKED.work_s || bytes > MOST_UNASKED.bytes };
  }

  /** Simulates the present parameters when they have not changed for a moment. */
  request() {
    clearTimeout(this.timer);
    this.asking.abort();
    this.onRequest();
    this.timer = window.setTimeout(() => this.runUnlessLong(), SETTLE_MS);
  }

  /** Simulates the present parameters. If that takes long, or much memory, the page asks the reader first. */
  async runUnlessLong() {
    try {
      await this.consent();
    } catch {
      return;
    }
    const { expected_s, bytes, isLong } = this.forecast(this.state.params);
    if (isLong) this.onLong(expected_s, bytes);
    else this.beginRun();
  }

  /** Waits until the present rules may run. Rejects with the code CANCELLED when others take their place. */
  async consent() {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const { consent } = this.engine;
    if (!consent.has(this.state.params)) this.onUnseen();
    await consent.of(this.state.params, signal);
  }

  /** Simulates one of so many players that it takes no longer than some seconds, and shows what that tells. @param {number} budget_s */
  async thin(budget_s) {
    (await this.loadPreview())?.followParams(this.state.params, budget_s);
  }

  /** Follows a moving slider with thinned days, until the whole day is simulated. */
  followSlider() {
    this.loadPreview().then((preview) => preview?.followParams(this.state.params));
    this.request();
  }

  /** Loads the preview before a slider moves. Without a connection there is no preview, only the run of the whole day. */
  async loadPreview() {
    try {
      return await (this.preview ??= importPart(() => import("./preview.js")).then(({ Preview }) => new Preview(this)));
    } catch (thrown) {
      this.preview = null;
      if (MatchdayError.from(thrown).code !== "PART_FETCH") this.store.onError(thrown);
      return null;
    }
  }

  /** Stops the preview. */
  dropPreview() {
    this.state.preview?.results.free();
    this.store.update({ preview: null });
  }

  /**
   * Simulates the present parameters now, or returns the summary of the run that already does.
   * @param {boolean} [isAsked] whether the reader was told how much work it is, and has asked for it
   * @returns {Promise<Summary>}
   */
  beginRun(isAsked = false) {
    clearTimeout(this.timer);
    const summary = this.mayBegin.then(() => this.consent()).then(() => this.beginNow(isAsked));
    // The caller gets the error. If no caller waits, it must not count as unhandled.
    summary.catch(() => {});
    return summary;
  }

  /** Simulates the present parameters again, because the data set has changed. */
  runAgain() {
    this.result = null;
    this.runUnlessLong();
  }

  /** Simulates the day once more in another worker, because the simulator is silent. */
  startOver() {
    this.simulator.close();
    this.runAgain();
  }

  /** Waits for the next word of the simulator, or for none. @param {boolean} [isExpected] */
  listen(isExpected = true) {
    this.forget();
    if (isExpected) this.forget = afterSteps(SILENCE, () => this.onSilence((this.isSilent = true)));
    if (this.isSilent) this.onSilence((this.isSilent = false));
  }

  /** @param {boolean} isAsked */
  beginNow(isAsked) {
    const { current, params } = this.state;
    const same = current && sameParams(current.params, params);
    if (same && this.result && (current.state === "running" || current.state === "finished")) {
      if (current.summary) this.onEnd(current);
      return this.result;
    }
    this.onBegin();
    this.result = this.simulate(params, isAsked);
    return this.result;
  }

  /** Stops the run. Its results so far stay. */
  stop() {
    if (this.state.current?.state !== "running") return;
    this.listen(false);
    this.simulator.cancel();
    this.onEnd(this.end({ state: "stopped" }));
  }

  /** Whether the present run could become A. */
  canPin() {
    const { current, baseline } = this.state;
    return current?.state === "finished" && !sameRun(baseline, current);
  }

  /** Pins the present run as A, or unpins A. */
  togglePin() {
    const { state } = this;
    const take = !state.pinned && this.canPin();
    if (take) this.setBaseline(state.current);
    this.store.update({ pinned: take });
  }

  /** @param {Params} params @param {boolean} isAsked */
  async simulate(params, isAsked) {
    /** @type {Run | undefined} */
    let run;
    try {
      const { number } = (run = this.makeCurrent(params));
      this.listen();
      const { policy = null, ...summary } = await this.simulator.run(params, {
        number,
        keep: this.state.baseline ? [this.state.baseline.number] : [],
        onSlice: (slice) => this.take(number, slice),
        isAsked,
        onPause: (isPaused) => {
          this.listen(!isPaused);
          this.onPause(isPaused);
        },
      });
      this.listen(false);
      const { starved = null } = summary;
      // A day that starves ends early: its figures are shown so far, and not compared.
      const ended = this.end({ policy, starved, ...(starved ? { state: "stopped" } : { state: "finished", summary }) });
      this.learnRate(ended);
      this.onEnd(ended);
      return summary;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      const isReplaced = run && !sameRun(run, this.state.current);
      if (!isReplaced) this.listen(false);
      // A run that another has replaced may fail before it learns of that.
      if (error.code === "CANCELLED" || isReplaced) throw error;
      if (run) this.end({ state: "failed" });
      else this.dropPreview();
      this.onFail(error);
      throw error;
    }
  }

  /** @param {Params} params @returns {Run} */
  makeCurrent(params) {
    const { state, engine } = this;
    /** @type {Run} */
    const run = {
      number: ++this.last,
      params,
      sites: engine.world.datacenters(params.dcs),
      results: new engine.wasm.Results(engine.world, params, 1),
      shown_s: -1,
      state: "running",
      servers: [],
      outages: [],
      ladder: [],
      policy: null,
      progress: { done_s: 0, total_s: 1, shown_s: -1 },
      summary: null,
      starved: null,
    };
    const old = state.current;
    this.slices = [];
    this.shown_s = -1;
    this.store.update({ current: run });
    if (old?.state === "finished" && !state.pinned) this.setBaseline(old);
    else if (old && !sameRun(old, state.baseline)) old.results.free();
    return run;
  }

  /** @param {Run | null} run */
  setBaseline(run) {
    const old = this.state.baseline;
    this.store.update({ baseline: run });
    if (old && !sameRun(old, run) && !sameRun(old, this.state.current)) old.results.free();
  }

  /** @param {number} number of the run @param {Slice} slice */
  take(number, slice) {
    const { current } = this.state;
    if (current?.number !== number || current.state !== "running") return;
    this.listen();
    this.shown_s = current.results.push(slice);
    this.slices.push(slice);
    const now = performance.now();
    if (now - this.toldAt < REFRESH_MS) return;
    this.toldAt = now;
    this.advance(current);
  }

  /** Replaces the present run by one with the new slices, and with what its end changes. @param {Run} current @param {Partial<Run>} [end] */
  advance(current, end) {
    const slices = this.slices.splice(0);
    const run = {
      ...current,
      servers: current.servers.concat(slices.flatMap(({ servers }) => servers ?? [])),
      outages: current.outages.concat(slices.flatMap(({ outages }) => outages)),
      ladder: current.ladder.concat(slices.flatMap(({ ladder }) => ladder ?? [])),
      progress: slices.at(-1) ?? current.progress,
      shown_s: this.shown_s,
      ...end,
    };
    this.store.update({ current: run });
    return run;
  }

  /** Ends the present run. @param {Partial<Run>} end */
  end(end) {
    this.dropPreview();
    return this.advance(/** @type {Run} */ (this.state.current), end);
  }

  /** @param {Run} run */
  learnRate({ params, summary }) {
    const { seconds } = this.engine.world.estimate(params);
    if (!summary?.wall_s || seconds <= LEAST_S) return;
    // A clock that jumps, as while the computer sleeps, must not make the next days look long.
    this.slowness = clamp(summary.wall_s / seconds, this.slowness / MOST_CHANGE, this.slowness * MOST_CHANGE);
  }
}
