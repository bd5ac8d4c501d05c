/** What a sweep can vary: parameters, constants of the reader's code, numbers of the reader's rule set. */

import { fill } from "../../../core/text.js";
import { askLab } from "../../../core/lab.js";
import { readConstants, setConstants } from "../../../worker/rule-constants.js";
import { byImportance, nameOf, valuesOf } from "../../rules/knobs.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Params, Spec } from "../../../core/types" */

/**
 * @typedef {object} Varied
 * @property {string} key as links write it
 * @property {string} title
 * @property {string} unit empty if there is none, and for parameters, whose unit the sweep knows
 * @property {string} usual its values before the reader writes others
 */

/** @typedef {{ label: string, all: Varied[] }} Group */

/** What can vary in the present scenario. @param {Page} page @returns {Group[]} */
export function groupsOf({ state: { params }, engine: { registry } }) {
  const { parameters, code, rules } = words.groups;
  const groups = [{ label: parameters, all: registry.params.filter(({ commas, key }) => !commas && key !== "seed").map(ofParameter) }];
  if (params.policy === "plugin") groups.unshift({ label: code, all: ofCode(params) });
  if (params.policy === "rules") groups.unshift({ label: rules, all: ofRules(params) });
  return groups.filter(({ all }) => all.length > 0);
}

/** The label of a parameter outside its group. @param {Spec} spec */
export const titleOf = ({ group, label }) => (label.startsWith(group) ? label : fill(words.ofGroup, group, label));

/** @param {Spec} spec @returns {Varied} */
const ofParameter = (spec) => ({ key: spec.key, title: titleOf(spec), unit: "", usual: usualOf(spec) });

/** @param {Spec} spec */
function usualOf({ words: choices, kind, min, max, slider, default: initial }) {
  if (choices.length) return choices.join(",");
  if (kind !== "number") return "0,1";
  return slider === "linear" ? `${min}..${max}:5` : [0.2, 0.5, 1, 2].map((by) => Math.round(initial * by)).join(",");
}

/** @param {Params} params @returns {Varied[]} */
function ofCode({ code, constants }) {
  const set = setConstants(constants);
  return readConstants(code).constants.map((constant) => {
    const { name, unit, value } = constant;
    const usual = valuesOf({ ...constant, value: set.get(name) ?? value }).join(",");
    return { key: `constants.${name}`, title: name, unit, usual };
  });
}

/** @param {Params} params @returns {Varied[]} */
function ofRules({ rules }) {
  const numbers = askLab("ruleNumbers", { text: rules }).map((number) => ({ ...number, name: number.path }));
  const swept = byImportance(numbers).filter(({ path }) => !/[,:~"\r\n]/.test(path));
  return swept.map((number) => {
    return { key: `rules.${number.path}`, title: nameOf(number), unit: number.unit, usual: valuesOf(number).join(",") };
  });
}

/** What is wrong with values of a constant of code; empty: nothing. @param {Params} params @param {string} key @param {string[]} values */
export function problemOf({ code }, key, values) {
  const [, name] = /^constants\.(.*)/.exec(key) ?? [];
  // Nobody knows the constants of a module.
  if (!code || name === undefined) return "";
  const constant = readConstants(code).constants.find((constant) => constant.name === name);
  if (!constant) return fill(words.noConstant, name);
  const { min, max, type } = constant;
  const outside = values.find((value) => Number(value) < min || Number(value) > max);
  if (outside !== undefined) return fill(words.outside, name, outside, min, max);
  const broken = type === "i32" && values.find((value) => !Number.isInteger(Number(value)));
  return broken ? fill(words.notWhole, name, broken) : "";
}
