/** What the rules did on the day: how often each one refused, who waited, and who found no match. */

import { el, setText } from "../../core/dom.js";
import { num, pct } from "../../core/format.js";
import { bareTable, table, tableRow } from "../../ui/table.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { PolicyReport, SearchReport } from "../../pkg-lab/matchday_web_lab.js" */

const said = words.results;
const GROUPS = /** @type {const} */ (["regions", "parties", "skills"]);
/** Searches of a region of which a finding speaks. */
const ENOUGH = 100;

export class Report {
  constructor() {
    const { element, body } = bareTable("", said.refusedHeads);
    this.rules = body;
    this.refused = el(
      "section",
      { class: "refused", "data-testid": "refused" },
      el("h3", {}, said.refused, " ", el("small", {}, said.refusedSub)),
      element,
    );
    this.groups = GROUPS.map((name) => ({ name, table: table(said.by[name], said.groupHeads) }));
    this.gap = el("p", { class: "hint" });
    const groups = this.groups.map(({ table }) => table.root);
    this.who = el("section", { class: "groups", "data-testid": "searches" }, el("h3", {}, said.groups), ...groups, this.gap);
    this.findings = el("ul", { class: "findings", "data-testid": "findings", "aria-label": words.findings.label });
  }

  /** @param {PolicyReport | null} report */
  show(report) {
    this.refused.hidden = !report?.rules.length;
    this.who.hidden = this.findings.hidden = !report;
    if (!report) return;
    const candidates = report.candidates || 1;
    this.rules.replaceChildren(...report.rules.map((rule) => ruleRow(rule, candidates)));
    for (const { name, table } of this.groups) {
      const shown = report[name];
      // One group tells nothing that the figures do not.
      table.root.hidden = shown.length < 2;
      table.fill(shown.map((of) => groupCells(name, of)));
    }
    const gap = report.skill_gap_mean;
    this.gap.hidden = gap === null;
    if (gap !== null) setText(this.gap, fill(said.skillGap, num(gap, gap < 10 ? 2 : 0)));
    this.findings.replaceChildren(...findingsOf(report).map((line) => el("li", {}, line)));
  }
}

/** @param {PolicyReport["rules"][number]} rule @param {number} candidates */
function ruleRow({ name, refused, alone }, candidates) {
  const [all, only] = [(100 * refused) / candidates, (100 * alone) / candidates];
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("i", { class: "all" }), el("i", { class: "alone" }));
  bar.style.setProperty("--all", `${all}%`);
  bar.style.setProperty("--alone", `${only}%`);
  const text = refused ? fill(said.of, num(all, all < 1 ? 2 : 0), num(only, only < 1 ? 2 : 0)) : said.never;
  return tableRow([name, [bar], text], { "data-rule": name });
}

/** @param {(typeof GROUPS)[number]} name @param {SearchReport} of */
function groupCells(name, { label, players, success, wait_mean_s, wait_p95_s }) {
  const who = name === "parties" ? fill(said.party, Number(label)) : label;
  const seconds = (/** @type {number | null} */ value, digits = 0) => (value === null ? "–" : `${num(value, digits)} s`);
  return [who, num(players), success === null ? "–" : pct(success, 1), seconds(wait_mean_s, 1), seconds(wait_p95_s)];
}

/** At most three sentences with a number. @param {PolicyReport} report */
function findingsOf({ rules, candidates, regions }) {
  const lines = [];
  const all = candidates || 1;
  const [worst] = [...rules].sort((a, b) => b.refused - a.refused);
  const share = (/** @type {number} */ count) => num((100 * count) / all, 0);
  if (worst?.refused) lines.push(fill(words.findings.worst, worst.name, share(worst.refused), share(worst.alone)));
  const idle = rules.find(({ refused }) => refused === 0);
  if (idle) lines.push(fill(words.findings.idle, idle.name));
  const [poor] = regions.filter(({ players }) => players >= ENOUGH).sort((a, b) => (a.success ?? 1) - (b.success ?? 1));
  const others = regions.filter((of) => of !== poor);
  const players = others.reduce((sum, of) => sum + of.players, 0);
  const matched = others.reduce((sum, of) => sum + of.players * (of.success ?? 0), 0);
  if (poor?.success != null && players > 0 && poor.success < matched / players - 0.001)
    lines.push(fill(words.findings.region, poor.label, num(100 * poor.success, 1), num((100 * matched) / players, 1)));
  return lines;
}
