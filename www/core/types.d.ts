/** Types of the interface to the engine and its workers. */

import type * as Wasm from "../pkg/matchday_web.js";
import type { Consent } from "./consent.js";
import type { Asked } from "./ask.js";
import type {
  Answer,
  FileKind,
  ImportedFiles,
  OwnDatacenter,
  OwnFile,
  Question,
  ReadReport,
  SvgImage,
  Tradeoff,
} from "../pkg-lab/matchday_web_lab.js";

export type { SvgImage, Tradeoff };
export type {
  Axes,
  ChartSheet,
  DataFile,
  Frame,
  Frames,
  LinkView,
  MapCounts,
  Metric,
  Moment,
  ParamSpec as Spec,
  ParamTexts as Params,
  ParamValues,
  Places,
  PlayersByState,
  PresetSpec as Preset,
  Progress,
  Registry,
  Seen,
  Site,
  SiteMoment,
  Starved,
} from "../pkg/matchday_web.js";
import type { DataFile, ParamTexts as Params, Registry } from "../pkg/matchday_web.js";

/** The content of the page's address. */
export interface ParsedLink extends Wasm.ParsedLink {
  /** The part of the address that was read. */
  hash: string;
  /** What was left out of it, since this world does not have it or no day can be made with it, with reasons. */
  strange: [what: "sites" | "joins" | "layer" | "ruleset" | "code" | "files" | "pinned", why: string][];
}

/** The figures of a run. Figures of servers and of the ladder are missing if the run has none. */
export type Summary = Wasm.Report & {
  /** Real seconds from start to end; on finished runs only. */
  wall_s?: number;
  /** False on runs that starved: their results end there. Missing on others. */
  complete?: boolean;
  /** Why such a run was stopped. */
  starved?: Wasm.Starved;
};

export interface ChartTheme extends Wasm.ChartTheme {
  dark: boolean;
}

export type { OwnFile, ReadReport };

/** Rings of a polygon: longitude and latitude in turn, degrees, unwrapped. */
export type Land = Float32Array[][];

/** The result of reading a file: a report, or the reason of its refusal. */
export interface FileReport {
  name: string;
  kind: FileKind["kind"] | null;
  report: ReadReport | null;
  error: string | null;
}

export interface Imported extends ImportedFiles {
  reports: FileReport[];
}

/** Joins without a file: players by continent, and by hour of their own clock. */
export interface Weights {
  shares: number[];
  /** 24 hours; empty for the built-in curve. */
  weekday: number[];
  weekend: number[];
}

/** A reader's own data. */
export interface Own {
  files: OwnFile[];
  datacenters: OwnDatacenter[] | null;
  /** The source of the joins, if it is not a file. */
  weights: Weights | null;
}

export interface Engine {
  wasm: typeof Wasm;
  /** The compiled module and the files, for the workers. */
  module: WebAssembly.Module;
  files: DataFile[];
  /** Modules of plug-ins that the reader has opened, by the names of their files. */
  plugins: Map<string, WebAssembly.Module>;
  /** Which code may run. */
  consent: Consent;
  /** The files of the site. */
  builtIn: DataFile[];
  /** The reader's own data in `files`. */
  own: Own | null;
  world: Wasm.World;
  registry: Registry;
  defaults: Params;
  land: Land;
  version: string;
  dataset: string;
}

/** Questions that the lab's module answers as they are. */
export type LabAnswers = Asked<Question, Answer>;
