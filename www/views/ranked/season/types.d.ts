/** Types of a running season that the lab's module does not declare. */

import type { JoiningPlayer, LoggedMessage, PlayerStanding } from "../../../pkg-lab/matchday_web_lab.js";

export type {
  ClientMessage,
  Joining,
  LoggedMessage as Said,
  PlayerStanding as Standing,
  Seated,
} from "../../../pkg-lab/matchday_web_lab.js";

/** The client of a person who joins. */
export type Client = JoiningPlayer & { constraints: NonNullable<JoiningPlayer["constraints"]> };

/** The state after a step, and the messages since the one before. */
export interface SessionUpdate {
  /** How the player stands; undefined before the first queue. */
  client: PlayerStanding | undefined;
  messages: LoggedMessage[];
  /** The player's actions so far, as the parameter `player_actions`. */
  playerActions: string;
}
