/** Numbers of rules: how people read them, which come first, and the values that a series of days takes. */

import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { Knob } from "./draft.js" */

/** Values of a number in a series of days. */
const VALUES = 5;

/** The values of a number on its slider, the present one among them. @param {Pick<Knob, "value" | "min" | "max" | "step">} knob */
export function valuesOf({ value, min, max, step }) {
  const steps = Math.round((max - min) / step);
  const even = Array.from({ length: VALUES }, (_, at) => min + step * Math.round(((at + 0.5) * steps) / VALUES));
  const nearest = even.reduce((best, other) => (Math.abs(other - value) < Math.abs(best - value) ? other : best));
  return even.map((other) => (other === nearest ? value : Number(other.toPrecision(12))));
}

/** The parts of a path: what the number belongs to, its key, and its step if it is of an expansion. @param {{ path: string, target: string | null }} number */
function partsOf({ path, target }) {
  const [, at, of] = /\.steps\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const [, owner = "", key = path] = /(?:\[([^[\]]+)\])?\.?(\w+)$/.exec((of && target) || path) ?? [];
  return { owner, key, step: of ? { number: Number(at) + 1, of } : null };
}

/** How people read the path of a number of a rule set, with a hint. @param {{ path: string, target: string | null }} number */
export function labelOf(number) {
  const { owner, key, step } = partsOf(number);
  if (!step) return owner ? { label: owner, hint: key } : { label: key, hint: number.path.replace(/\.?\w+$/, "") };
  const hint = fill(words.number.expansion, owner || key, step.number, step.of);
  return { label: step.of === "value" ? fill(words.number.step, owner || key, step.number) : words.number.from, hint };
}

/** The same in one line. @param {{ path: string, target: string | null }} number */
export function nameOf(number) {
  const { owner, key, step } = partsOf(number);
  if (!step) return [owner, key].filter(Boolean).join(", ");
  const name = fill(words.number.step, owner || key, step.number);
  return step.of === "value" ? name : `${name}, ${words.number.from}`;
}

/**
 * Limits of rules first, then expansions, then sizes of teams, then all other numbers.
 * @template {Pick<Knob, "name" | "line">} Of
 * @param {Of[]} knobs
 */
export const byImportance = (knobs) =>
  [...knobs].sort((a, b) => rank(a) - rank(b) || a.line - b.line || Number(isTime(a)) - Number(isTime(b)));

const RANKS = [/^rules\[/, /^expansions\[/, /^teams\[/];

/** @param {Pick<Knob, "name">} knob */
const rank = ({ name }) => {
  const at = RANKS.findIndex((pattern) => pattern.test(name));
  return at < 0 ? RANKS.length : at;
};

/** @param {Pick<Knob, "name">} knob */
const isTime = ({ name }) => name.endsWith(".waitTimeSeconds");
