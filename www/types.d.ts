/** Shapes that cross the seam to the engine and to its workers. */

import type * as Wasm from "./pkg/matchday_web.js";
import type { FileKind, OwnFile, ReadReport } from "./pkg-lab/matchday_web_lab.js";

/** One text for every parameter key; written and checked in Rust only. */
export type Params = Record<string, string>;

export interface Spec {
  key: string;
  kind: "number" | "flag" | "choice" | "open" | "weights" | "text";
  /** Of a choice: what it may be, the default first. */
  words: string[];
  decimals: number;
  min: number;
  max: number;
  step: number;
  default: number;
  slider: "linear" | "logarithmic";
  /** `%` is shown as a hundred times the value. */
  unit: string;
  group: string;
  label: string;
  help: string;
}

export interface Preset {
  name: string;
  label: string;
  help: string;
  params: Params;
}

export interface Registry {
  params: Spec[];
  presets: Preset[];
}

/** What a link carries beside the parameters. */
export interface LinkView {
  time_s?: number;
  panes?: string;
  layers?: string;
  engine?: string;
  dataset?: string;
  digest?: string;
  sweep?: string;
  playlist_capacity?: string;
  /** The page of its season that is open: `season`, `board:1:gold`, `player:7:1`, `sql`. */
  page?: string;
  /** The parameters of the pinned run A, `replay:0.6~seed:3`. */
  pinned?: string;
}

export interface ParsedLink {
  params: Params;
  view: LinkView;
  notices: string[];
  /** The part of the address that was read. */
  hash: string;
  /** What it names and this world does not have, and why. */
  strange: [what: "sites" | "layer", why: string][];
}

export interface Summary {
  digest: string;
  joined: number;
  inside_at_start: number;
  inside: number;
  left: number;
  failed: number;
  matches: number;
  ccu_peak: number;
  ccu_peak_at_s: number;
  ccu_mean: number;
  wait_mean_s: number;
  wait_p50_s: number;
  wait_p95_s: number;
  wait_p99_s: number;
  rtt_mean_ms: number;
  rtt_p95_ms: number;
  rtt_believed_mean_ms: number;
  share_le_50: number;
  share_le_100: number;
  warm_share: number;
  wrongly_excluded: number;
  wrongly_included: number;
  worst_wait_mean_s: number;
  worst_wait_p95_s: number;
  worst_rtt_mean_ms: number;
  /** What servers came to; of runs with a `fleet` only, as all below. */
  servers_peak?: number;
  server_hours?: number;
  utilisation?: number;
  pickup_wait_mean_s?: number;
  pickup_wait_p95_s?: number;
  ready_wait_mean_s?: number;
  misses?: number;
  cold_starts?: number;
  matches_lost?: number;
  cost_per_ccu_hour?: number;
  /** How often fail-safe timers expired, by their names. */
  expiries?: Record<string, number>;
  /** What the ladder came to; of ranked runs only, as all below. */
  rating_rmse?: number;
  rating_bias?: number;
  brier?: number;
  brier_oracle?: number;
  fairness_mean?: number;
  fairness_p95?: number;
  accept_share?: number;
  dodges?: number;
  leavers?: number;
  inflation?: number;
  smurf_precision?: number;
  smurf_recall?: number;
  shadow_brier?: number;
  accounts?: number;
  /** Accounts by tier. */
  tiers?: Record<string, number>;
  /** Real seconds from start to end; on finished runs only. */
  wall_s?: number;
}

/** One minute of a run. */
export interface Moment {
  ccu: number;
  playing: number;
  between: number;
  searching: number;
  wait_mean_s: number;
  wait_p50_s: number;
  wait_p95_s: number;
  wait_p99_s: number;
  rtt_mean_ms: number;
  rtt_p95_ms: number;
  share_le_50: number;
  share_le_100: number;
}

export interface Site {
  name: string;
  label: string;
  region: string;
  lat: number;
  lon: number;
  active: boolean;
  /** Position among the active ones; -1 when off. */
  index: number;
}

export interface SiteMoment {
  players: number;
  matches: number;
  mean_rtt_ms: number;
  queue: number;
}

export interface MapCounts {
  playing: number;
  between: number;
  searching: number;
  players_per_dot: number;
}

/** Where a chart drew its plot: CSS pixels, and the data at its left and right edges. */
export interface Axes {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export interface ChartTheme {
  colors: Record<string, string>;
  font: string;
  dark: boolean;
}

export interface DataFile {
  name: string;
  bytes: Uint8Array;
}

export type { OwnFile, ReadReport };

/** Rings of a polygon: longitude and latitude in turn, degrees, unwrapped. */
export type Land = Float32Array[][];

/** What became of a file: a report, or the reason why it was refused as a whole. */
export interface FileReport {
  name: string;
  kind: FileKind["kind"] | null;
  report: ReadReport | null;
  error: string | null;
}

export interface Imported {
  files: OwnFile[];
  /** What the manifest says of the datacenters, if they are others. */
  datacenters: { name: string }[] | null;
  reports: FileReport[];
  /** Of the maps that pings became. */
  maps: ReadReport | null;
}

/** Joins without a file: players by continent, and by hour of their own clock. */
export interface Weights {
  shares: number[];
  /** 24 hours; none for the built-in curve. */
  weekday: number[];
  weekend: number[];
}

/** A reader's own data. */
export interface Own {
  files: OwnFile[];
  datacenters: { name: string }[] | null;
  /** What the joins were made of, if not of a file. */
  weights: Weights | null;
}

export interface Engine {
  wasm: typeof Wasm;
  /** The compiled module and the files, for the workers. */
  module: WebAssembly.Module;
  files: DataFile[];
  /** Files of brokers and fleets that simulated servers do as. */
  configuration: Uint8Array[];
  /** The files as the site has them. */
  builtIn: DataFile[];
  /** What of `files` is the reader's own. */
  own: Own | null;
  world: Wasm.World;
  registry: Registry;
  defaults: Params;
  land: Land;
  version: string;
  dataset: string;
}

export interface Frames {
  interval_s: number;
  first_index: number;
  bytes: Uint8Array;
}

export interface Progress {
  done_s: number;
  total_s: number;
  /** Last second shown so far; negative while warming up. */
  shown_s: number;
}
