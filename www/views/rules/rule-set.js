/** The page of the rule set: its text with what is wrong at its line, attributes of players, regions, time-outs. */

import { offerRetry } from "../../core/lazy.js";
import { fill } from "../../core/text.js";
import { download } from "../../ui/download.js";
import { el, setText } from "../../core/dom.js";
import { askLab } from "../../core/lab.js";
import { table } from "../../ui/table.js";
import { CodeEditor } from "./code-editor.js";
import { Draft } from "./draft.js";
import { byImportance, labelOf } from "./knobs.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { RulesPage as Page } from "../../ui/page" */
/** @import { Slide } from "./slider-lines.js" */
/** @import { Knob, Problem } from "./draft.js" */

const said = words.ruleSet;
/** What the first reader of the view finds, who has no rule set yet. */
const EXAMPLE = new URL("./examples/casual-4.json", import.meta.url);
/** Its attributes; on a ranked day the rating is the skill. */
const EXAMPLE_ATTRIBUTES = { skill: "skill:normal(1500,300)", others: "mode:tdm*3|ctf" };

/** @param {string} text @param {string} path @param {number} value */
const rulesWith = (text, path, value) => askLab("rulesWith", { text, path, value });

export class RuleSetForm {
  /** @param {Page} page @param {() => void} onChange */
  constructor(page, onChange) {
    this.page = page;
    /** The parameter that has its numbers. */
    this.parameter = "rules";
    this.name = said.file;
    const read = (/** @type {string} */ text) => this.read(text);
    this.draft = new Draft({ read, withNumber: rulesWith }, onChange);
    this.editor = new CodeEditor();
    this.editor.dataset.testid = "rule-set-editor";
    this.editor.language = "json";
    this.editor.label = said.editor;
    this.editor.addEventListener("change", () => this.draft.write(this.editor.value));
    this.editor.addEventListener("slide", (event) => this.onSlide(/** @type {CustomEvent<Slide>} */ (event).detail));
    this.onSlide = (/** @type {Slide} */ _moved) => {};
    this.problem = el("span", { class: "problem", "data-testid": "rule-set-errors" });
    this.title = el("b");
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "rule-set-file", class: "vh", accept: ".json,.txt" }));
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.openFile(file.files[0]);
      file.value = "";
    });
    const saveIt = () => download(this.name, new Blob([this.draft.text], { type: "application/json" }));
    const head = el(
      "div",
      { class: "editorhead" },
      this.title,
      el("small", {}, said.version),
      this.problem,
      file,
      el("label", { class: "btn", for: "rule-set-file" }, said.open),
      el("button", { type: "button", class: "btn", onclick: saveIt }, said.save),
    );
    this.findings = el("ul", { class: "lint", "data-testid": "rule-findings", "aria-label": said.findings });
    this.attributes = this.field("attributes", said.attributes, said.attributesHelp);
    this.config = this.area("rules_config", said.config, said.configHelp);
    this.regions = this.makeRegions();
    this.root = el(
      "div",
      { class: "editing" },
      el("div", { class: "editorbox" }, head, this.editor),
      this.findings,
      this.attributes.root,
      this.regions.root,
      this.config.root,
    );
    /** The text of the parameters that the draft was last taken from. @type {string | null} */
    this.taken = null;
    /** The other parameters that the draft was last held against. */
    this.held = "";
  }

  /** Takes the rule set of the parameters, or the example if there is none. @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { params } = this.page.state;
    for (const part of [this.attributes, this.config, this.regions]) part.show();
    if (this.taken === params.rules) return this.checkAgain();
    this.taken = params.rules;
    if (params.rules === "") this.offerExample();
    else if (params.rules !== this.draft.text) this.write(params.rules);
  }

  /** The findings depend on parameters too. */
  checkAgain() {
    const { attributes, regions, rules_config, ranked, dcs } = this.page.state.params;
    const now = [attributes, regions, rules_config, ranked, dcs].join("\n");
    if (now === this.held) return;
    this.held = now;
    this.draft.check();
  }

  async offerExample() {
    if (this.draft.text !== "") return;
    try {
      const response = await fetch(EXAMPLE);
      if (!response.ok) throw new Error(`${EXAMPLE.pathname}: ${response.status}`);
      const text = await response.text();
      if (this.draft.text === "") this.write(forMode(text, this.page.state.params.ranked));
    } catch (thrown) {
      offerRetry(this.page.notices, thrown, this.again);
    }
  }

  again = () => this.offerExample();

  /** Puts a text into the editor. @param {string} text */
  write(text) {
    this.editor.value = text;
    this.draft.write(text);
  }

  /** @param {File} file */
  async openFile(file) {
    this.name = file.name;
    this.write(await file.text());
    this.editor.focus();
  }

  /** A rule set needs no preparation. */
  async prepare() {
    return !this.draft.error;
  }

  /** The parameters that make the draft the rules of the day. @returns {Record<string, string>} */
  patch() {
    return { policy: "rules", rules: this.draft.text, ...(this.draft.text !== "" && this.exampleAttributes()) };
  }

  /** The attributes that the example needs, until there are rules or attributes. @returns {{ attributes: string } | undefined} */
  exampleAttributes() {
    const { attributes, ranked } = this.page.state.params;
    if (attributes !== "" || this.taken !== "") return undefined;
    const { skill, others } = EXAMPLE_ATTRIBUTES;
    return { attributes: ranked === "off" ? `${skill};${others}` : others };
  }

  /** The same with another value of a number. @param {string} name @param {number} value */
  patchWith(name, value) {
    return { ...this.patch(), rules: rulesWith(this.draft.text, name, value) };
  }

  /** @param {string} text */
  read(text) {
    const { params } = this.page.state;
    const names = this.page.engine.world.datacenters(params.dcs).filter(({ active }) => active);
    const inOrder = names.sort((a, b) => Number(a.index) - Number(b.index)).map(({ name }) => name);
    const asked = { params: { ...params, ...this.exampleAttributes() }, text, datacenters: inOrder };
    const { findings, numbers, name } = askLab("checkRules", asked);
    if (name) this.name = `${name}.json`;
    const problems = findings.map(({ line, column, words, severity }) => ({ line, column, words, severity }));
    return { problems, knobs: numbers.map((number) => ({ ...number, name: number.path, ...labelOf(number) })) };
  }

  /** Shows the draft. */
  show() {
    const { problems, knobs, text } = this.draft;
    this.editor.value = text;
    const errors = problems.filter(({ severity }) => severity === "error");
    this.editor.errors = errors.map((error) => ({ ...error, end: error.column + 1 }));
    this.editor.sliders = onePerLine(knobs).map(({ initial, hint, label, ...knob }) => ({
      ...knob,
      base: initial,
      label: `${label}, ${hint}`,
    }));
    setText(this.title, this.name);
    setText(this.problem, errors.length ? fill(said.errors, errors.length) : "");
    this.problem.classList.toggle("bad", errors.length > 0);
    this.findings.replaceChildren(...problems.filter(({ severity }) => severity !== "error").map(lintLine));
  }

  /**
   * A field of a text parameter.
   * @param {"attributes"} key @param {string} label @param {string} help
   */
  field(key, label, help) {
    const input = /** @type {HTMLInputElement} */ (
      el("input", { type: "text", class: "field", id: `rules-${key}`, spellcheck: "false", autocomplete: "off" })
    );
    const note = el("small", { id: `rules-${key}-help` }, help);
    input.setAttribute("aria-describedby", note.id);
    input.addEventListener("change", () => this.set({ [key]: input.value }));
    const root = el("div", { class: "rulefield" }, el("label", { for: input.id }, label), input, note);
    return { root, show: () => void (document.activeElement === input || (input.value = this.page.state.params[key])) };
  }

  /** A long text parameter, folded away. @param {"rules_config"} key @param {string} label @param {string} help */
  area(key, label, help) {
    const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { class: "field", rows: 6, spellcheck: "false", "aria-label": label }));
    const apply = el("button", { type: "button", class: "btn solid", onclick: () => this.set({ [key]: area.value.trim() }) }, said.apply);
    const root = el("details", { class: "rulefield" }, el("summary", {}, el("h3", {}, label)), el("p", {}, help), area, apply);
    return { root, show: () => void (document.activeElement === area || (area.value = this.page.state.params[key])) };
  }

  /** The table of regions, which can be edited. */
  makeRegions() {
    const grid = table("", said.regionHeads);
    const all = el("button", { type: "button", class: "btn solid", onclick: () => this.set({ regions: "" }) }, said.regionsAll);
    const limit = el("button", { type: "button", class: "btn solid", onclick: () => this.set({ regions: written() }) }, said.regionsUse);
    /** @type {{ region: string, input: HTMLInputElement }[]} */
    let fields = [];
    const written = () =>
      fields
        .filter(({ input }) => input.value.trim())
        .map(({ region, input }) => `${region}:${input.value.trim()}`)
        .join(";");
    const apply = () => this.page.state.params.regions !== "" && this.set({ regions: written() });
    const root = el(
      "details",
      { class: "rulefield", "data-testid": "aws-regions" },
      el("summary", {}, el("h3", {}, said.regions)),
      el("p", {}, said.regionsHelp),
      el("div", { class: "toolrow" }, limit, all),
      grid.root,
    );
    let shown = "none yet";
    const show = () => {
      const { regions } = this.page.state.params;
      [all.hidden, limit.hidden] = [regions === "", regions !== ""];
      if (regions === shown) return;
      shown = regions;
      const own = new Map(askLab("awsRegions", { text: regions }).map(({ region, datacenter }) => [region, datacenter]));
      const known = askLab("awsRegions", { text: null }).filter(({ region }) => !own.has(region));
      const rows = [...own].concat(known.map(({ region, datacenter }) => [region, regions === "" ? datacenter : ""]));
      fields = rows.sort().map(([region, value]) => {
        const input = /** @type {HTMLInputElement} */ (el("input", { type: "text", class: "field", value, "aria-label": region }));
        input.addEventListener("change", apply);
        return { region, input };
      });
      grid.fill(fields.map(({ region, input }) => [region, input]));
    };
    return { root, show };
  }

  /** Sets parameters; what is wrong with them is said. @param {Record<string, string>} patch */
  set(patch) {
    try {
      this.page.set(patch);
    } catch (thrown) {
      this.page.notices.error(thrown);
    }
  }
}

/** The example with the teams of a ranked mode: two of so many players, or one for each player. @param {string} text @param {string} ranked */
function forMode(text, ranked) {
  if (ranked === "off") return text;
  const [, size = 1, count = 2] = /^(?:(\d)v\d|ffa(\d+))$/.exec(ranked) ?? [];
  const teams = `"minPlayers": ${size}, "maxPlayers": ${size}, "quantity": ${count}`;
  return text.replace("casual-4", `ranked-${ranked}`).replace(/"minPlayers": 4, "maxPlayers": 4/, teams);
}

/** @param {Problem} problem */
function lintLine({ line, column, words: problem, severity }) {
  const at = el("span", { class: "at" }, fill(said.at, line, column));
  return el("li", { "data-severity": severity }, el("b", {}, said.severities[severity]), " ", at, " ", problem);
}

/** One slider for each line: that of its most important number. @param {Knob[]} knobs */
function onePerLine(knobs) {
  /** @type {Map<number, Knob>} */
  const lines = new Map();
  for (const knob of byImportance(knobs).reverse()) lines.set(knob.line, knob);
  return [...lines.values()];
}
