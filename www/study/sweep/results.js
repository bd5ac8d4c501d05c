/** What a sweep has come to so far: how far it is, its chart, its files. */

import { download } from "../../atlas/download.js";
import { el, setText } from "../../dom.js";
import { num } from "../../format.js";
import { fill } from "../../text.js";
import { SweepChart } from "./chart.js";
import { words } from "./text.js";

/** @import { Page } from "../../page" */
/** @import { Sweep } from "./module.js" */

export class SweepResults {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.registry = page.engine.registry;
    /** @type {Sweep | null} */
    this.sweep = null;
    const options = Object.entries(words.figures).map(([value, name]) => el("option", { value }, name));
    this.figure = el("select", { "aria-label": words.show, onchange: () => this.show() }, ...options);
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words.progress });
    this.count = el("span");
    this.stale = el("p", { class: "note", hidden: "" });
    const heads = ["", ...words.heads].map((head) => el("th", { scope: "col" }, head));
    const table = el("table", {}, el("caption", {}, words.chart), el("thead", {}, el("tr", {}, ...heads)), el("tbody"));
    const surface = el("canvas", { class: "hit", tabindex: 0, role: "img", "aria-label": words.chart }, words.behind);
    const plot = el("div", { class: "plot" }, el("canvas", { "aria-hidden": "true" }), surface);
    this.against = el("span", { class: "sub" });
    const caption = el("figcaption", {}, this.figure, this.against, el("span", { class: "read" }));
    const figure = el("figure", { class: "chart" }, caption, plot, el("div", { class: "vh" }, table));
    this.chart = new SweepChart(figure, page);
    const came = el("p", { class: "came" }, this.bar, this.count, this.file(words.csv, "csv"), this.file(words.json, "json"));
    this.element = el("div", { hidden: "" }, came, this.stale, figure);
    root.append(this.element);
  }

  /** @param {string} label @param {"csv" | "json"} kind */
  file(label, kind) {
    const save = () => this.sweep && download(`matchday-sweep.${kind}`, new Blob([this.sweep[kind]()]));
    return el("button", { type: "button", class: "linkish", onclick: save }, label);
  }

  /** Takes another sweep in the place of the one it has, which is let go. @param {Sweep} sweep */
  use(sweep) {
    if (sweep !== this.sweep) this.sweep?.free();
    this.sweep = sweep;
    this.element.hidden = false;
    const keys = sweep.text().split("~").map((part) => part.split(":")[0]);
    const [along, up] = this.registry.params.filter(({ key }) => keys.includes(key)).sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
    setText(this.against, up ? fill(words.againstTwo, along.label, up.label) : fill(words.against, along.label));
    this.show();
  }

  /** Whether this is the sweep whose results are shown. @param {Sweep} sweep */
  isOf(sweep) {
    return this.sweep?.checksum() === sweep.checksum();
  }

  /** Says that the form asks for something else. @param {boolean} stale */
  mark(stale) {
    this.stale.hidden = !this.sweep || !stale;
    setText(this.stale, fill(words.other, this.sweep?.text() ?? ""));
  }

  show() {
    if (!this.sweep) return;
    const runs = this.sweep.runs();
    const made = runs - this.sweep.missing().length;
    this.bar.hidden = made === runs;
    this.bar.value = made / runs;
    setText(this.count, made === runs ? fill(words.done, num(runs)) : fill(words.there, num(made), num(runs)));
    this.chart.show(this.sweep, this.figure.value);
  }
}
