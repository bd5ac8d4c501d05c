/** How wide search windows become, as one large slider: the steps of the preset `a` with all their widths scaled. */

import { copyOf, el, need, setText } from "../../ui/dom.js";
import { bindSlider } from "../../ui/params.js";
import { fill } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Change, RankedPage as Page } from "../../app/page" */
/** @import { Spec } from "../../app/types" */

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

/** The width as a number for the slider. @type {Spec} */
const WIDTH = {
  key: "width",
  kind: "number",
  commas: false,
  words: [],
  decimals: 0,
  min: 50,
  max: 1000,
  step: 50,
  default: WIDEST,
  slider: "linear",
  unit: "",
  group: "",
  label: "",
  help: "",
  views: ["ranked"],
  main: null,
};

export class WindowWidth {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.root = copyOf("param-big");
    const [name, hidden, number] = [need("label", this.root), need(":scope > .vh", this.root), need("input[type=number]", this.root)];
    name.append(words.width.label, el("small", {}, words.width.hint));
    name.setAttribute("for", "p-width");
    need("input[type=range]", this.root).id = "p-width";
    hidden.remove();
    this.number = /** @type {HTMLInputElement} */ (number);
    this.number.setAttribute("aria-label", words.width.exact);
    Object.assign(this.number, { min: WIDTH.min, max: WIDTH.max, step: 1 });
    this.number.addEventListener("change", () => {
      const points = Number(this.number.value);
      if (points >= WIDTH.min && points <= WIDTH.max) page.set({ [KEY]: stepsOf(points) });
      else this.show();
    });
    setText(need(".u", this.root), words.width.unit);
    setText(need(".default", this.root), fill(words.width.initial, WIDEST));
    this.reset = need(".reset", this.root);
    this.reset.setAttribute("aria-label", words.width.reset);
    this.reset.addEventListener("click", () => page.set({ [KEY]: PRESET }));
    const set = (/** @type {string} */ value) => page.slide({ [KEY]: stepsOf(Number(value)) });
    this.slide = bindSlider(this.root, WIDTH, String(WIDEST), set, () => page.links.finish());
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.show();
  }

  show() {
    const { ranked, widening } = this.page.state.params;
    this.root.hidden = ranked === "off";
    const points = widestOf(widening);
    this.number.value = String(points);
    this.slide(String(points));
    this.root.classList.toggle("changed", widening !== PRESET);
  }
}

/** The steps of the preset, scaled to this width at the end. @param {number} widest points */
export function stepsOf(widest) {
  if (widest === WIDEST) return PRESET;
  return STEPS.map(([age_s, points, rtt_ms]) => [age_s, Math.max(1, Math.round((points * widest) / WIDEST)), rtt_ms].join(":")).join("/");
}

/** The width of the last step of a widening; both presets end with the same. @param {string} widening */
export const widestOf = (widening) => Number(widening.split("/").at(-1)?.split(":")[1] ?? WIDEST);
