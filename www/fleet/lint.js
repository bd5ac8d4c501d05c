/** The check of a configuration from a file or a pasted text. */

import { el, setText } from "../dom.js";
import { firstDay } from "../format.js";
import { offerRetry } from "../lazy.js";
import { fill } from "../text.js";
import { LabBridge } from "../worker/bridges.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../page" */
/** @import { LintFinding } from "./types" */

export class LintForm {
  /** @param {Page} page @param {() => number} busiest matches a second at the busiest datacenter's peak; 0: not known */
  constructor(page, busiest) {
    this.page = page;
    this.busiest = busiest;
    this.client = LabBridge.of(page);
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "lint-file", class: "vh", accept: ".json,.yaml,.yml,.txt" }));
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (chosen) await this.check(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
      file.value = "";
    });
    const pasted = /** @type {HTMLTextAreaElement} */ (el("textarea", { class: "field", rows: 6, spellcheck: "false", "aria-label": words.lint.paste, placeholder: words.lint.paste }));
    const check = () => this.check(words.lint.pasted, new TextEncoder().encode(pasted.value));
    this.said = el("p", { role: "status" });
    this.list = el("ul", { class: "lint" });
    /** The name and content of the last checked configuration, if it can be read. @type {[string, Uint8Array] | null} */
    this.checked = null;
    /** Names of the applied configurations. @type {string[]} */
    this.used = [];
    this.use = el("button", { type: "button", class: "btn solid", onclick: () => this.take() }, words.lint.use);
    this.unuse = el("button", { type: "button", class: "linkish", onclick: () => this.drop() }, words.lint.unuse);
    this.inUse = el("span");
    const choose = el("label", { class: "btn solid", for: "lint-file" }, words.lint.choose);
    const button = el("button", { type: "button", class: "btn solid", onclick: check }, words.lint.check);
    this.root = el(
      "details",
      { class: "lintform" },
      el("summary", {}, el("h3", {}, words.lint.title)),
      el("p", {}, words.lint.help),
      el("div", { class: "toolrow" }, file, choose),
      pasted,
      el("div", { class: "toolrow" }, button),
      this.said,
      this.list,
      el("div", { class: "toolrow" }, this.use, this.inUse, this.unuse),
    );
    this.offer();
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.offer();
  }

  /** Shows the buttons that apply now. */
  offer() {
    this.use.hidden = !this.checked || this.page.state.params.fleet === "off";
    this.inUse.hidden = this.unuse.hidden = this.used.length === 0;
    setText(this.inUse, fill(words.lint.used, this.used.join(", ")));
  }

  /** Applies the checked configuration to the servers, in addition to those that are applied already. */
  take() {
    if (!this.checked) return;
    const [name, file] = this.checked;
    this.checked = null;
    this.used.push(name);
    this.apply([...this.page.engine.configuration, file]);
  }

  /** The servers do as the parameters say. */
  drop() {
    this.used = [];
    this.apply([]);
  }

  /** @param {Uint8Array[]} files */
  apply(files) {
    this.page.engine.configuration = files;
    this.offer();
    this.page.runs.anew();
  }

  /** @param {string} name @param {Uint8Array} file */
  async check(name, file) {
    const { params } = this.page.state;
    this.checked = null;
    try {
      /** @type {[first: string, count: number]} */
      const days = [firstDay(), Number(params.days)];
      const circumstances = { matches_per_s: this.busiest() || null, longest_match_s: Number(params.match_s), boot_s: Number(params.boot_s), days };
      const found = await this.client.ask("lint", { file, applied: this.page.engine.configuration, circumstances });
      if (found.every(({ severity }) => severity !== "error")) this.checked = [name, file];
      this.show(name, found);
      this.offer();
    } catch (thrown) {
      offerRetry(this.page.notices, thrown, () => this.check(name, file));
    }
  }

  /** @param {string} name @param {LintFinding[]} found */
  show(name, found) {
    setText(this.said, found.length ? fill(words.lint.found, found.length, name) : fill(words.lint.clean, name));
    const line = (/** @type {LintFinding} */ { line, column, severity, words: said }) =>
      el("li", { "data-severity": severity }, el("b", {}, words.lint.severities[severity]), " ", el("span", { class: "at" }, fill(words.lint.at, line, column)), " ", said);
    this.list.replaceChildren(...found.map(line));
  }
}
