/** "Where next?" and "Safe to switch off": places with their gain or loss, each with a button to add or switch off. */

import { el, setText } from "../../core/dom.js";
import { rove } from "../../ui/focus.js";
import { num } from "../../core/format.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";
import { newest } from "./newest.js";
import { countryName, shownChange } from "./words.js";

/** @import { Tools } from "./tools.js" */
/** @import { Aim, Measure, NextPlace, SitePlace } from "./types" */
/** @import { NextPlaces } from "../../pkg-lab/matchday_web_lab.js" */

const COUNT = 5;
/** Codes of continents; empty: the world. */
const CONTINENTS = ["", "AF", "AS", "EU", "NA", "OC", "SA"];
const words = worldText.tools;

/** @type {Record<Aim, Measure>} */
const MEASURE = { within50: "within_50", within100: "within_100", mean: "rtt_ms" };

export class Advice {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    const options = Object.entries(words.aims).map(([value, name]) => el("option", { value }, name));
    this.aim = el("select", { "aria-label": words.aim, onchange: () => this.renew() }, ...options);
    this.took = el("p", { class: "note", "data-testid": "advice-took" });
    /** The code of the continent whose joins count; empty: the world. */
    this.area = "";
    this.areas = CONTINENTS.map((code) =>
      el("button", { type: "button", "data-area": code, onclick: () => this.choose(code) }, words.areas[code || "world"]),
    );
    /** The place that brings most, and its gain. @type {{ name: string, worth: string, take: () => void } | null} */
    this.best = null;
    this.next = el("ol", { class: "gains", "data-testid": "next-cities" });
    this.spare = el("ol");
    this.element = el(
      "div",
      { class: "advice", "data-testid": "advice" },
      el(
        "section",
        {},
        el("div", { class: "aim" }, el("h3", {}, words.next), el("span", { class: "pick" }, this.aim)),
        el("div", { class: "seg areas", role: "group", "aria-label": words.gainOf }, ...this.areas),
        this.next,
        this.took,
      ),
      el("section", {}, el("h3", {}, words.spare), this.spare),
    );
    for (const list of [this.next, this.spare]) rove(list, "button");
    const retry = () => this.renew();
    this.question = newest(
      async (/** @type {{ sites: SitePlace[], aim: Aim, continent?: string }} */ args) => {
        const next = await tools.ask("next", { ...args, count: COUNT }, retry, true);
        const spare = next && (await tools.ask("spare", args, retry, true));
        if (!next || !spare) return void this.element.removeAttribute("aria-busy");
        return { next, spare };
      },
      ({ next, spare }, { aim }) => this.show(next, spare, aim),
    );
  }

  /** Requests the lists again after a change of datacenters or of the measure. */
  renew() {
    this.element.setAttribute("aria-busy", "true");
    this.tools.coverage.onChange();
    this.question.drop();
    for (const button of this.areas) button.setAttribute("aria-pressed", String(button.dataset.area === this.area));
    this.question.ask({ sites: this.tools.active(), aim: /** @type {Aim} */ (this.aim.value), continent: this.area || undefined });
  }

  /** Counts the joins of one continent only. @param {string} code */
  choose(code) {
    this.area = code;
    this.renew();
  }

  /** @param {NextPlaces} next @param {{ name: string, change: number }[]} spare @param {Aim} aim */
  show(next, spare, aim) {
    this.element.removeAttribute("aria-busy");
    const { list } = this.tools;
    const measure = MEASURE[aim];
    // A lower mean is a gain.
    const sign = aim === "mean" ? -1 : 1;
    const worth = (/** @type {number} */ change) => shownChange(measure, sign * change, 2) || words.nothing;
    const labels = new Map(list.sites.map(({ name, label }) => [name, label]));
    this.best = null;
    const seen = next.places.filter(({ change }) => shownChange(measure, change, 2));
    const [first] = seen;
    const places = seen.map((place, at) => {
      const line = item(placeName(place), worth(place.change), words.add, () => this.runOnce(() => this.add(place)));
      line.style.setProperty("--share", String(place.change / first.change));
      line.prepend(el("span", { class: "rank" }, num(at + 1)));
      return line;
    });
    this.tools.page.update({ proposed: seen });
    if (first) this.best = { name: placeName(first), worth: worth(first.change), take: () => this.runOnce(() => this.add(first)) };
    const losses = spare
      .slice(0, COUNT)
      .map(({ name, change }) =>
        item(labels.get(name) ?? name, worth(-change), words.off, () => this.runOnce(() => list.switchSite(name, false))),
      );
    fillList(this.next, places, words.noGain);
    fillList(this.spare, losses, text.sites.lastOne);
    setText(this.took, fill(words.took, num(next.compared), num(next.took_s, 2)));
    this.tools.coverage.onChange();
  }

  /** Runs the action of a row, once: after that the list is outdated. @param {() => boolean} act */
  runOnce(act) {
    if (this.element.hasAttribute("aria-busy")) return;
    if (act()) this.element.setAttribute("aria-busy", "true");
  }

  /** @param {NextPlace} place */
  add({ name, label, lat, lon }) {
    const { list, placing } = this.tools;
    return name ? list.switchSite(name, true) : list.putSite(placing.nameFor(label), lat, lon);
  }
}

/** @param {NextPlace} place */
const placeName = ({ label, country }) => (country ? `${label}, ${countryName(country)}` : label);

/** Fills a list. If the focus was in it, the first new row gets the focus. @param {HTMLElement} list @param {HTMLElement[]} items @param {string} none */
function fillList(list, items, none) {
  const wasHere = list.contains(document.activeElement);
  list.replaceChildren(...(items.length ? items : [el("li", {}, none)]));
  if (wasHere) list.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {string} name @param {string} worth @param {string} verb @param {EventListener} onclick */
const item = (name, worth, verb, onclick) =>
  el(
    "li",
    {},
    el("span", {}, name),
    el("b", {}, worth),
    el("button", { type: "button", class: "linkish", "aria-label": `${verb} ${name}`, onclick }, verb),
  );
