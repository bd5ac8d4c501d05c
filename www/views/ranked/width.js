/** How wide search windows become, as one large slider: the steps of the preset `a` with all their widths scaled. */

import { BigSlider } from "../../ui/big-slider.js";
import { fill } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Change, RankedPage as Page } from "../../app/page" */

const KEY = "widening";
const PRESET = "a";
/** The steps of the preset: age of a search, s; points above and below; limit of the round trip, ms. @type {[age_s: number, points: number, rtt_ms: number][]} */
const STEPS = [
  [0, 100, 50],
  [45, 150, 75],
  [60, 200, 100],
  [75, 250, 125],
  [90, 300, 150],
  [105, 317, 120],
  [120, 333, 120],
  [135, 350, 120],
  [150, 367, 120],
  [165, 383, 120],
  [180, 400, 120],
];
const WIDEST = STEPS[STEPS.length - 1][1];

const SCALE = { key: "width", min: 50, max: 1000, step: 50, default: WIDEST };

/** Widths that are compared: half and a quarter of the preset's, and double. */
export const COMPARED = [100, 200, WIDEST, 600, 800];

export class WindowWidth {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.slider = new BigSlider(SCALE, words.width, {
      slide: (points) => page.slide({ [KEY]: stepsOf(points) }),
      finish: () => page.links.finish(),
      set: (points) => page.set({ [KEY]: stepsOf(points) }),
      reset: () => page.set({ [KEY]: PRESET }),
    });
    this.root = this.slider.root;
    this.slider.explain(words.width.unit, fill(words.width.initial, WIDEST));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { ranked, widening } = this.page.state.params;
    this.root.hidden = ranked === "off";
    this.slider.show(widestOf(widening), widening !== PRESET);
  }
}

/** The steps of the preset, scaled to this width at the end. @param {number} widest points */
export function stepsOf(widest) {
  if (widest === WIDEST) return PRESET;
  return STEPS.map(([age_s, points, rtt_ms]) => [age_s, Math.max(1, Math.round((points * widest) / WIDEST)), rtt_ms].join(":")).join("/");
}

/** The width of the last step of a widening; both presets end with the same. @param {string} widening */
export const widestOf = (widening) => Number(widening.split("/").at(-1)?.split(":")[1] ?? WIDEST);
