/** The protocol between the page and its workers, and what each worker can be asked. */

import type { Aim, Area, Check, City, CityPlace, Difference, Joining, LintCircumstances, LintFinding, Loss, Misrouting, Neighbours, OwnFile, Place, Sensitivity, SitePlace, Waiting, Why } from "../pkg-lab/matchday_web_lab.js";
import type { Next, PlaceReport } from "../atlas/types";
import type { DataFile, Frames, Imported, Params, Progress, Summary } from "../types";
import type { LadderSlice } from "../ranked/types";
import type { Client, Told } from "../season/types";

/** The questions of a worker by their names. */
export type Questions<All> = { [Name in keyof All]: { args: any; answer: any } };

/** How a worker answers: one function a question. */
export type Answers<All extends Questions<All>> = { [Name in keyof All]: (args: All[Name]["args"], job: Job) => Promise<All[Name]["answer"]> };

/** What an answer may use. One that takes long lets messages in between its slices, and ends when `signal` aborts. */
export interface Job {
  signal: AbortSignal;
  /** Reports progress; what is in `transfer` moves instead of being copied. */
  tell(progress: unknown, transfer?: Transferable[]): void;
  /** What of the answer moves instead of being copied. */
  transfer: Transferable[];
}

export type ToWorker =
  | { type: "load"; module: WebAssembly.Module; files: DataFile[] }
  | { type: "ask"; id: number; name: string; args: unknown }
  | { type: "cancel"; id: number };

/** Every message carries the id of its question, so that late ones are recognized. After a fatal failure the worker is replaced. */
export type FromWorker =
  | { type: "progress"; id: number; progress: unknown }
  | { type: "answer"; id: number; value: unknown }
  | { type: "failed"; id: number; code: string; message: string; fatal: boolean };

/** What a slice of a run brought: the progress of `run`. */
export interface Slice extends Progress {
  rows: Uint32Array;
  frames: Frames | null;
  /** Minutes of servers, where they are simulated. */
  servers: Uint32Array | null;
  /** What is new of the ladder, where there is one. */
  ladder: LadderSlice | null;
}

/** What the worker of days can be asked. Whatever needs the lab's module brings it along. */
export interface DayQuestions {
  /** Simulates from start to end. `record`: whether slices bring frames for the map. */
  run: { args: { params: Params; record: boolean; configuration: Uint8Array[]; lab?: WebAssembly.Module }; answer: Summary };
  /** Simulates a day and watches who meets whom, for `SocialMixing.take`. Tells the share that is done. */
  watch: { args: { params: Params; together: boolean }; answer: Float64Array };
  /** Who waits at a moment. The day goes on from the moment before. */
  waiting: { args: { params: Params; shown_s: number }; answer: Waiting[] };
  /** Why a ticket waits at a moment; null if it does not. */
  why: { args: { params: Params; shown_s: number; ticket: number }; answer: Why | null };
  /** Begins a season, in the place of the one before. */
  begin: { args: { params: Params }; answer: void };
  /** Simulates the season to a second. */
  reach: { args: { to_s: number }; answer: { shown_s: number } };
  /** What has ended since the last batch. */
  batch: { args: {}; answer: { batch: Uint8Array } };
  connect: { args: { client: Client }; answer: Joining };
  send: { args: { message: Record<string, unknown> }; answer: Told };
  /** Simulates to a second, or to the one in which the player is asked to accept a match. */
  step: { args: { to_s: number }; answer: { shown_s: number } & Told };
}

/** What the worker of the lab can be asked. */
export interface LabQuestions {
  /** The city nearest to a place. */
  city: { args: Place; answer: City };
  /** Every city that networks meet in. */
  cities: { args: Record<string, never>; answer: CityPlace[] };
  /** What a player at a place would have. */
  place: { args: Place & { sites: SitePlace[] }; answer: PlaceReport };
  /** Whom datacenters reach: the world first, then every continent with joins. */
  coverage: { args: { sites: SitePlace[] }; answer: Area[] };
  /** Joins that distance leads to another datacenter than latency, the greatest losses first. */
  distanceMisrouting: { args: { sites: SitePlace[]; count: number }; answer: Misrouting[] };
  /** The best next places, one after the other. */
  next: { args: { sites: SitePlace[]; aim: Aim; count: number }; answer: Next };
  /** Every datacenter with what would be lost without it, the least first. */
  spare: { args: { sites: SitePlace[]; aim: Aim }; answer: Loss[] };
  /** RTT from every cell to a datacenter, ms: 360 x 180, row 0 in the north; 0 = no data. */
  map: { args: { site: SitePlace }; answer: Uint8Array };
  /** Position of the nearest datacenter by cell; 65535 = no data. */
  areas: { args: { sites: SitePlace[] }; answer: Uint16Array };
  /** What people's own files make; its progress is an `ImportProgress`. */
  importFiles: { args: { files: File[] }; answer: Imported };
  /** What each continent brings to a joins grid, %: Africa, Asia, Europe, North America, Oceania, South America. */
  continentShares: { args: { joins: Uint8Array }; answer: Float64Array };
  /** A joins grid by other shares and, unless they are empty, curves of 24 hours. */
  weighJoins: { args: { joins: Uint8Array; shares: Float64Array; weekday: Float64Array; weekend: Float64Array }; answer: OwnFile };
  /** Holds a finished day against its closed forms. */
  prove: { args: { params: Params; rows: Uint32Array; summary: Summary }; answer: Check[] };
  /** What B has more than A, figure by figure, from one value a seed of each; undefined with fewer than two seeds. */
  differences: { args: { a: Float64Array[]; b: Float64Array[] }; answer: (Difference | undefined)[] };
  /** The replay rates a point less and a point more. */
  neighbours: { args: { params: Params }; answer: Neighbours };
  /** What a point of replay is worth, from the days at those rates. */
  sensitivity: { args: { params: Params; day: Summary; less?: Summary; more?: Summary }; answer: Sensitivity };
  /** Everything worth saying of a configuration. */
  lint: { args: { file: Uint8Array; applied: Uint8Array[]; circumstances: LintCircumstances }; answer: LintFinding[] };
}
