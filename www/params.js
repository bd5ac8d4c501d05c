/** The parameter panel: everything in it comes from the registry. */

import { el, need, setText } from "./dom.js";
import { clamp, num } from "./format.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/** @import { Change, PageState, Params, Spec } from "./types" */
/** @import { MatchdayError } from "./engine.js" */

/** Positions of a logarithmic slider. */
const LOG_STEPS = 200;

/**
 * @typedef {object} Actions
 * @property {(key: string, value: string) => void} set throws when the value is not a good one
 * @property {(keys: string[]) => void} reset
 * @property {() => string} newSeed
 */

/** How a parameter is shown, and how what is typed becomes its value. @param {Spec} spec */
export function scaleOf(spec) {
  const factor = spec.unit === "%" ? 100 : 1;
  const digits = Math.max(0, spec.decimals - (factor === 100 ? 2 : 0));
  const log = spec.slider === "logarithmic";
  const span = Math.log(spec.max / Math.max(spec.min, 1e-9));
  const rounded = (/** @type {number} */ value) => {
    const snapped = Math.round((value - spec.min) / spec.step) * spec.step + spec.min;
    return Number(clamp(snapped, spec.min, spec.max).toFixed(spec.decimals));
  };
  return {
    /** Shown number of a value. */
    show: (/** @type {string} */ value) => Number((Number(value) * factor).toFixed(digits)),
    /** Value of a typed number. */
    read: (/** @type {string} */ shown) => (shown.trim() === "" ? "" : String(Number((Number(shown) / factor).toFixed(spec.decimals)))),
    min: spec.min * factor,
    max: spec.max * factor,
    step: 1 / 10 ** digits,
    sliderMax: log ? LOG_STEPS : Math.round((spec.max - spec.min) / spec.step),
    /** Slider position of a value. */
    toSlider: (/** @type {string} */ value) =>
      log ? (LOG_STEPS * Math.log(Number(value) / spec.min)) / span : (Number(value) - spec.min) / spec.step,
    /** Value at a slider position. */
    fromSlider: (/** @type {number} */ position) => {
      const value = log ? spec.min * Math.exp((span * position) / LOG_STEPS) : spec.min + position * spec.step;
      return String(log ? roundLog(value, spec) : rounded(value));
    },
  };
}

/** Two significant digits: what a hand on a logarithmic slider can mean. @param {number} value @param {Spec} spec */
function roundLog(value, spec) {
  const unit = Math.max(spec.step, 10 ** (Math.floor(Math.log10(value)) - 1));
  return clamp(Math.round(value / unit) * unit, spec.min, spec.max);
}

/** A value with its unit. @param {Spec} spec @param {string} value */
export const withUnit = (spec, value) => `${num(scaleOf(spec).show(value))} ${spec.unit}`.trim();

export class ParamPanel {
  /**
   * @param {HTMLElement} root
   * @param {Spec[]} specs
   * @param {Params} defaults
   * @param {PageState} state
   * @param {Actions} actions
   */
  constructor(root, specs, defaults, state, actions) {
    this.state = state;
    this.defaults = defaults;
    this.help = el("p", { class: "helpline", "aria-live": "off" });
    // Datacenters have their own list of switches.
    const shown = specs.filter((spec) => spec.kind !== "text");
    this.rows = shown.map((spec) => makeRow(spec, defaults, actions, (words) => setText(this.help, words)));
    this.say = el("p", { class: "say" });
    this.resetAll = el(
      "button",
      { type: "button", class: "linkish", onclick: () => actions.reset(Object.keys(defaults)) },
      text.params.resetAll,
    );
    let group = shown[0]?.group;
    for (const [i, row] of this.rows.entries()) {
      if (shown[i].group !== group) root.append(el("h2", {}, (group = shown[i].group)));
      root.append(row.element);
      if (row.big) root.append(this.say);
    }
    root.append(el("p", { class: "last" }, this.resetAll), this.help);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { params, current } = this.state;
    if (changed.has("params")) {
      for (const row of this.rows) row.sync(params[row.key], this.defaults[row.key]);
      this.resetAll.hidden = Object.keys(params).every((key) => params[key] === this.defaults[key]);
    }
    if (!changed.has("params") && !changed.has("runs")) return;
    const fits = current?.state === "finished" && current.params.replay === params.replay;
    const peak = fits && current.summary ? current.summary.ccu_peak : null;
    const [before, price, between, about, players, end] = text.params.worth(Number(params.replay), peak);
    this.say.replaceChildren(before, el("b", {}, price), between, about, el("b", {}, players), end);
  }
}

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {boolean} big
 * @property {HTMLElement} element
 * @property {(value: string, initial: string) => void} sync
 */

/**
 * @param {Spec} spec
 * @param {Params} defaults
 * @param {Actions} actions
 * @param {(help: string) => void} showHelp
 * @returns {Row}
 */
function makeRow(spec, defaults, actions, showHelp) {
  if (spec.kind === "flag") return flagRow(spec, actions, showHelp);
  return numberRow(spec, defaults[spec.key], actions, showHelp);
}

/**
 * @param {Spec} spec
 * @param {string} initial
 * @param {Actions} actions
 * @param {(help: string) => void} showHelp
 * @returns {Row}
 */
function numberRow(spec, initial, actions, showHelp) {
  const big = spec.key === "replay";
  const scale = scaleOf(spec);
  const ids = idsOf(spec);
  const isSeed = spec.key === "seed";
  const set = (/** @type {string} */ value) => tryTo(() => actions.set(spec.key, value), number, spec, showHelp);
  const slider = el("input", {
    type: "range",
    id: ids.control,
    min: 0,
    max: scale.sliderMax,
    step: 1,
    "aria-describedby": ids.help,
    oninput: () => set(scale.fromSlider(Number(slider.value))),
  });
  const number = el("input", {
    type: "number",
    id: isSeed ? ids.control : `${ids.control}-exact`,
    min: scale.min,
    max: scale.max,
    step: scale.step,
    "aria-label": isSeed ? undefined : text.params.exact(spec.label),
    "aria-describedby": ids.help,
    onchange: () => set(scale.read(number.value)),
  });
  const dice = el(
    "button",
    { type: "button", class: "dice", onclick: () => actions.set(spec.key, actions.newSeed()) },
    icon("dice"),
    text.params.newSeed,
  );
  const track = isSeed ? dice : el("span", { class: "range" }, el("i", { class: "def" }), slider);
  const reset = resetButton(spec, withUnit(spec, initial), actions, big);
  const label = el("label", { for: ids.control, title: spec.help }, spec.label);
  const unit = el("span", { class: "u" }, spec.unit);
  const help = el("span", { class: "vh", id: ids.help }, spec.help);
  const element = el("div", { class: big ? "param big" : isSeed ? "param seed" : "param", "data-key": spec.key });
  if (big) {
    label.append(el("small", {}, text.params.replayHint));
    const head = el("div", { class: "l" }, label, el("span", { class: "num" }, number, unit));
    const foot = el("div", { class: "foot" }, el("span", {}, text.params.default(withUnit(spec, initial))), reset);
    element.append(head, track, foot, help);
  } else {
    element.append(label, track, number, unit, reset, help);
  }
  element.addEventListener("focusin", () => showHelp(spec.help));
  element.addEventListener("pointerenter", () => showHelp(spec.help));
  const share = (/** @type {string} */ value) => clamp(scale.toSlider(value) / scale.sliderMax, 0, 1);
  element.style.setProperty("--def", String(share(initial)));
  const sync = (/** @type {string} */ value) => {
    element.classList.toggle("changed", value !== initial);
    element.style.setProperty("--val", String(share(value)));
    const position = String(Math.round(scale.toSlider(value)));
    if (slider.value !== position) slider.value = position;
    slider.setAttribute("aria-valuetext", withUnit(spec, value));
    number.removeAttribute("aria-invalid");
    if (document.activeElement !== number || !number.matches(":focus-visible") || Number(number.value) !== scale.show(value)) {
      number.value = String(scale.show(value));
    }
  };
  return { key: spec.key, big, element, sync };
}

/**
 * @param {Spec} spec
 * @param {Actions} actions
 * @param {(help: string) => void} showHelp
 * @returns {Row}
 */
function flagRow(spec, actions, showHelp) {
  const ids = idsOf(spec);
  const box = el("input", {
    type: "checkbox",
    role: "switch",
    id: ids.control,
    "aria-describedby": ids.help,
    onchange: () => actions.set(spec.key, box.checked ? "1" : "0"),
  });
  const element = el(
    "div",
    { class: "param flag", "data-key": spec.key },
    el("label", { for: ids.control, title: spec.help }, spec.label),
    el("span", { class: "switch" }, box),
    el("span", { class: "vh", id: ids.help }, spec.help),
  );
  element.append(resetButton(spec, "0", actions, false));
  element.addEventListener("focusin", () => showHelp(spec.help));
  element.addEventListener("pointerenter", () => showHelp(spec.help));
  const sync = (/** @type {string} */ value, /** @type {string} */ initial) => {
    element.classList.toggle("changed", value !== initial);
    box.checked = value === "1";
  };
  return { key: spec.key, big: false, element, sync };
}

/**
 * @param {Spec} spec
 * @param {string} initial as shown
 * @param {Actions} actions
 * @param {boolean} big
 */
function resetButton(spec, initial, actions, big) {
  const name = text.params.resetTo(spec.label, initial);
  const onclick = () => {
    actions.reset([spec.key]);
    // The button goes away with the change: the focus goes to what it was about.
    need(`#p-${spec.key}`).focus();
  };
  const kind = big ? "reset linkish" : "reset";
  return el("button", { type: "button", class: kind, "aria-label": name, title: name, onclick }, big ? text.params.reset : icon("reset"));
}

/**
 * A value that cannot be is marked and explained; the last good one stands.
 * @param {() => void} action
 * @param {HTMLInputElement} input
 * @param {Spec} spec
 * @param {(help: string) => void} showHelp
 */
function tryTo(action, input, spec, showHelp) {
  try {
    action();
    input.removeAttribute("aria-invalid");
    showHelp(spec.help);
  } catch (error) {
    input.setAttribute("aria-invalid", "true");
    showHelp(/** @type {MatchdayError} */ (error).message);
  }
}

/** @param {Spec} spec */
const idsOf = (spec) => ({ control: `p-${spec.key}`, help: `p-${spec.key}-help` });
