/** The charts: drawn by the engine, read by pointer and keys, with a real table behind each. */

import { debounce, el, fit, pixelRatio, setText } from "./dom.js";
import { DAY_S, clamp, clock, lerp, num, pct, weekday } from "./format.js";
import { onScreen, shownSpan } from "./state.js";
import { text } from "./text.js";

/** @import { Axes, Change, Engine, Moment, PageState } from "./types" */
/** @import { Stage } from "./state.js" */
/** @import { Theme } from "./theme.js" */

/** While a run goes on, charts are drawn this often. */
const REFRESH_MS = 150;
const TABLE_ROWS = 12;

const words = text.charts;

/** @typedef {"ccu" | "wait" | "rtt"} TimeChartId */

/** What each time chart says of a moment. @type {Record<TimeChartId, { read: (at: string, m: Moment) => string, row: (m: Moment) => string[] }>} */
const READINGS = {
  ccu: {
    read: (at, m) => words.readCcu(at, num(m.ccu), num(m.searching)),
    row: (m) => [num(m.ccu), num(m.playing), num(m.between), num(m.searching)],
  },
  wait: {
    read: (at, m) => words.readWait(at, num(m.wait_mean_s, 2), num(m.wait_p99_s)),
    row: (m) => [num(m.wait_mean_s, 2), num(m.wait_p50_s), num(m.wait_p95_s), num(m.wait_p99_s)],
  },
  rtt: {
    read: (at, m) => words.readRtt(at, num(m.rtt_mean_ms, 1), pct(m.share_le_50, 1)),
    row: (m) => [num(m.rtt_mean_ms, 1), num(m.rtt_p95_ms), pct(m.share_le_50, 1), pct(m.share_le_100, 1)],
  },
};

/**
 * The frame that every chart stands in.
 * @param {HTMLElement} root
 * @param {{ title: string, sub: string, label: string }} head
 */
export function chartFrame(root, { title, sub, label }) {
  const read = el("span", { class: "read" });
  const caption = el("figcaption", {}, el("h3", {}, title), el("span", { class: "sub" }, sub), read);
  const canvas = el("canvas", { "aria-hidden": "true" });
  const surface = el("canvas", { class: "hit", tabindex: "0", role: "img", "aria-label": label }, words.fallback);
  const plot = el("div", { class: "plot" }, canvas, surface);
  const table = el("table", { class: "vh" });
  root.append(caption, plot, table);
  return { read, caption, canvas, surface, plot, table };
}

/**
 * Fills a table.
 * @param {HTMLTableElement} table
 * @param {string} title
 * @param {string[]} columns
 * @param {string[][]} rows the first cell of each heads its row
 */
export function fillTable(table, title, columns, rows) {
  const head = el("tr", {}, ...columns.map((column) => el("th", { scope: "col" }, column)));
  const body = rows.map(([first, ...rest]) =>
    el("tr", {}, el("th", { scope: "row" }, first), ...rest.map((cell) => el("td", {}, cell))),
  );
  table.replaceChildren(el("caption", {}, title), el("thead", {}, head), el("tbody", {}, ...body));
}

/** A chart over the time of the days. */
export class TimeChart {
  /**
   * @param {TimeChartId} id
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {PageState} state
   * @param {Stage} stage
   * @param {Theme} theme
   * @param {{ seek: (time_s: number) => void, say: (words: string) => void }} on
   */
  constructor(id, root, engine, state, stage, theme, { seek, say }) {
    this.id = id;
    this.state = state;
    this.theme = theme;
    this.draws = { ccu: engine.wasm.draw_ccu, wait: engine.wasm.draw_wait, rtt: engine.wasm.draw_rtt }[id];
    const frame = chartFrame(root, words[id]);
    this.frame = frame;
    /** @type {Axes | null} */
    this.axes = null;
    this.drawnAt = 0;
    this.later = debounce(REFRESH_MS, () => stage.changed("data"));
    const sayLater = debounce(500, say);
    const setCursor = (/** @type {number | null} */ time_s) => {
      if (state.cursor_s === time_s) return;
      state.cursor_s = time_s;
      stage.changed("cursor");
    };
    const { surface } = frame;
    surface.addEventListener("pointermove", (event) => setCursor(this.timeAt(event)));
    surface.addEventListener("pointerleave", () => setCursor(null));
    surface.addEventListener("blur", () => setCursor(null));
    surface.addEventListener("click", (event) => {
      const time_s = this.timeAt(event);
      if (time_s !== null) seek(time_s);
    });
    surface.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Enter" && state.cursor_s !== null) seek(state.cursor_s);
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const from = state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s;
      setCursor(clamp(from + step * (event.shiftKey ? 3600 : 600), 0, shownSpan(state) - 1));
      sayLater(this.reading());
    });
    new ResizeObserver(() => stage.changed("size")).observe(frame.plot);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (this.isStale(changed)) this.drawChart();
    if (this.axes && changed.size > 0) this.drawCursors();
    if (changed.has("runs")) this.drawTable();
  }

  /** While data pours in, a chart is drawn a few times a second, and once more at the end. @param {Set<Change>} changed */
  isStale(changed) {
    if (changed.has("runs") || changed.has("theme") || changed.has("size")) return true;
    if (!changed.has("data")) return false;
    if (performance.now() - this.drawnAt >= REFRESH_MS) return true;
    this.later();
    return false;
  }

  drawChart() {
    const { current, ghost } = this.state;
    const run = current && current.recording.shown_s() >= 60 ? current : ghost;
    const { clientWidth: width, clientHeight: height } = this.frame.plot;
    if (!run || width === 0) return;
    this.drawnAt = performance.now();
    const other = ghost && ghost !== run ? ghost.recording : undefined;
    this.axes = this.draws(this.frame.canvas, run.recording, other, this.theme.current, width, height, pixelRatio());
  }

  /** Playhead and pointer: on their own canvas, so that the chart is not drawn again. */
  drawCursors() {
    const { axes, state, theme } = this;
    const shown = onScreen(state);
    if (!axes || !shown) return;
    const { c, w, h } = fit(this.frame.surface);
    c.clearRect(0, 0, w, h);
    this.line(c, axes, shown.time_s, theme.current.colors.ink, []);
    if (state.cursor_s !== null) this.line(c, axes, state.cursor_s, theme.current.colors["ink-2"], [2, 2]);
    setText(this.frame.read, this.reading());
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {Axes} axes
   * @param {number} time_s
   * @param {string} color
   * @param {number[]} dash
   */
  line(c, axes, time_s, color, dash) {
    const x = Math.round(lerp(axes.left, axes.right, (time_s - axes.x0) / (axes.x1 - axes.x0))) + 0.5;
    c.strokeStyle = color;
    c.globalAlpha = 0.8;
    c.lineWidth = 1;
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(x, axes.top - 6);
    c.lineTo(x, axes.bottom);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  /** What stands at the right of the title. */
  reading() {
    const shown = onScreen(this.state);
    if (!shown) return "";
    const last_s = shown.run.recording.shown_s();
    const time_s = Math.min(this.state.cursor_s ?? shown.time_s, last_s);
    return READINGS[this.id].read(this.timeName(time_s), shown.run.recording.at(time_s));
  }

  /** @param {number} time_s */
  timeName(time_s) {
    return (shownSpan(this.state) > DAY_S ? `${weekday(time_s)} ` : "") + clock(time_s);
  }

  /** @param {MouseEvent} event */
  timeAt(event) {
    if (!this.axes) return null;
    const { left, right, x0, x1 } = this.axes;
    const x = event.clientX - this.frame.surface.getBoundingClientRect().left;
    return clamp(lerp(x0, x1, (x - left) / (right - left)), 0, shownSpan(this.state) - 1);
  }

  drawTable() {
    const run = this.state.current;
    if (run?.state !== "finished") return;
    const step_s = shownSpan(this.state) / TABLE_ROWS;
    const rows = Array.from({ length: TABLE_ROWS }, (_, i) => i * step_s).map((time_s) => [
      this.timeName(time_s),
      ...READINGS[this.id].row(run.recording.at(time_s)),
    ]);
    fillTable(this.frame.table, words[this.id].title, [words.columns.time, ...words.columns[this.id]], rows);
  }
}
