/** A large slider with a number field, for a main value of a panel that is no parameter by itself. */

import { copyOf, el, need, setText } from "../core/dom.js";
import { bindSlider, plainScale } from "./params.js";

/** @import { Spec } from "../core/types" */

/** @typedef {{ label: string, hint: string, exact: string, reset: string }} Words */

export class BigSlider {
  /**
   * @param {Pick<Spec, "key" | "min" | "max" | "step" | "default">} scale
   * @param {Words} words
   * @param {object} on
   * @param {(value: number) => void} on.slide while the slider moves
   * @param {() => void} on.finish when it is released
   * @param {(value: number) => void} on.set a number was typed
   * @param {() => void} on.reset the button that resets it was pressed
   */
  constructor(scale, words, { slide, finish, set, reset }) {
    const { key, min, max } = scale;
    this.root = copyOf("param-big");
    this.root.dataset.key = key;
    const [name, help, number] = [need("label", this.root), need(":scope > .vh", this.root), need("input[type=number]", this.root)];
    name.append(words.label, el("small", {}, words.hint));
    name.setAttribute("for", `p-${key}`);
    need("input[type=range]", this.root).id = `p-${key}`;
    help.remove();
    this.number = /** @type {HTMLInputElement} */ (number);
    this.number.setAttribute("aria-label", words.exact);
    Object.assign(this.number, { min, max, step: scale.step });
    this.shown = scale.default;
    this.number.addEventListener("change", () => {
      const value = this.number.valueAsNumber;
      const isWhole = Number.isInteger(value) || !Number.isInteger(scale.step);
      if (isWhole && value >= min && value <= max) set(value);
      else this.show(this.shown, this.root.classList.contains("changed"));
    });
    const button = need(".reset", this.root);
    button.setAttribute("aria-label", words.reset);
    button.addEventListener("click", () => {
      reset();
      // The button is hidden now: the focus moves to the slider.
      need("input[type=range]", this.root).focus();
    });
    this.slide = bindSlider(this.root, plainScale(scale), String(scale.default), (value) => slide(Number(value)), finish);
  }

  /** Shows another value. @param {number} value @param {boolean} changed whether it differs from the default */
  show(value, changed) {
    this.shown = value;
    this.number.value = String(value);
    this.slide(String(value));
    this.root.classList.toggle("changed", changed);
  }

  /** What stands below the slider. @param {string} unit @param {string} foot */
  explain(unit, foot) {
    setText(need(".u", this.root), unit);
    setText(need(".default", this.root), foot);
  }
}
