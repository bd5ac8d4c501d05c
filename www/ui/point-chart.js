/** A chart of points that are not moments of the shown run: of many days, of matches, of an account. */

import { clamp } from "../core/format.js";
import { Chart } from "./chart.js";

/** @import { ChartPage as Page } from "./page" */
/** @import { ChartSheet, Places, SvgImage } from "../core/types" */
/** @import { Size } from "./chart.js" */

/**
 * What a chart shows. Without `at` there is nothing to read but its table.
 * @template C what a module draws
 * @typedef {object} Content
 * @property {C | null} chart null: nothing yet
 * @property {string[][]} rows of the table
 * @property {number[]} [at] the places of its points on the x axis, or the numbers of its cells
 * @property {(index: number) => string} [reading] words about a point
 * @property {() => string} [idle] words while no point is read
 * @property {number} [from] the point at which keys begin; without it, they begin with the first one
 * @property {number} [far] how many points a key with Shift moves by
 * @property {boolean} [holds] whether a point is read up to the next one, instead of the nearest one
 * @property {number} [cellRows] the rows of a heat map, whose points are its cells, column by column; 0: no heat map
 * @property {(index: number) => void} [take] what Enter does with the point that is read
 */

/** The module that draws. @template C @typedef {{ draw(target: any, chart: C, sheet: ChartSheet): Places }} Engine */

/** @template C @extends {Chart<Page>} */
export class PointChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page @param {Engine<C>} engine @param {() => Promise<Engine<C>>} [imager] draws images, if the engine does not */
  constructor(root, page, engine, imager = async () => engine) {
    super(root, page);
    this.engine = engine;
    this.imager = imager;
    /** @type {Content<C> | null} */
    this.content = null;
    /** Where the chart is read, as in `at`. @type {number | null} */
    this.cursor = null;
    this.surface.addEventListener("keydown", ({ key }) => key === "Enter" && this.take());
  }

  /** @param {Content<C>} content */
  show(content) {
    this.content = content;
    this.fillTable(content.rows);
    this.redraw();
  }

  redraw() {
    if (!this.content || this.plot.clientWidth === 0) return;
    this.paintPlot();
    this.lines = "";
    this.mark();
  }

  /** @param {HTMLCanvasElement} canvas @param {Size} size */
  paint(canvas, size) {
    return this.drawBy(this.engine, canvas, size);
  }

  /** @param {SvgImage} image @param {Size} size */
  async paintImage(image, size) {
    this.drawBy(await this.imager(), image, size);
  }

  /** @param {Engine<C>} engine @param {HTMLCanvasElement | SvgImage} target @param {Size} size */
  drawBy(engine, target, size) {
    const chart = this.content?.chart;
    return chart ? engine.draw(target, chart, { theme: this.page.state.theme, ...size }) : null;
  }

  mark() {
    const { cellRows } = this.content ?? {};
    const at = this.index() < 0 ? null : this.cursor;
    if (!cellRows || at === null) return this.drawLines(null, at);
    this.drawLines(null, null, undefined, [Math.floor(at / cellRows), at % cellRows]);
  }

  /** @param {number | null} x @param {number | null} y */
  point(x, y) {
    this.cursor = x === null || y === null ? null : this.placeAt(x, y);
    this.mark();
  }

  /** What is read at a place of the axes. @param {number} x @param {number} y */
  placeAt(x, y) {
    const { at = [], holds, cellRows } = this.content ?? {};
    if (at.length === 0 || holds) return at.length === 0 ? null : x;
    const floor = (/** @type {number} */ value, /** @type {number} */ count) => clamp(Math.floor(value), 0, count - 1);
    if (cellRows) return floor(x, at.length / cellRows) * cellRows + floor(y, cellRows);
    return at.reduce((a, b) => (Math.abs(a - x) <= Math.abs(b - x) ? a : b));
  }

  /** The number of the point that is read; -1 without one. */
  index() {
    const { cursor } = this;
    const { at = [], holds } = this.content ?? {};
    if (cursor === null) return -1;
    return holds
      ? Math.max(
          0,
          at.findLastIndex((place) => place <= cursor),
        )
      : at.indexOf(cursor);
  }

  /** @param {number} step @param {boolean} far */
  moveCursor(step, far) {
    const { at = [], from, far: farther = 1, cellRows } = this.content ?? {};
    const here = this.index() < 0 ? from : this.index();
    const next = here === undefined ? 0 : here + step * (far ? farther : cellRows || 1);
    this.cursor = at[cellRows ? next : clamp(next, 0, at.length - 1)] ?? this.cursor;
    this.mark();
  }

  take() {
    const index = this.index();
    if (index >= 0) this.content?.take?.(index);
  }

  readCursor() {
    const { reading, idle } = this.content ?? {};
    const index = this.index();
    return (index < 0 ? idle?.() : reading?.(index)) ?? "";
  }
}
