/** The day of a player as a strip: one stretch for each state. A press on it shows that moment. */

import { el } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { PlayerDay } from "../../../worker/types" */
/** @typedef {PlayerDay["stretches"][number]} Stretch */

/** Seconds in each state. @param {Stretch[]} stretches @returns {Record<Stretch["state"], number>} */
export function secondsIn(stretches) {
  const sums = { searching: 0, placing: 0, playing: 0, between: 0 };
  for (const { state, from_s, until_s } of stretches) sums[state] += until_s - from_s;
  return sums;
}

/**
 * The sentence about a player's day.
 * @param {Stretch[]} stretches
 * @param {number} matches
 * @param {boolean} isRanked
 */
export function summaryOf(stretches, matches, isRanked) {
  const { searching, placing, playing, between } = secondsIn(stretches);
  const minutes = (/** @type {number} */ seconds) => num(seconds / 60, 1);
  const online = searching + placing + playing + between;
  const parts = [fill(words.online, minutes(online), minutes(playing), num(matches), minutes(searching))];
  if (placing > 0) parts.push(fill(isRanked ? words.accepting : words.placing, minutes(placing)));
  return `${[...parts, fill(words.between, minutes(between))].join(", ")}.`;
}

/**
 * Draws the stretches in a row, with gaps where the player was offline.
 * @param {HTMLElement} root
 * @param {Stretch[]} stretches
 * @param {(time_s: number) => string} label of a moment
 * @param {boolean} isRanked
 */
export function drawStrip(root, stretches, label, isRanked) {
  const parts = stretches.flatMap(({ state, from_s, until_s }, at) => {
    const name = words.states[isRanked && state === "placing" ? "accepting" : state];
    const part = el("i", { "data-state": state, title: fill(words.stretch, label(from_s), name, num(until_s - from_s)) });
    part.style.flexGrow = String(until_s - from_s);
    const gap_s = from_s - (stretches[at - 1]?.until_s ?? from_s);
    if (gap_s === 0) return [part];
    const gap = el("i", {});
    gap.style.flexGrow = String(gap_s);
    return [gap, part];
  });
  root.replaceChildren(...parts);
}
