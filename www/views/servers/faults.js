/** Fault injection: the probability of each fault, and incidents at times of the day. */

import { el, icon } from "../../ui/dom.js";
import { clock, two, weekday } from "../../ui/format.js";
import { ParamRows } from "../../ui/params.js";
import { onScreen } from "../../app/state.js";
import { fill } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../../app/page" */

/** Joins, not servers: it needs none. */
const HERD = "herd";
/** The incident of one datacenter, with a length. */
const OUTAGE = "outage";

/** The kind of incident of a parameter such as `fault.outage`. @param {string} key */
const kindOf = (key) => key.replace("fault.", "");

export class Faults extends ParamRows {
  /** @param {Page} page */
  constructor(page) {
    super(page, el("p", { class: "helpline" }));
    const numbers = page.engine.registry.params.filter(({ group, kind }) => group === "Faults" && kind === "number");
    const specs = numbers.filter(({ key }) => key.startsWith("fault."));
    this.keys = specs.map(({ key }) => key);
    /** Labels of incidents, by kind. */
    this.labels = new Map(specs.map(({ key, label }) => [kindOf(key), label]));
    this.labels.set(HERD, words.faults.herd);
    /** The datacenter of the next triggered outage; empty: the busiest. */
    this.place = el("select", { "aria-label": words.faults.place });
    /** @type {HTMLElement[]} */
    this.rows = specs.map((spec) => el("div", { class: "fault" }, this.makeRow(spec), this.triggerButton(kindOf(spec.key))));
    const lengths = numbers.filter(({ key }) => !key.startsWith("fault.")).map((spec) => this.makeRow(spec));
    this.rows.push(...lengths, el("div", { class: "fault" }, el("p", {}, words.faults.place), this.place));
    const herd = el("div", { class: "fault" }, el("p", {}, words.faults.herd), this.triggerButton(HERD));
    const calm = Object.fromEntries([...this.keys.map((key) => [key, 0]), ["incidents", ""]]);
    this.calm = el("button", { type: "button", class: "linkish", onclick: () => page.set(calm) }, words.faults.clear);
    this.list = el("ul", { class: "incidents", "aria-label": words.faults.list });
    this.root = el(
      "details",
      { class: "faults" },
      el("summary", {}, el("h3", {}, words.faults.title)),
      el("p", {}, words.faults.help),
      el("div", { class: "params" }, ...this.rows, herd),
      this.helpline,
      this.list,
      this.calm,
    );
  }

  /** @param {string} kind */
  triggerButton(kind) {
    const what = () => (kind === OUTAGE && this.place.value ? `${kind}:${this.place.value}` : kind);
    const trigger = () => this.page.set({ incidents: [...this.incidents(), `${what()}@${this.now()}`].join() });
    const button = el("button", { type: "button", class: "btn solid", onclick: trigger }, words.faults.trigger);
    button.dataset.incident = kind;
    button.setAttribute("aria-label", fill(words.faults.at, this.labelOf(kind), words.faults.moment));
    return button;
  }

  /** @param {string} kind */
  labelOf(kind) {
    return this.labels.get(kind) ?? kind;
  }

  /** The moment that the map shows; hours of later days go on from 24. */
  now() {
    const { state } = this.page;
    const minutes = Math.floor((onScreen(state)?.time_s ?? state.time_s) / 60);
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  incidents() {
    return this.page.state.params.incidents.split(",").filter(Boolean);
  }

  /** Offers the datacenters that are switched on. */
  offerPlaces() {
    const sites = this.page.state.current?.sites.filter(({ active }) => active) ?? [];
    const chosen = this.place.value;
    const options = sites.map(({ name, label }) => el("option", { value: name }, label || name));
    this.place.replaceChildren(el("option", { value: "" }, words.faults.busiest), ...options);
    this.place.value = sites.some(({ name }) => name === chosen) ? chosen : "";
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("runs")) this.offerPlaces();
    if (!changed.has("params")) return;
    const { params } = this.page.state;
    for (const row of this.rows) row.hidden = params.fleet === "off";
    for (const sync of this.syncs) sync();
    const incidents = this.incidents();
    this.list.replaceChildren(...incidents.map((incident, at) => this.lineOf(incident, at)));
    this.calm.hidden = incidents.length === 0 && this.keys.every((key) => Number(params[key]) === 0);
  }

  /** @param {string} incident @param {number} at its place among the others */
  lineOf(incident, at) {
    const [what, time_of_day] = incident.trim().split("@");
    const [kind, place] = what.split(":");
    const [hours, minutes] = time_of_day.split(":");
    const time_s = Number(hours) * 3600 + Number(minutes) * 60;
    const time = Number(this.page.state.params.days) > 1 ? `${weekday(time_s)} ${clock(time_s)}` : clock(time_s);
    const remove = () =>
      this.page.set({
        incidents: this.incidents()
          .filter((_, other) => other !== at)
          .join(),
      });
    const label = place ? `${this.labelOf(kind)}, ${place}` : this.labelOf(kind);
    const title = fill(words.faults.remove, label, time);
    const button = el("button", { type: "button", class: "btn icon", "aria-label": title, title, onclick: remove }, icon("close"));
    return el("li", {}, fill(words.faults.at, label, time), button);
  }
}
