/** Types of ranked days that the lab's module does not declare. */

import type { LadderChart } from "../../pkg-lab/matchday_web_lab.js";

export type {
  BoardSeat,
  Finding as LadderFinding,
  LadderMoment,
  LadderReport,
  LadderSlice,
  Most,
  RatingSample,
  Waiting,
  Week,
  Why,
} from "../../pkg-lab/matchday_web_lab.js";

export type TimedChartName = "truth" | "checks";
export type StillChartName = Exclude<Extract<LadderChart, string>, TimedChartName> | "scatter";
