/** The state of the page, and the frame in which all its parts draw changes. */

/** @import { Change, PageState, Part, Run } from "./page-state" */
/** @import { Moment, Params, PlayersByState, Site, SiteMoment, Summary } from "./types" */

/** The time that a new page shows: early evening in Europe, near the world's peak. */
export const FIRST_TIME_S = 65_220;
export const DEFAULT_LAYERS = "night,datacenters";

/** The state that is there from the beginning. @typedef {Pick<PageState, "params" | "world" | "theme">} Given */

/** Each key of the state: its first value, and what changes on the page with it. @param {Given} given @returns {{ [Key in keyof PageState]: [PageState[Key], Change | Change[]] }} */
const keysOf = ({ params, world, theme }) => ({
  params: [params, "params"],
  world: [world, ["world", "data", "time"]],
  theme: [theme, "theme"],
  resized: [null, "size"],
  view: ["matchmaking", "view"],
  laidOut: ["matchmaking", "size"],
  page: ["", "view"],
  sweepSpec: ["", "view"],
  capacity: ["", "view"],
  prices: ["", "view"],
  who: [null, "view"],
  time_s: [FIRST_TIME_S, "time"],
  playing: [false, "time"],
  speed: [600, "time"],
  layers: [new Set(), "layers"],
  tint: ["", "layers"],
  painted: [null, "layers"],
  area: [null, ["area", "hover"]],
  onMap: [null, "players"],
  scene: [null, "matches"],
  hover: [null, "hover"],
  held: [null, "hover"],
  adding: [false, "hover"],
  target: [null, "hover"],
  proposed: [[], "hover"],
  cursor_s: [null, "cursor"],
  zoom: [null, "zoom"],
  metric: ["peak", "sweep"],
  sweep: [[], "sweep"],
  sweepCut: [false, "sweep"],
  theory: [new Float64Array(), "sweep"],
  swept: [0, "study"],
  checks: [[], "checks"],
  current: [null, "data"],
  baseline: [null, "runs"],
  pinned: [false, "runs"],
  preview: [null, "data"],
});

/** What a new part draws. @type {Change[]} */
const FIRST = ["view", "params", "time", "runs", "data", "sweep", "checks", "layers", "players", "theme", "size"];

/** Whether two objects are the same run, or both none. @param {Run | null | undefined} a @param {Run | null | undefined} b */
export const sameRun = (a, b) => a?.number === b?.number;

/** @param {Params} a @param {Params} b */
export const sameParams = (a, b) => a === b || Object.keys(a).every((key) => a[key] === b[key]);

/** Seconds of the shown days. @param {Readonly<PageState>} state */
export const shownSpan = (state) => Number(state.params.days) * 86_400;

/** Players per match. A ranked mode has them in its name. @param {Params} params */
export function playersOf({ ranked, players }) {
  const [count] = ranked.match(/\d+/) ?? [];
  return count ? Number(count) * (ranked.startsWith("ffa") ? 1 : 2) : Number(players);
}

/** The players of a match of a run; of matches that differ in size the mean. @param {Run} run */
function playersInMatch({ params, policy }) {
  const matched = policy?.regions.reduce((sum, of) => sum + of.players * (of.success ?? 0), 0);
  return policy?.matches && matched ? matched / policy.matches : playersOf(params);
}

/**
 * The players, matches and queues of the datacenters at a moment, by index among the active ones.
 * @param {{ run: Run, time_s: number }} shown
 * @returns {SiteMoment[]}
 */
export function sitesAt({ run, time_s }) {
  const players = playersInMatch(run);
  return run.results.at(time_s).datacenters.map((/** @type {SiteMoment} */ site) => ({ ...site, matches: site.players / players }));
}

/** Searches without a match against players, in per cent of all searches; null without any. @param {Summary} s @param {number} players per match */
export function unmatchedShare(s, players) {
  const unmatched = s.failed + s.bots_matches + s.abandoned;
  const searches = s.matches * players + unmatched;
  return searches > 0 ? (100 * unmatched) / searches : null;
}

/**
 * The run and the second on screen. Until a new run reaches the shown time, the previous run stays on screen. The
 * first run is shown from its beginning, up to its simulated time.
 * @param {Readonly<PageState>} state
 * @returns {{ run: Run, time_s: number } | null}
 */
export function onScreen({ current, baseline, time_s }) {
  if (current && current.shown_s >= time_s) return { run: current, time_s };
  if (current && current.state !== "running" && current.shown_s >= 0) return { run: current, time_s: current.shown_s };
  if (baseline) return { run: baseline, time_s: Math.min(time_s, baseline.shown_s) };
  if (current && current.shown_s >= 0) return { run: current, time_s: current.shown_s };
  return null;
}

/** Names of the active datacenters by their index. @param {Site[]} sites */
export function activeNames(sites) {
  const active = sites.filter(({ active }) => active).sort((a, b) => Number(a.index) - Number(b.index));
  return active.map(({ label, name }) => label || name);
}

/** The second on screen, or else the one that is to be shown. @param {Readonly<PageState>} state */
export const shownTime = (state) => onScreen(state)?.time_s ?? state.time_s;

/**
 * The figures of a run at a moment, the same for every part of the page. Players are means over the minute, rounded so
 * that they add up.
 * @param {Run["results"]} results
 * @param {number} time_s
 */
export function momentOf(results, time_s) {
  const moment = results.at(time_s);
  return rounded({ ...moment, ...moment.means });
}

/**
 * The same for the moment that the map shows, with the players of the second itself as soon as they are known.
 * @param {{ run: Run, time_s: number }} shown
 */
export function shownMoment({ run, time_s }) {
  const moment = run.results.at(time_s);
  return rounded({ ...moment, ...moment.shown });
}

/** @param {Moment & PlayersByState} moment */
export function rounded(moment) {
  const [playing, between, searching] = [moment.playing, moment.between, moment.searching].map(Math.round);
  return { ...moment, ccu: playing + between + searching, playing, between, searching };
}

/** Holds the state, and draws once per frame what has changed. */
export class Store {
  /** @param {Given} given */
  constructor(given) {
    const keys = Object.entries(keysOf(given));
    const column = (/** @type {0 | 1} */ at) => Object.fromEntries(keys.map(([key, row]) => [key, row[at]]));
    /** Only `update` writes it. */
    this.state = /** @type {Readonly<PageState>} */ (column(0));
    this.changesOf = /** @type {Record<keyof PageState, Change | Change[]>} */ (column(1));
    /** Each part with the changes that it has not drawn. @type {{ part: Part, isShown: () => boolean, changes: Set<Change> }[]} */
    this.parts = [];
    this.waiting = false;
    /** @type {(error: unknown) => void} */
    this.onError = console.error;
  }

  /** Adds a part, which is drawn while it is shown. @template {Part} P @param {P} part @param {() => boolean} [isShown] */
  add(part, isShown = () => true) {
    this.parts.push({ part, isShown, changes: new Set(FIRST) });
    this.drawSoon();
    return part;
  }

  /** The parts of a class. @template {Part} P @param {new (...args: any[]) => P} type @returns {P[]} */
  partsOf(type) {
    return this.parts.flatMap(({ part }) => (part instanceof type ? [part] : []));
  }

  /** Changes the state. What equals its old value is no change. @param {Partial<PageState>} patch */
  update(patch) {
    const keys = /** @type {(keyof PageState)[]} */ (Object.keys(patch)).filter((key) => !Object.is(this.state[key], patch[key]));
    if (keys.length === 0) return;
    const { current } = this.state;
    Object.assign(this.state, patch);
    const changes = keys.flatMap((key) => this.changesOf[key]);
    // Slices come between the beginning and the end of a run.
    if (!sameRun(current, this.state.current) || current?.state !== this.state.current?.state) changes.push("runs");
    for (const { changes: undrawn } of this.parts) for (const change of changes) undrawn.add(change);
    this.drawSoon();
  }

  drawSoon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waiting = false;
    for (const shown of this.parts) {
      const { part, isShown, changes } = shown;
      if (changes.size === 0 || !isShown()) continue;
      shown.changes = new Set();
      try {
        part.draw(changes);
      } catch (error) {
        // The other parts still draw. This one keeps its last frame.
        this.onError(error);
      }
    }
  }
}
