/** Types of a running season, from the lab's module. */

export type {
  ClientMessage,
  Joining,
  LoggedMessage as Said,
  PlayerStanding as Standing,
  Seated,
} from "../../../pkg-lab/matchday_web_lab.js";
