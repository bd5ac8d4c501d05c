/** Shapes that cross to the worker of the study. */

import type { Params, Summary } from "../types";

/** A mean difference and how far its 95 % interval reaches to both sides. */
export interface Difference {
  mean: number;
  half_width: number;
  /** As far it would reach if the days were not paired by their seeds. */
  half_width_apart: number;
}

export type ChartName = "ccu" | "wait" | "rtt" | "replay" | "datacenters";
export type Verdict = "green" | "red" | "none";

/** One closed form beside a chart; either the numbers or the reason is there. */
export interface Check {
  id: string;
  chart: ChartName;
  title: string;
  form: string;
  verdict: Verdict;
  theory?: number;
  measured?: number;
  /** How far the two may be apart. */
  tolerance?: number;
  /** A share, from 0 to 1, has `%`. */
  unit?: string;
  why?: string;
}

/** What a point to one side changes; shares of the day's own values. */
export interface Step {
  replay: number;
  ccu: number;
  /** The 95 % interval reaches so far to both sides. */
  ccu_half_width: number;
  ccu_formula: number;
  wait: number;
  rtt: number;
}

export interface Sensitivity {
  less?: Step;
  more?: Step;
  /** d ln CCU / dp, measured and by formula. */
  slope: number;
  slope_formula: number;
}
