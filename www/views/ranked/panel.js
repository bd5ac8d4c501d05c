/** The card of ranked days: parameters, results of the ladder, reasons for waits. Loaded when the card is opened. */

import { all, el, setText } from "../../ui/dom.js";
import { clock, firstDay, num, pct } from "../../ui/format.js";
import { table } from "../../ui/table.js";
import { loadLab } from "../../app/lab.js";
import { fill } from "../../app/text.js";
import { Boards } from "./boards.js";
import { StillChart, TimedChart } from "./charts.js";
import { RankedRows } from "./rows.js";
import { SeasonRow } from "./season-row.js";
import { words } from "./text.js";
import { WhyForm } from "./why.js";

/** @import { Change, Page, Run } from "../../app/page" */
/** @import { Summary } from "../../app/types" */
/** @import { LadderRecording, RankedSummary } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { Lab } from "../../app/lab.js" */
/** @import { LadderFinding, LadderReport, StillChartName, TimedChartName } from "./types" */

/** Widths of windows of the prepared sweep. With the widest, nearly all accounts can meet. */
const WIDTHS = ["0:50:50/60:100:80", "0:100:50/60:200:80", "0:200:60/60:400:100", "0:400:80/60:800:120", "0:800:120"];
const TRADE = `widening:${WIDTHS.join()}~seeds:3`;

/** Fills the card. @param {HTMLElement} card @param {Page} page */
export async function open(card, page) {
  page.stage.parts.push(new RankedPanel(card, page, await loadLab()));
  page.stage.changed("params", "runs");
}

class RankedPanel {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    this.page = page;
    this.lab = lab;
    /** The shown run, the number of its slices that are shown, and whether it is complete. @type {Run | null} */
    this.of = null;
    this.taken = 0;
    this.finished = false;
    /** @type {LadderRecording | null} */
    this.recording = null;
    this.sub = /** @type {HTMLElement} */ (root.querySelector(".sub"));
    this.subOff = this.sub.textContent ?? "";
    this.help = el("p", {}, words.off);
    this.findings = el("ul", { class: "findings", "aria-label": words.findings });
    this.figures = table(words.tables, []);
    this.boards = new Boards();
    this.timed = /** @type {TimedChartName[]} */ (["truth", "checks"]).map((name) => new TimedChart(name, page));
    this.still = /** @type {StillChartName[]} */ (["scatter", "learning", "calibration", "fairness", "waits", "tiers"]).map(
      (name) => new StillChart(name, page),
    );
    const charts = [...this.timed, ...this.still].map(({ root }) => root);
    this.results = el("div", { hidden: "" }, this.findings, el("div", { class: "pair" }, this.figures.root, ...charts), this.boards.root);
    const sweep = el("button", { type: "button", class: "btn solid", onclick: () => this.sweepWidths() }, words.sweep.ask);
    this.sweep = el("div", {}, el("h3", {}, words.sweep.title), el("p", {}, words.sweep.help), sweep);
    this.rows = new RankedRows(page);
    this.why = new WhyForm(page);
    this.season = new SeasonRow(page);
    root.append(this.help, this.season.root, this.rows.root, this.results, this.why.root, this.sweep);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.rows.draw(changed);
    this.why.draw(changed);
    this.season.draw(changed);
    this.help.hidden = !(this.sweep.hidden = this.page.state.params.ranked === "off");
    if (changed.has("runs") || changed.has("data")) this.take();
    if (this.results.hidden) return;
    const charts = [...this.timed, ...this.still];
    for (const chart of charts) changed.has("theme") || changed.has("size") ? chart.redraw() : chart.follow();
  }

  /** Takes the new results of the present run. */
  take() {
    const run = this.page.state.current;
    if (run !== this.of) this.begin(run);
    const { recording } = this;
    if (!run || !recording) return;
    for (const slice of run.ladder.slice(this.taken)) recording.push(slice);
    this.taken = run.ladder.length;
    const report = run.ladder.at(-1)?.report;
    if (run.summary && report && !this.finished) this.finish(recording, run, run.summary, report);
  }

  /** @param {Run | null} run */
  begin(run) {
    this.of = run;
    this.taken = 0;
    this.finished = false;
    this.recording?.free();
    for (const chart of [...this.timed, ...this.still]) chart.recording = null;
    this.recording = run && run.params.ranked !== "off" ? new this.lab.LadderRecording(run.params, firstDay()) : null;
    setText(this.sub, this.subOff);
    this.results.hidden = true;
  }

  /** @param {LadderRecording} recording @param {Run} run @param {Summary} summary @param {LadderReport} report */
  finish(recording, run, summary, report) {
    this.finished = true;
    this.results.hidden = false;
    const odd = report.lint.map((odd) => ({ words: fill(words.lint, odd), at_s: null, bad: true }));
    const found = recording.findings(/** @type {RankedSummary} */ (summary));
    this.findings.replaceChildren(...[...found, ...odd].map((finding) => this.findingLine(finding)));
    const samples = run.ladder.flatMap(({ samples }) => samples);
    for (const chart of this.timed) chart.show(recording);
    for (const chart of this.still) chart.show(recording, report, samples);
    const there = Object.entries(words.figures).filter(([name]) => name !== "shadow_brier" || run.params.shadow !== "off");
    this.figures.fill(there.map(([name, title]) => [title, figureText(name, summary)]));
    this.boards.show(report);
    setText(
      this.sub,
      summary.matches === 0
        ? words.none
        : fill(words.sub, ...["matches", "rating_rmse", "fairness_mean"].map((name) => figureText(name, summary))),
    );
  }

  /** @param {LadderFinding} finding */
  findingLine({ words: said, at_s, bad }) {
    const line = el("li", { class: bad ? "bad" : "" }, said);
    if (at_s !== null)
      line.append(
        " ",
        el("button", { type: "button", class: "linkish", onclick: () => this.page.seek(at_s) }, fill(words.show, clock(at_s))),
      );
    return line;
  }

  /** Opens the card of sweeps with a sweep over the width of windows. */
  sweepWidths() {
    const { page } = this;
    page.state.sweepSpec = TRADE;
    page.stage.changed("params");
    for (const card of all(".sweeps")) {
      card.setAttribute("open", "");
      card.scrollIntoView();
    }
  }
}

/** A figure of a summary as text, by its name. @param {string} name @param {Summary} summary */
function figureText(name, summary) {
  const value = /** @type {number | null | undefined} */ (summary[/** @type {keyof Summary} */ (name)]) ?? null;
  if (value === null) return summary.matches === 0 ? words.none : num(null);
  if (name.endsWith("_s")) return `${num(value, 1)}\u00a0s`;
  if (name.startsWith("brier") || name === "shadow_brier") return num(value, 3);
  if (name.startsWith("smurf") || name === "accept_share") return pct(value, 1);
  if (name.endsWith("_per_day")) return fill(words.points, num(value, 1));
  return /^(rating|skill|fairness|inflation)/.test(name) ? fill(words.points, num(value)) : num(value);
}
