/**
 * Brings the second that is shown onto the map: the worker simulates it again from a checkpoint. While that takes too
 * long, the thin record of the run bridges. What is shown did happen, always.
 */

import { LatestRequest } from "../core/latest-request.js";
import { onScreen, sameRun } from "../core/state.js";

/** @import { Change, PageState, Run } from "../core/page-state" */
/** @import { Runs } from "./runs.js" */
/** @import { Store } from "../core/state.js" */
/** @import { Seen } from "../core/types" */

/** A second of a run. @typedef {{ run: Run, time_s: number }} Moment */

/** Longest time for which the map waits for an exact second. */
const PATIENCE_MS = 100;

export class TimeMachine {
  /** @param {Runs} runs @param {Store} store */
  constructor(runs, store) {
    this.store = store;
    /** The second that shall be shown. @type {Moment | null} */
    this.wanted = null;
    /** Runs while the map waits. */
    this.timer = 0;
    /** @type {LatestRequest<Moment>} */
    this.latest = new LatestRequest(
      async (moment, signal) => {
        if (isAlive(moment.run, store.state)) this.show(moment, await runs.simulator.look(moment.run, moment.time_s, signal));
      },
      (error) => runs.onFail(error),
    );
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!["time", "data", "runs"].some((change) => changed.has(/** @type {Change} */ (change)))) return;
    const { state } = this.store;
    const shown = onScreen(state);
    if (!shown) return;
    this.wanted = { run: shown.run, time_s: Math.floor(shown.time_s) };
    // The progress of a run is too quick to be exact, and looking would take time from it.
    const passes = shown.run.state === "running" && shown.time_s < Math.floor(state.time_s);
    if (passes) return this.bridge();
    if (this.isThere()) return;
    this.timer ||= window.setTimeout(() => this.bridge(), PATIENCE_MS);
    this.latest.ask(this.wanted);
  }

  /** The run and the moment on the map; null before the first one. */
  onMap() {
    const { state } = this.store;
    return state.onMap && isAlive(state.onMap.run, state) ? state.onMap : null;
  }

  /** Whether the map shows the wanted second. */
  isThere() {
    const { onMap } = this.store.state;
    return this.wanted !== null && onMap?.isExact && sameRun(onMap.run, this.wanted.run) && onMap.time_s === this.wanted.time_s;
  }

  /** Resolves when the second that is wanted now is shown. */
  async settle() {
    while (this.wanted && !this.isThere() && isAlive(this.wanted.run, this.store.state)) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** @param {Moment} moment @param {Seen} seen */
  show(moment, seen) {
    if (!isAlive(moment.run, this.store.state)) return;
    moment.run.results.show(seen.shown_s, seen);
    this.putOnMap(moment, true);
  }

  /** Shows the last recorded moment before the wanted one. */
  bridge() {
    const { wanted } = this;
    this.timer = 0;
    if (!wanted || !isAlive(wanted.run, this.store.state)) return;
    const time_s = wanted.run.results.show(wanted.time_s);
    if (time_s !== undefined) this.putOnMap({ run: wanted.run, time_s }, false);
  }

  /** @param {Moment} moment @param {boolean} isExact */
  putOnMap(moment, isExact) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.store.update({ onMap: { ...moment, isExact } });
  }
}

/** Whether the results of a run still are there. @param {Run} run @param {Readonly<PageState>} state */
const isAlive = (run, { current, baseline }) => [current, baseline].some((kept) => sameRun(run, kept));
