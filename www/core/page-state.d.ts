/** The state of the page. */

import type * as Wasm from "../pkg/matchday_web.js";
import type { Check, LadderSlice, NextPlace, Outage, Place, PolicyReport, Scene } from "../pkg-lab/matchday_web_lab.js";
import type { ChartTheme, Metric, Params, Progress, Site, Summary } from "./types";

/** A run of one or more days, finished or not. What comes of it later makes another object with the same number. */
export type Run = Readonly<{
  /** Its identity, also in the worker. */
  number: number;
  params: Params;
  sites: Site[];
  results: Wasm.Results;
  /** The last second of the results; -1 before the first minute. */
  shown_s: number;
  state: "running" | "finished" | "stopped" | "failed";
  progress: Progress;
  /** The minutes of its servers so far. */
  servers: readonly Uint32Array[];
  /** The outages of its datacenters so far. */
  outages: readonly Outage[];
  /** The results of its ladder. */
  ladder: readonly LadderSlice[];
  /** What its policy did; null before the end, and where the article's matchmaker or the windows of a queue form the matches. */
  policy: PolicyReport | null;
  /** The summary; null before the end. */
  summary: Summary | null;
  /** Why the day was stopped, if it starves. */
  starved: Wasm.Starved | null;
  /** The factor by which a preview is thinned: one of so many players joins. */
  thinning?: number;
}>;

/** A part of the shown days, in seconds since the first shown midnight. */
export interface Span {
  from_s: number;
  to_s: number;
}

/** A simulated point of the replay chart. */
export interface SweepPoint {
  replay: number;
  summary: Summary;
}

export type Layer = "latency" | "night" | "datacenters";
export type { Metric };

export type ViewName = "matchmaking" | "rules" | "servers" | "ranked" | "world" | "experiments";

/** What a part may draw again after changes of the state. */
export type Change =
  | "world"
  | "view"
  | "params"
  | "time"
  | "players"
  | "matches"
  | "data"
  | "runs"
  | "sweep"
  | "study"
  | "checks"
  | "layers"
  | "area"
  | "hover"
  | "cursor"
  | "zoom"
  | "theme"
  | "size";

export interface PageState {
  params: Params;
  /** The engine's world: the built-in one, or the reader's own. */
  world: Wasm.World;
  theme: ChartTheme;
  /** The part of the page whose size has changed last. */
  resized: ResizeObserverEntry | null;
  /** The open view. */
  view: ViewName;
  /** The view whose parts stand on the page. */
  laidOut: ViewName;
  /** The shown time, in seconds since the first shown midnight. */
  time_s: number;
  playing: boolean;
  /** Simulated seconds per second. */
  speed: number;
  layers: ReadonlySet<Layer>;
  /** The colouring of the land: `areas`, `one@name`, `difference@name@name`; empty: none. */
  tint: string;
  /** Its picture, in the place of the latency layer, once it is painted. */
  painted: HTMLCanvasElement | null;
  /** The part of the world on the map: its northwest corner and its pixels per degree, after the reader has moved it. */
  area: { left: number; top: number; scale: number } | null;
  /** The second on the map, and whether it is that second exactly. */
  onMap: { run: Run; time_s: number; isExact: boolean } | null;
  /** Players and matches one by one, near. */
  scene: { run: Run; scene: Scene } | null;
  /** Name of the datacenter under the pointer. */
  hover: string | null;
  /** Name of the datacenter whose card stays after a press. */
  held: string | null;
  /** Whether a press on the map places a datacenter. */
  adding: boolean;
  /** Where a datacenter would be placed now. */
  target: Place | null;
  /** The places that are proposed for the next datacenter, the best first. */
  proposed: NextPlace[];
  /** Second under the pointer in a time chart. */
  cursor_s: number | null;
  /** The part of the days that all charts over time show; null: all of them. */
  zoom: Span | null;
  metric: Metric;
  current: Run | null;
  /** The last finished run before this one: run A. */
  baseline: Run | null;
  /** The thinned day while a slider moves, until the whole day is simulated. */
  preview: Run | null;
  /** Whether the baseline stays when a new run finishes. */
  pinned: boolean;
  sweep: SweepPoint[];
  /** Whether points were left out because their runs take too long. */
  sweepCut: boolean;
  /** The theory of the peak: replay rates and peak players in turn. */
  theory: Float64Array;
  /** The checks of the shown day against theory; none while there is nothing to say. */
  checks: Check[];
  /** The number of days that sweeps have simulated so far. */
  swept: number;
  /** The sweep of the link, as links write it; empty: none. */
  sweepSpec: string;
  /** The targets of the playlist capacity, as links write them; empty: none. */
  capacity: string;
  /** The quality of matches that is priced and the number of seeds, as links write them; empty: none. */
  prices: string;
  /** The number of the player whose events are shown. */
  who: number | null;
  /** The open page of the view, as links write it; empty: its first. */
  page: string;
}

/** A part of the page. It draws itself again after changes that concern it. */
export interface Part {
  draw(changed: Set<Change>): void;
}
