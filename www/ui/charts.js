/** The charts over time. The engine draws them, the pointer and keys read them, and each has a table for screen readers. */

import { all, el, fit, need, pixelRatio, setText, sight } from "./dom.js";
import { DAY_S, clamp, clock, lerp, num, pct, weekday } from "./format.js";
import { momentOf, onScreen, shownSpan } from "../app/state.js";
import { fill, text } from "../app/text.js";

/** @import { Change, Page } from "../app/page" */
/** @import { Axes, Moment } from "../app/types" */

const TABLE_ROWS = 12;

/** For each chart: the row of its table for a moment, and the cells of it that stand beside the title. @type {Record<"ccu" | "wait" | "rtt", [(m: Moment) => string[], number[]]>} */
const READINGS = {
  ccu: [(m) => [num(m.ccu), num(m.playing), num(m.between), num(m.searching)], [0, 3]],
  wait: [(m) => [num(m.wait_mean_s, 2), num(m.wait_p50_s, 1), num(m.wait_p95_s, 1), num(m.wait_p99_s, 1)], [0, 3]],
  rtt: [(m) => [num(m.rtt_mean_ms, 1), num(m.rtt_p95_ms), pct(m.share_le_50, 1), pct(m.share_le_100, 1)], [0, 2]],
};

/** The common part of all charts. */
export class Chart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    this.root = root;
    this.plot = need(".plot", root);
    const [canvas, surface] = /** @type {HTMLCanvasElement[]} */ (all("canvas", root));
    this.canvas = canvas;
    this.surface = surface;
    this.read = need(".read", root);
    this.body = need("tbody", root);
    /** The area of the plot in the drawing. @type {Axes | null} */
    this.axes = null;
    /** The state that the marks were last drawn for: most frames of a playing day move them by less than a pixel. */
    this.lines = "";
    new ResizeObserver(() => page.stage.changed("size")).observe(this.plot);
    this.seen = sight(this.plot, () => this.mark());
    this.surface.addEventListener("pointermove", (event) => {
      if (!this.axes) return;
      const { left, right, x0, x1 } = this.axes;
      const x = event.clientX - this.surface.getBoundingClientRect().left;
      this.point(clamp(lerp(x0, x1, (x - left) / (right - left)), x0, x1));
    });
    for (const kind of ["pointerleave", "blur"]) this.surface.addEventListener(kind, () => this.point(null));
    this.surface.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.walk(step, event.shiftKey);
      page.say(this.reading());
    });
  }

  /** Draws the marks once the chart is in sight. */
  mark() {
    this.page.stage.changed("cursor");
  }

  /** Called with the place of the pointer, in the unit of the x axis. @param {number | null} _x */
  point(_x) {}

  /** Moves the cursor by keys. @param {number} _step @param {boolean} _far */
  walk(_step, _far) {}

  /** The text at the right of the title. */
  reading() {
    return "";
  }

  /**
   * Playhead and pointer, on their own canvas, so that the chart is not drawn again.
   * @param {number | null} playhead
   * @param {number | null} pointer
   * @param {number} [value] height of the dot at which the playhead ends; without it, the playhead ends at the top
   */
  drawLines(playhead, pointer, value) {
    if (!this.axes || !this.seen()) return;
    const { left, right, top, bottom, x0, x1, y0, y1 } = this.axes;
    const high = value === undefined ? top - 6 : lerp(bottom, top, (value - y0) / (y1 - y0));
    const { colors } = this.page.theme.current;
    const place = (/** @type {number | null} */ at) => at !== null && Math.round(lerp(left, right, (at - x0) / (x1 - x0))) + 0.5;
    const [head, point] = [place(playhead), place(pointer)];
    setText(this.read, this.reading());
    const lines = [head, high, point, left, right, bottom, pixelRatio(), colors.ink].join();
    if (this.lines === lines) return;
    this.lines = lines;
    const { c, w, h } = fit(this.surface);
    c.clearRect(0, 0, w, h);
    const line = (
      /** @type {number | false} */ x,
      /** @type {number} */ from,
      /** @type {string} */ color,
      /** @type {number[]} */ dash,
    ) => {
      if (x === false) return;
      c.strokeStyle = c.fillStyle = color;
      c.setLineDash(dash);
      c.beginPath();
      c.moveTo(x, from);
      c.lineTo(x, bottom);
      c.stroke();
      c.beginPath();
      if (from > top) c.arc(x, from, 3.5, 0, 7);
      c.fill();
    };
    line(head, high, colors.ink, []);
    line(point, top - 6, colors["ink-2"], [2, 2]);
  }

  /** Fills the table. @param {string[][]} rows the first cell of each is its heading */
  fillTable(rows) {
    const line = (/** @type {string[]} */ [first, ...rest]) =>
      el("tr", {}, el("th", { scope: "row" }, first), ...rest.map((cell) => el("td", {}, cell)));
    this.body.replaceChildren(...rows.map(line));
  }

  /** Size for the engine: width and height in CSS pixels, and device pixels per CSS pixel. @returns {[number, number, number]} */
  size() {
    return [this.plot.clientWidth, this.plot.clientHeight, pixelRatio()];
  }
}

/** A chart over time. All of them share one cursor. */
export class OverTime extends Chart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
    const seek = () => page.state.cursor_s !== null && page.seek(page.state.cursor_s);
    this.surface.addEventListener("click", seek);
    this.surface.addEventListener("keydown", (event) => event.key === "Enter" && seek());
  }

  /** @param {number | null} time_s */
  point(time_s) {
    if (this.page.state.cursor_s === time_s) return;
    this.page.update({ cursor_s: time_s });
  }

  /** @param {number} step @param {boolean} far */
  walk(step, far) {
    const { state } = this.page;
    const from = state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s;
    this.point(clamp(from + step * (far ? 3600 : 600), 0, shownSpan(state) - 1));
  }

  /** @param {number} time_s */
  name(time_s) {
    return (shownSpan(this.page.state) > DAY_S ? `${weekday(time_s)} ` : "") + clock(time_s);
  }

  /** Times from end to end for a table. @param {number} shown_s the last simulated second */
  times(shown_s) {
    const step_s = shownSpan(this.page.state) / TABLE_ROWS;
    return Array.from({ length: TABLE_ROWS }, (_, i) => i * step_s).filter((time_s) => time_s <= shown_s);
  }
}

export class TimeChart extends OverTime {
  /** @param {"ccu" | "wait" | "rtt"} id @param {HTMLElement} root @param {Page} page */
  constructor(id, root, page) {
    super(root, page);
    const { draw_ccu, draw_wait, draw_rtt } = page.engine.wasm;
    this.draws = { ccu: draw_ccu, wait: draw_wait, rtt: draw_rtt }[id];
    this.words = text.charts[id];
    /** Whether the playhead ends on the curve of players online. */
    this.onLine = id === "ccu";
    const [row, titled] = READINGS[id];
    this.row = row;
    this.titled = titled;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (["data", "runs", "theme", "size"].some((change) => changed.has(/** @type {Change} */ (change)))) this.drawChart();
    this.drawCursors();
    if (changed.has("runs")) this.drawTable();
  }

  drawChart() {
    const { current, baseline, pinned } = this.page.state;
    const live = this.preview();
    const { classList } = this.root;
    const waits = !!this.page.state.preview && !live;
    // The chart is drawn already, and the moving slider needs the time.
    if (waits && classList.contains("sketch")) return;
    classList.toggle("sketch", !!this.page.state.preview);
    const run = live ?? (current && current.recording.shown_s() >= 60 ? current : baseline);
    if (!run || this.plot.clientWidth === 0) return;
    // Behind a preview, the chart shows the run that will be A.
    const before = live && !pinned && current?.state === "finished" ? current : baseline;
    const other = before && before !== run ? before.recording : undefined;
    this.axes = this.draws(this.canvas, run.recording, other, this.page.theme.current, ...this.size());
  }

  /** The part of a preview that this chart can show. In a thinned day only the numbers of players are to scale. */
  preview() {
    const { preview } = this.page.state;
    return preview && (this.onLine || preview.thinning === 1) ? preview : null;
  }

  drawCursors() {
    const { state } = this.page;
    const shown = onScreen(state);
    if (!shown) return;
    const { recording } = this.preview() ?? shown.run;
    const value = this.onLine ? momentOf(recording, shown.time_s).ccu : undefined;
    this.drawLines(shown.time_s, state.cursor_s, value);
  }

  reading() {
    const { state } = this.page;
    const shown = onScreen(state);
    if (!shown) return "";
    if (state.preview) return this.preview() ? fill(text.charts.preview, num(state.preview.thinning ?? 1)) : text.charts.later;
    const time_s = Math.min(state.cursor_s ?? shown.time_s, shown.run.recording.shown_s());
    const row = this.row(momentOf(shown.run.recording, time_s));
    return fill(this.words, this.name(time_s), ...this.titled.map((cell) => row[cell]));
  }

  drawTable() {
    const { current, baseline } = this.page.state;
    const run = current?.state === "running" ? baseline : current;
    if (!run) return;
    const { recording } = run;
    this.fillTable(this.times(recording.shown_s()).map((time_s) => [this.name(time_s), ...this.row(momentOf(recording, time_s))]));
  }
}
