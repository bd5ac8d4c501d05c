/** Sweeps: what to vary, the runs as they come, and what they come to. Loaded when somebody opens it. */

import { el, setText } from "../../dom.js";
import { MatchdayError } from "../../errors.js";
import { duration, num } from "../../format.js";
import { fill } from "../../text.js";
import { keep, recall } from "./kept.js";
import { SweepResults } from "./results.js";
import { SweepRunner, cores } from "./runner.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../../page" */
/** @import { Spec } from "../../types" */
/** @import { StudyModule, Sweep } from "./module.js" */

/** Of so many runs the time is estimated; the others take as long on average. */
const ESTIMATED_RUNS = 40;
const FIRST = "replay:0.5..0.9:9~seeds:10";

export class SweepPanel {
  /** @param {HTMLElement} root @param {Page} page @param {StudyModule} study */
  constructor(root, page, study) {
    this.page = page;
    this.study = study;
    this.runner = new SweepRunner(page.engine, () => this.changed());
    this.running = false;
    /** The text of the link that the form was filled from. */
    this.linked = "";
    const swept = page.engine.registry.params.filter(({ key, kind }) => kind !== "text" && key !== "seed");
    this.axes = [words.vary, words.and].map((label, at) => new AxisField(label, swept, at > 0, () => this.plan()));
    this.seeds = el("input", { class: "field", size: 7, autocomplete: "off", oninput: () => this.plan() });
    this.button = el("button", { class: "btn primary" }, words.run);
    this.cancel = el("button", { type: "button", class: "btn solid", onclick: () => this.runner.cancel() }, words.cancel);
    this.said = el("p", { class: "said" });
    this.warn = el("p", { class: "warn", role: "alert" });
    const seeds = el("label", {}, words.seeds, this.seeds);
    const form = el("form", { class: "sweepform" }, ...this.axes.map(({ element }) => element), seeds, this.button, this.cancel);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    root.append(form, el("p", { class: "note" }, words.help), this.said, this.warn);
    this.results = new SweepResults(root, page);
    this.take(page.state.sweepSpec || FIRST);
    page.stage.parts.push(this);
  }

  /** Fills the form from a sweep as links write it, and shows what is known of it. @param {string} text */
  take(text) {
    this.linked = text;
    const parts = text.split("~");
    const seeds = parts.find((part) => part.startsWith("seeds:"));
    const axes = parts.filter((part) => part && part !== seeds);
    this.axes.forEach((axis, at) => axis.take(axes[at] ?? ""));
    this.seeds.value = seeds?.slice("seeds:".length) ?? "1";
    const sweep = this.plan();
    if (!sweep) return;
    recall(sweep);
    if (sweep.missing().length < sweep.runs()) this.results.use(sweep);
    else sweep.free();
  }

  text() {
    return [...this.axes.map((axis) => axis.text()).filter(Boolean), `seeds:${this.seeds.value.trim()}`].join("~");
  }

  /** What the form asks for; nothing where it cannot be, and then it is said why. @returns {Sweep | null} */
  read() {
    try {
      return new this.study.Sweep(this.page.state.params, this.text(), this.page.engine.dataset);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "BAD_PARAM") throw error;
      setText(this.warn, error.message);
      return null;
    }
  }

  /** Says what the form comes to. The caller frees the sweep, unless it keeps it. */
  plan() {
    const sweep = this.read();
    this.button.disabled = !sweep || this.running;
    this.cancel.hidden = !this.running;
    this.said.hidden = !sweep;
    if (!sweep) return null;
    setText(this.warn, "");
    const workers = Math.min(cores(), sweep.runs());
    const took = duration(Math.max(1, this.estimate_s(sweep) / workers));
    setText(this.said, fill(workers > 1 ? words.plan : words.planOne, num(sweep.runs()), took, workers));
    const known = this.results.isOf(sweep);
    const left = known ? Number(this.results.sweep?.missing().length) : sweep.runs();
    setText(this.button, left < sweep.runs() && left > 0 ? words.resume : words.run);
    if (left === 0) this.button.disabled = this.said.hidden = true;
    this.results.mark(!known);
    return sweep;
  }

  /** @param {Sweep} sweep */
  estimate_s(sweep) {
    const runs = sweep.runs();
    const some = Math.min(runs, ESTIMATED_RUNS);
    const numbers = Array.from({ length: some }, (_, at) => Math.floor(((at + 0.5) * runs) / some));
    const sum_s = numbers.reduce((sum, run) => sum + this.page.runs.estimate_s(sweep.params(run)), 0);
    return (sum_s / some) * runs;
  }

  async run() {
    const asked = this.plan();
    if (!asked || this.running) return;
    const same = this.results.isOf(asked) ? this.results.sweep : null;
    if (same) asked.free();
    else recall(asked);
    const sweep = same ?? asked;
    this.page.state.sweepSpec = this.linked = sweep.text();
    this.page.links.write();
    this.page.sweep.pause();
    this.results.use(sweep);
    this.running = true;
    this.plan()?.free();
    try {
      await this.runner.make(sweep);
      this.page.say(words.doneSpoken);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") this.page.notices.error(error, []);
    }
    this.running = false;
    keep(sweep, true);
    this.plan()?.free();
    this.results.show();
  }

  /** A run has ended. */
  changed() {
    if (this.results.sweep) keep(this.results.sweep, false);
    this.page.stage.changed("study");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("world")) this.runner.cancel();
    if (changed.has("params") || changed.has("world")) {
      const { sweepSpec } = this.page.state;
      if (sweepSpec && sweepSpec !== this.linked) this.take(sweepSpec);
      else this.plan()?.free();
    }
    if (changed.has("study")) this.results.show();
    else if (changed.has("theme") || changed.has("size")) this.results.chart.redraw();
  }
}

/** A parameter to vary, with its values. */
class AxisField {
  /** @param {string} label @param {Spec[]} swept @param {boolean} optional @param {() => void} onChange */
  constructor(label, swept, optional, onChange) {
    this.swept = swept;
    const options = swept.map(({ key, label }) => el("option", { value: key }, label));
    if (optional) options.unshift(el("option", { value: "" }, words.nothing));
    this.select = el("select", {}, ...options);
    this.values = el("input", { class: "field", size: 16, autocomplete: "off", spellcheck: "false", "aria-label": words.values });
    this.select.addEventListener("change", () => {
      this.take(this.select.value && `${this.select.value}:${this.usual()}`);
      onChange();
    });
    this.values.addEventListener("input", onChange);
    this.element = el("span", { class: "axis" }, el("label", {}, label, this.select), this.values);
  }

  /** Values to begin with. */
  usual() {
    const spec = this.swept.find(({ key }) => key === this.select.value);
    if (spec?.kind === "choice") return spec.words.join(",");
    if (spec?.kind !== "number") return "0,1";
    const { min, max, slider } = spec;
    return slider === "linear" ? `${min}..${max}:5` : [0.2, 0.5, 1, 2].map((by) => Math.round(spec.default * by)).join(",");
  }

  /** @param {string} text `replay:0.6..0.9:20`, or nothing */
  take(text) {
    const colon = text.indexOf(":");
    this.select.value = colon < 0 ? text : text.slice(0, colon);
    this.values.value = colon < 0 ? "" : text.slice(colon + 1);
    this.values.hidden = this.select.value === "";
    this.values.setAttribute("aria-label", fill(words.valuesOf, this.select.selectedOptions[0]?.textContent ?? ""));
  }

  text() {
    return this.select.value && `${this.select.value}:${this.values.value.trim()}`;
  }
}
