/** The charts over time. The engine draws them, the pointer and keys read them, and each has a table for screen readers. */

import { all, el, fit, growth, icon, need, pixelRatio, setText, watchSight } from "../core/dom.js";
import { DAY_S, clamp, clock, lerp, num, pct, weekday } from "../core/format.js";
import { usePart } from "../core/lazy.js";
import { tableRow } from "./table.js";
import { loadLab } from "../core/lab.js";
import { momentOf, onScreen, sameRun, shownMoment, shownSpan } from "../core/state.js";
import { fill, text } from "../core/text.js";

/** @import { Change, Run } from "../core/page-state" */
/** @import { ChartPage as Page } from "./page" */
/** @import { Axes, Frame, Moment, Target, TimePlaces } from "../core/types" */

const TABLE_ROWS = 12;
/** A pointer that moves less than this presses. */
const DRAG_PX = 5;
/** From the plot to the names of its series. */
const LEGEND_GAP_PX = 4;
/** The shortest part of the day that charts show. */
const LEAST_ZOOM_S = 900;

/** For each chart: the row of its table for a moment, and the cells of it that stand beside the title. @type {Record<"ccu" | "wait" | "rtt", [(m: Moment) => string[], number[]]>} */
const READINGS = {
  ccu: [(m) => [num(m.ccu), num(m.playing), num(m.between), num(m.searching)], [0, 3]],
  wait: [(m) => [num(m.wait_mean_s, 2), num(m.wait_p50_s, 1), num(m.wait_p95_s, 1), num(m.wait_p99_s, 1)], [0, 3]],
  rtt: [(m) => [num(m.rtt_mean_ms, 1), num(m.rtt_p95_ms), pct(m.share_le_50, 1), pct(m.share_le_100, 1)], [0, 2]],
};

/** The columns of each chart's data. @type {Record<"ccu" | "wait" | "rtt", (keyof Moment)[]>} */
const FIELDS = {
  ccu: ["ccu", "playing", "between", "searching"],
  wait: ["wait_mean_s", "wait_p50_s", "wait_p95_s", "wait_p99_s"],
  rtt: ["rtt_mean_ms", "rtt_p95_ms", "share_le_50", "share_le_100"],
};

/** The area of a plot in CSS pixels: the engine's are larger on large screens. @template {Axes | null} A @param {A} axes @returns {A} */
export function grown(axes) {
  const by = growth();
  if (!axes || by === 1) return axes;
  const { left, right, top, bottom } = axes;
  return { ...axes, left: left * by, right: right * by, top: top * by, bottom: bottom * by };
}

/** The common part of all charts. @template {Page} [P=Page] what it needs of the page */
export class Chart {
  /** @param {HTMLElement} root @param {P} page */
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
    /** The times between which the pointer drags. @type {[number, number] | null} */
    this.brush = null;
    /** The state that the marks were last drawn for: most frames of a playing day move them by less than a pixel. */
    this.lines = "";
    new ResizeObserver(([resized]) => page.update({ resized })).observe(this.plot);
    this.seen = watchSight(this.plot, () => this.mark());
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
      this.moveCursor(step, event.shiftKey);
      page.say(this.readCursor());
    });
    if (!document.body.classList.contains("embed")) need("figcaption", root).append(this.makeMenuButton());
  }

  /** The button that saves the chart. */
  makeMenuButton() {
    const open = () =>
      usePart(
        this.page,
        () => import("./chart-menu.js"),
        ({ openChartMenu }) => openChartMenu(this, button),
      );
    const button = el("button", { type: "button", class: "btn icon chartmenu", "aria-haspopup": "true", onclick: open }, icon("more"));
    button.setAttribute("aria-label", fill(text.charts.save, this.title()));
    return button;
  }

  /** The name of the chart. */
  title() {
    return (this.root.querySelector("h3, caption")?.textContent ?? "").trim();
  }

  /** Draws the chart on a canvas, or as SVG on a sheet. @param {Target} _target @param {number} _w @param {number} _h @param {number} _dpr @returns {Axes | null | Promise<Axes | null>} */
  paint(_target, _w, _h, _dpr) {
    return null;
  }

  /** The data of the chart as CSV: the table behind it. */
  csv() {
    const rows = [...this.root.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
    return csvOf(rows);
  }

  /** Draws the playhead and the pointer. */
  mark() {}

  /** Called with the place of the pointer, in the unit of the x axis. @param {number | null} _x */
  point(_x) {}

  /** Moves the cursor by keys. @param {number} _step @param {boolean} _far */
  moveCursor(_step, _far) {}

  /** The text at the right of the title. */
  readCursor() {
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
    const { colors } = this.page.state.theme;
    const placeOf = (/** @type {number} */ at) => Math.round(lerp(left, right, (at - x0) / (x1 - x0))) + 0.5;
    const place = (/** @type {number | null} */ at) => at !== null && at >= x0 && at <= x1 && placeOf(at);
    const [head, point] = [place(playhead), place(pointer)];
    const brush = this.brush?.map(placeOf) ?? [];
    setText(this.read, this.readCursor());
    const lines = [head, high, point, brush, left, right, bottom, pixelRatio(), colors.ink].join();
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
    c.fillStyle = colors.accent;
    c.globalAlpha = 0.2;
    if (brush.length) c.fillRect(brush[0], top, brush[1] - brush[0], bottom - top);
    c.globalAlpha = 1;
    line(head, high, colors.ink, []);
    line(point, top - 6, colors["ink-2"], [2, 2]);
  }

  /** Fills the table. @param {string[][]} rows the first cell of each is its heading */
  fillTable(rows) {
    this.body.replaceChildren(...rows.map((cells) => tableRow(cells)));
  }

  /** Size for the engine: width and height in its pixels, and device pixels for each. @returns {[number, number, number]} */
  size() {
    const by = growth();
    return [this.plot.clientWidth / by, this.plot.clientHeight / by, pixelRatio() * by];
  }
}

/** Rows as CSV. Numbers lose what makes them easy to read. @param {(string | number | null)[][]} rows */
function csvOf(rows) {
  const cell = (/** @type {string | number | null} */ value) => {
    const plain = typeof value === "string" ? value.replaceAll(/(?<=\d),(?=\d{3})/g, "").replace(/\u00a0.*$/, "") : value;
    const shown = plain === null || plain === "–" ? "" : String(plain).replace("\u2212", "-");
    return /[",\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** A chart over time. All of them share one cursor, and the part of the day that they show. */
export class OverTime extends Chart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
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

  /** Puts the legend where the drawing has its names. @param {TimePlaces | null} places */
  drawLegend(places) {
    const ends = places?.ends ?? [];
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

  /** Draws the chart again. */
  redraw() {}

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
    const middle_s = state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s;
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
    const { state } = this.page;
    const { from_s, to_s } = this.span();
    const from = state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s;
    this.point(clamp(from + step * (far ? 3600 : 600), from_s, to_s - 1));
  }

  /** The second on screen and that under the pointer. */
  mark() {
    const { state } = this.page;
    this.drawLines(onScreen(state)?.time_s ?? state.time_s, state.cursor_s);
  }

  /** The values at a second, by name. @param {number} _time_s @returns {object} */
  valuesAt(_time_s) {
    return {};
  }

  /** The last recorded second. */
  shown_s() {
    return -1;
  }

  /** The values of every minute of the shown part. */
  csv() {
    const { from_s, to_s } = this.span();
    const last_s = Math.min(to_s - 1, this.shown_s());
    const rows = [];
    for (let time_s = from_s; time_s <= last_s; time_s += 60) {
      const values = Object.entries(this.valuesAt(time_s)).filter(([, value]) => value === null || typeof value === "number");
      if (rows.length === 0) rows.push(["second", "time_utc", ...values.map(([name]) => name)]);
      rows.push([time_s, this.name(time_s), ...values.map(([, value]) => /** @type {number | null} */ (value))]);
    }
    return csvOf(rows);
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
    this.id = id;
    /** The drawn run, and the one that it is compared with. @type {(Run | null)[]} */
    this.runs = [null, null];
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
    if (["data", "runs", "zoom", "theme", "size"].some((change) => changed.has(/** @type {Change} */ (change)))) this.drawChart();
    this.mark();
    if (changed.has("runs")) this.drawTable();
  }

  redraw() {
    this.drawChart();
    this.mark();
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
    this.runs = [run, before && !sameRun(before, run) ? before : null];
    const [now, other] = [run.recording, this.runs[1]?.recording];
    const places = this.draws(this.canvas, now, other, this.page.state.theme, ...this.size(), this.frame());
    this.axes = grown(places);
    this.drawLegend(places);
  }

  /** The page itself draws only on canvases: what draws SVG is in the lab module. @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  async paint(target, w, h, dpr) {
    const [now, other] = this.runs.map((run) => run?.recording.recorded());
    if (!now) return null;
    const lab = await loadLab();
    return lab.draw_day(target, this.id, now, other, this.page.state.theme, w, h, dpr, this.frame());
  }

  /** @param {number} time_s */
  valuesAt(time_s) {
    const run = this.runs[0];
    if (!run) return {};
    const moment = run.recording.at(time_s);
    const { playing, between, searching } = moment;
    const values = { ...moment, ccu: playing + between + searching };
    return Object.fromEntries(FIELDS[this.id].map((name) => [name, values[name]]));
  }

  shown_s() {
    return this.runs[0]?.recording.shown_s() ?? -1;
  }

  /** The part of a preview that this chart can show. In a thinned day only the numbers of players are to scale. */
  preview() {
    const { preview } = this.page.state;
    return preview && (this.onLine || preview.thinning === 1) ? preview : null;
  }

  mark() {
    const { state } = this.page;
    const shown = onScreen(state);
    if (!shown) return;
    const { recording } = this.preview() ?? shown.run;
    const value = this.onLine && !this.only ? momentOf(recording, shown.time_s).ccu : undefined;
    this.drawLines(shown.time_s, state.cursor_s, value);
  }

  readCursor() {
    const { state } = this.page;
    const shown = onScreen(state);
    if (!shown) return "";
    if (state.preview) return this.preview() ? fill(text.charts.preview, num(state.preview.thinning ?? 1)) : text.charts.later;
    const { recording } = shown.run;
    const time_s = Math.min(state.cursor_s ?? shown.time_s, recording.shown_s());
    const row = this.row(state.cursor_s === null ? shownMoment(shown) : momentOf(recording, time_s));
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
