/** What may go wrong: each fault as a chance. */

import { el } from "../dom.js";
import { ParamRows } from "../params.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../page" */

export class Faults extends ParamRows {
  /** @param {Page} page */
  constructor(page) {
    const helpline = el("p", { class: "helpline" });
    super(page, helpline);
    const specs = page.engine.registry.params.filter(({ group, kind }) => group === "Faults" && kind === "number");
    this.keys = specs.map(({ key }) => key);
    const labelOf = (/** @type {string} */ key) => words.faults.names[key.replace("fault.", "")] ?? key;
    const rows = specs.map((spec) => this.makeRow({ ...spec, label: labelOf(spec.key) }));
    const calm = Object.fromEntries(this.keys.map((key) => [key, 0]));
    this.calm = el("button", { type: "button", class: "linkish", onclick: () => page.set(calm) }, words.faults.clear);
    this.list = el("div", { class: "params" }, ...rows);
    this.root = el("details", { class: "faults" }, el("summary", {}, el("h3", {}, words.faults.title)), el("p", {}, words.faults.help), this.list, helpline, this.calm);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { params } = this.page.state;
    this.root.hidden = params.fleet === "off";
    for (const sync of this.syncs) sync();
    this.calm.hidden = this.keys.every((key) => Number(params[key]) === 0);
  }
}
