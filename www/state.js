/** What the page shows, and the one frame in which its parts draw what changed. */

/** @import { Change, PageState, Part, Run } from "./page" */
/** @import { Moment, Params } from "./types" */

/** The moment that a fresh page shows: early evening in Europe, near the world's peak. */
export const FIRST_TIME_S = 65_220;
export const DEFAULT_LAYERS = "night,datacenters";

/** @param {Params} params @returns {PageState} */
export const firstState = (params) => ({
  params,
  time_s: FIRST_TIME_S,
  playing: false,
  speed: 600,
  layers: new Set(),
  tint: "",
  hover: null,
  cursor_s: null,
  metric: "peak",
  current: null,
  baseline: null,
  preview: null,
  pinned: false,
  sweep: [],
  sweepCut: false,
  theory: new Float64Array(),
  sweepSpec: "",
  capacity: "",
  page: "",
});

/** Seconds that the present parameters show. @param {PageState} state */
export const shownSpan = (state) => Number(state.params.days) * 86_400;

/** Players of a match: of a ranked mode, its name has them. @param {Params} params */
export function playersOf({ ranked, players }) {
  const [count] = ranked.match(/\d+/) ?? [];
  return count ? Number(count) * (ranked.startsWith("ffa") ? 1 : 2) : Number(players);
}

/**
 * The run and the second that are on screen. While a new run has not come as far as the reader
 * looks, the last good one stays; the first run of all is followed as it fills.
 * @param {PageState} state
 * @returns {{ run: Run, time_s: number } | null}
 */
export function onScreen({ current, baseline, time_s }) {
  const reach = (/** @type {Run} */ run) => run.recording.shown_s();
  if (current && reach(current) >= time_s) return { run: current, time_s };
  if (current && current.state !== "running" && reach(current) >= 0) return { run: current, time_s: reach(current) };
  if (baseline) return { run: baseline, time_s: Math.min(time_s, reach(baseline)) };
  if (current && reach(current) >= 0) return { run: current, time_s: reach(current) };
  return null;
}

/**
 * What a run shows of a moment, for every part that names one: players are the means of its minute, in whole numbers
 * that add up.
 * @param {Run["recording"]} recording
 * @param {number} time_s
 * @returns {Moment}
 */
export function momentOf(recording, time_s) {
  /** @type {Moment} */
  const moment = recording.at(time_s);
  const [playing, between, searching] = [moment.playing, moment.between, moment.searching].map(Math.round);
  return { ...moment, ccu: playing + between + searching, playing, between, searching };
}

/** Collects changes and draws the parts once a frame. */
export class Stage {
  constructor() {
    /** @type {Part[]} */
    this.parts = [];
    /** @type {Set<Change>} */
    this.changes = new Set();
    this.waiting = false;
    /** @type {(error: unknown) => void} */
    this.onError = console.error;
  }

  /** @param {...Change} changes */
  changed(...changes) {
    for (const change of changes) this.changes.add(change);
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waiting = false;
    const changes = this.changes;
    this.changes = new Set();
    for (const part of this.parts) {
      try {
        part.draw(changes);
      } catch (error) {
        // The other parts still draw: the last good frame of this one stays.
        this.onError(error);
      }
    }
  }
}
