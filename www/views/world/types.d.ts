/** Types of the tools for the world that the lab's module does not declare. */

import type { Area, City, NextPlaces } from "../../pkg-lab/matchday_web_lab.js";

export type { Aim, Area, City, CityPlace, Misrouting, NextPlace, Place, SitePlace } from "../../pkg-lab/matchday_web_lab.js";

export interface ImportProgress {
  /** The file that is being read. */
  file: string;
  /** Bytes of all files. */
  done: number;
  total: number;
}

/** The round trips of a player at a place. */
export interface PlaceReport {
  city: City;
  /** Two letters; empty at sea. */
  country: string;
  /** By the order of the datacenters. */
  rtts_ms: Uint16Array;
}

/** The shown measure of an area. */
export type Measure = keyof Pick<Area, "within_50" | "within_100" | "rtt_ms">;

/** The best next places, and the time of the search. */
export type Next = NextPlaces & { took_s: number };
