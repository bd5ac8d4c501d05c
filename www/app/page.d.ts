/** The state of the page, and the interface that its parts share. */

import type * as Wasm from "../pkg/matchday_web.js";
import type { Links } from "./links.js";
import type { Notices } from "./notices.js";
import type { Runs } from "./runs.js";
import type { Stage } from "./state.js";
import type { TimeMachine } from "./time-machine.js";
import type { ReplaySweep } from "../views/matchmaking/replay-sweep.js";
import type { Theme } from "./theme.js";
import type { PolicyReport } from "../pkg-lab/matchday_web_lab.js";
import type { LadderSlice } from "../views/ranked/types";
import type { Outage } from "../views/servers/types";
import type { Engine, Metric, Params, ParamValues, Progress, Site, Summary } from "./types";

/** A run of one or more days, finished or not. */
export interface Run {
  /** Names its day in the worker. */
  number: number;
  params: Params;
  /** Files that its servers obey. */
  configuration: Uint8Array[];
  sites: Site[];
  recording: Wasm.Recording;
  state: "running" | "finished" | "stopped" | "failed";
  progress: Progress;
  /** The minutes of its servers so far. */
  servers: Uint32Array[];
  /** The outages of its datacenters so far. */
  outages: Outage[];
  /** The results of its ladder. */
  ladder: LadderSlice[];
  /** What its policy did; null before the end, and where the article's matchmaker or the windows of a queue form the matches. */
  policy: PolicyReport | null;
  /** The summary; null before the end. */
  summary: Summary | null;
  /** Why the day was stopped, if it starves. */
  starved: Wasm.Starved | null;
  /** The factor by which a preview is thinned: one of so many players joins. */
  thinning?: number;
}

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

/** The interface of the page for its parts. */
export interface Page {
  engine: Engine;
  /** Only `update` changes it. */
  state: Readonly<PageState>;
  stage: Stage;
  theme: Theme;
  runs: Runs;
  machine: TimeMachine;
  sweep: ReplaySweep;
  links: Links;
  notices: Notices;
  /** Changes the state of the page. The parts that show it are drawn with the next frame. */
  update(patch: Partial<PageState>): void;
  /** Opens a view, or a page of it, as a step of the history. */
  open(view: ViewName, page?: string): void;
  /** Shows another time. */
  seek(time_s: number): void;
  /** Announces a text to screen readers. */
  say(words: string): void;
  /** Changes parameters and starts a run. Throws on invalid values. */
  set(patch: ParamValues): Params;
  /** As `set`, for the steps of a moving slider. */
  slide(patch: Record<string, string>): void;
  /** Changes parameters without a run. Throws on invalid values. */
  take(patch: ParamValues): Params;
  /** Simulates the present parameters for a link or a message. If that takes long, the page asks the reader first. */
  propose(): void;
}

/** What a panel of parameters needs of the page. */
export type PanelPage = Pick<Page, "engine" | "state" | "links" | "runs" | "say" | "set" | "slide">;
/** What a chart needs of the page. */
export type ChartPage = Pick<Page, "engine" | "notices" | "seek" | "say" | "stage" | "state" | "theme" | "update">;
/** What a chart of days with other values of a parameter needs. */
export type TradeoffPage = ChartPage & Pick<Page, "runs" | "set" | "sweep">;
/** What the views need: each its own part of the page. */
export type RulesPage = PanelPage & ChartPage & Pick<Page, "open">;
export type ServersPage = PanelPage & TradeoffPage & Pick<Page, "open">;
export type RankedPage = PanelPage & TradeoffPage & Pick<Page, "open">;
export type WorldPage = PanelPage &
  Pick<Page, "machine" | "notices" | "open" | "propose" | "seek" | "stage" | "sweep" | "theme" | "update">;
export type ExperimentsPage = ChartPage & Pick<Page, "links" | "machine" | "open" | "propose" | "runs" | "sweep" | "take">;
export type MatchmakingPage = ChartPage & Pick<Page, "links" | "runs" | "set" | "slide">;
