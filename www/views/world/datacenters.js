/** The list of datacenters: switches with live counts, and a form that adds one. It makes all actions of the map available by keyboard. */

import { el, need, setText, watchSight } from "../../core/dom.js";
import { rove } from "../../ui/focus.js";
import { num } from "../../core/format.js";
import { onScreen, sitesAt } from "../../core/state.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { WorldPage as Page } from "../../ui/page" */
/** @import { Site } from "../../core/types" */

/** The `dcs` text of a set of switches, relative to the default set. @param {Site[]} defaults @param {Site[]} sites */
function dcsText(defaults, sites) {
  const initial = new Map(defaults.map(({ name, active }) => [name, active]));
  const changes = sites.map(({ name, active, lat, lon }) => {
    if (!initial.has(name)) return active ? `+${name}@${lat},${lon}` : "";
    return initial.get(name) === active ? "" : active ? name : `-${name}`;
  });
  return changes.filter(Boolean).join();
}

const words = worldText.sites;

/** @type {DatacenterList | undefined} */
let only;

/** The list of the page, shown or not: tools of the map switch datacenters by it. @param {Page} page */
export function datacentersOf(page) {
  return (only ??= page.store.add(new DatacenterList(page)));
}

export class DatacenterList {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.summary = el("span", { class: "sub", "data-testid": "datacenters-on" });
    this.filter = el("input", {
      class: "field",
      type: "search",
      "aria-label": words.filter,
      placeholder: words.filter,
      oninput: () => this.choose(),
    });
    this.list = el("div", { class: "dcs" });
    this.problem = el("p", { class: "warn", role: "alert" });
    this.form = this.makeForm();
    const head = el(
      "div",
      { class: "listhead" },
      el("h3", { tabindex: -1 }, words.title),
      this.filter,
      this.summary,
      el("span", { class: "read" }),
    );
    this.root = el("section", { class: "wide", id: "sites", "data-pane": "datacenters" }, head, this.list, this.form, this.problem);
    /** @type {Site[]} */
    this.sites = [];
    /** Names of the data set's datacenters. @type {Set<string>} */
    this.builtIn = new Set();
    /** The reader's own datacenters that are switched off. Links do not have them. @type {Site[]} */
    this.resting = [];
    /** Names of the rows, in order. The rows are made again when the names change. */
    this.listed = "";
    /** @type {Map<string, { label: HTMLElement, box: HTMLInputElement, count: HTMLElement, bar: HTMLElement }>} */
    this.rows = new Map();
    rove(this.list, "input[type=checkbox]");
    this.seen = watchSight(this.list, () => this.countPlayers());
    this.listen();
    this.sync();
  }

  makeForm() {
    const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Record<string, string | number>} */ props) =>
      el("input", { class: "field", name, "aria-label": label, placeholder: label, required: "", ...props });
    const degrees = (/** @type {number} */ most) => ({ type: "number", min: -most, max: most, step: "any" });
    return /** @type {HTMLFormElement} */ (
      el(
        "form",
        { class: "addsite" },
        field("name", words.name, { maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", list: "cities", autocomplete: "off" }),
        el("datalist", { id: "cities" }),
        field("lat", words.lat, degrees(90)),
        field("lon", words.lon, degrees(180)),
        el("button", { class: "btn solid" }, words.add),
      )
    );
  }

  /** Shows the datacenters whose names contain the text of the filter. */
  choose() {
    const wanted = this.filter.value.trim().toLowerCase();
    for (const { label } of this.rows.values()) {
      const row = label.parentElement?.matches(".own") ? label.parentElement : label;
      row.hidden = !label.textContent?.toLowerCase().includes(wanted);
    }
    for (const section of this.list.children) {
      const rows = [...section.children].slice(1);
      /** @type {HTMLElement} */ (section).hidden = rows.every((row) => /** @type {HTMLElement} */ (row).hidden);
    }
  }

  listen() {
    const { update } = this.page;
    const over = (/** @type {Event} */ event) => {
      const label = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("label"));
      const name = label?.dataset.name ?? null;
      update({ hover: name });
    };
    for (const kind of ["pointerover", "focusin", "pointerleave"]) this.list.addEventListener(kind, over);
    this.list.addEventListener("change", (event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      this.switchSite(box.value, box.checked);
    });
    const { form } = this;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [name, lat, lon] = ["name", "lat", "lon"].map((field) => String(new FormData(form).get(field)));
      if (this.putSite(name, Number(lat), Number(lon))) form.reset();
    });
  }

  /** Adds a datacenter of the reader's own, or moves the one with that name. @param {string} name @param {number} lat @param {number} lon */
  putSite(name, lat, lon) {
    if (this.builtIn.has(name)) return this.refuse(fill(text.sites.taken, name));
    const site = { name, label: name, region: "", lat, lon, active: true, index: null };
    const others = this.sites.filter((other) => other.name !== name);
    return this.applySites([...others, site]);
  }

  /** Switches a datacenter on or off. @param {string} name @param {boolean} active */
  switchSite(name, active) {
    return this.applySites(this.sites.map((site) => (site.name === name ? { ...site, active } : site)));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.sync(changed.has("world"));
    if (changed.has("players") || changed.has("data") || changed.has("runs")) this.countPlayers();
    if (!changed.has("hover")) return;
    for (const [name, { label }] of this.rows) label.classList.toggle("on", name === this.page.state.hover);
  }

  /** @param {boolean} [anew] whether names may mean other places now */
  sync(anew = false) {
    const { engine, state } = this.page;
    if (anew) this.resting = [];
    const listed = engine.world.datacenters("");
    this.builtIn = new Set(listed.map(({ name }) => name));
    const all = engine.world.datacenters(state.params.dcs);
    this.resting = this.resting.filter(({ name }) => !all.some((site) => site.name === name));
    this.sites = [...all, ...this.resting];
    const names = this.sites.map(({ name }) => name).join();
    if (anew || this.listed !== names) this.build();
    this.listed = names;
    for (const { name, active } of this.sites) {
      const row = this.rows.get(name);
      if (row) row.box.checked = active;
    }
    setText(this.summary, fill(text.sites.on, this.sites.filter(({ active }) => active).length, this.sites.length));
  }

  build() {
    this.rows.clear();
    /** @type {Map<string, HTMLElement[]>} */
    const regions = new Map();
    for (const { name, label: title, region } of this.sites) {
      const box = el("input", { type: "checkbox", value: name });
      const [count, bar] = [el("b"), el("i")];
      const label = el(
        "label",
        { "data-name": name },
        box,
        el("span", {}, title),
        el("span", { class: "k" }, count),
        el("span", { class: "sp" }, bar),
      );
      this.rows.set(name, { label, box, count, bar });
      const heading = region || text.sites.own;
      const row = this.builtIn.has(name)
        ? label
        : el("div", { class: "own", "data-testid": "own-datacenter" }, label, ...this.ownButtons(name));
      regions.set(heading, [...(regions.get(heading) ?? []), row]);
    }
    const section = (/** @type {[string, HTMLElement[]]} */ [region, labels]) =>
      el("section", {}, el("h4", {}, region, el("span", {}, String(labels.length))), ...labels);
    this.list.replaceChildren(...[...regions].map(section));
    this.choose();
  }

  /** The buttons of a datacenter of the reader's own: "move" fills the form, "remove" deletes it. @param {string} name */
  ownButtons(name) {
    const move = () => {
      const site = this.sites.find((other) => other.name === name);
      const fields = /** @type {const} */ (["name", "lat", "lon"]).map((field) => {
        const input = /** @type {HTMLInputElement} */ (need(`[name=${field}]`, this.form));
        input.value = String(site?.[field]);
        return input;
      });
      fields[1].focus();
    };
    const remove = () => {
      // The focused row is removed.
      if (this.applySites(this.sites.filter((other) => other.name !== name))) need("h3", this.root).focus({ preventScroll: true });
    };
    const button = (/** @type {string} */ words, /** @type {EventListener} */ onclick) =>
      el("button", { type: "button", class: "linkish", "aria-label": `${words} ${name}`, onclick }, words);
    return [button(text.sites.move, move), button(text.sites.remove, remove)];
  }

  countPlayers() {
    const shown = onScreen(this.page.state);
    if (!shown || !this.seen()) return;
    const moments = sitesAt(shown);
    const most = moments.reduce((a, { players }) => Math.max(a, players), 1);
    for (const { name, index } of shown.run.sites) {
      const row = this.rows.get(name);
      const players = index === null ? undefined : moments[index]?.players;
      if (!row) continue;
      setText(row.count, num(players ?? NaN));
      row.bar.style.transform = `scaleX(${(players ?? 0) / most})`;
    }
  }

  /** Uses a list of datacenters. Returns false, and changes nothing, if the engine refuses it. @param {Site[]} sites */
  applySites(sites) {
    const { engine, set } = this.page;
    setText(this.problem, "");
    try {
      if (!sites.some(({ active }) => active)) throw new Error(text.sites.lastOne);
      set({ dcs: dcsText(engine.world.datacenters(""), sites) });
      this.resting = sites.filter(({ name, active }) => !active && !this.builtIn.has(name));
      return true;
    } catch (error) {
      return this.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} why */
  refuse(why) {
    setText(this.problem, why);
    this.sync();
    return false;
  }
}
