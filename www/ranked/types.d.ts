/** Shapes of ranked days, as their module hands them over. */

import type { Params } from "../types";

/** What is new of a ladder. */
export interface LadderSlice {
  /** Minutes, for `LadderRecording.push_rows`. */
  minutes: Float32Array;
  /** Accounts every quarter of an hour, for `LadderRecording.push_samples`. */
  samples: Float32Array;
  /** With the end of the day. */
  report: LadderReport | null;
}

/** A row of a leaderboard. */
export interface Seat {
  account: number;
  points: number;
  deviation: number;
  matches: number;
  tier: string;
  won: number;
  lost: number;
  /** Wins in a row; losses below 0. */
  streak: number;
}

/** An account, and what it has most of. */
export interface Most {
  account: number;
  count: number;
}

/** What was remarkable in a week; null where nothing was. */
export interface Week {
  matches: Most | null;
  streak: Most | null;
  climb: Most | null;
  upset: { winners: number[]; expected: number } | null;
}

/** How a season ended. */
export interface SeasonEnd {
  number: number;
  day: number;
  /** Accounts by tier. */
  tiers: Record<string, number>;
  top: { account: number; points: number }[];
}

/** What is told of a ladder at the end of a day, beside what only charts are drawn from. */
export interface LadderReport {
  /** Root mean square and mean of what is believed less the truth, points, after each of the first matches; NaN without any. */
  learning: Float64Array;
  /** Bins of predictions: matches, mean prediction, share that was won. */
  rated: Float64Array;
  oracle: Float64Array;
  shadow: Float64Array;
  /** Matches by the gap of their teams, ten points a bin. */
  gaps: Uint32Array;
  /** Players by wait, a second a bin, for each tier. */
  waits: Uint32Array[];
  divisions: { name: string; accounts: number }[];
  board: Seat[];
  tier_boards: Record<string, Seat[]>;
  weeks: Week[];
  seasons: SeasonEnd[];
  /** What is odd about the windows, in words. */
  lint: string[];
}

/** One minute of a ladder; errors are undefined before a rating has settled. */
export interface LadderMoment {
  rmse?: number;
  bias?: number;
  inflation: number;
  offered: number;
  formed: number;
  dodges: number;
  leavers: number;
}

export type TimedChartName = "truth" | "checks";
export type StillChartName = "scatter" | "learning" | "calibration" | "fairness" | "waits" | "tiers";

/** Something worth saying of a ranked day. */
export interface LadderFinding {
  words: string;
  at_s?: number;
  bad: boolean;
}

/** Somebody who waits, with those who queued together. */
export interface Waiting {
  ticket: number;
  accounts: number[];
  lat: number;
  lon: number;
  age_s: number;
  points: number;
  party: number;
  region: string;
  /** Points up to which others may differ by now; null: any. */
  points_window: number | null;
  rtt_window_ms: number;
}

/** Why somebody still waits. */
export interface Why {
  age_s: number;
  /** Seconds until the search is given up. */
  expires_s: number;
  windows: { from_s: number; points: number | null; rtt_ms: number }[];
  /** How often it was looked for others, and how many were seen. */
  looks: number;
  seen: number;
  refused: Record<"points" | "rtt" | "region" | "constraints" | "party", number>;
  too_few: number;
  no_set: number;
  /** What alone would have been enough; null where it would not. */
  relax: { points: number | null; rtt_ms: number | null; region: string | null; players: number };
}
