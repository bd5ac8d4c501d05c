/** The list of datacenters: switches with live counts, and the keyboard path to the map. */

import { el, setText } from "./dom.js";
import { num } from "./format.js";
import { onScreen } from "./state.js";
import { text } from "./text.js";

/** @import { Change, Engine, PageState, Site, SiteMoment } from "./types" */
/** @import { Stage } from "./state.js" */

const words = text.sites;

/**
 * The `dcs` text of a set of switches, relative to the default set.
 * @param {Site[]} defaults
 * @param {Site[]} sites
 */
export function dcsText(defaults, sites) {
  const initial = new Map(defaults.map(({ name, active }) => [name, active]));
  return sites
    .flatMap(({ name, active, lat, lon }) => {
      const before = initial.get(name);
      if (before === undefined) return active ? [`+${name}@${lat},${lon}`] : [];
      return before === active ? [] : [active ? name : `-${name}`];
    })
    .join(",");
}

export class DatacenterList {
  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {PageState} state
   * @param {Stage} stage
   * @param {(dcs: string) => void} set throws when the list is not a good one
   */
  constructor(root, engine, state, stage, set) {
    this.engine = engine;
    this.state = state;
    this.set = set;
    /** @type {Site[]} */
    this.defaults = engine.world.datacenters("");
    /** @type {Site[]} */
    this.sites = [];
    this.listed = "";
    this.sub = el("span", { class: "sub" });
    this.list = el("div", { class: "dcs" });
    this.problem = el("p", { class: "warn", role: "alert" });
    this.details = el(
      "details",
      { class: "sites", open: !matchMedia("(max-width: 900px)").matches },
      el("summary", {}, el("h3", {}, words.title), this.sub),
      this.list,
      this.makeForm(),
      this.problem,
    );
    root.append(this.details);
    /** @type {Map<string, { label: HTMLElement, box: HTMLInputElement, count: HTMLElement, bar: HTMLElement }>} */
    this.rows = new Map();
    const over = (/** @type {Event} */ event) => {
      const label = /** @type {Element} */ (event.target).closest("label");
      const name = label instanceof HTMLElement ? (label.dataset.name ?? null) : null;
      if (name === state.hover) return;
      state.hover = name;
      stage.changed("hover");
    };
    for (const kind of ["pointerover", "focusin"]) this.list.addEventListener(kind, over);
    this.list.addEventListener("pointerleave", over);
    this.list.addEventListener("change", (event) => this.toggle(/** @type {HTMLInputElement} */ (event.target)));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.sync();
    if (changed.has("time") || changed.has("data") || changed.has("runs")) this.count();
    if (changed.has("hover")) {
      for (const [name, { label }] of this.rows) label.classList.toggle("on", name === this.state.hover);
    }
  }

  sync() {
    this.sites = this.engine.world.datacenters(this.state.params.dcs);
    const names = this.sites.map(({ name }) => name).join();
    if (this.listed !== names) this.build();
    this.listed = names;
    for (const { name, active } of this.sites) {
      const box = this.rows.get(name)?.box;
      if (box) box.checked = active;
    }
    setText(this.sub, words.on(this.sites.filter(({ active }) => active).length, this.sites.length));
  }

  build() {
    this.rows.clear();
    /** @type {Map<string, HTMLElement[]>} */
    const regions = new Map();
    for (const { name, label: title, region } of this.sites) {
      const box = el("input", { type: "checkbox", value: name });
      const count = el("span", { class: "k" });
      const bar = el("i");
      const label = el("label", { "data-name": name }, box, el("span", {}, title), count, el("span", { class: "sp" }, bar));
      this.rows.set(name, { label, box, count, bar });
      const heading = region || words.own;
      regions.set(heading, [...(regions.get(heading) ?? []), label]);
    }
    const sections = [...regions].map(([region, labels]) =>
      el("section", {}, el("h4", {}, region, el("span", {}, String(labels.length))), ...labels),
    );
    this.list.replaceChildren(...sections);
  }

  count() {
    const shown = onScreen(this.state);
    if (!shown || !this.details.open) return;
    /** @type {SiteMoment[]} */
    const moments = shown.run.recording.datacenters_at(shown.time_s);
    const most = moments.reduce((a, { players }) => Math.max(a, players), 1);
    for (const { name, active, index } of shown.run.sites) {
      const row = this.rows.get(name);
      if (!row) continue;
      const players = active ? (moments[index]?.players ?? 0) : 0;
      setText(row.count, active ? num(players) : "–");
      row.bar.style.width = `${(100 * players) / most}%`;
    }
  }

  /** @param {HTMLInputElement} box */
  toggle(box) {
    this.apply(this.sites.map((site) => (site.name === box.value ? { ...site, active: box.checked } : site)));
  }

  /** @param {Site[]} sites */
  apply(sites) {
    setText(this.problem, "");
    try {
      if (!sites.some(({ active }) => active)) throw new Error(words.lastOne);
      this.set(dcsText(this.defaults, sites));
      return true;
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
      this.sync();
      return false;
    }
  }

  makeForm() {
    const field = (/** @type {string} */ label, /** @type {Record<string, string | number | boolean>} */ props) =>
      el("input", { class: "field", "aria-label": label, placeholder: label, required: true, ...props });
    const name = field(words.name, { maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*" });
    const lat = field(words.lat, { type: "number", min: -90, max: 90, step: "any" });
    const lon = field(words.lon, { type: "number", min: -180, max: 180, step: "any" });
    const form = el("form", { class: "addsite" }, name, lat, lon, el("button", { class: "btn solid" }, words.add));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const site = { name: name.value, label: name.value, region: "", active: true, index: -1 };
      const added = this.apply([...this.sites, { ...site, lat: Number(lat.value), lon: Number(lon.value) }]);
      if (added) form.reset();
    });
    return form;
  }
}
