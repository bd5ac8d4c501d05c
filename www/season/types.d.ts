/** Shapes of a running season, as its module hands them over. */

import type { Params } from "../types";

/** Who joins, and from where. */
export interface Client {
  lat: number;
  lon: number;
  /** True skill, points. */
  skill: number;
  /** Simulated friends who queue along. */
  friends: number;
  constraints: { maxPingMs?: number; crossplay?: boolean; regionLock?: boolean };
}

/** A message of the contract, with when it was said and to whom. */
export interface Said {
  time_s: number;
  to: "client" | "server";
  json: string;
}

/** Somebody of a match; the answer is null once nobody is asked any more. */
export interface Seated {
  account: number;
  points: number;
  you: boolean;
  answer: "silent" | "accepted" | "declined" | null;
}

/** How the person stands. Places and tickets are as the contract writes them. */
export interface Standing {
  doing: "offline" | "searching" | "matchFound" | "starting" | "playing";
  since_s: number;
  account: number;
  place: { lat: number; lon: number };
  rating: number;
  deviation: number;
  matches: number;
  tier: string;
  provisional: boolean;
  /** On the leaderboard, from 1; null while provisional. */
  board_place: number | null;
  board_of: number;
  locked_until_s: number | null;
  search: {
    ticket: string;
    age_s: number;
    expires_s: number;
    /** Null: any points. */
    points: number | null;
    rtt_ms: number;
    /** How much longer it may take. */
    wait_s: number;
    position: number;
    /** Players who search in the region. */
    searching: number;
  } | null;
  match: {
    id: string;
    ticket: string;
    datacenter: string;
    label: string;
    map: number;
    /** Until when everybody is asked; null once nobody is. */
    deadline_s: number | null;
    started_s: number | null;
    teams: Seated[][];
  } | null;
  /** The place from 1 of its team in the last match that counted, of how many, and whether others have it too. */
  last: { place: number; teams: number; shared: boolean } | null;
}

/** What a `RankedQueueJoin` of the person says. */
export interface Joining {
  modeId: string;
  region: string;
  partyId: string | null;
}

/** What has come of a step. */
export interface Told {
  client: Standing | null;
  messages: Said[];
  /** What the person has done so far, as the parameter `inside`. */
  inside: string;
}
