/** Types of servers, from the lab's module. */

export type {
  Finding as ServerFinding,
  LintFinding,
  Outage,
  ServerChart as ServerChartName,
  ServerMoment,
  ServerPlace,
} from "../../pkg-lab/matchday_web_lab.js";
