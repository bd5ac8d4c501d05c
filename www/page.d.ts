/** The page's state, and what its parts share. */

import type * as Wasm from "./pkg/matchday_web.js";
import type { Links } from "./links.js";
import type { Notices } from "./notices.js";
import type { Runs } from "./runs.js";
import type { Stage } from "./state.js";
import type { ReplaySweep } from "./sweep.js";
import type { Theme } from "./theme.js";
import type { LadderSlice } from "./ranked/types";
import type { Engine, Metric, Params, ParamValues, Progress, Site, Summary } from "./types";

/** One simulated stretch of days, finished or on its way. */
export interface Run {
  params: Params;
  sites: Site[];
  recording: Wasm.Recording;
  state: "running" | "finished" | "stopped" | "failed";
  progress: Progress;
  /** Minutes of its servers, as they came. */
  servers: Uint32Array[];
  /** What came of its ladder. */
  ladder: LadderSlice[];
  /** What the worker said at the end; null before. */
  summary: Summary | null;
  /** Of a preview: one of how many players it has. */
  thinning?: number;
}

/** One simulated setting of the replay chart. */
export interface SweepPoint {
  replay: number;
  summary: Summary;
}

export type Layer = "latency" | "night" | "datacenters";
export type { Metric };

/** What of the state changed since the last frame. */
export type Change = "world" | "params" | "time" | "data" | "runs" | "sweep" | "study" | "layers" | "hover" | "cursor" | "theme" | "size";

export interface PageState {
  params: Params;
  /** Second since the first shown midnight that the reader wants to see. */
  time_s: number;
  playing: boolean;
  /** Simulated seconds a second. */
  speed: number;
  layers: Set<Layer>;
  /** What colours the land: `areas`, `one@name`, `difference@name@name`, or nothing. */
  tint: string;
  /** Name of the datacenter under the pointer. */
  hover: string | null;
  /** Second under the pointer in a time chart. */
  cursor_s: number | null;
  metric: Metric;
  current: Run | null;
  /** The last finished run before this one: run A. */
  baseline: Run | null;
  /** While a slider moves, and until the whole day is there. */
  preview: Run | null;
  /** Whether the baseline stays where it is. */
  pinned: boolean;
  sweep: SweepPoint[];
  /** Whether points were left out because they would take long. */
  sweepCut: boolean;
  /** Closed form: replay and peak players in turn. */
  theory: Float64Array;
  /** The sweep that the link carries, as it is written there; nothing without one. */
  sweepSpec: string;
  /** The targets of how many playlists, as links write them; nothing where nobody asked. */
  capacity: string;
  /** The page of the season that is open, as links write it; nothing without one. */
  page: string;
}

/** A part of the page: draws itself again when something that it shows has changed. */
export interface Part {
  draw(changed: Set<Change>): void;
}

/** What every part of the page may use. */
export interface Page {
  engine: Engine;
  state: PageState;
  stage: Stage;
  theme: Theme;
  runs: Runs;
  sweep: ReplaySweep;
  links: Links;
  notices: Notices;
  /** Shows another moment. */
  seek(time_s: number): void;
  /** Says something to those who do not see the page. */
  say(words: string): void;
  /** Changes parameters and starts a run; throws on a value that cannot be. */
  set(patch: ParamValues): Params;
  /** As `set`, again and again while a slider moves. */
  slide(patch: Record<string, string>): void;
  /** Changes parameters without a run; throws on a value that cannot be. */
  take(patch: ParamValues): Params;
  /** Simulates the present parameters for somebody else than the reader, who is asked first if it would take long. */
  propose(): void;
}
