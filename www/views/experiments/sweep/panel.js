/** The page of sweeps: parameters to vary, runs, results. */

import { el } from "../../../ui/dom.js";
import { fill } from "../../../app/text.js";
import { SweepForm } from "./form.js";
import { SeedsSlider } from "../seeds.js";
import { loadLab } from "../../../app/lab.js";
import { SweepResults, titleOf } from "./results.js";
import { words } from "./text.js";

/** @import { Change, ExperimentsPage as Page } from "../../../app/page" */
/** @import { Spec } from "../../../app/types" */
/** @import { Lab } from "../../../app/lab.js" */
/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */

const SEEDS = 10;
const FIRST = `replay:0.5..0.9:9~seeds:${SEEDS}`;

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  new SweepPanel(root, panel, page, await loadLab());
}

class SweepPanel extends SweepForm {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page @param {Lab} lab */
  constructor(root, panel, page, lab) {
    super(page, lab, new SweepResults(page));
    /** The text of the link that the form was filled from. */
    this.linked = "";
    const swept = page.engine.registry.params.filter(({ key, commas }) => !commas && key !== "seed");
    this.axes = [words.vary, words.and].map((label, at) => new AxisField(label, swept, at > 0, () => this.plan()));
    this.seeds = new SeedsSlider("sweep-seeds", SEEDS, () => this.plan()?.free());
    const form = this.form(this.seeds.root, ...this.axes.map(({ element }) => element));
    panel.append(form, this.said, this.warn, el("p", { class: "hint" }, words.help));
    root.append(this.results.element);
    this.take(page.state.sweepSpec || FIRST);
    page.stage.parts.push(this);
  }

  /** Fills the form from a sweep as links write it, and shows its results so far. @param {string} text */
  take(text) {
    this.linked = text;
    const parts = text.split("~");
    const seeds = parts.find((part) => part.startsWith("seeds:"));
    const axes = parts.filter((part) => part && part !== seeds);
    this.axes.forEach((axis, at) => axis.take(axes[at] ?? ""));
    this.seeds.write(seeds?.slice("seeds:".length) ?? "1");
    this.restore();
  }

  text() {
    return [...this.axes.map((axis) => axis.text()).filter(Boolean), `seeds:${this.seeds.value}`].join("~");
  }

  /** @param {Sweep} sweep */
  remember(sweep) {
    this.page.update({ sweepSpec: (this.linked = sweep.text()) });
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.follow(changed);
    if (!changed.has("params") && !changed.has("view") && !changed.has("world")) return;
    const { sweepSpec } = this.page.state;
    if (sweepSpec && sweepSpec !== this.linked) this.take(sweepSpec);
    else this.plan()?.free();
  }
}

/** A parameter to vary, with its values. */
class AxisField {
  /** @param {string} label @param {Spec[]} swept @param {boolean} optional @param {() => void} onChange */
  constructor(label, swept, optional, onChange) {
    this.swept = swept;
    const options = swept.map((spec) => el("option", { value: spec.key }, titleOf(spec)));
    if (optional) options.unshift(el("option", { value: "" }, words.nothing));
    this.select = el("select", {}, ...options);
    this.values = el("input", { class: "field", size: 16, autocomplete: "off", spellcheck: "false", "aria-label": words.values });
    this.select.addEventListener("change", () => {
      this.take(this.select.value && `${this.select.value}:${this.usual()}`);
      onChange();
    });
    this.values.addEventListener("input", onChange);
    this.element = el("span", { class: "axis", "data-testid": "swept" }, el("label", {}, label, this.select), this.values);
  }

  /** The default values. */
  usual() {
    const spec = this.swept.find(({ key }) => key === this.select.value);
    if (spec?.words.length) return spec.words.join(",");
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
