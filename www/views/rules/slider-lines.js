/** Sliders at the ends of lines in the editor: for the constants of code, and for numbers of a rule set. */

import { Decoration, EditorView, StateEffect, StateField, WidgetType } from "../../libraries/editor.js";
import { el, need, setText } from "../../core/dom.js";

/** @import { Extension, StateEffectType, Text } from "@codemirror/state" */
/** @import { DecorationSet } from "@codemirror/view" */

/**
 * @typedef {object} Slider
 * @property {string} name of what it sets, the same as long as it is the same slider
 * @property {number} line at whose end it is, from 1
 * @property {number} value
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {string} [unit]
 * @property {string} [label] for screen readers, instead of the name
 * @property {number} [base] the value from which it was moved: marked, and a value that differs is in the colour of changes
 */

/** @typedef {{ name: string, value: number, done: boolean }} Slide */

/** Replaces the sliders that are shown. */
export const showSliders = /** @type {StateEffectType<Slider[]>} */ (StateEffect.define());

class SliderAtEnd extends WidgetType {
  /** @param {Slider} slider @param {(slide: Slide) => void} onSlide */
  constructor(slider, onSlide) {
    super();
    this.slider = slider;
    this.onSlide = onSlide;
  }

  /** @param {SliderAtEnd} other */
  eq({ slider }) {
    const keys = /** @type {const} */ (["name", "value", "min", "max", "step", "unit", "label", "base"]);
    return keys.every((key) => slider[key] === this.slider[key]);
  }

  toDOM() {
    const { name } = this.slider;
    const input = el("input", { type: "range", "data-testid": `slider-${name}` });
    const tell = (/** @type {boolean} */ done) => () => this.onSlide({ name, value: input.valueAsNumber, done });
    input.addEventListener("input", tell(false));
    input.addEventListener("change", tell(true));
    const widget = el("span", { class: "slider", "data-name": name }, input, el("output", {}, el("b"), " ", el("span")));
    this.fill(widget);
    return widget;
  }

  /** Keeps the element while its slider is the same, so that it can be moved on. @param {HTMLElement} widget */
  updateDOM(widget) {
    if (widget.dataset.name !== this.slider.name) return false;
    this.fill(widget);
    return true;
  }

  /** @param {HTMLElement} widget */
  fill(widget) {
    const { name, value, min, max, step, unit = "", label = name, base = value } = this.slider;
    const input = /** @type {HTMLInputElement} */ (need("input", widget));
    const share = (/** @type {number} */ at) => String(Math.max(0, Math.min(1, (at - min) / (max - min))));
    Object.assign(input, { min, max, step });
    input.value = String(value);
    input.setAttribute("aria-label", label);
    input.setAttribute("aria-valuetext", `${value} ${unit}`.trim());
    input.style.setProperty("--share", share(value));
    input.style.setProperty("--base", share(base));
    widget.classList.toggle("changed", value !== base);
    setText(need("b", widget), String(value));
    setText(need("output > span", widget), unit);
  }

  /** The editor leaves keys and presses to the slider. */
  ignoreEvent() {
    return true;
  }
}

const LINE = Decoration.line({ class: "slider-line" });

/** @param {Text} doc @param {Slider[]} sliders @param {(slide: Slide) => void} onSlide */
function decorate(doc, sliders, onSlide) {
  const there = sliders.filter(({ line }) => line >= 1 && line <= doc.lines);
  const ranges = there.flatMap((slider) => {
    const { from, to } = doc.line(slider.line);
    return [LINE.range(from), Decoration.widget({ widget: new SliderAtEnd(slider, onSlide), side: 1 }).range(to)];
  });
  return Decoration.set(ranges, true);
}

/** The extension of the editor. @param {(slide: Slide) => void} onSlide @returns {Extension} */
export function sliderLines(onSlide) {
  return /** @type {StateField<DecorationSet>} */ (
    StateField.define({
      create: () => Decoration.none,
      update(sliders, { changes, effects, newDoc }) {
        const next = effects.find((effect) => effect.is(showSliders));
        return next ? decorate(newDoc, next.value, onSlide) : sliders.map(changes);
      },
      provide: (field) => EditorView.decorations.from(field),
    })
  );
}
