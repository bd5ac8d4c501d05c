/** Shapes of ranked days that only the page knows; the others are those of the lab's module. */

import type { LadderChart, LadderReport, RatingSample } from "../pkg-lab/matchday_web_lab.js";

export type { BoardSeat as Seat, Finding as LadderFinding, LadderMoment, LadderReport, Most, RatingSample, Waiting, Week, Why } from "../pkg-lab/matchday_web_lab.js";

/** What is new of a ladder. */
export interface LadderSlice {
  /** Minutes, for `LadderRecording.push_rows`. */
  minutes: Float32Array;
  /** Accounts at the end of each hour. */
  samples: RatingSample[];
  /** With the end of the day. */
  report: LadderReport | null;
}

export type TimedChartName = "truth" | "checks";
export type StillChartName = Exclude<LadderChart, TimedChartName>;
