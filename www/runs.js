/** The run of the present parameters, the one before it, and what starts and stops them. */

import { MatchdayError } from "./errors.js";
import { importPart } from "./lazy.js";
import { Simulator } from "./worker/simulator.js";

/** @import { PageState, Run } from "./page" */
/** @import { Engine, Params, Site, Summary } from "./types" */
/** @import { Slice } from "./worker/types" */
/** @import { Stage } from "./state.js" */

/** A slider in motion starts a run this long after its last step. */
const SETTLE_MS = 80;
/** While a run goes on, what it brings is drawn this often: drawing takes time from the run. */
const REFRESH_MS = 250;
/** Player-matches a second, until this machine has shown its own rate. */
const FIRST_RATE = 5e6;
/** How many times as long a day takes on simulated servers, and a ranked one. */
const SERVERS = 2.5;
const RANKED = 25;

export class Runs {
  /** @param {Engine} engine @param {PageState} state @param {Stage} stage */
  constructor(engine, state, stage) {
    this.engine = engine;
    this.state = state;
    this.stage = stage;
    this.simulator = new Simulator(engine);
    this.rate = FIRST_RATE;
    this.timer = 0;
    this.drawnAt = 0;
    /** @type {Promise<import("./preview.js").Preview> | null} */
    this.preview = null;
    /** Called when a run is asked for, begins, ends by itself or by the reader, or fails. */
    this.onRequest = () => {};
    this.onBegin = () => {};
    this.onEnd = (/** @type {Run} */ _run) => {};
    this.onFail = (/** @type {MatchdayError} */ _error) => {};
    /** @type {Promise<Summary> | null} */
    this.result = null;
    /** No run begins before. @type {Promise<void>} */
    this.mayBegin = Promise.resolve();
  }

  /** Expected real seconds of a run on this machine. @param {Params} params */
  estimate_s(params) {
    return this.work(params) / this.rate;
  }

  /** Player-matches of a run, or what takes as long. @param {Params} params */
  work(params) {
    const times = params.ranked !== "off" ? RANKED : params.fleet === "off" ? 1 : SERVERS;
    return this.engine.world.estimate(params).player_matches * times;
  }

  /** Simulates the present parameters once they have settled. */
  request() {
    clearTimeout(this.timer);
    this.onRequest();
    this.timer = window.setTimeout(() => this.begin(), SETTLE_MS);
  }

  /** A slider moves: the charts follow by thinned days until the whole one is there. */
  follow() {
    this.loadPreview().then((preview) => preview?.follow(this.state.params));
    this.request();
  }

  /** Loads the preview before a slider moves. Without a connection there is no preview, and the charts wait for the whole day. */
  async loadPreview() {
    try {
      return await (this.preview ??= importPart(() => import("./preview.js")).then(({ Preview }) => new Preview(this)));
    } catch (thrown) {
      this.preview = null;
      if (MatchdayError.from(thrown).code !== "PART_FETCH") this.stage.onError(thrown);
      return null;
    }
  }

  /** Nothing is thinned any more. */
  dropPreview() {
    this.state.preview?.recording.free();
    this.state.preview = null;
  }

  /**
   * Simulates the present parameters now, or joins the run that already does.
   * @returns {Promise<Summary>}
   */
  begin() {
    clearTimeout(this.timer);
    const summary = this.mayBegin.then(() => this.beginNow());
    // Whoever asked hears of a failure; nobody has to.
    summary.catch(() => {});
    return summary;
  }

  /** Simulates the present parameters once more: something else has changed. */
  anew() {
    this.result = null;
    this.begin();
  }

  beginNow() {
    const { current, params } = this.state;
    const same = current && sameParams(current.params, params);
    if (same && this.result && (current.state === "running" || current.state === "finished")) {
      if (current.summary) this.onEnd(current);
      return this.result;
    }
    this.onBegin();
    this.result = this.simulate(params);
    return this.result;
  }

  /** Ends the run where it is; what it has shown stays. */
  stop() {
    const run = this.state.current;
    if (run?.state !== "running") return;
    run.state = "stopped";
    this.simulator.cancel();
    this.dropPreview();
    this.stage.changed("runs", "data");
    this.onEnd(run);
  }

  /** Whether the present run could become A. */
  canPin() {
    const { current, baseline } = this.state;
    return current?.state === "finished" && baseline !== current;
  }

  /** Takes the present run as A and keeps it, or lets A follow again. */
  togglePin() {
    const { state } = this;
    const take = !state.pinned && this.canPin();
    if (take) this.setBaseline(state.current);
    state.pinned = take;
    this.stage.changed("runs");
  }

  /** @param {Params} params */
  async simulate(params) {
    /** @type {Run | undefined} */
    let run;
    try {
      run = this.makeCurrent(params);
      const mine = run;
      const summary = await this.simulator.run(params, { record: true, onSlice: (slice) => this.take(mine, slice) });
      run.summary = summary;
      run.state = "finished";
      this.dropPreview();
      this.learnRate(run);
      this.stage.changed("runs", "data");
      this.onEnd(run);
      return summary;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code === "CANCELLED") throw error;
      if (run) run.state = "failed";
      this.dropPreview();
      this.stage.changed("runs", "data");
      this.onFail(error);
      throw error;
    }
  }

  /** @param {Params} params @returns {Run} */
  makeCurrent(params) {
    const { state, engine } = this;
    /** @type {Run} */
    const run = {
      params,
      sites: engine.world.datacenters(params.dcs),
      recording: new engine.wasm.Recording(engine.world, params),
      state: "running",
      servers: [],
      ladder: [],
      progress: { done_s: 0, total_s: 1, shown_s: -1 },
      summary: null,
    };
    const old = state.current;
    state.current = run;
    if (old?.state === "finished" && !state.pinned) this.setBaseline(old);
    else if (old && old !== state.baseline) old.recording.free();
    this.stage.changed("runs", "data");
    return run;
  }

  /** @param {Run | null} run */
  setBaseline(run) {
    const old = this.state.baseline;
    this.state.baseline = run;
    if (old && old !== run && old !== this.state.current) old.recording.free();
  }

  /** @param {Run} run @param {Slice} slice */
  take(run, slice) {
    if (run.state !== "running") return;
    run.recording.push_rows(slice.rows);
    if (slice.frames) {
      const { interval_s, first_index, bytes } = slice.frames;
      run.recording.push_frames(interval_s, first_index, bytes);
    }
    if (slice.servers) run.servers.push(slice.servers);
    if (slice.ladder) run.ladder.push(slice.ladder);
    run.progress = slice;
    const now = performance.now();
    if (now - this.drawnAt < REFRESH_MS) return;
    this.drawnAt = now;
    this.stage.changed("data");
  }

  /** @param {Run} run */
  learnRate({ params, summary }) {
    const work = this.work(params);
    if (summary?.wall_s && work > 1e5) this.rate = work / summary.wall_s;
  }
}

/** @param {Params} a @param {Params} b */
export const sameParams = (a, b) => Object.keys(a).every((key) => a[key] === b[key]);
