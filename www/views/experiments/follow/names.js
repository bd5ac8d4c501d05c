/** How players, places, moments and datacenters are named on the page. */

import { el } from "../../../core/dom.js";
import { num, two } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { Site } from "../../../core/types" */

/** A player's number, which a press follows. @param {number} player @param {(player: number) => void} follow */
export function playerButton(player, follow) {
  const button = el("button", { type: "button", class: "linkish", onclick: () => follow(player) }, String(player));
  button.setAttribute("aria-label", fill(words.followOther, player));
  return button;
}

/** The name of a datacenter by its index among the active ones. @param {Site[]} sites @param {number} index */
export function siteName(sites, index) {
  const site = sites.find((site) => site.index === index);
  return site?.label || site?.name || "";
}

/** Hours go on from 24 on later days, and are negative before the first. @param {number} time_s */
export function timeText(time_s) {
  const of = Math.abs(time_s);
  const parts = [Math.floor(of / 3600), Math.floor(of / 60) % 60, of % 60];
  return `${time_s < 0 ? "−" : ""}${parts.map(two).join(":")}`;
}

/** @param {{ lat: number, lon: number }} place */
export const placeText = ({ lat, lon }) =>
  `${num(Math.abs(lat), 1)}° ${lat < 0 ? "S" : "N"} ${num(Math.abs(lon), 1)}° ${lon < 0 ? "W" : "E"}`;
