/** What may go wrong: each fault as a chance, and at moments of the day. */

import { el, icon } from "../dom.js";
import { clock, two, weekday } from "../format.js";
import { ParamRows } from "../params.js";
import { onScreen } from "../state.js";
import { fill } from "../text.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../page" */

/** Joins, not servers: it needs none. */
const HERD = "herd";

/** @param {string} kind */
const nameOf = (kind) => words.faults.names[kind] ?? kind;

export class Faults extends ParamRows {
  /** @param {Page} page */
  constructor(page) {
    super(page, el("p", { class: "helpline" }));
    const specs = page.engine.registry.params.filter(({ group, kind }) => group === "Faults" && kind === "number");
    this.keys = specs.map(({ key }) => key);
    this.rows = specs.map((spec) => {
      const kind = spec.key.replace("fault.", "");
      const row = this.makeRow({ ...spec, label: nameOf(kind) });
      return el("div", { class: "fault" }, row, this.strikeButton(kind));
    });
    const herd = el("div", { class: "fault" }, el("p", {}, nameOf(HERD)), this.strikeButton(HERD));
    const calm = Object.fromEntries([...this.keys.map((key) => [key, 0]), ["incidents", ""]]);
    this.calm = el("button", { type: "button", class: "linkish", onclick: () => page.set(calm) }, words.faults.clear);
    this.struck = el("ul", { class: "struck", "aria-label": words.faults.struck });
    this.root = el(
      "details",
      { class: "faults" },
      el("summary", {}, el("h3", {}, words.faults.title)),
      el("p", {}, words.faults.help),
      el("div", { class: "params" }, ...this.rows, herd),
      this.helpline,
      this.struck,
      this.calm,
    );
  }

  /** @param {string} kind */
  strikeButton(kind) {
    const strike = () => this.page.set({ incidents: [...this.strikes(), `${kind}@${this.now()}`].join() });
    const button = el("button", { type: "button", class: "btn solid", onclick: strike }, words.faults.strike);
    button.dataset.strike = kind;
    button.setAttribute("aria-label", fill(words.faults.strikeAt, nameOf(kind), words.faults.moment));
    return button;
  }

  /** The moment that the map shows; hours of later days go on from 24. */
  now() {
    const { state } = this.page;
    const minutes = Math.floor((onScreen(state)?.time_s ?? state.time_s) / 60);
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  strikes() {
    return this.page.state.params.incidents.split(",").filter(Boolean);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { params } = this.page.state;
    for (const row of this.rows) row.hidden = params.fleet === "off";
    for (const sync of this.syncs) sync();
    const strikes = this.strikes();
    this.struck.replaceChildren(...strikes.map((strike, at) => this.strikeLine(strike, at)));
    this.calm.hidden = strikes.length === 0 && this.keys.every((key) => Number(params[key]) === 0);
  }

  /** @param {string} strike @param {number} at its place among the others */
  strikeLine(strike, at) {
    const [kind, hours, minutes] = strike.split(/[@:]/);
    const time_s = Number(hours) * 3600 + Number(minutes) * 60;
    const time = Number(this.page.state.params.days) > 1 ? `${weekday(time_s)} ${clock(time_s)}` : clock(time_s);
    const remove = () => this.page.set({ incidents: this.strikes().filter((_, other) => other !== at).join() });
    const title = fill(words.faults.remove, nameOf(kind), time);
    const button = el("button", { type: "button", class: "btn icon", "aria-label": title, title, onclick: remove }, icon("close"));
    return el("li", {}, fill(words.faults.strikeAt, nameOf(kind), time), button);
  }
}
