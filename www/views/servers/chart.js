/** A chart of servers over time. */

import { OverTime, grown } from "../../ui/charts.js";
import { chartFigure, titled } from "../../ui/chart-figure.js";
import { num } from "../../core/format.js";
import { onScreen } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Target, TimePlaces } from "../../core/types" */
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
    const { title, sub, label, heads } = words.charts[name];
    super(chartFigure({ label, heads: [words.time, ...heads], caption: titled(title, sub) }), page);
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
    const places = this.paint(this.canvas, ...this.size());
    this.axes = grown(places);
    this.drawLegend(places);
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr @returns {TimePlaces | null} */
  paint(target, w, h, dpr) {
    if (!this.recording) return null;
    return this.recording.draw(target, this.chart, this.page.state.theme, w, h, dpr, this.frame());
  }

  /** @param {number} time_s @returns {object} */
  valuesAt(time_s) {
    return this.recording?.at(time_s) ?? {};
  }

  /** The last recorded second. */
  shown_s() {
    return this.recording?.shown_s() ?? -1;
  }

  readCursor() {
    const { state } = this.page;
    const { recording } = this;
    if (!recording || recording.shown_s() < 0) return "";
    const time_s = Math.min(state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s, recording.shown_s());
    return fill(this.words.reading, this.name(time_s), ...this.cells(/** @type {ServerMoment} */ (recording.at(time_s))));
  }
}
