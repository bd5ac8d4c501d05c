/** A chart of servers over time. */

import { OverTime } from "../../ui/charts.js";
import { el } from "../../ui/dom.js";
import { num } from "../../ui/format.js";
import { onScreen } from "../../app/state.js";
import { fill } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Page } from "../../app/page" */
/** @import { ServerRecording } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { ServerChartName, ServerMoment } from "./types" */

/** @param {number | null} seconds */
const wait = (seconds) => (seconds === null ? "–" : num(seconds, 1));

/** The cells of each chart's table. @type {Record<ServerChartName, (m: ServerMoment) => string[]>} */
const CELLS = {
  groups: (m) => [m.allocated, m.reserved, m.ready, m.booting, m.leaving].map((servers) => num(servers)),
  waits: (m) => [wait(m.pickup_wait_s), wait(m.ready_wait_s), num(m.misses), num(m.matches)],
  churn: (m) => [m.created, m.deleted, m.expired, m.lost].map((times) => num(times)),
};

export class ServerChart extends OverTime {
  /** @param {ServerChartName} name @param {Page} page */
  constructor(name, page) {
    super(figureOf(name), page);
    this.chart = name;
    this.words = words.charts[name];
    this.cells = CELLS[name];
    /** @type {ServerRecording | null} */
    this.recording = null;
  }

  /** @param {ServerRecording} recording */
  show(recording) {
    this.recording = recording;
    this.redraw();
    const row = (/** @type {number} */ time_s) => [this.name(time_s), ...this.cells(/** @type {ServerMoment} */ (recording.at(time_s)))];
    this.fillTable(this.times(recording.shown_s()).map(row));
  }

  redraw() {
    if (!this.recording || this.plot.clientWidth === 0) return;
    this.axes = this.recording.draw(this.canvas, this.chart, this.page.theme.current, ...this.size());
    this.drawCursors();
  }

  drawCursors() {
    const { state } = this.page;
    this.drawLines(onScreen(state)?.time_s ?? state.time_s, state.cursor_s);
  }

  reading() {
    const { state } = this.page;
    const { recording } = this;
    if (!recording || recording.shown_s() < 0) return "";
    const time_s = Math.min(state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s, recording.shown_s());
    return fill(this.words.reading, this.name(time_s), ...this.cells(/** @type {ServerMoment} */ (recording.at(time_s))));
  }
}

/** @param {ServerChartName} name */
function figureOf(name) {
  const { title, sub, label, heads } = words.charts[name];
  const cells = [words.time, ...heads].map((head) => el("th", { scope: "col" }, head));
  const table = el("table", {}, el("caption", {}, label), el("thead", {}, el("tr", {}, ...cells)), el("tbody"));
  const surface = el("canvas", { class: "hit", tabindex: 0, role: "img", "aria-label": label }, words.behind);
  const caption = el("figcaption", {}, el("h3", {}, title), el("span", { class: "sub" }, sub), el("span", { class: "read" }));
  const plot = el("div", { class: "plot" }, el("canvas", { "aria-hidden": "true" }), surface);
  return el("figure", { class: "chart" }, caption, plot, el("div", { class: "vh" }, table));
}
