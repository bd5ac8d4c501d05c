/** The view of ranked days: why somebody waits, the results of the ladder, and the pages of the stored season. */

import { el } from "../../core/dom.js";
import { findingLine } from "../../ui/findings.js";
import { num, pct } from "../../core/format.js";
import { makeFrame, makeTabs } from "../../ui/frame.js";
import { ResultsView } from "../../ui/results-view.js";
import { FigureStrip } from "../../ui/strip.js";
import { table } from "../../ui/table.js";
import { loadLab } from "../../core/lab.js";
import { usePart } from "../../core/lazy.js";
import { onScreen, sameRun, shownMoment } from "../../core/state.js";
import { fill, text } from "../../core/text.js";
import { Boards } from "./boards.js";
import { StillCharts, timedChart } from "./charts.js";
import { ModeButtons } from "./modes.js";
import { SeasonPages } from "./season/pages.js";
import { words } from "./text.js";
import { TradeoffDays } from "../../ui/tradeoff.js";
import { WaitingReasons } from "./waiting-reasons.js";
import { COMPARED, WindowWidth, hasWindows, scaledTo, widestOf } from "./width.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { RankedPage as Page } from "../../ui/page" */
/** @import { Summary } from "../../core/types" */
/** @import { RankedSummary } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { Lab } from "../../core/lab.js" */
/** @import { TimedChartName } from "./types" */

Object.assign(text.params.choices, words.choices);

/** The prepared sweep over the width of windows. */
const TRADE = `widening:${COMPARED.map(scaledTo).join()}~seeds:3`;

/** What closer matches cost. @type {import("../../ui/tradeoff.js").Question} */
const WAIT_AGAINST_FAIRNESS = {
  key: "widening",
  values: COMPARED.map(scaledTo),
  name: (value) => fill(words.tradeoff.name, widestOf(value)),
  x: (s) => s.wait_p50_s ?? null,
  y: (s) => s.fairness_mean ?? null,
  isOn: hasWindows,
  log: false,
  words: words.tradeoff,
};

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  return new RankedView(root, page, await loadLab());
}

/** @extends {ResultsView<Page>} */
export class RankedView extends ResultsView {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    super(page, lab, "ladder", ({ ranked }) => ranked !== "off");
    this.strip = new FigureStrip(words.strip, words.figureTitles);
    const { body, head, lead, act, params } = makeFrame(root, page, "ranked", this.strip);
    this.params = params;
    this.tabs = makeTabs(page, "ranked", words.title, words.pages);
    this.player = el("button", { type: "button", class: "btn solid more", onclick: () => this.play(), title: words.playHelp }, words.play);
    this.tabs.root.append(this.player);
    this.help = el("p", { class: "off" }, words.off);
    this.findings = el("ul", { class: "findings", "data-testid": "findings", "aria-label": words.findings });
    this.figures = table(words.tables, []);
    this.boards = new Boards();
    this.timed = /** @type {TimedChartName[]} */ (["truth", "checks"]).map((name) => timedChart(name, page));
    this.still = new StillCharts(page);
    this.tradeoff = new TradeoffDays(page, lab, WAIT_AGAINST_FAIRNESS);
    const [first, ...others] = [...this.still.charts.map(({ chart }) => chart), ...this.timed].map(({ root }) => root);
    const sweep = el("button", { type: "button", class: "btn solid", onclick: () => this.sweepWidths() }, words.sweep.ask);
    this.sweep = el("section", { class: "wide" }, el("h3", {}, words.sweep.title), el("p", {}, words.sweep.help), sweep);
    this.results = el(
      "div",
      { class: "results", hidden: "" },
      this.tradeoff.root,
      first,
      this.findings,
      ...others,
      this.figures.root,
      this.boards.root,
      this.sweep,
    );
    this.modes = new ModeButtons(page);
    this.width = new WindowWidth(page);
    lead.prepend(this.width.root);
    this.reasons = new WaitingReasons(page);
    this.season = new SeasonPages(page, lab);
    head.append(this.modes.root);
    act.before(this.reasons.root);
    act.remove();
    this.day = el("div", { class: "day", "data-testid": "ladder-day" }, this.help, this.results);
    body.before(this.tabs.root);
    body.append(this.day, this.season.root);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { ranked } = this.page.state.params;
    const sub = this.page.state.page;
    for (const part of [this.params, this.modes, this.width, this.reasons, this.season]) part.draw(changed);
    if (changed.has("view") || changed.has("params")) this.tabs.draw(sub.split(":")[0]);
    this.day.hidden = sub !== "";
    this.help.hidden = ranked !== "off";
    this.player.hidden = ranked === "off";
    this.sweep.hidden = !hasWindows(this.page.state.params);
    if (changed.has("runs") || changed.has("data")) this.takeResults();
    if (changed.has("runs") || changed.has("players")) this.drawQueue();
    this.tradeoff.draw(changed);
    if (this.results.hidden || this.day.hidden) return;
    if (["theme", "size", "view", "zoom"].some((change) => changed.has(/** @type {Change} */ (change))))
      for (const charts of [...this.timed, this.still]) charts.redraw();
    for (const charts of [...this.timed, this.still]) charts.mark();
  }

  play() {
    usePart(
      this.page,
      () => import("./season/player/player.js"),
      ({ bePlayer }) => bePlayer(this.page),
    );
  }

  /** @param {Run | null} run */
  begin(run) {
    super.begin(run);
    for (const chart of this.timed) chart.shown = null;
    this.still.clear();
    this.strip.mark("stale");
    this.results.hidden = true;
    if (!this.shown) this.strip.clear();
  }

  /** @param {Run} run @param {Summary} summary */
  finish(run, summary) {
    const report = run.ladder.at(-1)?.report;
    const { shown } = this;
    if (!shown || !report) return;
    this.results.hidden = false;
    const odd = report.lint.map((odd) => ({ words: fill(words.lint, odd), at_s: null, bad: true }));
    const found = shown.results.report(/** @type {RankedSummary} */ (summary)).ladder;
    this.findings.replaceChildren(...[...found, ...odd].map((finding) => findingLine(this.page, finding)));
    const samples = run.ladder.flatMap(({ samples }) => samples);
    for (const chart of this.timed) chart.show(shown);
    this.still.show(shown.results, report, samples);
    const there = Object.entries(words.figures).filter(([name]) => name !== "shadow_brier" || run.params.shadow !== "off");
    this.figures.fill(there.map(([name, title]) => [title, figureText(name, summary)]));
    this.boards.show(report);
    this.drawStrip(summary);
  }

  /** The figures of a finished day. @param {Summary} s */
  drawStrip(s) {
    const { strip } = this;
    strip.mark("");
    strip.set("wait", num(s.wait_p50_s, 1), "s", fill(words.wait95, num(s.wait_p95_s)));
    strip.set("gap", num(s.fairness_mean ?? null), words.pointsUnit, fill(words.gap95, num(s.fairness_p95 ?? null)));
    strip.set("accepted", num(s.accept_share == null ? null : 100 * s.accept_share, 1), "%", words.offers);
    strip.set("rating", num(s.rating_rmse ?? null), words.pointsUnit, words.rmse);
    strip.set("dodged", num(s.dodges ?? null), "", fill(words.left, num(s.leavers ?? null)));
  }

  /** Players who search at the moment that the map shows. */
  drawQueue() {
    const shown = onScreen(this.page.state);
    if (!shown || shown.run.params.ranked === "off") return;
    const { searching, ccu } = shownMoment(shown);
    this.strip.set("queue", num(searching), "", fill(words.ofOnline, num(ccu)));
  }

  /** Opens the sweeps with one over the width of windows. */
  sweepWidths() {
    this.page.update({ sweepSpec: TRADE });
    this.page.open("experiments");
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
