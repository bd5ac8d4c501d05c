/** The charts of a day of the article: players, waits and round trips, beside run A, and of the preview while a slider moves. */

import { firstDay, num, pct } from "../../core/format.js";
import { loadLab } from "../../core/lab.js";
import { activeNames, momentOf, onScreen, rounded, sameRun, shownMoment } from "../../core/state.js";
import { fill, text } from "../../core/text.js";
import { RunChart } from "../../ui/run-chart.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { ChartPage as Page } from "../../ui/page" */
/** @import { ChartSheet, Moment, PlayersByState, SvgImage } from "../../core/types" */

/** @typedef {"ccu" | "wait" | "rtt"} Name */

/** For each chart: the row of its table for a moment, the cells of it that stand beside the title, and the columns of its data. @type {Record<Name, { row: (m: Moment & PlayersByState) => string[], titled: number[], fields: string[] }>} */
const KINDS = {
  ccu: {
    row: (m) => [num(m.ccu), num(m.playing), num(m.between), num(m.searching)],
    titled: [0, 3],
    fields: ["ccu", "playing", "between", "searching"],
  },
  wait: {
    row: (m) => [num(m.wait_mean_s, 2), num(m.wait_p50_s, 1), num(m.wait_p95_s, 1), num(m.wait_p99_s, 1)],
    titled: [0, 3],
    fields: ["wait_mean_s", "wait_p50_s", "wait_p95_s", "wait_p99_s"],
  },
  rtt: {
    row: (m) => [num(m.rtt_mean_ms, 1), num(m.rtt_p95_ms), pct(m.share_le_50, 1), pct(m.share_le_100, 1)],
    titled: [0, 2],
    fields: ["rtt_mean_ms", "rtt_p95_ms", "share_le_50", "share_le_100"],
  },
};

export class DayChart {
  /** @param {Name} name @param {HTMLElement} root @param {Page} page */
  constructor(name, root, page) {
    this.page = page;
    this.name = name;
    this.kind = KINDS[name];
    /** The drawn run, and the one that it is compared with. @type {(Run | null)[]} */
    this.runs = [null, null];
    /** @type {RunChart} */
    this.chart = new RunChart(root, page, {
      chart: name,
      paintImage: (image, sheet) => this.paintImage(image, sheet),
      of: (moment) => ({ ...moment, ...moment.means }),
      cells: (moment) => this.kind.row(rounded(moment)),
      fields: this.kind.fields,
      reading: () => this.reading(),
      head: (time_s) => this.head(time_s),
    });
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (["data", "runs", "zoom", "theme", "size"].some((change) => changed.has(/** @type {Change} */ (change)))) this.drawChart();
    if (onScreen(this.page.state)) this.chart.mark();
    if (changed.has("runs")) this.drawTable();
  }

  drawChart() {
    const { current, baseline, pinned, preview } = this.page.state;
    const live = this.preview();
    const { classList } = this.chart.root;
    // The chart is drawn already, and the moving slider needs the time.
    if (preview && !live && classList.contains("sketch")) return;
    classList.toggle("sketch", !!preview);
    const run = live ?? (current && current.shown_s >= 60 ? current : baseline);
    if (!run) return;
    // Behind a preview, the chart shows the run that will be A.
    const before = live && !pinned && current?.state === "finished" ? current : baseline;
    this.runs = [run, before && !sameRun(before, run) ? before : null];
    [this.chart.shown, this.chart.before] = this.runs;
    this.chart.redraw();
  }

  /** Only the lab's module draws images: from copies of the results. @param {SvgImage} image @param {ChartSheet} sheet */
  async paintImage(image, sheet) {
    const lab = await loadLab();
    const [run, before] = this.runs;
    if (!run) return;
    const copies = (before ? [run, before] : [run]).map(({ params, results, thinning = 1 }) => {
      const names = activeNames(this.page.engine.world.datacenters(params.dcs));
      // A thinned day has no servers and no ladder.
      const simulated = thinning > 1 ? { ...params, fleet: "off", ranked: "off" } : params;
      const copy = new lab.Results(simulated, firstDay(), names, () => undefined);
      copy.push({ rows: results.rows() });
      return copy;
    });
    const { expected_peak } = run.results.report();
    const day = { chart: this.name, expected_peak, scale: run.thinning ?? 1, scale_before: before?.thinning ?? 1 };
    copies[0].draw(image, { day }, sheet, copies[copies.length - 1]);
    for (const copy of copies) copy.free();
  }

  /** The part of a preview that this chart can show. In a thinned day only the numbers of players are to scale. */
  preview() {
    const { preview } = this.page.state;
    return preview && (this.name === "ccu" || preview.thinning === 1) ? preview : null;
  }

  /** The playhead ends on the curve of players online. @param {number} time_s @returns {number | undefined} */
  head(time_s) {
    const run = this.preview() ?? onScreen(this.page.state)?.run;
    return run && this.name === "ccu" && !this.chart.only ? momentOf(run.results, time_s).ccu : undefined;
  }

  reading() {
    const { state } = this.page;
    const shown = onScreen(state);
    if (!shown) return "";
    if (state.preview) return this.preview() ? fill(text.charts.preview, num(state.preview.thinning ?? 1)) : text.charts.later;
    const { results, shown_s } = shown.run;
    const time_s = Math.min(state.cursor_s ?? shown.time_s, shown_s);
    const row = this.kind.row(state.cursor_s === null ? shownMoment(shown) : momentOf(results, time_s));
    return fill(text.charts[this.name], this.chart.name(time_s), ...this.kind.titled.map((cell) => row[cell]));
  }

  drawTable() {
    const { current, baseline } = this.page.state;
    const run = current?.state === "running" ? baseline : current;
    if (run) this.chart.fillTimes(run);
  }
}
