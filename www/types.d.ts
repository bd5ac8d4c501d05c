/** Shapes that cross the seam to the engine and to its workers. */

import type * as Wasm from "./pkg/matchday_web.js";
import type { FileKind, ImportedFiles, OwnDatacenter, OwnFile, ReadReport } from "./pkg-lab/matchday_web_lab.js";

export type {
  Axes, DataFile, Frames, LinkView, MapCounts, Metric, Moment, ParamSpec as Spec, ParamTexts as Params, ParamValues,
  PresetSpec as Preset, Progress, Registry, Site, SiteMoment,
} from "./pkg/matchday_web.js";
import type { DataFile, ParamTexts as Params, Registry } from "./pkg/matchday_web.js";

/** What the page's address says. */
export interface ParsedLink extends Wasm.ParsedLink {
  /** The part of the address that was read. */
  hash: string;
  /** What it names and this world does not have, and why. */
  strange: [what: "sites" | "layer", why: string][];
}

/** The figures of a run: those of its servers and of its ladder only if it has them. */
export type Summary = Wasm.Report & {
  /** Real seconds from start to end; on finished runs only. */
  wall_s?: number;
};

export interface ChartTheme extends Wasm.ChartTheme {
  dark: boolean;
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

export interface Imported extends ImportedFiles {
  reports: FileReport[];
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
  datacenters: OwnDatacenter[] | null;
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

