/** Shapes that cross the seam between a sweep's panel and the module of the study. */

/** A figure at a point of a sweep. */
export interface SweepEstimate {
  /** One an axis, as files have them. */
  values: string[];
  /** The same for people. */
  texts: string[];
  /** Where the value of the first axis stands along the chart. */
  at: number;
  runs: number;
  /** Undefined without runs. */
  mean?: number;
  /** Ends of the 95 % interval; undefined of fewer than two runs. */
  low?: number;
  high?: number;
}
