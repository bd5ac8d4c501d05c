/** The view of the servers: whether they are simulated, their figures, charts and findings, incidents, configurations. */

import { el, setText } from "../../core/dom.js";
import { clock, num, pct } from "../../core/format.js";
import { makeFrame } from "../../ui/frame.js";
import { FigureStrip } from "../../ui/strip.js";
import { table } from "../../ui/table.js";
import { findingLine } from "../../ui/findings.js";
import { ResultsView } from "../../ui/results-view.js";
import { sameRun, shownTime } from "../../core/state.js";
import { loadLab } from "../../core/lab.js";
import { change, fill } from "../../core/text.js";
import { serverChart } from "./chart.js";
import { IncidentForm } from "./incidents.js";
import { BothFlows, figureText } from "./flows.js";
import { LintForm } from "./lint.js";
import { ServerMap } from "./map.js";
import { ServerSwitch } from "./switch.js";
import { TradeoffDays } from "../../ui/tradeoff.js";
import { words } from "./text.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Summary } from "../../core/types" */
/** @import { Lab } from "../../core/lab.js" */
/** @import { ServerChartName, ServerPlace } from "./types" */
/** @import { Tone } from "../../ui/strip.js" */

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  return new ServersView(root, page, await loadLab());
}

/** @extends {ResultsView<Page>} */
export class ServersView extends ResultsView {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    super(page, lab, "servers", ({ fleet }) => fleet !== "off");
    /** @type {ServerPlace[]} */
    this.at = [];
    this.minute = "";
    this.strip = new FigureStrip(words.strip, words.figureTitles);
    const { body, head, act, panel, params } = makeFrame(root, page, "servers", this.strip);
    this.params = params;
    this.switch = new ServerSwitch(page);
    this.incidents = new IncidentForm(page);
    this.help = el("p", { class: "off" }, words.off);
    this.findings = el("ul", { class: "findings", "data-testid": "findings", "aria-label": words.findings });
    this.charts = /** @type {ServerChartName[]} */ (["groups", "waits", "churn"]).map((name) => serverChart(name, page));
    this.figures = table(words.tables, []);
    this.places = table("", words.places.heads);
    this.expiries = table(words.expiries.caption, words.expiries.heads);
    this.tradeoff = new TradeoffDays(page, lab, COST_AGAINST_MISSES);
    const [groups, waits, churn] = this.charts.map(({ root }) => root);
    const tables = el("div", { class: "tables" }, this.figures.root, this.expiries.root);
    this.results = el(
      "div",
      { class: "results", hidden: "" },
      this.tradeoff.root,
      groups,
      this.findings,
      waits,
      churn,
      tables,
      this.places.root,
    );
    this.lint = new LintForm(page, () => this.shown?.results.report().busiest_per_s ?? 0);
    this.flows = new BothFlows(page);
    this.map = new ServerMap(page);
    head.append(this.switch.root);
    act.append(this.incidents.root);
    panel.append(this.lint.root);
    body.append(this.help, this.results, this.flows.root);
  }

  /** Checks these configurations. @param {File[]} files */
  checkFiles(files) {
    return this.lint.checkFiles(files);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    for (const part of [this.params, this.switch, this.incidents, this.flows, this.lint]) part.draw(changed);
    if (changed.has("params")) this.offer();
    if ((changed.has("runs") || changed.has("data")) && this.takeResults()) this.showCharts();
    this.tradeoff.draw(changed);
    if (!this.shown) return;
    if (changed.has("theme") || changed.has("size") || changed.has("zoom")) for (const chart of this.charts) chart.redraw();
    for (const chart of this.charts) chart.mark();
    this.drawPlaces();
  }

  /** Shows the controls that apply now. */
  offer() {
    const off = this.page.state.params.fleet === "off";
    this.help.hidden = !off;
    this.flows.root.hidden = off;
  }

  showCharts() {
    const { shown } = this;
    if (!shown || shown.shown_s < 0) return;
    this.results.hidden = false;
    for (const chart of this.charts) chart.show(shown);
  }

  /** @param {Run | null} run */
  begin(run) {
    super.begin(run);
    for (const chart of this.charts) chart.shown = null;
    this.map.draw([]);
    this.strip.mark("stale");
    if (this.shown) return this.findings.replaceChildren(el("li", { class: "note" }, words.wait));
    this.results.hidden = true;
    this.strip.clear();
  }

  /** @param {Run} run @param {Summary} summary */
  finish(run, summary) {
    const { shown } = this;
    if (!shown) return;
    shown.results.push({ rows: run.results.rows() });
    const { servers, expiries } = shown.results.report();
    this.findings.replaceChildren(...servers.map((finding) => findingLine(this.page, finding)));
    const figures = Object.entries(words.figures);
    this.figures.fill(figures.map(([name, title]) => [title, figureText(name, summary)]));
    this.expiries.fill(expiries.length ? expiries.map(({ cause, times }) => [cause, num(times)]) : [[words.expiries.none, ""]]);
    this.drawStrip(summary);
  }

  /** The figures of a finished run, compared with A if A has servers too. @param {Summary} s */
  drawStrip(s) {
    const { baseline } = this.page.state;
    const before = baseline?.summary && baseline.params.fleet !== "off" && !sameRun(baseline, this.of) ? baseline.summary : null;
    this.strip.mark("");
    for (const { name, of, shown, unit, said, decimals, good } of CELLS) {
      const [to, from] = [of(s), before && of(before)];
      const difference = to === null || from === null ? null : to - from;
      const tone = /** @type {Tone} */ (!difference || !good ? "" : difference * good > 0 ? "good" : "bad");
      this.strip.set(name, shown(s), unit, difference === null ? said(s) : change(difference, decimals, unit && ` ${unit}`), tone);
    }
  }

  /** Servers by datacenter at the moment that the map shows. */
  drawPlaces() {
    const { shown, page } = this;
    if (!shown || this.results.hidden) return;
    const time_s = shownTime(page.state);
    const minute = `${Math.floor(time_s / 60)} of ${shown.shown_s}`;
    if (minute !== this.minute) {
      this.minute = minute;
      this.at = shown.results.at(time_s).places;
      setText(this.places.caption, fill(words.places.caption, clock(time_s)));
      this.places.fill(this.at.map((place, at) => [this.names[at], ...placeCells(place)]));
    }
    this.map.draw(this.at);
  }
}

/** A share of all matches, %. @param {number | undefined} part @param {Summary} s */
const ofMatches = (part, { matches }) => (part === undefined || matches === 0 ? null : (100 * part) / matches);

/**
 * The figures of the strip: `of` is the number that is compared with run A; `good` is 1 if more is better, -1 if less is.
 * @type {{ name: string, of: (s: Summary) => number | null, shown: (s: Summary) => string, unit: string, said: (s: Summary) => string, decimals: number, good: number }[]}
 */
const CELLS = [
  {
    name: "servers_peak",
    of: (s) => s.servers_peak ?? null,
    shown: (s) => num(s.servers_peak ?? null),
    unit: "",
    said: (s) => fill(words.hours, num(s.server_hours ?? null)),
    decimals: 0,
    good: -1,
  },
  {
    name: "utilisation",
    of: (s) => (s.utilisation == null ? null : 100 * s.utilisation),
    shown: (s) => num(s.utilisation == null ? null : 100 * s.utilisation, 1),
    unit: "%",
    said: () => words.ofServerTime,
    decimals: 1,
    good: 1,
  },
  {
    name: "cost",
    of: (s) => s.cost_per_hour_played ?? null,
    shown: (s) => num(s.cost_per_hour_played ?? null, 4),
    unit: words.costUnit,
    said: () => words.costSaid,
    decimals: 4,
    good: -1,
  },
  {
    name: "misses",
    of: (s) => ofMatches(s.misses, s),
    shown: (s) => num(ofMatches(s.misses, s), 2),
    unit: "%",
    said: (s) => fill(words.coldStarts, num(s.cold_starts ?? null)),
    decimals: 2,
    good: -1,
  },
  {
    name: "pickup",
    of: (s) => s.pickup_wait_p95_s ?? null,
    shown: (s) => num(s.pickup_wait_p95_s ?? null, 1),
    unit: "s",
    said: (s) => fill(words.meanWait, num(s.pickup_wait_mean_s ?? null, 2)),
    decimals: 1,
    good: -1,
  },
  {
    name: "lost",
    of: (s) => s.matches_lost ?? null,
    shown: (s) => num(s.matches_lost ?? null),
    unit: "",
    said: (s) => fill(words.refused, num(s.matches_refused ?? null)),
    decimals: 0,
    good: -1,
  },
];

/** What a larger buffer costs. @type {import("../../ui/tradeoff.js").Question} */
const COST_AGAINST_MISSES = {
  key: "buffer",
  values: ["0", "5", "10", "20", "50", "100", "200"],
  name: (value) => fill(words.tradeoff.name, value),
  x: (s) => s.server_hours ?? null,
  y: (s) => ofMatches(s.misses, s),
  isOn: ({ fleet }) => fleet !== "off",
  log: true,
  words: words.tradeoff,
};

/** @param {ServerPlace} place */
function placeCells({ allocated, reserved, ready, booting, most, used, matches, misses }) {
  const servers = [allocated, reserved, ready, booting, most].map((count) => num(count));
  return [...servers, pct(used), num(matches), num(misses)];
}
