/** The check of a configuration from a file or a pasted text. */

import { el, setText } from "../../core/dom.js";
import { firstDay } from "../../core/format.js";
import { offerRetry } from "../../core/lazy.js";
import { engineWords, fill } from "../../core/text.js";
import { LabBridge } from "../../worker/bridges.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { LintFinding } from "./types" */
/** @typedef {[name: string, content: Uint8Array]} Configuration */

export class LintForm {
  /** @param {Page} page @param {() => number} busiest matches a second at the busiest datacenter's peak; 0: not known */
  constructor(page, busiest) {
    this.page = page;
    this.busiest = busiest;
    this.client = LabBridge.of(page);
    const file = /** @type {HTMLInputElement} */ (
      el("input", { type: "file", id: "lint-file", class: "vh", multiple: "", accept: ".json,.yaml,.yml,.txt" })
    );
    file.addEventListener("change", async () => {
      await this.checkFiles([...(file.files ?? [])]);
      file.value = "";
    });
    const pasted = /** @type {HTMLTextAreaElement} */ (
      el("textarea", { class: "field", rows: 6, spellcheck: "false", "aria-label": words.lint.paste, placeholder: words.lint.paste })
    );
    const check = () => this.check([[words.lint.pasted, new TextEncoder().encode(pasted.value)]]);
    this.said = el("p", { role: "status" });
    this.list = el("ul", { class: "lint", "data-testid": "lint-findings" });
    /** `fleet_config` with the files that were checked last, and the one that it adds them to; null: they cannot be applied. @type {{ applied: string, text: string } | null} */
    this.checked = null;
    /** The `fleet_config` whose files are named. */
    this.named = "";
    this.use = el("button", { type: "button", class: "btn solid", onclick: () => this.take() }, words.lint.use);
    this.unuse = el("button", { type: "button", class: "linkish", onclick: () => this.drop() }, words.lint.unuse);
    this.inUse = el("span");
    const choose = el("label", { class: "btn solid", for: "lint-file" }, words.lint.choose);
    const button = el("button", { type: "button", class: "btn solid", onclick: check }, words.lint.check);
    this.root = el(
      "details",
      { class: "lintform", "data-testid": "lint" },
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
    const { fleet_config } = this.page.state.params;
    if (this.checked?.applied !== fleet_config) this.checked = null;
    this.use.hidden = !this.checked;
    setText(this.use, this.isOff() ? words.lint.useOn : words.lint.use);
    this.inUse.hidden = this.unuse.hidden = !fleet_config;
    // Packing a text for a link takes too long for each step of a slider.
    if (fleet_config === this.named) return;
    this.named = fleet_config;
    const used = fill(words.lint.used, namesIn(fleet_config).join(", "));
    setText(this.inUse, this.page.links.leftOut().length > 0 ? `${used} ${words.lint.leftOut}` : used);
  }

  /** Whether every match has a server at once. */
  isOff() {
    return this.page.state.params.fleet === "off";
  }

  /** Applies the checked configurations to the servers, in addition to those that are applied already. */
  take() {
    if (this.checked) this.page.set({ fleet_config: this.checked.text, ...(this.isOff() && { fleet: "broker" }) });
  }

  /** The servers do as the parameters say. */
  drop() {
    this.page.set({ fleet_config: "" });
  }

  /** @param {File[]} files */
  async checkFiles(files) {
    if (files.length === 0) return;
    this.root.setAttribute("open", "");
    this.root.scrollIntoView({ block: "nearest" });
    await this.check(
      await Promise.all(files.map(async (file) => /** @type {Configuration} */ ([file.name, new Uint8Array(await file.arrayBuffer())]))),
    );
    if (!this.use.hidden) this.use.focus();
  }

  /** Checks configurations together, as a day would read them. @param {Configuration[]} files */
  async check(files) {
    const { params } = this.page.state;
    const { fleet_config: applied } = params;
    this.checked = null;
    try {
      /** @type {[first: string, count: number]} */
      const days = [firstDay(), Number(params.days)];
      const circumstances = {
        matches_per_s: this.busiest() || null,
        longest_match_s: Number(params.match_s),
        boot_s: Number(params.boot_s),
        next_match: Number(params.next_match),
        session_limit: Number(params.session_limit),
        days,
      };
      const named = files.map(([name, bytes]) => ({ name, bytes }));
      const { findings, fleet_config: text } = await this.client.ask("lint", { files: named, applied, circumstances });
      if (text !== null) this.checked = { applied, text };
      this.show(files, findings);
      this.offer();
    } catch (thrown) {
      offerRetry(this.page.notices, thrown, () => this.check(files));
    }
  }

  /** @param {Configuration[]} files @param {LintFinding[]} found */
  show(files, found) {
    const said = files.map(([name], number) => {
      const count = found.filter(({ file }) => file === number).length;
      return count ? fill(words.lint.found, count, name) : fill(words.lint.clean, name);
    });
    setText(this.said, said.join(" "));
    const place = (/** @type {LintFinding} */ { file, line, column }) =>
      files.length > 1 ? fill(words.lint.atFile, files[file][0], line, column) : fill(words.lint.at, line, column);
    const line = (/** @type {LintFinding} */ finding) =>
      el(
        "li",
        { "data-severity": finding.severity },
        el("b", {}, words.lint.severities[finding.severity]),
        " ",
        el("span", { class: "at" }, place(finding)),
        " ",
        engineWords(finding.words),
      );
    this.list.replaceChildren(...found.map(line));
  }
}

/** The names of the files in `fleet_config`. @param {string} text */
const namesIn = (text) => [...text.matchAll(/^--- # (.*)$/gm)].map(([, name]) => name.trim());
