/** The card of the servers: their numbers through the day, findings, faults, both flows, configurations. Loaded when the card is opened. */

import { el, setText } from "../../ui/dom.js";
import { clock, firstDay, num, pct } from "../../ui/format.js";
import { onScreen } from "../../app/state.js";
import { loadLab } from "../../app/lab.js";
import { fill } from "../../app/text.js";
import { ServerChart } from "./chart.js";
import { Faults } from "./faults.js";
import { BothFlows, figureText } from "./flows.js";
import { LintForm } from "./lint.js";
import { ServerMap } from "./map.js";
import { table } from "../../ui/table.js";
import { words } from "./text.js";
import { utcOffsetsOn } from "./zones.js";

/** @import { Change, Page, Run } from "../../app/page" */
/** @import { Summary } from "../../app/types" */
/** @import { ServerRecording } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { Lab } from "../../app/lab.js" */
/** @import { ServerChartName, ServerFinding, ServerPlace } from "./types" */

/** @type {(panel: ServersPanel) => void} */
let filled;
/** The panel, once its card has been filled. @type {Promise<ServersPanel>} */
const whenFilled = new Promise((resolve) => (filled = resolve));

/** Fills the card. @param {HTMLElement} card @param {Page} page */
export async function open(card, page) {
  const panel = new ServersPanel(card, page, await loadLab());
  page.stage.parts.push(panel);
  page.stage.changed("params", "runs");
  filled(panel);
}

/** Opens the card and checks these configurations there. @param {HTMLElement} card @param {File[]} files */
export async function checkFiles(card, files) {
  card.setAttribute("open", "");
  const { lint } = await whenFilled;
  await lint.checkFiles(files);
}

class ServersPanel {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    this.page = page;
    this.lab = lab;
    /** The shown run, and the number of its slices that are shown. @type {Run | null} */
    this.of = null;
    this.taken = 0;
    this.finished = false;
    /** @type {ServerRecording | null} */
    this.recording = null;
    /** Names of the datacenters of the shown run. @type {string[]} */
    this.names = [];
    /** @type {ServerPlace[]} */
    this.at = [];
    this.minute = "";
    this.sub = /** @type {HTMLElement} */ (root.querySelector(".sub"));
    this.subOff = this.sub.textContent ?? "";
    this.help = el("p", {}, words.off);
    const set = (/** @type {string} */ fleet) => () => page.set({ fleet });
    const flows = Object.entries(words.flows).map(([flow, name]) =>
      el("button", { type: "button", class: "btn solid", "data-flow": flow, onclick: set(flow) }, name),
    );
    this.back = el("button", { type: "button", class: "linkish", onclick: set("off") }, words.back);
    this.flows = flows;
    this.findings = el("ul", { class: "findings", "aria-label": words.findings });
    this.charts = /** @type {ServerChartName[]} */ (["groups", "waits", "churn"]).map((name) => new ServerChart(name, page));
    this.figures = table(words.tables, []);
    this.places = table("", words.places.heads);
    this.expiries = table(words.expiries.caption, words.expiries.heads);
    const tables = el("div", {}, this.figures.root, this.expiries.root);
    const charts = el("div", { class: "pair" }, ...this.charts.map(({ root }) => root), tables);
    this.results = el("div", { hidden: "" }, this.findings, charts, this.places.root);
    this.lint = new LintForm(page, () => this.recording?.busiest_per_s() ?? 0);
    this.parts = [new Faults(page), new BothFlows(page), this.lint];
    this.map = new ServerMap(page);
    root.append(this.help, el("div", { class: "toolrow" }, ...flows, this.back), this.results, ...this.parts.map(({ root }) => root));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.offer();
    for (const part of this.parts) part.draw(changed);
    if (changed.has("runs") || changed.has("data")) this.take();
    if (!this.recording) return;
    if (changed.has("theme") || changed.has("size")) for (const chart of this.charts) chart.redraw();
    for (const chart of this.charts) chart.drawCursors();
    this.drawPlaces();
  }

  /** Shows the controls that apply now. */
  offer() {
    const { fleet } = this.page.state.params;
    const off = fleet === "off";
    this.help.hidden = !off;
    this.back.hidden = off;
    for (const button of this.flows) button.setAttribute("aria-pressed", String(button.dataset.flow === fleet));
  }

  /** Takes the new results of the present run. */
  take() {
    const run = this.page.state.current;
    if (run !== this.of) this.begin(run);
    const { recording } = this;
    if (!run || !recording) return;
    const fresh = run.servers.slice(this.taken);
    this.taken = run.servers.length;
    for (const rows of fresh) recording.push_rows(rows);
    if (run.summary && !this.finished) this.finish(recording, run, run.summary);
    else if (!fresh.length) return;
    if (recording.shown_s() < 0) return;
    this.results.hidden = false;
    for (const chart of this.charts) chart.show(recording);
  }

  /** @param {Run | null} run */
  begin(run) {
    this.of = run;
    this.taken = 0;
    this.finished = false;
    this.recording?.free();
    for (const chart of this.charts) chart.recording = null;
    this.recording = null;
    this.map.draw([]);
    this.results.hidden = true;
    setText(this.sub, this.subOff);
    if (!run || run.params.fleet === "off") return;
    const active = run.sites.filter(({ active }) => active).sort((a, b) => Number(a.index) - Number(b.index));
    this.names = active.map(({ label, name }) => label || name);
    const { configuration } = this.page.engine;
    this.recording = new this.lab.ServerRecording(run.params, firstDay(), this.names, configuration, utcOffsetsOn(firstDay()));
    this.findings.replaceChildren(el("li", {}, words.wait));
  }

  /** @param {ServerRecording} recording @param {Run} run @param {Summary} summary */
  finish(recording, run, summary) {
    this.finished = true;
    recording.take_players(run.recording.rows());
    const found = /** @type {ServerFinding[]} */ (recording.findings());
    this.findings.replaceChildren(...found.map((finding) => this.findingLine(finding)));
    const figures = Object.entries(words.figures);
    this.figures.fill(figures.map(([name, title]) => [title, figureText(name, summary)]));
    const expiries = /** @type {{ cause: string, times: number }[]} */ (recording.expiries());
    this.expiries.fill(expiries.length ? expiries.map(({ cause, times }) => [cause, num(times)]) : [[words.expiries.none, ""]]);
    setText(this.sub, fill(words.sub, num(summary.servers_peak ?? 0), pct(summary.utilisation ?? null)));
  }

  /** @param {ServerFinding} finding */
  findingLine({ words: said, at_s, bad }) {
    const line = el("li", { class: bad ? "bad" : "" }, said);
    if (at_s !== null) {
      const show = el("button", { type: "button", class: "linkish", onclick: () => this.page.seek(at_s) }, fill(words.show, clock(at_s)));
      line.append(" ", show);
    }
    return line;
  }

  /** Servers by datacenter at the moment that the map shows. */
  drawPlaces() {
    const { recording, page } = this;
    if (!recording || this.results.hidden) return;
    const time_s = onScreen(page.state)?.time_s ?? page.state.time_s;
    const minute = `${Math.floor(time_s / 60)} of ${recording.shown_s()}`;
    if (minute !== this.minute) {
      this.minute = minute;
      this.at = recording.datacenters_at(time_s);
      setText(this.places.caption, fill(words.places.caption, clock(time_s)));
      this.places.fill(this.at.map((place, at) => [this.names[at], ...placeCells(place)]));
    }
    this.map.draw(this.at);
  }
}

/** @param {ServerPlace} place */
function placeCells({ allocated, reserved, ready, booting, most, used, matches, misses }) {
  const servers = [allocated, reserved, ready, booting, most].map((count) => num(count));
  return [...servers, pct(used), num(matches), num(misses)];
}
