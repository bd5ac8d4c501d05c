/** Measures, countries and round trips as people read them. */

import { num, pct } from "../../core/format.js";
import { text } from "../../core/text.js";
import { text as worldText } from "./text.js";

/** @import { Measure } from "./types" */

const countries = new Intl.DisplayNames(["en"], { type: "region" });

/** @param {string} letters two of them, or none */
export const countryName = (letters) => (letters ? (countries.of(letters) ?? letters) : "");

/** A round trip as text; pictures end at 255 ms, all others at 1,000. @param {number} ms */
export const milliseconds = (ms) => (ms === 255 || ms > 1000 ? worldText.tools.far : `${ms}\u00a0ms`);

/** @param {Measure} measure @param {number | null} value */
export const shownValue = (measure, value) => (measure === "rtt_ms" ? `${num(value, 1)}\u00a0ms` : pct(value, 1));

/**
 * A change with its sign; empty if the shown digits are 0.
 * @param {Measure} measure
 * @param {number} change
 * @param {number} [decimals]
 */
export function shownChange(measure, change, decimals = 1) {
  const shown = measure === "rtt_ms" ? change : 100 * change;
  const unit = measure === "rtt_ms" ? "\u00a0ms" : text.figures.points;
  if (!(Math.abs(shown) >= 0.5 * 10 ** -decimals)) return "";
  return (shown < 0 ? "\u2212" : "+") + num(Math.abs(shown), decimals) + unit;
}

/** Whether a change is good: a lower round trip or a higher share. @param {Measure} measure @param {number} change */
export const tone = (measure, change) => (change > 0 === (measure === "rtt_ms") ? "bad" : "good");
