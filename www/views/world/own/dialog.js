/** The dialog of the reader's own data: the data in use, imported files with their reports, and weights. */

import { text as places } from "../text.js";
import { LabBridge } from "../../../worker/bridges.js";
import { closeByPress } from "../../../ui/dialog.js";
import { el, icon, need, setText } from "../../../core/dom.js";
import { JOINS } from "../../../core/engine.js";
import { MatchdayError } from "../../../core/errors.js";
import { num, two } from "../../../core/format.js";
import { fill, text } from "../../../core/text.js";
import { words } from "./text.js";
import { WeightsForm } from "./weights.js";
import { mergeFiles, useOwn } from "./world.js";

/** @import { ImportProgress } from "../../../worker/types" */
/** @import { JoinsComparison } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { WorldPage as Page } from "../../../ui/page" */
/** @import { FileReport, Imported, Own, ReadReport } from "../../../core/types" */

/** The continents in the order of `JoinsProfile`. */
const CONTINENTS = /** @type {const} */ (["AF", "AS", "EU", "NA", "OC", "SA"]);

/** @type {OwnDialog | undefined} */
let dialog;

/** @param {Page} page @param {File[]} files to begin with */
export function openOwn(page, files) {
  dialog ??= new OwnDialog(page);
  dialog.open(files);
}

class OwnDialog {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.root = /** @type {HTMLDialogElement} */ (need("dialog.owndata"));
    const part = (/** @type {string} */ selector) => need(selector, this.root);
    this.state = part(".state span");
    this.remove = part(".state button");
    this.cancel = part(".cancel");
    this.reading = part(".reading");
    this.bar = /** @type {HTMLProgressElement} */ (part("progress"));
    this.said = part(".said");
    this.results = part(".results");
    /** How recorded joins among the imported files differ from the built-in ones, and whether each row counts. */
    this.joins = part(".recorded");
    this.exact = /** @type {HTMLInputElement} */ (part(".recorded input"));
    this.take = part(".take");
    this.picker = /** @type {HTMLInputElement} */ (part("#own-files"));
    /** A worker of its own. Ending it frees the memory that a large file needed. */
    this.atlas = new LabBridge(page.engine);
    this.abort = new AbortController();
    /** The imported data that is not used yet. @type {Imported | null} */
    this.fresh = null;
    this.weights = new WeightsForm(part(".weights"), page, this.atlas, (own) => this.use(own));
    this.listen();
  }

  listen() {
    this.picker.addEventListener("change", () => {
      const files = [...(this.picker.files ?? [])];
      // The same files may be chosen again once they are mended.
      this.picker.value = "";
      if (files.length > 0) this.read(files);
    });
    this.cancel.addEventListener("click", () => this.abort.abort());
    this.take.addEventListener("click", () => this.fresh && this.use(mergeFiles(this.page.engine.own, this.fresh), this.joinsChosen()));
    this.remove.addEventListener("click", () => this.use(null));
    this.root.addEventListener("close", () => {
      this.abort.abort();
      this.atlas.close();
    });
    closeByPress(this.root);
  }

  /** @param {File[]} files */
  open(files) {
    this.showState();
    this.clear();
    this.weights.sync();
    for (const other of document.querySelectorAll("dialog[open]"))
      if (other !== this.root) /** @type {HTMLDialogElement} */ (other).close();
    if (!this.root.open) this.root.showModal();
    if (files.length > 0) this.read(files);
  }

  clear() {
    this.fresh = null;
    this.take.hidden = this.joins.hidden = true;
    this.results.replaceChildren();
    setText(this.said, "");
  }

  showState() {
    const { own } = this.page.engine;
    setText(this.state, fill(words.status, own ? partsOf(own).join(", ") : words.builtIn));
    this.remove.hidden = !own;
  }

  /** @param {File[]} files */
  async read(files) {
    // Files that are still being read are cancelled.
    this.abort.abort();
    const { signal } = (this.abort = new AbortController());
    this.clear();
    this.showProgress({ file: files[0].name, done: 0, total: 1 });
    this.reading.hidden = this.cancel.hidden = false;
    try {
      const imported = await this.atlas.ask("importFiles", { files }, { signal, onProgress: (progress) => this.showProgress(progress) });
      // Before the files are offered, so that whoever takes them has the choice.
      await this.compareJoins(imported, signal);
      this.show(imported);
    } catch (thrown) {
      if (this.abort.signal !== signal) return;
      const { code, message } = MatchdayError.from(thrown);
      const [title, help] = text.errors[code] ?? text.errors.UNEXPECTED;
      setText(this.said, code === "CANCELLED" ? words.cancelled : `${title}. ${message} ${help}`);
    }
    if (this.abort.signal !== signal) return;
    this.reading.hidden = this.cancel.hidden = true;
    this.atlas.close();
  }

  /** @param {ImportProgress} progress */
  showProgress({ file, done, total }) {
    this.bar.value = done / Math.max(1, total);
    setText(need("span", this.reading), fill(words.reading, file, num(done / 1e6), num(total / 1e6)));
  }

  /** @param {Imported} imported */
  show(imported) {
    const { reports, maps, files } = imported;
    this.results.replaceChildren(
      ...reports.map(reportLine),
      ...(maps ? [reportLine({ name: "", kind: "maps", report: maps, error: null })] : []),
    );
    this.take.hidden = files.length === 0;
    if (files.length > 0) this.fresh = imported;
    setText(this.said, files.length > 0 ? "" : words.nothing);
    if (files.length > 0) this.take.focus();
  }

  /** Says how recorded joins differ from the built-in ones. @param {Imported} imported @param {AbortSignal} signal */
  async compareJoins({ files }, signal) {
    const recorded = files.find(({ name }) => name === JOINS)?.bytes;
    const others = this.page.engine.builtIn.find(({ name }) => name === JOINS)?.bytes;
    if (!recorded || !others) return;
    const compared = await this.atlas.ask("compareJoins", { recorded, others }, { signal });
    signal.throwIfAborted();
    this.joins.hidden = false;
    this.exact.checked = true;
    need("ul", this.joins).replaceChildren(...differences(compared).map((line) => el("li", {}, line)));
  }

  /** The value of the parameter `joins` for the imported files; undefined if none has joins. */
  joinsChosen() {
    if (this.joins.hidden) return undefined;
    return this.exact.checked ? "exact" : "shape";
  }

  /** @param {Own | null} own @param {string} [joins] value of the parameter `joins` */
  async use(own, joins) {
    try {
      await useOwn(this.page, own, joins);
      this.root.close();
    } catch (thrown) {
      setText(this.said, MatchdayError.from(thrown).message);
    }
  }
}

/** @param {Own} own */
function partsOf({ files, datacenters, weights }) {
  const { parts } = words;
  const maps = files.filter(({ name }) => name.startsWith("maps/")).length;
  const joins = weights ? parts.weights : files.some(({ name }) => name === JOINS) ? parts.joins : "";
  const sites = datacenters ? fill(parts.datacenters, datacenters.length) : "";
  return [sites, maps > 0 ? fill(parts.maps, maps) : "", joins].filter(Boolean);
}

/** Recorded joins beside the built-in ones, in words. @param {JoinsComparison} compared */
function differences({ joins, ccu, recorded, others }) {
  const hour = (/** @type {number} */ hour) => `${two(hour)}:00`;
  const share = (/** @type {number[] | null} */ continents, /** @type {number} */ at) => num(continents?.[at] ?? null, 1);
  return [
    fill(words.recorded.population, num(joins), num(Math.round(ccu))),
    fill(words.recorded.busiest, hour(recorded.busiest_hour), hour(others.busiest_hour)),
    ...CONTINENTS.map((continent, at) =>
      fill(words.recorded.continent, places.tools.areas[continent], share(recorded.continents, at), share(others.continents, at)),
    ),
  ];
}

/** The report of a file as an element. @param {Omit<FileReport, "kind"> & { kind: string | null }} file */
function reportLine({ name, kind, report, error }) {
  const title = [name, words.kinds[kind ?? ""]].filter(Boolean).join(": ");
  if (error || !report) return el("li", { class: "bad" }, icon("warn"), el("b", {}, name), el("p", {}, error ?? ""));
  const refused = report.first_refused.map((reason) => el("li", {}, reason));
  return el("li", {}, el("b", {}, title), el("p", {}, `${countsOf(kind ?? "", report).join(", ")}.`), el("ul", {}, ...refused));
}

/** @param {string} kind @param {ReadReport} report */
function countsOf(kind, { read, refused, clamped, facts }) {
  const counts = [fill(words.units[kind] ?? words.rows, num(read))];
  if (refused > 0) counts.push(fill(words.refused, num(refused)));
  if (clamped > 0) counts.push(fill(words.clamped, num(clamped)));
  return [...counts, ...facts.map(({ fact, count }) => fill(words.facts[fact], num(count)))];
}
