/** Shapes of ranked days that only the page knows; the others are those of the lab's module. */

import type { LadderChart } from "../pkg-lab/matchday_web_lab.js";

export type { BoardSeat as Seat, Finding as LadderFinding, LadderMoment, LadderReport, LadderSlice, Most, RatingSample, Waiting, Week, Why } from "../pkg-lab/matchday_web_lab.js";

export type TimedChartName = "truth" | "checks";
export type StillChartName = Exclude<LadderChart, TimedChartName>;
