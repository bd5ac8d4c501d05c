/**
 * Questions to the worker of the store. Seconds are counted from the first shown midnight, as everywhere in the page: negative in the
 * warm-up.
 */

import type {
  Board,
  Example,
  Met,
  PlayedMatch,
  Profile,
  RatingHistory,
  Scenario,
  Season,
  SeasonFile,
  SeasonStatus,
  SqlResult as SqlRows,
  Written,
} from "../pkg-store/matchday_web_store.js";

/** The result of a query, and how long it took. */
export interface SqlResult extends SqlRows {
  ms: number;
}

/** Obstacles between this page and stored files. */
export interface Why {
  code: string;
  message: string;
}

/** Where the worker has its files: `why` is null where they last. */
export interface Where {
  why: Why | null;
}

/** Questions to the worker, which answers them one after the other. */
export interface WorkerAnswers {
  where: { args: {}; answer: Where };
  list: { args: {}; answer: SeasonFile[] };
  /** Opens the season of a scenario, or makes it. Without `keep_days` the number of full days stays. */
  begin: { args: { scenario: Scenario; keep_days?: number | null }; answer: SeasonStatus };
  /** Of the season called so, as its status has it; refused while another is open. */
  write: { args: { name: string; batch: Uint8Array }; answer: Written };
  status: { args: {}; answer: SeasonStatus };
  seasons: { args: {}; answer: Season[] };
  /** The best first; of one tier if one is named. */
  board: { args: { season: number; tier: string | null; offset: number; limit: number }; answer: Board };
  profile: { args: { player: number }; answer: Profile };
  series: { args: { player: number; season: number }; answer: RatingHistory };
  /** Matches before a match, or the latest; the latest first. */
  matches: {
    args: { player: number; before: { finished_s: number; match: number } | null; limit: number };
    answer: PlayedMatch[];
  };
  opponents: { args: { player: number; limit: number }; answer: Met[] };
  sql: { args: { sql: string }; answer: SqlResult };
  examples: { args: {}; answer: Example[] };
  /** Number of the last days with full matches; null: all. */
  keep: { args: { days: number | null }; answer: SeasonStatus };
  /** Of the open season where no name is given. */
  download: { args: { name?: string }; answer: Blob };
  /**
   * Replaces the season of the same scenario by a valid file, and opens it. Refused with STORE_OLDER if the stored season
   * is longer than the file, unless `replace` is set.
   */
  import: { args: { file: Blob | Uint8Array; replace?: boolean }; answer: SeasonStatus };
  remove: { args: { name: string }; answer: SeasonFile[] };
}
