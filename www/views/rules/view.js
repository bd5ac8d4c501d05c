/** The view of rules: other matchmakers than the article's, edited, run, and held against it. */

import { el, need, setText } from "../../core/dom.js";
import { duration, num } from "../../core/format.js";
import { makeFrame, makeTabs } from "../../ui/frame.js";
import { FigureStrip } from "../../ui/strip.js";
import { loadLab } from "../../core/lab.js";
import { sameParams, sameRun } from "../../core/state.js";
import { change, fill } from "../../core/text.js";
import { CodeForm } from "./code.js";
import { FIGURES } from "./figures.js";
import { Frontier } from "./frontier.js";
import { byImportance, valuesOf } from "./knobs.js";
import { Numbers } from "./numbers.js";
import { QueueForm } from "./queue/form.js";
import { Report } from "./report.js";
import { RuleSetForm } from "./rule-set.js";
import { words } from "./text.js";
import { PolicyComparison } from "./policy-comparison.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { Lab } from "../../core/lab.js" */
/** @import { RulesPage as Page } from "../../ui/page" */
/** @import { Params, Summary } from "../../core/types" */
/** @import { Tone } from "../../ui/strip.js" */

/** The page that shows the rules of a day, by its policy. @type {Record<string, PageName>} */
const PAGE_OF = { article: "code", rules: "ruleset", plugin: "code" };
/** @typedef {"article" | "code" | "ruleset" | "queue"} PageName */

/** Seeds of a sweep that is opened here. */
const SEEDS = 10;

/** Links that are longer are not read: rules in them may have 16 KB. */
const LONGEST_LINK = 16_384;

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  return new RulesView(root, page, await loadLab());
}

export class RulesView {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    this.page = page;
    this.strip = new FigureStrip(words.strip, words.figureTitles);
    const { body, head, lead, act, panel, params } = makeFrame(root, page, "rules", this.strip);
    lead.remove();
    panel.classList.add("rulepanel");
    this.params = params;
    this.tabs = makeTabs(page, "rules", words.title, words.pages, "article");
    this.numbers = new Numbers({
      move: (name, value) => this.slide(name, value),
      finish: () => page.links.finish(),
      sweep: (name) => this.sweep(name),
    });
    this.ruleSet = new RuleSetForm(page, () => this.drawDraft());
    this.code = new CodeForm(page, () => this.drawDraft());
    for (const form of [this.ruleSet, this.code]) {
      form.onSlide = ({ name, value, done }) => {
        this.slide(name, value);
        if (done) page.links.finish();
      };
    }
    this.run = el("button", { type: "button", class: "btn primary", onclick: () => this.runDay() }, words.run);
    this.takes = el("p", { class: "hint", "data-testid": "run-cost" });
    act.append(this.run, this.takes);
    act.after(this.numbers.others);
    // The action stands beside the numbers that it runs.
    this.numbers.others.after(need("[data-key=ccu]", panel));
    head.append(this.numbers.root);
    this.report = new Report();
    this.note = el("p", { class: "off" });
    this.article = this.aboutArticle();
    this.weight = el("p", { class: "hint weight" });
    const results = el("div", { class: "ruleresults" }, this.note, this.report.findings, this.report.refused, this.report.who);
    this.comparison = new PolicyComparison(page, () => this.runnable());
    this.frontier = new Frontier(page, lab, () => this.varied());
    this.editing = el(
      "div",
      { class: "rulegrid" },
      this.code.root,
      this.ruleSet.root,
      results,
      this.comparison.root,
      this.frontier.chart.root,
    );
    this.tabs.root.append(this.weight);
    body.before(this.tabs.root);
    this.queue = new QueueForm(page, lab, (which) => this.choose(which));
    body.append(this.article.root, this.editing, this.queue.root);
  }

  /** The open page. A link may name none, or one that there is not. @returns {PageName} */
  get open() {
    const { page, params } = this.page.state;
    return Object.hasOwn(words.pages, page) ? /** @type {PageName} */ (page) : PAGE_OF[params.policy];
  }

  /** The form of the open page. */
  get form() {
    return this.open === "code" ? this.code : this.ruleSet;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    for (const part of [this.params, this.ruleSet, this.code]) part.draw(changed);
    if (changed.has("view") || changed.has("params")) this.drawPage();
    if (["theme", "size", "view"].some((change) => changed.has(/** @type {Change} */ (change))))
      for (const chart of [this.frontier.chart, ...this.queue.charts]) chart.redraw();
    if (changed.has("runs") || changed.has("params")) {
      this.drawDraft();
      this.drawResults();
    }
  }

  drawPage() {
    const { open } = this;
    this.tabs.draw(open);
    this.article.root.hidden = open !== "article";
    this.queue.root.hidden = open !== "queue";
    const isEdited = open === "code" || open === "ruleset";
    for (const part of [this.editing, this.numbers.root, this.numbers.others, this.weight, this.run, this.takes]) part.hidden = !isEdited;
    this.code.root.hidden = open !== "code";
    this.ruleSet.root.hidden = open !== "ruleset";
    this.article.show();
  }

  /** The editor, the numbers, and whether the draft can be run. */
  drawDraft() {
    const { page, form } = this;
    const { draft } = form;
    form.show();
    setText(this.numbers.title, form === this.code ? words.numbers.ofCode : words.numbers.title);
    this.numbers.draw(draft);
    const { error } = draft;
    const wanted = { ...page.state.params, ...form.patch() };
    const { current } = page.state;
    const isShown = current !== null && sameParams(current.params, wanted) && current.state !== "stopped" && current.state !== "failed";
    const runs = isShown && current.state === "running";
    /** @type {HTMLButtonElement} */ (this.run).disabled = error !== undefined || isShown;
    setText(this.run, runs ? words.running : words.run);
    const cost = fill(words.takes, duration(Math.max(1, page.runs.estimate_s(wanted))));
    setText(this.takes, error ? fill(words.fix, error.line) : isShown && !runs ? words.shown : cost);
    this.takes.classList.toggle("bad", error !== undefined);
    this.comparison.draw();
    this.frontier.offer();
    const { length } = page.engine.wasm.format_link(wanted, {});
    const fits = form === this.code ? words.ruleSet.linkOfCode : words.ruleSet.link;
    setText(this.weight, fill(length > LONGEST_LINK ? words.ruleSet.tooLong : fits, num(length / 1000, 1)));
  }

  /** The draft as a policy of a comparison; null while it cannot be run. */
  runnable() {
    const { draft, name } = this.form;
    return draft.error || !draft.text ? null : { name: name.replace(/\.(json|ts)$/, ""), patch: this.form.patch() };
  }

  /** The draft with its first number varied; null while it cannot be run. */
  varied() {
    const runnable = this.runnable();
    const [knob] = byImportance(this.form.draft.knobs);
    if (!runnable || !knob) return null;
    const values = valuesOf(knob);
    const days = values.map((value) => {
      const params = { ...this.page.state.params, ...this.form.patchWith(knob.name, value) };
      return { label: `${value} ${knob.unit}`.trim(), params };
    });
    return { name: runnable.name, days, present: values.indexOf(knob.value) };
  }

  /** The figures and the report of the present run. */
  drawResults() {
    const { current, params } = this.page.state;
    const summary = current?.summary ?? null;
    this.strip.mark(summary && current && sameParams(current.params, params) ? "" : "stale");
    if (summary && current) this.drawStrip(summary, current);
    const isByRules = current !== null && current.params.policy !== "article";
    this.report.show((isByRules && current.policy) || null);
    const patch = Object.entries(this.form.patch());
    const isPresent = isByRules && current.policy !== null && patch.every(([key, text]) => current.params[key] === text);
    this.note.hidden = isPresent;
    setText(this.note, isByRules && current.policy ? words.results.stale : words.results.none);
  }

  /** @param {Summary} s @param {Run} run */
  drawStrip(s, run) {
    const { baseline } = this.page.state;
    const before = baseline?.summary && !sameRun(baseline, run) ? baseline : null;
    for (const [name, said] of Object.entries(CELLS)) {
      const { of, unit, decimals, good } = FIGURES[/** @type {keyof typeof CELLS} */ (name)];
      const to = of({ ...run, summary: s });
      const from = before?.summary ? of({ ...before, summary: before.summary }) : null;
      const difference = to === null || from === null ? null : to - from;
      const tone = /** @type {Tone} */ (!difference || !good ? "" : difference * good > 0 ? "good" : "bad");
      const below = difference === null ? said : change(difference, decimals, unit && ` ${unit}`);
      this.strip.set(name, num(to, decimals), to === null ? "" : unit, below, tone);
    }
  }

  /** Moves a number of the draft, and simulates the day again. @param {string} name @param {number} value */
  slide(name, value) {
    const { form, page } = this;
    form.draft.move(name, value);
    if (form.draft.error) return;
    const patch = form.patch();
    page.slide(patch);
  }

  /** Makes the draft the rules of the day, and opens the sweeps with one over a number of it. @param {string} name */
  sweep(name) {
    const { form, page } = this;
    const knob = form.draft.knobs.find((knob) => knob.name === name);
    if (form.draft.error || !knob) return;
    const patch = form.patch();
    page.set(patch);
    const values = valuesOf(knob).join(",");
    page.update({ sweepSpec: `${form.parameter}.${name}:${values}~seeds:${SEEDS}` });
    page.open("experiments");
  }

  async runDay() {
    const { form, page } = this;
    try {
      if (!(await form.prepare())) return;
      page.set(form.patch());
      // Its button says how long it takes.
      void page.runs.beginRun(true);
    } catch (thrown) {
      this.page.notices.error(thrown);
    }
  }

  /** Opens a dropped rule set, module, or recorded queue. @param {File} file @param {"code" | "ruleset" | "queue"} page */
  openFile(file, page) {
    return { code: this.code, ruleset: this.ruleSet, queue: this.queue }[page].openFile(file);
  }

  /** The matchmaker of a page as a policy; null while it cannot run. @param {"article" | "code" | "ruleset"} which */
  async choose(which) {
    if (which === "article") return { name: words.comparison.article, patch: { policy: "article" } };
    const form = which === "code" ? this.code : this.ruleSet;
    if (form.draft.error || !form.draft.text || !(await form.prepare())) return null;
    return { name: form.name.replace(/\.(json|ts)$/, ""), patch: form.patch() };
  }

  /** What the matchmaker of the article does, and how to return to it. */
  aboutArticle() {
    const { page } = this;
    const is = el("p");
    const back = el("button", { type: "button", class: "btn solid", onclick: () => page.set({ policy: "article" }) }, words.article.run);
    const other = el("button", { type: "button", class: "btn", onclick: () => page.open("matchmaking") }, words.article.open);
    const lines = words.article.how.map((line) => el("p", {}, line));
    const root = el(
      "section",
      { class: "about" },
      el("h2", {}, words.article.title),
      is,
      ...lines,
      el("div", { class: "toolrow" }, back, other),
    );
    const show = () => {
      const isArticle = page.state.params.policy === "article";
      back.hidden = isArticle;
      setText(is, isArticle ? words.article.is : words.article.isNot);
    };
    return { root, show };
  }
}

/** The figures of the strip, and what is said below one without a comparison. */
const CELLS = /** @type {const} */ ({
  wait: words.ofMatched,
  wait95: words.ofMatched,
  rtt: words.ofMatched,
  within50: words.ofMatched,
  failed: words.ofSearches,
  candidates: words.evaluated,
});
