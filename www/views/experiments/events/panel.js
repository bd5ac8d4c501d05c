/** The page of events: what happens to players in a part of the day, as a table and as CSV. */

import { el, setText } from "../../../core/dom.js";
import { download } from "../../../ui/download.js";
import { clamp, clock, num, two } from "../../../core/format.js";
import { table } from "../../../ui/table.js";
import { MatchdayError } from "../../../core/errors.js";
import { askLab, loadLab } from "../../../core/lab.js";
import { offerRetry } from "../../../core/lazy.js";
import { sameParams, shownSpan, shownTime } from "../../../core/state.js";
import { fill } from "../../../core/text.js";
import { DayBridge } from "../../../worker/bridges.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Params } from "../../../core/types" */
/** @import { EventsAsked } from "../../../pkg-lab/matchday_web_lab.js" */

/** @typedef {{ onProgress: (share: number) => number }} Options of a question to a worker */

/** Rows of the table; the file has all. */
const MOST_SHOWN = 200;
/** The first table begins with the minute that the map shows, and has this length. */
const SPAN_S = 600;

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  await loadLab();
  new EventsPanel(root, panel, page);
}

class EventsPanel {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page */
  constructor(root, panel, page) {
    this.page = page;
    /** The parameters of the shown events. @type {Params | null} */
    this.of = null;
    /** The worker of the day that is being simulated. @type {DayBridge | null} */
    this.bridge = null;
    const field = () => el("input", { class: "field", size: 6, autocomplete: "off", spellcheck: "false" });
    this.from = field();
    this.to = field();
    this.player = field();
    this.player.placeholder = words.anybody;
    this.datacenter = el("select");
    const kinds = askLab("constants", {}).event_kinds.map((kind) => el("option", { value: kind }, words.kinds[kind] ?? kind));
    this.kind = el("select", {}, el("option", { value: "" }, words.every), ...kinds);
    this.button = el("button", { class: "btn primary", "data-testid": "run" }, words.run);
    this.cancel = el("button", { type: "button", class: "btn solid", onclick: () => this.stop() }, words.cancel);
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words.progress });
    this.came = el("p", { class: "came" }, this.bar, this.cancel);
    this.warn = el("p", { class: "warn", role: "alert" });
    const fields = /** @type {[string, HTMLElement][]} */ ([
      [words.from, this.from],
      [words.to, this.to],
      [words.player, this.player],
      [words.datacenter, this.datacenter],
      [words.kind, this.kind],
    ]);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.run();
    };
    const labels = fields.map(([label, input]) => el("label", {}, label, input));
    panel.append(
      el("form", { class: "sweepform", onsubmit: submit }, ...labels, this.button),
      this.came,
      this.warn,
      el("p", { class: "hint" }, words.help),
    );
    this.said = el("p", { "aria-live": "polite", "data-testid": "events-said" });
    this.save = el("button", { type: "button", class: "linkish", onclick: () => this.download() }, words.csv);
    this.longest = el("button", { type: "button", class: "linkish", onclick: () => this.followLongest() }, words.longest);
    this.table = table(words.table, words.heads);
    this.table.root.classList.add("texts");
    const acts = el("p", { class: "came" }, this.save, this.longest);
    this.results = el("div", { hidden: "" }, this.said, acts, this.table.root);
    root.append(this.results);
    this.csv = "";
    /** The player who waited longest among the listed events. @type {number | undefined} */
    this.waitedLongest = undefined;
    page.store.add(this);
    /** The player of the link that the form was filled from. @type {number | null} */
    this.linked = null;
    const time_s = Math.floor(shownTime(page.state) / 60) * 60;
    this.showSpan(time_s, Math.min(time_s + SPAN_S, shownSpan(page.state)));
    this.offer();
    this.takeLinked();
  }

  /** Lists the events of the player of a link. If that takes long, only a press does. */
  takeLinked() {
    const { who, params } = this.page.state;
    if (who === null || who === this.linked) return;
    this.askFor(who);
    if (!this.page.runs.forecast(params).isLong) this.run();
  }

  /** @param {number} from_s @param {number} to_s */
  showSpan(from_s, to_s) {
    [this.from.value, this.to.value] = [from_s, to_s].map(timeText);
  }

  /** Offers the datacenters that are on, and the buttons that apply now. */
  offer() {
    const busy = this.bridge !== null;
    this.button.disabled = busy;
    this.came.hidden = !busy;
    const chosen = this.datacenter.value;
    const options = this.sites().map(({ name, label }) => el("option", { value: name }, label || name));
    this.datacenter.replaceChildren(el("option", { value: "" }, words.everywhere), ...options);
    this.datacenter.value = chosen;
    if (this.datacenter.selectedIndex < 0) this.datacenter.value = "";
  }

  /** The datacenters of the present scenario that are on. */
  sites() {
    const { engine, state } = this.page;
    return engine.world.datacenters(state.params.dcs).filter(({ active }) => active);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("view")) this.takeLinked();
    if (!changed.has("params") && !changed.has("world")) return;
    if (changed.has("world") || (this.of && !sameParams(this.of, this.page.state.params))) {
      this.stop();
      this.results.hidden = true;
    }
    this.offer();
  }

  stop() {
    this.bridge?.close();
    this.bridge = null;
    this.offer();
  }

  /** What the form asks for; null if it is invalid, and then says why. @returns {EventsAsked | null} */
  read() {
    const most_s = shownSpan(this.page.state);
    const [from_s, to_s] = [this.from, this.to].map(({ value }) => secondsOf(value, most_s));
    const player = this.player.value.trim();
    const bad = from_s === null || to_s === null || from_s >= to_s ? words.badTime : /^\d{0,9}$/.test(player) ? "" : words.badPlayer;
    setText(this.warn, bad);
    if (bad || from_s === null || to_s === null) return null;
    const site = this.sites().find(({ name }) => name === this.datacenter.value);
    return {
      from_s,
      to_s,
      player: player ? Number(player) : null,
      datacenter: site?.index ?? null,
      kinds: this.kind.value ? [this.kind.value] : [],
    };
  }

  async run() {
    const asked = this.read();
    if (!asked || this.bridge) return;
    const { page } = this;
    this.of = page.state.params;
    page.update({ who: (this.linked = asked.player) });
    page.links.write();
    const again = () => this.run();
    const args = { params: this.of, asked };
    await this.simulate(async (bridge, options) => this.show(asked, await bridge.ask("events", args, options)), again);
  }

  /**
   * Simulates a day in a worker of its own, and shows its progress.
   * @param {(bridge: DayBridge, options: Options) => Promise<void>} ask
   * @param {() => void} again
   */
  async simulate(ask, again) {
    const { page } = this;
    const bridge = (this.bridge = new DayBridge(page.engine));
    this.bar.value = 0;
    this.offer();
    page.sweep.pause();
    try {
      await ask(bridge, { onProgress: (/** @type {number} */ share) => (this.bar.value = share) });
      page.say(words.doneSpoken);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(page.notices, error, again);
    }
    if (this.bridge === bridge) this.stop();
  }

  /** @param {EventsAsked} asked @param {{ csv: string, rows: number, full: boolean, longest: number | undefined }} found */
  show(asked, { csv, rows, full, longest }) {
    this.csv = csv;
    const times = [asked.from_s, asked.to_s].map(timeText);
    const count = asked.player === null ? fill(words.count, num(rows), ...times) : fill(words.ofPlayer, asked.player, num(rows), ...times);
    const more = rows > MOST_SHOWN ? fill(words.shown, num(MOST_SHOWN)) : "";
    setText(this.said, [rows ? count : words.none, full ? words.full : "", more].filter(Boolean).join(" "));
    const lines = csv
      .split("\n", MOST_SHOWN + 1)
      .slice(1)
      .filter(Boolean);
    const labels = new Map(this.sites().map(({ name, label }) => [name, label || name]));
    this.table.fill(lines.map((line) => this.cells(line.split(","), labels)));
    this.table.root.hidden = this.save.hidden = rows === 0;
    this.waitedLongest = longest;
    this.longest.hidden = longest === undefined || asked.player !== null;
    this.results.hidden = false;
  }

  followLongest() {
    if (this.waitedLongest !== undefined) this.follow(this.waitedLongest);
  }

  /** The cells of a row of the file. @param {string[]} row @param {Map<string, string>} labels of datacenters by name */
  cells([time_s, event, player, lat, lon, datacenter, match, wait_s, rtt_ms], labels) {
    const follow = el("button", { type: "button", class: "linkish", onclick: () => this.follow(Number(player)) }, player);
    follow.setAttribute("aria-label", fill(words.follow, player));
    const place = [
      `${num(Math.abs(Number(lat)), 1)}° ${Number(lat) < 0 ? "S" : "N"}`,
      `${num(Math.abs(Number(lon)), 1)}° ${Number(lon) < 0 ? "W" : "E"}`,
    ];
    return [
      `${clock(Number(time_s))}:${two(Number(time_s) % 60)}`,
      words.kinds[event] ?? event,
      [follow],
      place.join(" "),
      labels.get(datacenter) ?? datacenter,
      match && num(Number(match)),
      wait_s && `${wait_s} s`,
      rtt_ms && `${rtt_ms} ms`,
    ];
  }

  /** Fills the form for the whole day of a player. @param {number} player */
  askFor(player) {
    this.player.value = String(player);
    this.datacenter.value = this.kind.value = "";
    this.showSpan(0, shownSpan(this.page.state));
    this.linked = player;
  }

  /** Opens the page of a player. @param {number} player */
  follow(player) {
    this.page.update({ who: player });
    this.page.open("experiments", "follow");
  }

  download() {
    const { seed } = this.page.state.params;
    download(`matchday_events_${seed}.csv`, new Blob([this.csv], { type: "text/csv" }));
  }
}

/** Hours go on from 24 on later days. @param {number} time_s */
const timeText = (time_s) => `${two(Math.floor(time_s / 3600))}:${two(Math.floor((time_s % 3600) / 60))}`;

/** The seconds of `18:05`, at most `most_s`; null if it is no time. @param {string} text @param {number} most_s */
function secondsOf(text, most_s) {
  const [, hours, minutes] = /^\s*(\d{1,3}):([0-5]\d)\s*$/.exec(text) ?? [];
  return minutes === undefined ? null : clamp(Number(hours) * 3600 + Number(minutes) * 60, 0, most_s);
}
