/** Shapes of the store. Seconds are counted from the first shown midnight, as everywhere in the page: negative in the warm-up. */

import type { RatingHistory } from "../pkg-store/matchday_web_store.js";

/**
 * What this tab is: `writer` has the store, `reader` asks the tab that has it, and in `memory` nothing lasts, since the
 * browser keeps no files here.
 */
export type Role = "writer" | "reader" | "memory";

/** What a season was simulated from. */
export interface Scenario {
  link: string;
  engine: string;
  dataset: string;
}

/** A file of the store. One that cannot be read has no scenario, and says why. */
export interface SeasonFile {
  name: string;
  bytes: number;
  scenario: Scenario | null;
  through_s: number | null;
  keep_days: number | null;
  open: boolean;
  code?: string;
  message?: string;
}

/** The open season. */
export interface SeasonStatus {
  name: string;
  scenario: Scenario;
  /** Everything that ended before this second is in it; null before the first batch. */
  through_s: number | null;
  /** What a person has done up to then, as the scenario has it: goes back to whoever simulates on. */
  player_actions: string;
  keep_days: number | null;
  /** From when on matches are there in full, not as sums by day; null: all. */
  full_from_s: number | null;
  bytes: number;
  free_bytes: number;
  /** How many there are, by table. */
  rows: Record<string, number>;
}

/** What became of a batch, in seasons, matches, tickets and parties. */
export interface Written {
  through_s: number;
  stored: number;
  duplicates: number;
  /** Older than what is kept in full: counted already. */
  refused: number;
}

export interface Season {
  season: number;
  name: string;
  start_s: number;
  end_s: number;
  /** How much of the distance to the mean was left of ratings; null for newcomers' ratings again. */
  soft_reset_factor: number | null;
  matches: number;
  players: number;
}

/** What is believed of a player in a season, and its results. Wins in a row are a streak, and so are, negative, losses. */
export interface Rated {
  rating: number;
  rd: number;
  volatility: number;
  matches: number;
  wins: number;
  losses: number;
  streak: number;
  last_active_s: number | null;
  division: string;
}

export interface BoardRow extends Rated {
  place: number;
  player: number;
}

export interface Profile {
  player: number;
  matches: number;
  wins: number;
  losses: number;
  streaks: { current: number; longest_wins: number; longest_losses: number };
  /** The place is null while there are too few matches. */
  seasons: (Rated & { season: number; place: number | null })[];
}

export interface PlayedMatch {
  match: number;
  season: number;
  mode: string;
  region: string;
  map: number;
  finished_s: number;
  duration_s: number;
  outcome: "won" | "drawn" | "lost" | "void";
  team: number;
  dodged: boolean;
  left_early: boolean;
  rating_before: number;
  rating_after: number;
  rd_after: number;
  others: { player: number; team: number; rating_before: number }[];
}

/** Somebody whom a player has met: against each other won and lost, or on one team. */
export interface Opponent {
  player: number;
  times: number;
  won: number;
  lost: number;
  together: number;
}

/** Blobs: their length in bytes. Times are Unix seconds here, as the tables have them. */
export type SqlValue = null | number | string | { blob_bytes: number };

export interface SqlResult {
  columns: string[];
  rows: SqlValue[][];
  truncated: boolean;
  ms: number;
}

/** What stands between this page and files that last. */
export interface Why {
  code: string;
  message: string;
}

/** Where the worker has its files: `why` is null where they last. */
export interface Where {
  why: Why | null;
}

/** What the worker can be asked; it answers one question after the other. */
export interface WorkerAnswers {
  where: { args: {}; answer: Where };
  list: { args: {}; answer: SeasonFile[] };
  /** Opens the season of a scenario, or makes it. Without `keep_days`, as much is kept as before. */
  begin: { args: { scenario: Scenario; keep_days?: number | null }; answer: SeasonStatus };
  /** Of the season called so, as its status has it; refused while another is open. */
  write: { args: { name: string; batch: Uint8Array }; answer: Written };
  status: { args: {}; answer: SeasonStatus };
  seasons: { args: {}; answer: Season[] };
  /** The best first; of one tier if one is named. */
  board: { args: { season: number; tier: string | null; offset: number; limit: number }; answer: { rows: BoardRow[]; total: number } };
  profile: { args: { player: number }; answer: Profile };
  series: { args: { player: number; season: number }; answer: RatingHistory };
  /** The latest first: those before one, or from the latest on. */
  matches: {
    args: { player: number; before: { finished_s: number; match: number } | null; limit: number };
    answer: PlayedMatch[];
  };
  opponents: { args: { player: number; limit: number }; answer: Opponent[] };
  sql: { args: { sql: string }; answer: SqlResult };
  examples: { args: {}; answer: { title: string; sql: string }[] };
  /** For how many whole days, the last ones, matches are kept in full; null for ever. */
  keep: { args: { days: number | null }; answer: SeasonStatus };
  /** Of the open season where no name is given. */
  download: { args: { name?: string }; answer: Blob };
  /**
   * Takes the place of a season of the same scenario, if all of it is sound, and is open then. Refused with STORE_OLDER
   * where more is kept than in the file, unless it is to `replace` that.
   */
  import: { args: { file: Blob | Uint8Array; replace?: boolean }; answer: SeasonStatus };
  remove: { args: { name: string }; answer: SeasonFile[] };
}

/** What the store can be asked. */
export interface Answers extends WorkerAnswers {
  usage: { args: {}; answer: { bytes: number; quota_bytes: number; persisted: boolean } };
  persist: { args: {}; answer: { persisted: boolean } };
}

/** What tabs say to each other: a question is about the season of a scenario. */
export type FromReader = { type: "ask"; from: string; id: number; name: keyof WorkerAnswers; args: any; scenario: Scenario | null };
export type ToReader =
  /** The tab that has the store has heard the question. */
  | { type: "heard"; to: string; id: number }
  | { type: "answer"; to: string; id: number; value: unknown }
  | { type: "failed"; to: string; id: number; code: string; message: string }
  /** Another tab has the store from now on: who waits asks again. */
  | { type: "opened" };
