/** The overview of a season, below its days: rows by table, and downloads and uploads of season files. */

import { download } from "../../../ui/download.js";
import { el, setText } from "../../../core/dom.js";
import { table } from "../../../ui/table.js";
import { MatchdayError } from "../../../core/errors.js";
import { num } from "../../../core/format.js";
import { sameScenario } from "../store/scenario.js";
import { fill } from "../../../core/text.js";
import { momentText } from "./moment.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Days } from "./days.js" */
/** @import { Season } from "./season.js" */
/** @import { Scenario, SeasonFile } from "../store/types" */

const MB = 1e6;
/** Choices for the number of days that are stored in full. */
const KEEP = [1, 2, 3, 7, 14];

export class Overview {
  /** @param {Page} page @param {Season} season @param {Days} days */
  constructor(page, season, days) {
    this.page = page;
    this.season = season;
    this.days = days;
    this.said = days.said;
    this.keep = el(
      "select",
      { onchange: () => this.run(() => this.keepDays()) },
      ...KEEP.map((days) => el("option", { value: days }, num(days))),
      el("option", { value: 0 }, words.keep.all),
    );
    this.tables = table(words.tables.title, words.tables.heads);
    this.files = table(words.files.title, words.files.heads);
    this.files.root.classList.add("files", "fits");
    this.download = el("button", { type: "button", class: "btn solid", onclick: () => this.run(() => this.take()) }, words.take.download);
    this.file = el("input", {
      type: "file",
      id: "season-file",
      class: "vh",
      accept: ".sqlite,.sqlite3,.db",
      onchange: () => this.run(() => this.openFile()),
    });
    const keep = el("label", {}, words.keep.label, " ", el("span", { class: "pick" }, this.keep));
    this.kept = el("div", {}, el("div", { class: "toolrow" }, keep), el("p", {}, words.keep.help), this.tables.root);
    this.root = el(
      "section",
      {},
      this.kept,
      el("h3", {}, words.take.title),
      el("div", { class: "toolrow" }, this.download, this.file, el("label", { class: "btn solid", for: "season-file" }, words.take.open)),
      el("p", {}, words.take.help),
      this.files.root,
    );
  }

  draw() {}

  async show() {
    const { season } = this;
    const { status, playing, seasonStore } = season;
    const reads = seasonStore.role === "reader";
    this.download.hidden = this.kept.hidden = status === null;
    this.file.disabled = this.keep.disabled = reads || playing !== null || season.hasGuest;
    if (status) {
      this.showKept(status.keep_days ?? 0);
      this.tables.fill(Object.entries(status.rows).map(([name, rows]) => [name, num(rows)]));
    }
    await this.listFiles();
  }

  /** @param {number} days 0: all */
  showKept(days) {
    const known = [...this.keep.options].some(({ value }) => Number(value) === days);
    if (!known) this.keep.append(el("option", { value: days }, num(days)));
    this.keep.value = String(days);
  }

  async listFiles() {
    const { seasonStore } = this.season;
    const files = await seasonStore.ask("list", {});
    this.files.root.hidden = files.length === 0;
    this.files.fill(
      files.map(({ scenario, message, through_s, bytes }) => [
        scenario?.link ?? message ?? "",
        through_s === null ? "–" : momentText(through_s),
        num(bytes / MB, 1),
        "",
      ]),
    );
    const rows = this.files.root.querySelectorAll("tbody tr");
    files.forEach((file, at) => rows[at].lastElementChild?.replaceChildren(...this.fileActs(file)));
  }

  /** @param {SeasonFile} file */
  fileActs(file) {
    const acts = [this.openFileAct(file), " "];
    if (this.season.seasonStore.role === "reader") return acts;
    const save = el(
      "button",
      { type: "button", class: "linkish", onclick: () => this.run(() => this.take(file.name)) },
      words.files.download,
    );
    const remove = el("button", { type: "button", class: "linkish" }, words.files.remove);
    // Needs a second press, because it cannot be undone.
    remove.addEventListener("click", () => {
      if (remove.textContent === words.files.remove) return setText(remove, words.files.removeSure);
      this.run(async () => {
        await this.season.seasonStore.ask("remove", { name: file.name });
        await this.season.find();
      });
    });
    return [...acts, save, " ", remove];
  }

  /** A link to a season, if this version can open it. @param {SeasonFile} file */
  openFileAct({ scenario }) {
    if (!scenario) return "";
    const own = this.season.scenario();
    if (sameScenario(scenario, own)) return words.files.here;
    if (!this.isOfHere(scenario)) return fill(words.files.other, scenario.engine, scenario.dataset);
    return el("a", { href: `#${scenario.link}&page=season` }, words.files.open);
  }

  /** Whether this version of the page can continue the season. @param {Scenario} scenario */
  isOfHere(scenario) {
    return sameScenario(scenario, { ...this.season.scenario(), link: scenario.link });
  }

  async keepDays() {
    const days = Number(this.keep.value);
    await this.season.seasonStore.ask("keep", { days: days || null });
    await this.season.refreshStatus();
  }

  /** @param {string} [name] of the season; without it the open one */
  async take(name) {
    download("season.sqlite", await this.season.seasonStore.ask("download", { name }));
  }

  async openFile() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (file) await this.importFile(file);
  }

  /** @param {File} file @param {boolean} [replace] whether to replace a stored season that is longer */
  async importFile(file, replace = false) {
    setText(this.said, fill(words.take.opening, file.name));
    const taken = await this.season.seasonStore.ask("import", { file, replace }).catch((error) => this.offerToReplace(file, error));
    if (!taken) return;
    const { scenario } = taken;
    if (!this.isOfHere(scenario)) return setText(this.said, fill(words.take.other, file.name, scenario.engine, scenario.dataset));
    setText(this.said, fill(words.take.opened, file.name));
    location.hash = `#${scenario.link}&page=season`;
    await this.season.find();
  }

  /** Replaces a longer stored season only after a second press. @param {File} file @param {unknown} error */
  offerToReplace(file, error) {
    if (MatchdayError.from(error).code !== "STORE_OLDER") throw error;
    const replace = el(
      "button",
      { type: "button", class: "linkish", onclick: () => this.run(() => this.importFile(file, true)) },
      words.take.replace,
    );
    this.said.replaceChildren(fill(words.take.older, file.name), " ", replace);
    return null;
  }

  /** @param {() => Promise<void>} action its errors are shown where those of the days are */
  run(action) {
    return this.days.run(action);
  }
}
