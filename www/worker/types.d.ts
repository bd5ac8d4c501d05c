/** The protocol between the page and its workers, and the questions of each worker. */

import type {
  Aim,
  Area,
  Check,
  City,
  CityPlace,
  ClientMessage,
  CloseUpSeen,
  ComparedFigure,
  EventsAsked,
  Joining,
  JoiningPlayer,
  JoinsComparison,
  LadderSlice,
  LintCircumstances,
  Linted,
  LoggedMessage,
  Loss,
  Misrouting,
  MixingDay,
  Neighbours,
  NextPlaces,
  Outage,
  OwnFile,
  Part,
  Place,
  PlayerDay,
  PlayerStanding,
  PluginLimits,
  PolicyReport,
  Prices,
  Quality,
  QueueReport,
  Scene,
  SeedPairs,
  Selection,
  Sensitivity,
  SitePlace,
  Waiting,
  Why,
} from "../pkg-lab/matchday_web_lab.js";
export type { CloseUpSeen, Part, Place, PlayerDay, Scene, Selection };
import type { DataFile, Frames, Imported, Params, Progress, Seen, Summary } from "../core/types";

/** The questions of a worker by their names. */
export type Questions<All> = { [Name in keyof All]: { args: any; answer: any } };

/** The answers of a worker: one function per question. */
export type Answers<All extends Questions<All>> = {
  [Name in keyof All]: (args: All[Name]["args"], job: Job) => Promise<All[Name]["answer"]>;
};

/** The interface for an answer. A long one runs in slices, receives messages between them, and ends when `signal` aborts. */
export interface Job {
  signal: AbortSignal;
  /** Reports progress. Objects in `transfer` are moved instead of copied. */
  tell(progress: unknown, transfer?: ArrayBufferLike[]): void;
  /** Objects in the answer that are moved instead of copied. */
  transfer: Transferable[];
  /** Counts work. What was not asked for waits for the reader's word after much of it, or with much memory. */
  work(took_ms: number): Promise<void>;
}

/** What a day that was not asked for has taken when it waits. */
export interface Taken {
  work_s: number;
  /** Memory that such days take. */
  bytes: number;
}

export type ToWorker =
  | { type: "load"; module: WebAssembly.Module; files: DataFile[] }
  | { type: "ask"; id: number; name: string; args: unknown; isAsked: boolean }
  /** An answer goes on: the reader has asked for it, or the page has memory for more. */
  | { type: "goOn"; id: number; isAsked: boolean }
  | { type: "cancel"; id: number };

/** Every message carries the id of its question, so that late ones are recognized. After a fatal failure the worker is replaced. */
export type FromWorker =
  | { type: "progress"; id: number; progress: unknown }
  | ({ type: "paused"; id: number } & Taken)
  | { type: "answer"; id: number; value: unknown }
  | { type: "failed"; id: number; code: string; message: string; fatal: boolean }
  /** A call of a plug-in begins. */
  | { type: "alive" }
  /** It waits for modules, as it does when it is new. */
  | { type: "loading" }
  /** It has all its modules. */
  | { type: "loaded" };

/** What a worker needs to run a plug-in. */
export interface Plugin {
  /** What it shares with its host. */
  kernel: WebAssembly.Module;
  module: WebAssembly.Module;
  limits: PluginLimits;
}

/** The results of a slice of a run: the progress of `run`. */
export interface Slice extends Progress {
  rows: Uint32Array;
  /** Frames of its thin record, of a day that is kept. */
  frames: Frames | null;
  /** Minutes of servers, if servers are simulated. */
  servers: Uint32Array | null;
  /** Outages of datacenters that have begun. */
  outages: Outage[];
  /** New minutes and samples of the ladder, if there is one. */
  ladder: LadderSlice | null;
}

/** A day that is kept under a number. A worker that does not have it simulates it again. */
export interface KeptDay {
  number: number;
  params: Params;
  lab?: WebAssembly.Module;
  plugin?: Plugin;
}

/** The client of a person who joins. */
export type Client = JoiningPlayer & { constraints: NonNullable<JoiningPlayer["constraints"]> };

/** The state after a step, and the messages since the one before. */
export interface SessionUpdate {
  /** How the player stands; undefined before the first queue. */
  client: PlayerStanding | undefined;
  messages: LoggedMessage[];
  /** The player's actions so far, as the parameter `player_actions`. */
  playerActions: string;
}

/** Questions to the worker of days. Those that need the lab's module bring it with them. */
export interface DayQuestions {
  /** Simulates from start to end. A day with a number is kept for `look`, and of the days before only those of `keep`. */
  run: {
    args: { params: Params; number: number | null; keep: number[]; lab?: WebAssembly.Module; plugin?: Plugin };
    /** With what its policy did, if it has one. */
    answer: Summary & { policy?: PolicyReport };
  };
  /** A kept day between two seconds, the later one counted from the first shown midnight. */
  look: { args: KeptDay & { time_s: number }; answer: Seen };
  /** The players and matches of a part of the world at a moment of a kept day. */
  scene: { args: KeptDay & { time_s: number; part: Part }; answer: Scene };
  /** The player of a kept day who at a moment is nearest to a place, or, without a place, has searched longest; undefined if there is nobody. */
  findPlayer: { args: KeptDay & { time_s: number; place: Place | null }; answer: number | undefined };
  /** The waiting tickets at a moment of a kept ranked day. */
  waiting: { args: KeptDay & { time_s: number }; answer: Waiting[] };
  /** The reasons why a ticket waits at a moment of a kept ranked day; undefined if it does not. */
  why: { args: KeptDay & { time_s: number; ticket: number }; answer: Why | undefined };
  /** The day of a player on a kept day, up to a second. Its progress is the finished share. */
  life: { args: KeptDay & { player: number; until_s: number }; answer: PlayerDay };
  /** The players of a datacenter or of a part of the world at a moment of a kept day, against everybody. */
  closeUp: { args: KeptDay & { time_s: number; meant: Selection }; answer: CloseUpSeen };
  /** Simulates a day and records which players meet, for `SocialMixing.take`. Its progress is the finished share. */
  watch: { args: { params: Params; together: boolean }; answer: MixingDay };
  /** What happens to players in a part of a day, as CSV; `full`: later events are missing; `longest`: the player who waited longest. Its progress is the finished share. */
  events: {
    args: { params: Params; asked: EventsAsked };
    answer: { csv: string; rows: number; full: boolean; longest: number | undefined };
  };
  /** Mean difference of skills in the matches of a day that no policy forms; undefined without skills. Its progress is the finished share. */
  skillGap: { args: { params: Params }; answer: number | undefined };
  /** Replays a recorded queue; undefined if it was cancelled. Its progress is the finished share. */
  replay: { args: { params: Params; file: File }; answer: QueueReport | undefined };
  /** Begins a season, and ends the one before. */
  begin: { args: { params: Params }; answer: void };
  /** Simulates the season to a second. */
  reach: { args: { to_s: number }; answer: { shown_s: number } };
  /** Matches and ratings since the last batch. */
  batch: { args: {}; answer: { batch: Uint8Array } };
  connect: { args: { client: Client }; answer: Joining };
  send: { args: { message: ClientMessage }; answer: SessionUpdate };
  /** Simulates to a second, or to the one in which the player is asked to accept a match. */
  step: { args: { to_s: number }; answer: { shown_s: number } & SessionUpdate };
}

/** How much of the reader's own files has been read. */
export interface ImportProgress {
  /** The file that is being read. */
  file: string;
  /** Bytes of all files. */
  done: number;
  total: number;
}

/** The round trips of a player at a place. */
export interface PlaceReport {
  city: City;
  /** Two letters; empty at sea. */
  country: string;
  /** By the order of the datacenters. */
  rtts_ms: Uint16Array;
}

/** The best next places, and the time of the search. */
export type Next = NextPlaces & { took_s: number };

/** Questions to the worker of the lab. */
export interface LabQuestions {
  /** The city nearest to a place. */
  city: { args: Place; answer: City };
  /** All cities with a hub of the route model. */
  cities: { args: Record<string, never>; answer: CityPlace[] };
  /** The round trips of a player at a place. */
  place: { args: Place & { sites: SitePlace[] }; answer: PlaceReport };
  /** The coverage of datacenters: the world first, then every continent with joins. */
  coverage: { args: { sites: SitePlace[] }; answer: Area[] };
  /** Places with distance misrouting, the largest losses first. */
  distanceMisrouting: { args: { sites: SitePlace[]; count: number }; answer: Misrouting[] };
  /** The best next places, in order. With the two letters of a continent: only places there, with their gains for its players. */
  next: { args: { sites: SitePlace[]; aim: Aim; count: number; continent?: string }; answer: Next };
  /** Every datacenter with the loss without it, the smallest first. */
  spare: { args: { sites: SitePlace[]; aim: Aim }; answer: Loss[] };
  /** RTT from every cell to a datacenter, ms: 360 x 180, row 0 in the north; 0 = no data. */
  map: { args: { site: SitePlace }; answer: Uint8Array };
  /** The RTT from every cell to the nearest of some datacenters as a greyscale PNG image. */
  mapPng: { args: { sites: SitePlace[] }; answer: Uint8Array };
  /** Position of the nearest datacenter by cell; 65535 = no data. */
  areas: { args: { sites: SitePlace[] }; answer: Uint16Array };
  /** The data set made from the reader's own files. Its progress is an `ImportProgress`. */
  importFiles: { args: { files: File[] }; answer: Imported };
  /** The share of each continent in a joins grid, %: Africa, Asia, Europe, North America, Oceania, South America. */
  continentShares: { args: { joins: Uint8Array }; answer: Float64Array };
  /** Recorded joins beside others, both as files of a data set. */
  compareJoins: { args: { recorded: Uint8Array; others: Uint8Array }; answer: JoinsComparison };
  /** A joins grid with other shares of continents and, unless it is empty, another curve of 24 hours. */
  weighJoins: { args: { joins: Uint8Array; shares: Float64Array; weekday: Float64Array; weekend: Float64Array }; answer: OwnFile };
  /** Checks a finished day against theory. */
  prove: { args: { params: Params; rows: Uint32Array; summary: Summary }; answer: Check[] };
  /** Two scenarios, figure by figure, from a pair of values per seed. */
  differences: { args: { figures: SeedPairs[] }; answer: ComparedFigure[] };
  /** The replay rates one point lower and one point higher. */
  neighbours: { args: { params: Params }; answer: Neighbours };
  /** Peak players over a quality of matches, from the results so far of a sweep. */
  prices: {
    args: { params: Params; sweep: string; dataset: string; results: string; quality: Quality };
    answer: Prices;
  };
  /** The effect of one more point of replay, from the days at those rates. */
  sensitivity: { args: { params: Params; day: Summary; less?: Summary; more?: Summary }; answer: Sensitivity };
  /** The findings about a configuration. */
  lint: { args: { files: DataFile[]; applied: string; circumstances: LintCircumstances }; answer: Linted };
}

/** An error in the code of rules. Lines and columns count from 1; `end` is the column after the last one. */
export interface CodeError {
  line: number;
  column: number;
  end: number;
  words: string;
}

/** Questions to the compiler of rules. */
export interface CompilerQuestions {
  /** The module of rules, the same bytes for the same source; null if the source has errors. */
  compile: { args: { source: string }; answer: { module: Uint8Array<ArrayBuffer> | null; errors: CodeError[] } };
}
