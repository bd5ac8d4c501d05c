/** A figure by hour of the day, with groups kept together and broken up. */

import { Chart, grown } from "../../../ui/charts.js";
import { clamp, num, pct, two } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Target } from "../../../core/types" */
/** @import { BothWays, MixingFigures } from "../../../pkg-lab/matchday_web_lab.js" */

/** A value of a figure with the unit that the figure's name ends with. @param {string} figure @param {number | null | undefined} value @returns {string} */
export function valueOf(figure, value) {
  if (value === null || value === undefined) return "–";
  if (value < 0) return `\u2212${valueOf(figure, -value)}`;
  if (figure.endsWith("_s")) return `${num(value, 2)}\u00a0s`;
  return figure.endsWith("_share") ? pct(value, value < 0.1 ? 2 : 1) : num(value);
}

/** The means with groups kept together and broken up. @param {BothWays} figure */
export const meansOf = ({ broken_up, together }) => [broken_up.mean, together.mean];

/** @param {number} hour */
export const hourOf = (hour) => `${two(hour % 24)}:00`;

export class MixingChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    super(root, page);
    this.lab = lab;
    /** @type {MixingFigures | null} */
    this.mixing = null;
    this.figure = "";
    /** By hour. @type {BothWays[]} */
    this.hours = [];
    /** The hour under the pointer, or chosen by keys. @type {number | null} */
    this.cursor = null;
  }

  /** @param {MixingFigures} mixing @param {string} figure */
  show(mixing, figure) {
    this.mixing = mixing;
    this.figure = figure;
    this.hours = mixing.figures[figure].hours;
    this.redraw();
    this.fillTable(this.hours.map((both, hour) => [hourOf(hour), ...meansOf(both).map((mean) => valueOf(figure, mean))]));
  }

  redraw() {
    if (!this.mixing || this.plot.clientWidth === 0) return;
    this.axes = grown(this.paint(this.canvas, ...this.size()));
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  paint(target, w, h, dpr) {
    if (!this.mixing) return null;
    const { figure: name, hours } = this;
    const { falling } = this.mixing;
    return this.lab.draw_hours(target, { name, falling, hours }, this.page.state.theme, w, h, dpr);
  }

  /** @param {number | null} x */
  point(x) {
    this.cursor = x === null ? null : clamp(Math.floor(x), 0, 23);
    this.mark();
  }

  /** @param {number} step @param {boolean} far */
  moveCursor(step, far) {
    this.point(this.cursor === null ? 0 : clamp(this.cursor + step * (far ? 6 : 1), 0, 23));
  }

  mark() {
    this.drawLines(null, this.cursor === null ? null : this.cursor + 0.5);
  }

  readCursor() {
    if (this.cursor === null || !this.hours[this.cursor]) return "";
    return fill(words.reading, hourOf(this.cursor), ...meansOf(this.hours[this.cursor]).map((mean) => valueOf(this.figure, mean)));
  }
}
