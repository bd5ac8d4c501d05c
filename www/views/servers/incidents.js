/** Adds incidents at the time that the map shows, and lists those of the day. */

import { el, icon, setText } from "../../core/dom.js";
import { clock } from "../../core/format.js";
import { shownTime } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { OUTAGE, incidentsOf, incidentsText } from "../../timeline/incident.js";
import { incidentName, incidentTime, kindsOf } from "./incident.js";
import { IncidentLane } from "./lane.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Incident } from "../../timeline/incident.js" */

export class IncidentForm {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.button = el("button", {
      type: "button",
      class: "btn primary",
      "data-testid": "add-incident",
      onclick: () => this.add(this.now_s()),
    });
    const kinds = [...kindsOf(page)].map(([kind, name]) => el("option", { value: kind }, name));
    this.kind = el("select", { "aria-label": words.faults.kind, onchange: () => this.offerPlaces() }, ...kinds);
    this.kind.value = OUTAGE;
    /** The datacenter of the next outage; empty: the one with most servers in use. */
    this.place = el("select", { "aria-label": words.faults.place });
    this.where = el("span", { class: "pick" }, this.place);
    this.list = el("ul", { class: "incidents", "data-testid": "incidents", "aria-label": words.faults.list });
    this.clear = el("button", { type: "button", class: "linkish", onclick: () => page.set(this.calm()) }, words.faults.clear);
    this.root = el(
      "div",
      { class: "incidentform" },
      this.button,
      el("div", { class: "picks" }, el("span", { class: "pick" }, this.kind), this.where),
      this.list,
      this.clear,
    );
    this.lane = new IncidentLane(page, (time_s) => this.add(time_s));
  }

  /** No incident, and no chance of a fault. @returns {Record<string, number | string>} */
  calm() {
    const { registry } = this.page.engine;
    const faults = registry.params.filter(({ key }) => key.startsWith("fault."));
    return Object.fromEntries([...faults.map(({ key }) => [key, 0]), ["incidents", ""]]);
  }

  /** The minute that the map shows. */
  now_s() {
    return Math.floor(shownTime(this.page.state) / 60) * 60;
  }

  /** Adds the chosen incident. @param {number} time_s */
  add(time_s) {
    const place = this.kind.value === OUTAGE ? this.place.value : "";
    this.setIncidents([...incidentsOf(this.page.state.params), { kind: this.kind.value, place, time_s }]);
  }

  /** @param {Incident[]} incidents */
  setIncidents(incidents) {
    this.page.set({ incidents: incidentsText(incidents) });
  }

  /** Offers the datacenters that are switched on, for an outage. */
  offerPlaces() {
    this.where.hidden = this.kind.value !== OUTAGE;
    const sites = this.page.state.current?.sites.filter(({ active }) => active) ?? [];
    const chosen = this.place.value;
    const options = sites.map(({ name, label }) => el("option", { value: name }, label || name));
    this.place.replaceChildren(el("option", { value: "" }, words.faults.busiest), ...options);
    this.place.value = sites.some(({ name }) => name === chosen) ? chosen : "";
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { params } = this.page.state;
    if (changed.has("runs")) this.offerPlaces();
    if (changed.has("time") || changed.has("runs")) setText(this.button, fill(words.faults.add, clock(this.now_s())));
    this.lane.draw(changed);
    if (!changed.has("params")) return;
    this.root.hidden = params.fleet === "off";
    const incidents = incidentsOf(params);
    this.list.replaceChildren(...incidents.map((incident, at) => this.lineOf(incident, at)));
    const calm = Object.entries(this.calm()).every(([key, value]) => params[key] === String(value));
    this.clear.hidden = calm;
  }

  /** @param {Incident} incident @param {number} at its place among the others */
  lineOf(incident, at) {
    const { page } = this;
    const remove = () => this.setIncidents(incidentsOf(page.state.params).filter((_, other) => other !== at));
    const [label, time] = [incidentName(incident, page), incidentTime(incident.time_s, page.state.params)];
    const title = fill(words.faults.remove, label, time);
    const show = el(
      "button",
      { type: "button", class: "linkish", onclick: () => page.seek(incident.time_s) },
      fill(words.faults.at, label, time),
    );
    return el(
      "li",
      {},
      show,
      el("button", { type: "button", class: "btn icon", "aria-label": title, title, onclick: remove }, icon("close")),
    );
  }
}
