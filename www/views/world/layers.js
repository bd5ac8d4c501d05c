/** Maps instead of the latency layer: one datacenter, nearest areas, the difference of two; and the map as a picture. */

import { el, need } from "../../core/dom.js";
import { lerp } from "../../core/format.js";
import { DATA_WIDTH, FINE, between, paintWorld, rgb, word } from "../../map/layers.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";
import { download } from "../../ui/download.js";
import { newest } from "./newest.js";
import { picture } from "./picture.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ChartTheme } from "../../core/types" */
/** @import { Tools } from "./tools.js" */
/** @import { SitePlace } from "./types" */

/** @typedef {"areas" | "one" | "difference"} Kind */
/** An entry of the legend. @typedef {{ color: string, name: string }} Entry */

/** Ends of the steps of one map, ms. */
const STEPS = [25, 50, 75, 100, 150];
/** Ends of the steps of a difference, ms, in both directions. */
const DIFFERENCES = [5, 20, 50];
/** Colours of areas. Neighbours have different ones. */
const AREA_COLORS = ["playing", "searching", "between", "near", "far", "accent", "edge"];
const NO_DATA = 65_535;
/** Number of datacenters of each kind of map. @type {Record<Kind, number>} */
const PICKS = { areas: 0, one: 1, difference: 2 };
const ALPHA = { dark: 120, light: 130 };
const words = worldText.tools;

export class MapLayers {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.button = need('[data-tool="layers"]');
    const option = (/** @type {[string, string]} */ [value, name]) => el("option", { value }, name);
    const onchange = () => this.renew();
    this.kind = el("select", { onchange, "aria-label": words.show }, ...Object.entries(words.maps).map(option));
    this.a = el("select", { onchange, "aria-label": words.of });
    this.b = el("select", { onchange, "aria-label": words.against });
    this.legend = el("ul", { class: "key" });
    this.legendTitle = el("p", { class: "note", "data-testid": "map-layers-title" });
    const pick = (/** @type {HTMLElement} */ select) => el("span", { class: "pick" }, select);
    this.panel = el(
      "div",
      { class: "maps", "data-testid": "map-layers", hidden: "" },
      this.legendTitle,
      this.legend,
      el("div", { class: "picks" }, pick(this.kind), pick(this.a), pick(this.b)),
    );
    need(".layers .row").before(this.panel);
    /** Requests the chosen map again after a failure. */
    this.retry = () => this.isOpen() && this.renew();
    /** The requested map, as links write it. */
    this.asked = "";
    /** The legend of the map. @type {Entry[]} */
    this.entries = [];
    /** Draws the tint again, in the colours of the theme. @type {() => void} */
    this.paint = () => {};
    this.question = newest(
      (/** @type {{ kind: Kind, a: SitePlace, b: SitePlace, sites: SitePlace[] }} */ args) => this.ask(args),
      (paint) => {
        this.paint = paint;
        this.applyLayer();
      },
    );
  }

  toggle() {
    if (this.isOpen()) return this.close();
    this.open();
    this.kind.focus();
    this.renew();
  }

  isOpen() {
    return !this.panel.hidden;
  }

  open() {
    this.panel.hidden = false;
    this.showButton();
  }

  /** Removes the map, so that the land has its own colour. */
  close() {
    this.question.drop();
    this.panel.hidden = true;
    this.tools.page.update({ tint: (this.asked = ""), painted: null });
    this.paint = () => {};
    this.showButton();
  }

  showButton() {
    for (const name of ["aria-pressed", "aria-expanded"]) this.button.setAttribute(name, String(this.isOpen()));
  }

  /** Fills the choices with all datacenters, active or not. */
  fillPicks() {
    const { sites } = this.tools.list;
    const on = sites.filter(({ active }) => active);
    [this.a, this.b].forEach((select, i) => {
      const chosen = sites.find(({ name }) => name === select.value) ?? on[i] ?? sites[0];
      select.replaceChildren(...sites.map(({ name, label }) => el("option", { value: name }, label)));
      select.value = chosen.name;
    });
  }

  /** Shows the map of a link. */
  followMoment() {
    const [kind, a, b] = this.tools.page.state.tint.split("@");
    if (!kind) return this.isOpen() ? this.close() : undefined;
    this.open();
    this.kind.value = kind;
    if (a) this.a.value = a;
    if (b) this.b.value = b;
    this.renew();
  }

  /** Requests the chosen map, and writes it into the link. */
  renew() {
    const kind = /** @type {Kind} */ (this.kind.value);
    [this.a, this.b].forEach((select, i) => {
      /** @type {HTMLElement} */ (select.parentElement).hidden = i >= PICKS[kind];
    });
    this.asked = [kind, this.a.value, this.b.value].slice(0, 1 + PICKS[kind]).join("@");
    this.tools.page.update({ tint: this.asked });
    const site = (/** @type {HTMLSelectElement} */ { value }) => {
      const { name, lat, lon } = this.tools.list.sites.find((other) => other.name === value) ?? this.tools.list.sites[0];
      return { name, lat, lon };
    };
    this.question.ask({ kind, a: site(this.a), b: site(this.b), sites: this.tools.active() });
  }

  /** @param {{ kind: Kind, a: SitePlace, b: SitePlace, sites: SitePlace[] }} args @returns {Promise<(() => void) | undefined>} */
  async ask({ kind, a, b, sites }) {
    const { tools } = this;
    const label = (/** @type {SitePlace} */ { name }) => tools.list.sites.find((other) => other.name === name)?.label ?? name;
    const theme = () => tools.page.state.theme;
    const show = (/** @type {string} */ title, /** @type {Entry[]} */ entries, /** @type {HTMLCanvasElement} */ painted) => {
      this.legendTitle.textContent = title;
      this.entries = entries;
      tools.page.update({ painted });
    };
    if (kind === "areas") {
      const areas = await tools.ask("areas", { sites }, this.retry, true);
      return areas && (() => show(words.legends.areas, [], paintAreas(areas, theme())));
    }
    const first = await tools.ask("map", { site: a }, this.retry, true);
    if (kind === "one") {
      return first && (() => show(fill(words.legends.one, label(a)), stepEntries(theme()), paintOne(first, theme())));
    }
    const second = first && (await tools.ask("map", { site: b }, this.retry, true));
    const names = /** @type {const} */ ([label(a), label(b)]);
    return (
      first &&
      second &&
      (() => show(fill(words.legends.difference, ...names), differenceEntries(theme()), paintDifference(first, second, theme())))
    );
  }

  applyLayer() {
    this.paint();
    const swatch = (/** @type {string} */ color) => {
      const i = el("i");
      i.style.background = color;
      return i;
    };
    this.legend.replaceChildren(...this.entries.map(({ color, name }) => el("li", {}, swatch(color), name)));
    this.legend.hidden = this.entries.length === 0;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.fillPicks();
    if (changed.has("layers") && this.tools.page.state.tint !== this.asked) this.followMoment();
    else if (changed.has("params") && this.isOpen()) this.renew();
    if (changed.has("theme") && this.isOpen()) this.applyLayer();
  }

  async save() {
    const legend = this.isOpen() ? { title: this.legendTitle.textContent ?? "", entries: this.entries } : null;
    const blob = await picture(this.tools, legend);
    if (blob) download("matchday-map.png", blob);
  }
}

/** @param {ChartTheme} theme */
const alpha = ({ dark }) => (dark ? ALPHA.dark : ALPHA.light);

/** Colours from near to far. @param {ChartTheme} theme @param {number} count */
function scale({ colors }, count) {
  const [near, mid, far] = [colors.near, colors.mid, colors.far].map(rgb);
  return Array.from({ length: count }, (_, i) => {
    const at = (2 * i) / (count - 1);
    const [from, to, share] = at <= 1 ? [near, mid, at] : [mid, far, at - 1];
    return from.map((channel, j) => Math.round(lerp(channel, to[j], share)));
  });
}

/** A colour as it appears on the land. @param {number[]} color @param {ChartTheme} theme */
function onLand(color, theme) {
  const land = rgb(theme.colors.land);
  return `rgb(${color.map((channel, i) => Math.round(lerp(land[i], channel, alpha(theme) / 255))).join()})`;
}

/** @param {ChartTheme} theme @returns {Entry[]} */
function stepEntries(theme) {
  const names = [...STEPS.map((ms) => fill(words.upTo, ms)), fill(words.beyond, STEPS[STEPS.length - 1])];
  return scale(theme, names.length).map((color, i) => ({ color: onLand(color, theme), name: names[i] }));
}

/** @param {Uint8Array} rtt @param {ChartTheme} theme */
function paintOne(rtt, theme) {
  const colors = scale(theme, STEPS.length + 1).map((color) => word(color, alpha(theme)));
  return paintWorld((x, y) => {
    const ms = sample(rtt, x, y);
    return ms > 0 ? colors[STEPS.filter((step) => ms > step).length] : 0;
  });
}

/** @param {ChartTheme} theme @returns {Entry[]} */
function differenceEntries(theme) {
  const side = DIFFERENCES.map((ms, i) => (i < DIFFERENCES.length - 1 ? `${ms}` : fill(words.orMore, ms)));
  const names = [...[...side].reverse(), words.alike, ...side];
  return scale(theme, names.length).map((color, i) => ({ color: onLand(color, theme), name: names[i] }));
}

/** @param {Uint8Array} a @param {Uint8Array} b @param {ChartTheme} theme */
function paintDifference(a, b, theme) {
  const colors = scale(theme, 2 * DIFFERENCES.length + 1).map((color) => word(color, alpha(theme)));
  return paintWorld((x, y) => {
    const [here, there] = [sample(a, x, y), sample(b, x, y)];
    if (!(here > 0 && there > 0)) return 0;
    const steps = DIFFERENCES.filter((ms) => Math.abs(here - there) >= ms).length;
    return colors[DIFFERENCES.length + (here > there ? steps : -steps)];
  });
}

/** RTT of a pixel. @param {Uint8Array} rtt @param {number} x @param {number} y */
const sample = (rtt, x, y) => between(rtt, (x + 0.5) / FINE - 0.5, (y + 0.5) / FINE - 0.5);

/** @param {Uint16Array} areas @param {ChartTheme} theme */
function paintAreas(areas, theme) {
  const colors = AREA_COLORS.map((name) => word(rgb(theme.colors[name]), alpha(theme)));
  const border = word(rgb(theme.colors.ink), 200);
  const chosen = colorAreas(areas, colors.length);
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    areas[Math.floor(y / FINE) * DATA_WIDTH + (Math.floor(x / FINE) % DATA_WIDTH)];
  return paintWorld((x, y) => {
    const here = at(x, y);
    if (here === NO_DATA) return 0;
    // The border is drawn in the western and northern cells.
    const others = [at(x + 1, y), at(x, y + 1)];
    return others.some((other) => other !== here && other !== undefined && other !== NO_DATA) ? border : colors[chosen[here]];
  });
}

/** A colour for each area that differs from its neighbours', if there are enough colours. @param {Uint16Array} areas @param {number} count */
function colorAreas(areas, count) {
  /** @type {Map<number, Set<number>>} */
  const neighbours = new Map();
  const meet = (/** @type {number} */ a, /** @type {number} */ b) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  areas.forEach((a, cell) => {
    const row = cell - (cell % DATA_WIDTH);
    for (const b of [areas[row + ((cell + 1) % DATA_WIDTH)], areas[cell + DATA_WIDTH]]) {
      if (a === NO_DATA || b === undefined || b === NO_DATA) continue;
      meet(a, b);
      meet(b, a);
    }
  });
  /** @type {number[]} */
  const colors = [];
  for (const area of [...neighbours.keys()].sort((a, b) => a - b)) {
    const taken = new Set([...(neighbours.get(area) ?? [])].filter((other) => other !== area).map((other) => colors[other]));
    const free = Array.from({ length: count }, (_, i) => (area + i) % count).find((color) => !taken.has(color));
    colors[area] = free ?? area % count;
  }
  return colors;
}
