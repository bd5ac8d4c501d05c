/** The day of a player as a strip: one stretch for each state, from one event to the next. */

import { el } from "../../../ui/dom.js";
import { num } from "../../../ui/format.js";
import { fill } from "../../../app/text.js";
import { words } from "./text.js";

/** @import { Params } from "../../../app/types" */

/** A state and the time that it lasts. @typedef {{ state: State, from_s: number, to_s: number }} Stretch */
/** @typedef {"searching" | "placing" | "playing" | "between" | "offline"} State */

/** The state after an event, for events that mean the same on all days. @type {Record<string, State>} */
const STATES = {
  search: "searching",
  expand: "searching",
  warm: "searching",
  lost: "searching",
  offer: "placing",
  start: "playing",
  bots: "playing",
  end: "between",
  dodge: "between",
};

/** The state of a player after an event. @param {string} event @param {Params} params @returns {State} */
function stateAfter(event, { fleet, ranked }) {
  // On ranked days a player may wait for friends before it searches.
  if (event === "join") return ranked === "off" ? "searching" : "between";
  if (event === "match") return fleet === "off" ? "playing" : "placing";
  return STATES[event] ?? "offline";
}

/**
 * The stretches of a player between its events, which are in order.
 * @param {{ time_s: number, event: string }[]} events
 * @param {number} end_s the end of the last one, if the player is still online
 * @param {Params} params
 * @returns {Stretch[]}
 */
export function stretchesOf(events, end_s, params) {
  const stretches = events.map(({ time_s, event }, at) => ({
    state: stateAfter(event, params),
    from_s: time_s,
    to_s: events[at + 1]?.time_s ?? end_s,
  }));
  if (stretches.at(-1)?.state === "offline") stretches.pop();
  return stretches.filter(({ from_s, to_s }) => to_s > from_s);
}

/** Seconds in each state. @param {Stretch[]} stretches @returns {Record<State, number>} */
export function secondsIn(stretches) {
  const sums = { searching: 0, placing: 0, playing: 0, between: 0, offline: 0 };
  for (const { state, from_s, to_s } of stretches) sums[state] += to_s - from_s;
  return sums;
}

/** The sentence about a player's day. @param {Stretch[]} stretches @param {number} matches */
export function summaryOf(stretches, matches) {
  const { searching, placing, playing, between } = secondsIn(stretches);
  const minutes = (/** @type {number} */ seconds) => num(seconds / 60, 1);
  const online = searching + placing + playing + between;
  const parts = [fill(words.online, minutes(online), minutes(playing), num(matches), minutes(searching))];
  if (placing > 0) parts.push(fill(words.placing, minutes(placing)));
  return `${[...parts, fill(words.between, minutes(between))].join(", ")}.`;
}

/** Draws the stretches in a row; `label` says when each begins. @param {HTMLElement} root @param {Stretch[]} stretches @param {(time_s: number) => string} label */
export function drawStrip(root, stretches, label) {
  const parts = stretches.map(({ state, from_s, to_s }) => {
    const part = el("i", { "data-state": state, title: fill(words.stretch, label(from_s), words.states[state], num(to_s - from_s)) });
    part.style.flexGrow = String(to_s - from_s);
    return part;
  });
  root.replaceChildren(...parts);
}
