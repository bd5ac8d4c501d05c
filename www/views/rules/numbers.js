/** The numbers of the rules in the panel: the first one large, the others in rows. */

import { BigSlider } from "../../ui/big-slider.js";
import { copyOf, el, need, setText } from "../../core/dom.js";
import { bindSlider, plainScale } from "../../ui/params.js";
import { fill } from "../../core/text.js";
import { byImportance } from "./knobs.js";
import { words } from "./text.js";

/** @import { Draft, Knob } from "./draft.js" */

/** Rows above the view's action. */
const FEW = 2;

/** A row of a number. @typedef {{ root: HTMLElement, show: (knob: Knob) => void }} Row */

export class Numbers {
  /**
   * @param {object} on
   * @param {(name: string, value: number) => void} on.move while a slider moves
   * @param {() => void} on.finish when it is released
   * @param {(name: string) => void} on.sweep the number is to be swept
   */
  constructor({ move, finish, sweep }) {
    this.on = { move, finish, sweep };
    this.title = el("h2", {}, words.numbers.title);
    this.none = el("p", { class: "hint" }, words.numbers.none);
    this.lead = el("div", { class: "lead" });
    this.rows = el("div", { class: "numbers" });
    this.more = el("div", { class: "numbers" });
    this.heading = el("h2", {}, words.numbers.more);
    this.root = el("div", { class: "knobs", "data-testid": "rule-numbers" }, this.title, this.none, this.lead, this.rows);
    /** Those below the view's action. */
    this.others = el("div", { class: "knobs", "data-testid": "more-rule-numbers" }, this.heading, this.more);
    /** What the rows are made for: which numbers there are, and their scales. */
    this.shape = "";
    /** @type {Row[]} */
    this.made = [];
  }

  /** @param {Draft} draft */
  draw({ knobs }) {
    this.none.hidden = knobs.length > 0;
    const sorted = byImportance(knobs);
    const shape = JSON.stringify(sorted.map(({ name, min, max, step, initial, unit }) => [name, min, max, step, initial, unit]));
    // Rows are kept while their numbers move, so that a slider keeps its focus.
    if (shape !== this.shape) {
      this.shape = shape;
      const [first, ...others] = sorted;
      const big = first ? [this.makeBig(first)] : [];
      const small = others.map((knob) => this.makeRow(knob));
      this.lead.replaceChildren(...big.map(({ root }) => root));
      this.rows.replaceChildren(...small.slice(0, FEW).map(({ root }) => root));
      this.more.replaceChildren(...small.slice(FEW).map(({ root }) => root));
      this.heading.hidden = small.length <= FEW;
      this.made = [...big, ...small];
    }
    this.made.forEach(({ show }, at) => show(sorted[at]));
  }

  /** @param {Knob} knob @returns {Row} */
  makeBig({ name, label, hint, min, max, step, initial, unit }) {
    const { move, finish, sweep } = this.on;
    const end = (/** @type {number} */ value) => {
      move(name, value);
      finish();
    };
    const scale = { key: "rule-main", min, max, step, default: initial };
    const said = { label, hint, exact: fill(words.number.exact, label), reset: fill(words.number.reset, label, initial) };
    const slider = new BigSlider(scale, said, { slide: (value) => move(name, value), finish, set: end, reset: () => end(initial) });
    const onclick = () => sweep(name);
    const ask = el("button", { type: "button", class: "linkish", "aria-label": fill(words.number.sweep, label), onclick }, words.sweep);
    need(".default", slider.root).after(ask);
    const show = (/** @type {Knob} */ { value }) => {
      slider.show(value, value !== initial);
      slider.explain(unit, value === initial ? fill(words.initial, `${initial} ${unit}`.trim()) : words.changed);
    };
    return { root: slider.root, show };
  }

  /** @param {Knob} knob @returns {Row} */
  makeRow({ name, label, hint, min, max, step, initial, unit }) {
    const { move, finish } = this.on;
    const root = copyOf("param-row");
    root.dataset.key = name;
    const [title, number, reset, help] = [need("label", root), need("input[type=number]", root), need(".reset", root), need(".vh", root)];
    const field = /** @type {HTMLInputElement} */ (number);
    // A team has several.
    title.textContent = name.startsWith("teams[") ? `${label}, ${hint}` : label;
    title.title = hint;
    help.textContent = hint;
    need("input[type=range]", root).setAttribute("aria-label", `${label}, ${hint}`);
    field.setAttribute("aria-label", fill(words.number.exact, label));
    Object.assign(field, { min, max, step });
    setText(need(".u", root), unit);
    reset.title = fill(words.number.reset, label, initial);
    reset.setAttribute("aria-label", reset.title);
    const end = (/** @type {number} */ value) => {
      move(name, value);
      finish();
    };
    reset.addEventListener("click", () => {
      end(initial);
      // The change hides the button: the focus moves to the slider.
      need("input[type=range]", root).focus();
    });
    let shown = initial;
    field.addEventListener("change", () => {
      if (Number.isFinite(field.valueAsNumber)) end(field.valueAsNumber);
      else field.value = String(shown);
    });
    const scale = plainScale({ key: name, min, max, step, default: initial });
    const slide = bindSlider(root, { ...scale, unit }, String(initial), (value) => move(name, Number(value)), finish);
    const show = (/** @type {Knob} */ { value }) => {
      shown = value;
      field.value = String(value);
      slide(String(value));
      root.classList.toggle("changed", value !== initial);
    };
    return { root, show };
  }
}
