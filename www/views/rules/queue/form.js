/** The page of recorded queues: a file of tickets, replayed through any matchmaker, beside what the file says. */

import { MatchdayError } from "../../../core/errors.js";
import { fill } from "../../../core/text.js";
import { el, setText } from "../../../core/dom.js";
import { num, pct } from "../../../core/format.js";
import { Simulator } from "../../../worker/simulator.js";
import { titledFigure } from "../../../ui/chart-figure.js";
import { PointChart } from "../../../ui/point-chart.js";
import { Report } from "../report.js";
import { words } from "../text.js";
import { curveContent, successByWait, waitByTime } from "./chart.js";
import { Results } from "./results.js";

/** @import { RulesPage } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { QueueReport } from "../../../pkg-lab/matchday_web_lab.js" */

const said = words.queue;

/** A matchmaker that can be chosen; null while it cannot run. @typedef {{ name: string, patch: Record<string, string> } | null} Choice */
/** A replay that is over. @typedef {{ name: string, report: QueueReport }} Replayed */
/** @typedef {"article" | "code" | "ruleset"} Which */

export class QueueForm {
  /** @param {RulesPage} page @param {Lab} lab @param {(which: Which) => Promise<Choice>} choose */
  constructor(page, lab, choose) {
    this.page = page;
    this.choose = choose;
    /** @type {File | null} */
    this.file = null;
    /** @type {Replayed[]} */
    this.replays = [];
    this.running = new AbortController();
    this.isRunning = false;
    const input = /** @type {HTMLInputElement} */ (
      el("input", { type: "file", id: "tickets-file", class: "vh", accept: ".csv,.gz,.tsv,.txt,.parquet" })
    );
    input.addEventListener("change", () => {
      if (input.files?.[0]) this.openFile(input.files[0]);
      input.value = "";
    });
    this.name = el("b", {}, said.noFile);
    this.which = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": said.matchmaker }));
    this.which.append(...Object.entries(said.matchmakers).map(([value, title]) => el("option", { value }, title)));
    this.start = el("button", { type: "button", class: "btn primary", disabled: "", onclick: () => this.replay() }, said.replay);
    this.stop = el("button", { type: "button", class: "btn", hidden: "", onclick: () => this.running.abort() }, said.stop);
    this.note = el("p", { class: "hint", role: "status", "data-testid": "queue-status" });
    this.notices = el("ul", { class: "lint", "data-testid": "queue-notices", "aria-label": said.notices });
    this.results = new Results();
    this.report = new Report();
    this.charts = [said.byWait, said.byTime].map((words) => new PointChart(titledFigure(words, false), page, lab));
    const open = el("label", { class: "btn solid", for: "tickets-file" }, said.open);
    this.outcome = el(
      "div",
      { class: "queueresults", hidden: "" },
      this.results.root,
      ...this.charts.map(({ root }) => root),
      el("div", { class: "ruleresults" }, this.report.findings, this.report.refused, this.report.who),
    );
    this.root = el(
      "section",
      { class: "queue", "data-testid": "recorded-queue" },
      el("h2", {}, said.title),
      el("p", {}, said.help),
      el("p", { class: "hint" }, said.columns, " ", el("a", { href: "guide/recorded-queues.html" }, said.guide)),
      el("div", { class: "toolrow" }, input, open, this.name, el("span", { class: "pick" }, this.which), this.start, this.stop),
      this.note,
      this.notices,
      this.outcome,
    );
  }

  /** @param {File} file */
  openFile(file) {
    this.running.abort();
    this.file = file;
    this.replays = [];
    this.outcome.hidden = true;
    setText(this.name, fill(said.file, file.name, num(file.size / 1e6, 1)));
    setText(this.note, said.local);
    this.notices.replaceChildren();
    /** @type {HTMLButtonElement} */ (this.start).disabled = false;
  }

  /** Replays the file through the chosen matchmaker. */
  async replay() {
    const { file, page } = this;
    if (!file || this.isRunning) return;
    const { signal } = (this.running = new AbortController());
    const simulator = new Simulator(page.engine);
    this.setRunning(true);
    try {
      const choice = await this.choose(/** @type {Which} */ (this.which.value));
      if (!choice) return setText(this.note, said.notReady);
      const params = { ...page.state.params, ...choice.patch };
      const onProgress = (/** @type {number} */ share) => setText(this.note, fill(said.busy, num(100 * share)));
      onProgress(0);
      const report = await simulator.worker.ask("replay", { params, file }, { signal, onProgress });
      if (report && this.file === file) this.add(choice.name, report);
    } catch (thrown) {
      this.fail(MatchdayError.from(thrown));
    } finally {
      simulator.close();
      this.setRunning(false);
    }
  }

  /** @param {MatchdayError} error */
  fail(error) {
    if (error.code === "CANCELLED") return setText(this.note, said.stopped);
    setText(this.note, said.failed);
    this.notices.replaceChildren(el("li", { "data-severity": "error" }, error.message));
  }

  /** @param {boolean} isRunning */
  setRunning(isRunning) {
    this.isRunning = isRunning;
    /** @type {HTMLButtonElement} */ (this.start).disabled = isRunning || this.file === null;
    this.stop.hidden = !isRunning;
  }

  /** @param {string} name @param {QueueReport} report */
  add(name, report) {
    const same = this.replays.filter((other) => other.name.replace(/ \d+$/, "") === name).length;
    this.replays.push({ name: same ? `${name} ${same + 1}` : name, report });
    const { tickets, players, refused, notices, pairs } = report;
    const counted = fill(said.done, num(tickets), num(players), num(refused));
    const shorter = pairs?.shorter;
    setText(this.note, shorter == null ? counted : `${counted} ${fill(said.shorter, pct(shorter, 1), pct(pairs?.longer ?? 0, 1))}`);
    this.notices.replaceChildren(...notices.map((line) => el("li", {}, line)));
    this.outcome.hidden = false;
    this.results.show(this.replays);
    this.report.show(report.policy);
    this.charts[0].show(curveContent(said.byWait, successByWait(this.replays)));
    this.charts[1].show(curveContent(said.byTime, waitByTime(this.replays)));
  }
}
