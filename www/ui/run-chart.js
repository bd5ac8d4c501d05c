/** A chart over the time of a run. All of them share one cursor, and the part of the days that they show. */

import { el, growth, need } from "../core/dom.js";
import { DAY_S, clamp, clock, weekday } from "../core/format.js";
import { shownSpan, shownTime } from "../core/state.js";
import { fill, text } from "../core/text.js";
import { Chart, csvOf } from "./chart.js";

/** @import { ChartPage as Page } from "./page" */
/** @import { ChartSheet, Frame, Places, SvgImage } from "../core/types" */
/** @import { Size } from "./chart.js" */

/**
 * The results of a run, and their last second; -1 before the first minute.
 * @typedef {object} Shown
 * @property {Results} results
 * @property {number} shown_s
 */

/**
 * @typedef {object} Results
 * @property {(time_s: number) => any} at the values of a minute
 * @property {(target: any, chart: any, sheet: ChartSheet, before: any) => Places} draw beside those of another run, or of none if these are its own
 */

/**
 * What a chart shows of results.
 * @typedef {object} Kind
 * @property {any} chart its name in the engine
 * @property {(moment: any) => any} [of] its values of a moment; without it, all
 * @property {(values: any) => string[]} cells a row of the table
 * @property {string[]} [fields] the columns of the data; without it, all numbers among the values
 * @property {string} [words] about a moment, with gaps for its time and its cells
 * @property {() => string} [reading] other words, where these are not all that there is to say
 * @property {(image: SvgImage, sheet: ChartSheet) => Promise<void>} [paintImage] draws the image, if its results do not
 * @property {(time_s: number) => number | undefined} [head] where the playhead ends; without it, at the top
 */

const TABLE_ROWS = 12;
/** A pointer that moves less than this presses. */
const DRAG_PX = 5;
/** From the plot to the names of its series. */
const LEGEND_GAP_PX = 4;
/** The shortest part of the day that charts show. */
const LEAST_ZOOM_S = 900;

export class RunChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page @param {Kind} kind */
  constructor(root, page, kind) {
    super(root, page);
    this.kind = kind;
    /** What is drawn, and what it is compared with. @type {Shown | null} */
    this.shown = null;
    /** @type {Shown | null} */
    this.before = null;
    /** The name of the only series that is shown; empty: all. */
    this.only = "";
    /** The names of all series. @type {string[]} */
    this.series = [];
    /** What the legend was last drawn for. */
    this.legendOf = "";
    this.whole = el("button", { type: "button", class: "linkish whole", hidden: "", onclick: () => this.zoom(null) }, text.charts.whole);
    need("figcaption", root).append(this.whole);
    /** Buttons over the names of the series, which the drawing has at its right. */
    this.legend = el("div", { class: "ends", "data-testid": "series-names" });
    this.plot.append(this.legend);
    this.listenToBrush();
    this.surface.addEventListener("keydown", (event) => this.key(event));
  }

  /** Puts the legend where the drawing has its names. */
  drawLegend() {
    const ends = this.places?.ends ?? [];
    const [by, left] = [growth(), (this.axes?.right ?? 0) + LEGEND_GAP_PX];
    const shown = JSON.stringify([ends, left, this.only]);
    if (shown === this.legendOf) return;
    this.legendOf = shown;
    this.series = this.only ? this.series : ends.map(({ series }) => series);
    const button = (/** @type {{ series: string, y: number }} */ { series, y }) => {
      // The menu of the chart has the same for the keyboard.
      const pressed = String(series === this.only);
      const props = { type: "button", tabindex: -1, "aria-pressed": pressed, onclick: () => this.isolate(series) };
      const end = el("button", props, fill(series === this.only ? text.charts.all : text.charts.only, series));
      end.style.cssText = `left:${left}px;top:${y * by}px`;
      return end;
    };
    this.legend.replaceChildren(...ends.map(button));
  }

  /** Shows one series alone, or all of them again. @param {string} series */
  isolate(series) {
    this.only = this.only === series ? "" : series;
    this.redraw();
  }

  /** Shows results, as far as they are. @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    this.redraw();
    this.fillTimes(shown);
  }

  /** The values of a moment. @param {Shown} shown @param {number} time_s */
  valuesAt({ results }, time_s) {
    const moment = results.at(time_s);
    return this.kind.of?.(moment) ?? moment;
  }

  /** The table: moments of these results from end to end. @param {Shown} shown */
  fillTimes(shown) {
    const step_s = shownSpan(this.page.state) / TABLE_ROWS;
    const times = Array.from({ length: TABLE_ROWS }, (_, i) => i * step_s).filter((time_s) => time_s <= shown.shown_s);
    this.fillTable(times.map((time_s) => [this.name(time_s), ...this.kind.cells(this.valuesAt(shown, time_s))]));
  }

  redraw() {
    if (!this.shown || this.plot.clientWidth === 0) return;
    this.paintPlot();
    this.drawLegend();
    this.mark();
  }

  /** @param {HTMLCanvasElement | SvgImage} target @param {Size} size */
  paint(target, size) {
    const { shown, before, kind } = this;
    return shown && shown.results.draw(target, kind.chart, this.sheet(size), (before ?? shown).results);
  }

  /** @param {SvgImage} image @param {Size} size */
  async paintImage(image, size) {
    await (this.kind.paintImage?.(image, this.sheet(size)) ?? this.paint(image, size));
  }

  /** @param {Size} size @returns {ChartSheet} */
  sheet(size) {
    return { theme: this.page.state.theme, frame: this.frame(), ...size };
  }

  /** A drag shows the part of the day that it covers, a press the time on the map, two presses the whole day. */
  listenToBrush() {
    const { surface, page } = this;
    let from = { x: NaN, time_s: 0 };
    let wasDragged = false;
    surface.addEventListener("pointerdown", ({ button, pointerType, clientX, pointerId }) => {
      wasDragged = false;
      const { cursor_s } = page.state;
      // A finger moves the page, and the reading.
      if (button !== 0 || pointerType === "touch" || cursor_s === null) return;
      surface.setPointerCapture(pointerId);
      from = { x: clientX, time_s: cursor_s };
    });
    surface.addEventListener("pointermove", ({ clientX, pointerId }) => {
      const { cursor_s } = page.state;
      if (!surface.hasPointerCapture(pointerId) || cursor_s === null) return;
      wasDragged ||= Math.abs(clientX - from.x) >= DRAG_PX;
      if (!wasDragged) return;
      this.brush = /** @type {[number, number]} */ ([from.time_s, cursor_s].sort((a, b) => a - b));
      this.mark();
    });
    surface.addEventListener("pointerup", () => {
      if (this.brush) this.zoom(this.brush);
      this.brush = null;
    });
    surface.addEventListener("pointercancel", () => (this.brush = null));
    surface.addEventListener("click", () => {
      const { cursor_s } = page.state;
      if (!wasDragged && cursor_s !== null) page.seek(cursor_s);
    });
    surface.addEventListener("dblclick", () => this.zoom(null));
  }

  /** @param {KeyboardEvent} event */
  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return;
    const { state } = this.page;
    if (key === "Enter" && state.cursor_s !== null) this.page.seek(state.cursor_s);
    if (key === "0" || key === "Escape") this.zoom(null);
    const factor = { "+": 0.5, "=": 0.5, "-": 2 }[key];
    if (!factor) return;
    const { from_s, to_s } = this.span();
    const middle_s = state.cursor_s ?? shownTime(state);
    const half_s = ((to_s - from_s) * factor) / 2;
    this.zoom([middle_s - half_s, middle_s + half_s]);
  }

  /** Shows a part of the days in all charts over time; null: all of them. @param {[number, number] | null} part */
  zoom(part) {
    const end_s = shownSpan(this.page.state);
    if (!part) return this.page.update({ zoom: null });
    const length_s = Math.max(LEAST_ZOOM_S, part[1] - part[0]);
    if (length_s >= end_s) return this.page.update({ zoom: null });
    const from_s = Math.round(clamp((part[0] + part[1] - length_s) / 2, 0, end_s - length_s));
    this.page.update({ zoom: { from_s, to_s: Math.round(from_s + length_s) } });
  }

  /** The shown part of the days. A part that the days no longer have is not used. */
  span() {
    const { zoom } = this.page.state;
    const end_s = shownSpan(this.page.state);
    return zoom && zoom.to_s <= end_s ? zoom : { from_s: 0, to_s: end_s };
  }

  /** What the engine draws of the days; undefined: everything. @returns {Frame | undefined} */
  frame() {
    const { from_s, to_s } = this.span();
    const isWhole = to_s - from_s === shownSpan(this.page.state);
    this.whole.hidden = isWhole;
    if (isWhole && !this.only) return undefined;
    return { ...(isWhole ? {} : { from_s, to_s }), ...(this.only && { only: this.only }) };
  }

  /** @param {number | null} time_s */
  point(time_s) {
    if (this.page.state.cursor_s === time_s) return;
    this.page.update({ cursor_s: time_s });
  }

  /** @param {number} step @param {boolean} far */
  moveCursor(step, far) {
    const { from_s, to_s } = this.span();
    const from = this.page.state.cursor_s ?? shownTime(this.page.state);
    this.point(clamp(from + step * (far ? 3600 : 600), from_s, to_s - 1));
  }

  /** Draws the second on screen and that under the pointer. */
  mark() {
    const now = shownTime(this.page.state);
    this.drawLines(now, this.page.state.cursor_s, this.kind.head?.(now));
  }

  readCursor() {
    const { shown, kind } = this;
    if (kind.reading) return kind.reading();
    if (!shown || !kind.words || shown.shown_s < 0) return "";
    const time_s = Math.min(this.page.state.cursor_s ?? shownTime(this.page.state), shown.shown_s);
    return fill(kind.words, this.name(time_s), ...kind.cells(this.valuesAt(shown, time_s)));
  }

  /** The values of every minute of the shown part. */
  csv() {
    const { shown } = this;
    const { from_s, to_s } = this.span();
    const last_s = Math.min(to_s - 1, shown?.shown_s ?? -1);
    const rows = [];
    for (let time_s = from_s; shown && time_s <= last_s; time_s += 60) {
      const values = this.valuesAt(shown, time_s);
      const isNumber = (/** @type {string} */ name) => values[name] === null || typeof values[name] === "number";
      const fields = this.kind.fields ?? Object.keys(values).filter(isNumber);
      if (rows.length === 0) rows.push(["second", "time_utc", ...fields]);
      rows.push([time_s, this.name(time_s), ...fields.map((name) => values[name])]);
    }
    return csvOf(rows);
  }

  /** @param {number} time_s */
  name(time_s) {
    return (shownSpan(this.page.state) > DAY_S ? `${weekday(time_s)} ` : "") + clock(time_s);
  }
}
