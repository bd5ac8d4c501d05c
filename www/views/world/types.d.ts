/** Types of the tools for the world that the lab's module does not declare. */

import type { Area } from "../../pkg-lab/matchday_web_lab.js";

export type { Aim, Area, City, CityPlace, Misrouting, NextPlace, Place, SitePlace } from "../../pkg-lab/matchday_web_lab.js";

/** The shown measure of an area. */
export type Measure = keyof Pick<Area, "within_50" | "within_100" | "rtt_ms">;
