/** Types of experiments, from the lab's module. */

import type { Check } from "../../pkg-lab/matchday_web_lab.js";

export type { Check, ComparedFigure, Difference, Sensitivity, Step } from "../../pkg-lab/matchday_web_lab.js";

export type ChartName = Check["chart"];
export type Verdict = Check["verdict"];
