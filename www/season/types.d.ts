/** Shapes of a running season that only the page knows; the others are those of the lab's module. */

import type { JoiningPlayer, LoggedMessage, PlayerStanding } from "../pkg-lab/matchday_web_lab.js";

export type { ClientMessage, Joining, LoggedMessage as Said, PlayerStanding as Standing, Seated } from "../pkg-lab/matchday_web_lab.js";

/** Who joins, and from where. */
export type Client = JoiningPlayer & { constraints: NonNullable<JoiningPlayer["constraints"]> };

/** What has come of a step. */
export interface Told {
  /** How the player stands; undefined before the first queue. */
  client: PlayerStanding | undefined;
  messages: LoggedMessage[];
  /** What the player has done so far, as the parameter `player_actions`. */
  playerActions: string;
}
