/** Shapes of the world's tools that only the page knows; the others are those of the lab's module. */

import type { Area, City, NextPlaces } from "../pkg-lab/matchday_web_lab.js";

export type { Aim, Area, City, CityPlace, Misrouting, NextPlace, Place, SitePlace } from "../pkg-lab/matchday_web_lab.js";

export interface ImportProgress {
  /** The file that is being read. */
  file: string;
  /** Bytes of all files. */
  done: number;
  total: number;
}

/** What a player at a place would have. */
export interface PlaceReport {
  city: City;
  /** Two letters; empty at sea. */
  country: string;
  /** By the order of the datacenters. */
  rtts_ms: Uint8Array;
}

/** What of an area is shown. */
export type Measure = keyof Pick<Area, "within_50" | "within_100" | "rtt_ms">;

/** The best next places, and how long it took to find them. */
export type Next = NextPlaces & { took_s: number };
