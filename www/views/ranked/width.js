/** How wide search windows become, as one large slider: the steps of the preset `a` with all their widths scaled. */

import { BigSlider } from "../../ui/big-slider.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { RankedPage as Page } from "../../ui/page" */

const KEY = "widening";
const PRESET = "a";
/** The widest window of both presets, points. */
const WIDEST = 400;
const SCALE = { key: "width", min: 50, max: 1000, step: 50, default: WIDEST };

/** Widths that are compared: half and a quarter of the preset's, and double. */
export const COMPARED = [100, 200, WIDEST, 600, 800];

export class WindowWidth {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.slider = new BigSlider(SCALE, words.width, {
      slide: (points) => page.slide({ [KEY]: scaledTo(points) }),
      finish: () => page.links.finish(),
      set: (points) => page.set({ [KEY]: scaledTo(points) }),
      reset: () => page.set({ [KEY]: PRESET }),
    });
    this.root = this.slider.root;
    this.slider.explain(words.width.unit, fill(words.width.initial, WIDEST));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { params } = this.page.state;
    this.root.hidden = !hasWindows(params);
    this.slider.show(widestOf(params.widening), params.widening !== PRESET);
  }
}

/** Whether windows form the matches: on days of a ladder without rules. @param {import("../../core/types").Params} params */
export const hasWindows = ({ ranked, policy }) => ranked !== "off" && policy === "article";

/** The preset with this widest window. @param {number} widest points */
export const scaledTo = (widest) => (widest === WIDEST ? PRESET : `${PRESET}:${widest}`);

/** The points of the widest window of a widening. @param {string} widening `a`, `a:300`, or steps, of which the last is the widest */
export const widestOf = (widening) => Number(widening.split("/").at(-1)?.split(":")[1] ?? WIDEST);
