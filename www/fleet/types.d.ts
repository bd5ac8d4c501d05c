/** Shapes of servers, as the study's module and the workers hand them over. */

export type ServerChartName = "stands" | "waits" | "churn";

/** One minute of servers. */
export interface ServerMoment {
  allocated: number;
  reserved: number;
  ready: number;
  booting: number;
  leaving: number;
  pickup_wait_s?: number;
  ready_wait_s?: number;
  misses: number;
  matches: number;
  created: number;
  deleted: number;
  expired: number;
  lost: number;
}

/** A datacenter's servers at a moment, and its matches up to there. */
export interface ServerPlace {
  allocated: number;
  reserved: number;
  ready: number;
  booting: number;
  leaving: number;
  most: number;
  matches: number;
  misses: number;
  used: number;
}

/** Something worth saying of a day's servers. */
export interface ServerFinding {
  words: string;
  at_s?: number;
  bad: boolean;
}

/** Something worth saying of a configuration. */
export interface LintFinding {
  line: number;
  column: number;
  severity: "note" | "warning" | "error";
  check: string;
  words: string;
}
