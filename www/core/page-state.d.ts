/** The state of the page. */

import type * as Wasm from "../pkg/matchday_web.js";
import type { LadderSlice, Outage, PolicyReport } from "../pkg-lab/matchday_web_lab.js";
import type { Metric, Params, Progress, Site, Summary } from "./types";

/** A run of one or more days, finished or not. What comes of it later makes another object with the same number. */
export type Run = Readonly<{
  /** Its identity, also in the worker. */
  number: number;
  params: Params;
  sites: Site[];
  recording: Wasm.Recording;
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

/** Parts of the state that can change between frames. */
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
  | "layers"
  | "hover"
  | "cursor"
  | "zoom"
  | "theme"
  | "size";

export interface PageState {
  params: Params;
  /** The open view. */
  view: ViewName;
  /** The shown time, in seconds since the first shown midnight. */
  time_s: number;
  playing: boolean;
  /** Simulated seconds per second. */
  speed: number;
  layers: ReadonlySet<Layer>;
  /** The colouring of the land: `areas`, `one@name`, `difference@name@name`; empty: none. */
  tint: string;
  /** Name of the datacenter under the pointer. */
  hover: string | null;
  /** Name of the datacenter whose card stays after a press. */
  held: string | null;
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
