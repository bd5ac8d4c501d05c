/** What will go wrong with a configuration, read from a file or from what is pasted. */

import { el, setText } from "../dom.js";
import { MatchdayError } from "../errors.js";
import { fill } from "../text.js";
import { FleetClient } from "./client.js";
import { words } from "./text.js";

/** @import { Page } from "../page" */
/** @import { LintFinding } from "./types" */

/** The busiest datacenter has about so large a share of all matches. */
const BUSIEST_SHARE = 0.12;

export class LintForm {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.client = new FleetClient(page.engine);
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
    );
  }

  draw() {}

  /** @param {string} name @param {Uint8Array} file */
  async check(name, file) {
    const { params, current } = this.page.state;
    const a_day_s = 86_400 * Number(params.days);
    const matches_per_s = ((current?.summary?.matches ?? 0) / a_day_s) * BUSIEST_SHARE;
    try {
      const found = await this.client.ask("lint", { file, matches_per_s, longest_match_s: Number(params.match_s), boot_s: Number(params.boot_s) });
      this.show(name, found);
    } catch (thrown) {
      this.page.notices.error(MatchdayError.from(thrown), []);
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
