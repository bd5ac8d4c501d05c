import { DAY_S, clock, num, weekday } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** A second of a season as text, such as "Wed, day 1, 18:07". @param {number} shown_s */
export const momentText = (shown_s) => fill(words.day, weekday(shown_s), num(Math.floor(shown_s / DAY_S) + 1), clock(shown_s));
