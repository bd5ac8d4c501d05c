/** Shapes that cross to the worker of the atlas. */

import type { Imported, OwnFile } from "../types";

export interface ImportProgress {
  /** The file that is being read. */
  file: string;
  /** Bytes of all files. */
  done: number;
  total: number;
}

/** Degrees north and east. */
export interface Place {
  lat: number;
  lon: number;
}

export interface City {
  name: string;
  /** Two letters. */
  country: string;
  km: number;
}

/** A datacenter that is on. */
export interface SitePlace extends Place {
  name: string;
}

export interface CityPlace extends Place {
  name: string;
  /** Two letters. */
  country: string;
}

export interface PlaceReport {
  city: City;
  /** Two letters; empty at sea. */
  country: string;
  /** By the order of the datacenters. */
  rtts_ms: Uint8Array;
}

/** What of an area's joins is how far from a datacenter. */
export interface Area {
  /** `world`, or a continent's two letters. */
  area: string;
  /** Share of the world's joins. */
  joins: number;
  within_50: number;
  within_100: number;
  /** Mean round trip to the nearest datacenter. */
  rtt_ms: number;
  /** Share of the area's joins that no map knows; they are in none of the numbers above. */
  without_data: number;
}

export interface Astray {
  /** The nearest city. */
  city: string;
  /** Two letters. */
  country: string;
  /** Position of the datacenter that is nearest by distance, and mean round trip to it. */
  by_distance: number;
  by_distance_ms: number;
  /** Position of the one that is nearest by latency, and mean round trip to it. */
  by_latency: number;
  by_latency_ms: number;
  /** Share of the world's joins. */
  joins: number;
}

/** What of an area is shown. */
export type Measure = "within_50" | "within_100" | "rtt_ms";

export type Aim = "within50" | "within100" | "mean";

export interface Next {
  places: NextPlace[];
  /** How many places were looked at. */
  compared: number;
  took_s: number;
}

export interface NextPlace extends Place {
  /** Of a datacenter that is off; nothing for a city without one. */
  name: string | undefined;
  label: string;
  /** Two letters, or nothing. */
  country: string;
  /** What it gains on top of those before it: a share, or ms. */
  change: number;
}
