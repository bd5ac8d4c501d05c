/** The protocol between the page and its workers, and the questions of each worker. */

import type {
  ClientMessage,
  CloseUpSeen,
  EventsAsked,
  Joining,
  JoiningPlayer,
  LadderSlice,
  LoggedMessage,
  MixingDay,
  Outage,
  Part,
  Place,
  PlayerDay,
  PlayerStanding,
  PluginLimits,
  PolicyReport,
  QueueReport,
  Scene,
  Selection,
  Waiting,
  Why,
} from "../pkg-lab/matchday_web_lab.js";
export type { CloseUpSeen, Part, Place, PlayerDay, Scene, Selection };
import type { DataFile, Frames, Imported, Params, Progress, Seen, Summary, LabAnswers } from "../core/types";

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
  /** Simulates a day and records which players meet, for the question `socialMixing`. Its progress is the finished share. */
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

/** Questions to the worker of the lab. */
export interface LabQuestions extends LabAnswers {
  /** The data set made from the reader's own files. Its progress is an `ImportProgress`. */
  importFiles: { args: { files: File[] }; answer: Imported };
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
