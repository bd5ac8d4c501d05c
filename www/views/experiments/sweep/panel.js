/** The page of sweeps: what varies, runs, results. */

import { ask } from "../../../core/ask.js";
import { el, setText } from "../../../core/dom.js";
import { fill } from "../../../core/text.js";
import { SweepForm } from "./form.js";
import { SeedsSlider } from "../seeds.js";
import { loadLab } from "../../../core/lab.js";
import { SweepResults } from "./results.js";
import { words } from "./text.js";
import { groupsOf, problemOf } from "./varied.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Group, Varied } from "./varied.js" */

const SEEDS = 10;
const FIRST = `replay:0.5..0.9:9~seeds:${SEEDS}`;

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  new SweepPanel(root, panel, page, await loadLab());
}

class SweepPanel extends SweepForm {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page @param {Lab} lab */
  constructor(root, panel, page, lab) {
    super(page, lab, new SweepResults(page, lab));
    /** The text of the link that the form was filled from. */
    this.linked = "";
    /** The parameters on which depends what can vary. */
    this.offered = "none yet";
    this.axes = [words.vary, words.and].map((label, at) => new AxisField(label, at > 0, () => this.plan()?.free()));
    this.seeds = new SeedsSlider("sweep-seeds", SEEDS, () => this.plan()?.free());
    const form = this.form(this.seeds.root, ...this.axes.map(({ element }) => element));
    panel.append(form, this.said, this.warn, el("p", { class: "hint" }, words.help));
    root.append(this.results.element);
    this.offer();
    this.take(page.state.sweepSpec || FIRST);
    page.store.add(this);
  }

  /** Offers what can vary in the present scenario. */
  offer() {
    const { policy, rules, code, constants } = this.page.state.params;
    const now = [policy, rules, code, constants].join("\n");
    if (now === this.offered) return;
    this.offered = now;
    const groups = groupsOf(this.page);
    for (const axis of this.axes) axis.offer(groups);
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

  /** The sweep in the form. Code says which values of its constants there may be. */
  read() {
    const axes = this.axes.filter(({ key }) => key);
    const sweep = super.read(axes.map(({ varied }) => varied?.unit ?? ""));
    if (!sweep) return null;
    const { values } = ask(sweep, "state", {});
    const problems = axes.map(({ key }, at) => problemOf(this.page.state.params, key, values[at]));
    const problem = problems.find(Boolean);
    if (!problem) return sweep;
    sweep.free();
    setText(this.warn, problem);
    return null;
  }

  /** @param {Sweep} sweep */
  remember(sweep) {
    this.page.update({ sweepSpec: (this.linked = ask(sweep, "state", {}).text) });
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.follow(changed);
    if (!changed.has("params") && !changed.has("view") && !changed.has("world")) return;
    this.offer();
    const { sweepSpec } = this.page.state;
    if (sweepSpec && sweepSpec !== this.linked) this.take(sweepSpec);
    else this.plan()?.free();
  }
}

/** What varies, with its values. */
class AxisField {
  /** @param {string} label @param {boolean} optional @param {() => void} onChange */
  constructor(label, optional, onChange) {
    this.optional = optional;
    /** @type {Group[]} */
    this.groups = [];
    this.select = el("select", {});
    this.values = el("input", { class: "field", size: 16, autocomplete: "off", spellcheck: "false", "aria-label": words.values });
    this.select.addEventListener("change", () => {
      this.take(this.key && `${this.key}:${this.varied?.usual ?? ""}`);
      onChange();
    });
    this.values.addEventListener("input", onChange);
    this.element = el("span", { class: "axis", "data-testid": "swept" }, el("label", {}, label, this.select), this.values);
  }

  /** As links write it; empty: nothing varies. */
  get key() {
    return this.select.value;
  }

  /** What is offered of it; undefined if a link names what the scenario does not have. */
  get varied() {
    return this.groups.flatMap(({ all }) => all).find(({ key }) => key === this.key);
  }

  /** Offers what can vary. @param {Group[]} groups */
  offer(groups) {
    const { key } = this;
    this.groups = groups;
    const option = (/** @type {Varied} */ { key, title }) => el("option", { value: key }, title);
    const lists = groups.map(({ label, all }) => el("optgroup", { label }, ...all.map(option)));
    this.select.replaceChildren(...(this.optional ? [el("option", { value: "" }, words.nothing)] : []), ...lists);
    this.choose(key);
  }

  /** @param {string} key */
  choose(key) {
    const isOffered = [...this.select.options].some(({ value }) => value === key);
    if (key && !isOffered) this.select.append(el("option", { value: key }, key));
    this.select.value = key;
  }

  /** @param {string} text `replay:0.6..0.9:20`, or nothing */
  take(text) {
    const colon = text.indexOf(":");
    this.choose(colon < 0 ? text : text.slice(0, colon));
    this.values.value = colon < 0 ? "" : text.slice(colon + 1);
    this.values.hidden = this.key === "";
    this.values.setAttribute("aria-label", fill(words.valuesOf, this.select.selectedOptions[0]?.textContent ?? ""));
  }

  text() {
    return this.key && `${this.key}:${this.values.value.trim()}`;
  }
}
