/** The coverage of the datacenters: a line on the map and in the list, and a panel with all regions and next steps. */

import { el, setText } from "../../core/dom.js";
import { pct } from "../../core/format.js";
import { table } from "../../ui/table.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";
import { download } from "../../ui/download.js";
import { newest } from "./newest.js";
import { Advice } from "./siting.js";
import { shownChange, shownValue, tone } from "./words.js";

/** @import { Change } from "../../core/page-state" */
/** @import { Tools } from "./tools.js" */
/** @import { Area, Measure, SitePlace } from "./types" */

/** Up to this width the line is under the map. */
const PHONE = matchMedia("(max-width: 900px)");
const { tools: words, view } = worldText;

/** @type {Measure[]} */
const MEASURES = ["within_50", "within_100", "rtt_ms"];

export class Coverage {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    /** On the map, and above the table. */
    this.lines = [el("p", { class: "reach onmap", "data-testid": "reach-on-map", hidden: "" }), el("p", { class: "reach" })];
    this.advice = new Advice(tools);
    this.table = table(words.caption, [words.area, words.joins, words.within50, words.within100, words.mean]);
    this.table.caption.className = "vh";
    this.note = el("p", { class: "note" });
    /** Called when coverage or advice have changed. */
    this.onChange = () => {};
    this.root = this.build();
    /** Coverage of the active datacenters, and of the set before. @type {Area[] | null} */
    this.settled = null;
    /** @type {Area[] | null} */
    this.before = null;
    /** The first request for the present set. @type {Promise<void> | undefined} */
    this.asked = undefined;
    /** Coverage of the set that the reader tries out. @type {Area[] | null} */
    this.tried = null;
    /** The datacenters that were active last. */
    this.sites = tools.active();
    this.trial = newest(
      (/** @type {SitePlace[]} */ sites) => tools.ask("coverage", { sites }),
      (areas) => {
        this.tried = areas;
        this.showCoverage();
      },
    );
    /** Requests the coverage again after a failure. @type {() => Promise<void>} */
    this.retry = () => (this.isShown() ? this.fillTable() : this.ready());
    this.retrySettle = () => this.compareSites(this.sites);
    PHONE.addEventListener("change", () => this.place());
    this.place();
  }

  place() {
    const foot = PHONE.matches ? document.querySelector(".mapfoot") : null;
    (foot ?? this.tools.map.root).prepend(this.lines[0]);
    if (!foot) this.tools.map.root.append(this.lines[0]);
  }

  build() {
    const csv = el("button", { type: "button", class: "linkish", onclick: () => this.save() }, words.csv);
    return el(
      "section",
      { class: "coverage", "data-testid": "coverage" },
      el("h3", {}, view.coverage),
      this.lines[1],
      this.table.root,
      this.note,
      csv,
    );
  }

  /** Whether the view of the world shows it, with advice on what to change. */
  isShown() {
    return this.tools.page.state.view === "world";
  }

  async fillTable() {
    await this.ready();
    if (this.settled) this.advice.renew();
  }

  /** Requests the coverage of the present set, once. */
  async ready() {
    this.asked ??= this.tools.ask("coverage", { sites: this.sites }, this.retry, true).then((areas) => {
      this.settled = areas ?? null;
      if (!areas) this.asked = undefined;
      this.showCoverage();
    });
    return this.asked;
  }

  /** Shows the coverage of a set that the reader tries out; null ends the trial. @param {SitePlace[] | null} sites */
  preview(sites) {
    if (sites) return this.trial.ask(sites);
    this.trial.drop();
    if (!this.tried) return;
    this.tried = null;
    this.showCoverage();
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("world")) this.restart();
    if (changed.has("view") && this.isShown()) this.fillTable();
    if (!changed.has("params")) return;
    const sites = this.tools.active();
    if (key(sites) !== key(this.sites)) this.compareSites(sites);
  }

  /** Clears all results, because the data set has changed. */
  restart() {
    const wasShown = this.asked !== undefined;
    this.settled = this.before = this.tried = null;
    this.asked = undefined;
    this.sites = this.tools.active();
    if (wasShown) this.ready().then(() => this.isShown() && this.advice.renew());
  }

  /** Compares a new set of active datacenters with the set before. @param {SitePlace[]} sites */
  async compareSites(sites) {
    const earlier = this.ready();
    this.sites = sites;
    await earlier;
    const areas = await this.tools.ask("coverage", { sites }, this.retrySettle, true);
    // The set may have changed meanwhile.
    if (!areas || this.sites !== sites) return;
    this.before = this.settled;
    this.settled = areas;
    this.preview(null);
    this.showCoverage();
    this.tools.page.say(sentence(areas, this.before));
    if (this.isShown()) this.advice.renew();
  }

  showCoverage() {
    this.onChange();
    const [now, then] = this.tried ? [this.tried, this.settled] : [this.settled, this.before];
    if (!now) return;
    for (const line of this.lines) {
      line.hidden = false;
      line.replaceChildren(...MEASURES.flatMap((measure) => reading(measure, now[0], then?.[0])));
    }
    const rows = now.map((area) => {
      const earlier = then?.find((other) => other.area === area.area);
      const cells = MEASURES.map((measure) => value(measure, area, earlier));
      return [words.areas[area.area] ?? area.area, pct(area.joins, 1), ...cells];
    });
    this.table.fill(rows);
    const unknown = now[0].without_data > 0 ? ` ${fill(words.withoutData, pct(now[0].without_data, 2))}` : "";
    setText(this.note, words.note + unknown);
  }

  /** Downloads the table as a CSV file. */
  save() {
    const areas = this.settled ?? [];
    const header = "area,share_of_joins,share_within_50_ms,share_within_100_ms,mean_rtt_ms,share_without_data";
    const row = (/** @type {Area} */ { area, joins, within_50, within_100, rtt_ms, without_data }) =>
      [
        words.areas[area] ?? area,
        ...[joins, within_50, within_100, rtt_ms, without_data].map((value) => value && +value.toFixed(6)),
      ].join();
    download("matchday-coverage.csv", new Blob([[header, ...areas.map(row), ""].join("\n")], { type: "text/csv" }));
  }
}

/** @param {SitePlace[]} sites */
const key = (sites) => JSON.stringify(sites);

/** The change of a number; 0 if it is unknown. @param {Measure} measure @param {Area} now @param {Area | undefined} then */
function changeOf(measure, now, then) {
  const [to, from] = [now[measure], then?.[measure] ?? null];
  return to === null || from === null ? 0 : to - from;
}

/** A number and its change. @param {Measure} measure @param {Area} now @param {Area | undefined} then */
function value(measure, now, then) {
  const change = changeOf(measure, now, then);
  const moved = shownChange(measure, change);
  return [el("b", {}, shownValue(measure, now[measure])), ...(moved ? [el("small", { class: tone(measure, change) }, moved)] : [])];
}

/** @param {Measure} measure @param {Area} now @param {Area | undefined} then */
const reading = (measure, now, then) => [el("span", {}, `${words.short[measure]} `, ...value(measure, now, then))];

/** The coverage and its change as a sentence. @param {Area[]} now @param {Area[] | null} then */
function sentence([now], then) {
  const part = (/** @type {Measure} */ measure) =>
    `${words.short[measure]} ${shownValue(measure, now[measure])} ${then ? shownChange(measure, changeOf(measure, now, then[0])) : ""}`.trim();
  return MEASURES.map(part).join(", ");
}
