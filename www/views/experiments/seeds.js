/** The number of seeds of every point, the main value of an experiment. */

import { BigSlider } from "../../ui/big-slider.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

const MOST = 100;

export class SeedsSlider {
  /** @param {string} key of the control's id @param {number} initial @param {() => void} onInput */
  constructor(key, initial, onInput) {
    this.initial = initial;
    /** As links write them: how many, or a list. */
    this.value = String(initial);
    const set = (/** @type {number} */ count) => {
      this.write(String(count));
      onInput();
    };
    const scale = { key, min: 1, max: MOST, step: 1, default: initial };
    this.slider = new BigSlider(scale, words.seeds, { slide: set, finish: () => {}, set, reset: () => set(initial) });
    this.root = this.slider.root;
    this.write(this.value);
  }

  /** @param {string} text */
  write(text) {
    this.value = text;
    const list = text.split(",");
    const count = list.length > 1 ? list.length : Number(text);
    // What a link says wrong stays its value, and is refused with the sweep.
    this.slider.show(count > 0 ? count : this.initial, text !== String(this.initial));
    this.slider.explain("", list.length > 1 ? fill(words.seeds.list, list.join(", ")) : fill(words.seeds.initial, this.initial));
  }
}
