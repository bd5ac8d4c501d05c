/** The world map: its layers, its legend and switches, and the pointer on it. */

import { all, need, pixelRatio, resize, setText } from "../core/dom.js";
import { clock, num } from "../core/format.js";
import { usePart } from "../core/lazy.js";
import { onScreen, shownMoment, shownTime, sitesAt } from "../core/state.js";
import { fill, text } from "../core/text.js";
import { GLOW_CELL, drawBands, drawBase, drawGlow, drawNight, landPath, palette } from "./layers.js";
import { Card, Overlay, ringsOf } from "./overlay.js";
import { View, listenToGestures, moveByKey, zoomStep } from "./view.js";

/** @import { Change, Layer, Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { MapCounts, PlayersByState } from "../core/types" */
/** @import { Box, Outage, Ring } from "./overlay.js" */

/** Time between updates of rings and labels while the day plays: they cost more than the dots, and cannot be read faster. */
const READABLE_MS = 100;

/** Simulated seconds a second at which matches can be watched. */
const WATCH_SPEED = 10;

/** What changes while the day plays, and moves neither legend nor switches. @type {Set<Change>} */
const MOVING = new Set(["time", "players", "matches"]);

/** Greatest distance from a ring at which the pointer is on it. */
const REACH_PX = 14;

/** @typedef {HTMLCanvasElement} Canvas */

export class WorldMap {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.view = new View();
    this.painter = new page.engine.wasm.MapPainter(page.engine.world);
    this.land = landPath(page.engine.land);
    const [base, night, glow, dots, surface] = /** @type {Canvas[]} */ (all("canvas", root));
    this.canvases = { base, night, glow, dots };
    this.surface = surface;
    this.overlay = new Overlay(this.surface);
    this.card = new Card(root);
    this.legend = need(".legend", root);
    this.online = need(".now span", this.legend);
    this.counts = all("b", this.legend);
    this.chips = all("[data-layer]", root);
    this.bands = all(".bands", root);
    /** @type {Ring[]} */
    this.rings = [];
    /** The latency layer, and the state that it was drawn for. @type {{ key: string, canvas: Canvas | null }} */
    this.latency = { key: "", canvas: null };
    this.nightKey = "";
    /** The bands that the land was last drawn with. */
    this.bandsOf = "";
    /** The state that the painter was last laid out for. */
    this.placed = "";
    /** Density of players in the cells of the glow. */
    this.density = { cells: new Uint8Array(), columns: 0, rows: 0 };
    /** Where nothing may be written. @type {Box[]} */
    this.taken = [];
    /** Players and matches one by one, once the reader has come near. @type {import("./matches.js").Matches | null} */
    this.matches = null;
    this.loadsMatches = false;
    /** When rings and words were drawn, and whether the players have moved on since. */
    this.writtenAt = 0;
    this.behind = false;
    this.listen();
  }

  listen() {
    const { page, surface, view } = this;
    listenToGestures(
      surface,
      view,
      () => this.shift(),
      (x, y) => this.setHover(this.siteAt(x, y)),
      (x, y) => this.press(x, y),
    );
    surface.addEventListener("pointerleave", () => this.setHover(null));
    surface.addEventListener("keydown", (event) => (moveByKey(view, event) ? this.shift() : this.hoverNext(event)));
    for (const button of all("[data-zoom]", this.root)) {
      button.addEventListener("click", () => {
        zoomStep(view, button.dataset.zoom);
        this.shift();
      });
    }
    for (const button of all("[data-watch]", this.root)) button.addEventListener("click", () => this.watchMatches());
    for (const chip of this.chips) {
      chip.addEventListener("click", () => {
        const layer = /** @type {Layer} */ (chip.dataset.layer);
        page.update({ layers: page.state.layers.symmetricDifference(new Set([layer])) });
      });
    }
    new ResizeObserver(([resized]) => page.update({ resized })).observe(this.root);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const has = (/** @type {Change[]} */ ...changes) => changes.some((change) => changed.has(change));
    if (has("world")) this.painter = new this.page.engine.wasm.MapPainter(this.page.engine.world);
    if (has("world")) this.placed = "";
    if (has("size")) this.resize();
    if (has("world", "theme")) this.takeColors();
    if (has("layers", "params")) this.syncSwitches();
    if (this.view.isNear) this.loadMatches();
    const anew = has("area", "size", "theme", "layers");
    const { ideal_ms, expand_ms, dcs } = this.page.state.params;
    const bands = [ideal_ms, expand_ms, dcs].join();
    // A slider in motion has no time for land that stays as it is.
    if (anew || this.bandsOf !== bands) this.drawBase(bands);
    this.bandsOf = bands;
    // Labels and cards keep their places while only the time changes.
    if (anew || [...changed].some((change) => !MOVING.has(change))) this.taken = this.controls();
    if (anew || has("time", "players")) this.drawNight();
    if (anew || has("players")) this.drawPlayers();
    this.behind ||= has("players", "runs");
    const now = performance.now();
    const due = !this.page.state.playing || now - this.writtenAt >= READABLE_MS;
    if (!anew && !has("hover") && !(this.behind && due)) return;
    this.behind = false;
    this.writtenAt = now;
    this.drawOverlay();
  }

  /** Loads what draws players one by one. */
  loadMatches() {
    if (this.loadsMatches) return;
    this.loadsMatches = true;
    const { page } = this;
    const use = (/** @type {typeof import("./matches.js")} */ { Matches }) => (this.matches = page.store.add(new Matches(this, page)));
    usePart(page, () => import("./matches.js"), use, true);
  }

  /** Goes to the busiest datacenter, and plays the day slowly. */
  watchMatches() {
    const shown = this.page.machine.onMap();
    if (!shown) return;
    const moments = sitesAt(shown);
    const playersAt = (/** @type {import("../core/types").Site} */ { index }) => (index === null ? -1 : (moments[index]?.players ?? 0));
    const [busiest] = [...shown.run.sites].sort((a, b) => playersAt(b) - playersAt(a));
    this.view.approach(busiest.lat, busiest.lon);
    this.page.update({ speed: WATCH_SPEED, playing: true });
    this.shift();
  }

  /** A press chooses a datacenter, or follows the player under it. @param {number} x @param {number} y */
  press(x, y) {
    const site = this.siteAt(x, y);
    const who = site === null ? (this.matches?.playerAt(x, y) ?? null) : null;
    if (who === null) return this.holdCard(site);
    this.page.open("experiments", "follow");
    this.page.update({ who });
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.view.resize(width, height);
    this.card.hide();
  }

  takeColors() {
    this.painter.palette(palette(this.page.state.theme));
    this.latency.key = this.nightKey = "";
  }

  syncSwitches() {
    const { layers, params, painted } = this.page.state;
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(layers.has(/** @type {Layer} */ (chip.dataset.layer))));
    for (const bands of this.bands) {
      bands.hidden = !layers.has("latency") || painted !== null;
      const names = all(":scope > span > span", bands);
      [params.ideal_ms, params.expand_ms].forEach((ms, i) => setText(names[i], fill(text.map.upTo, ms)));
    }
  }

  /** @param {string} key of the state that the latency layer depends on */
  drawBase(key) {
    const { state, engine } = this.page;
    const { ideal_ms, expand_ms, dcs } = state.params;
    const withBands = state.layers.has("latency") && !state.painted;
    if (withBands && this.latency.key !== key) {
      const [ideal, expanded] = [Number(ideal_ms), Math.max(Number(ideal_ms), Number(expand_ms))];
      this.latency = { key, canvas: drawBands(engine.world.nearest_rtt(dcs), ideal, expanded, state.theme) };
    }
    drawBase(this.canvases.base, this.view, this.land, state.theme, withBands ? this.latency.canvas : state.painted);
  }

  drawNight() {
    const { view, page, canvases } = this;
    const { night } = canvases;
    const time_s = shownTime(page.state);
    night.hidden = !page.state.layers.has("night");
    const key = [Math.floor(time_s / 60), view.left, view.top, view.zoom, view.width, view.height].join();
    if (night.hidden || this.nightKey === key) return;
    this.nightKey = key;
    drawNight(night, view, time_s, page.state.theme);
  }

  drawPlayers() {
    const { painter, view, page } = this;
    const { dots, glow } = this.canvases;
    const shown = page.machine.onMap();
    const dpr = pixelRatio();
    const [width, height] = [Math.round(view.width * dpr), Math.round(view.height * dpr)];
    if (!shown || this.root.clientHeight === 0) return;
    const placed = [width, height, view.left, view.top, view.scale].join();
    if (this.placed !== placed) {
      resize(dots, width, height);
      painter.resize(width, height, dpr, view.left, view.top, view.scale * dpr);
    }
    this.placed = placed;
    this.showCounts(shownMoment(shown), painter.paint(shown.run.results));
    const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (painter.pixels());
    dots.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
    const [columns, rows] = [painter.glow_width(), painter.glow_height()];
    // A copy: the view is good only until the engine is called again.
    this.density = { cells: painter.glow().slice(), columns, rows };
    drawGlow(glow, this.density.cells, columns, rows, page.state.theme);
    // For tests and scripts.
    Object.assign(this.root.dataset, { shown: shown.time_s, exact: shown.isExact });
  }

  /** Fills the legend. The numbers are the same as everywhere. @param {PlayersByState} moment @param {MapCounts} dots */
  showCounts({ ccu, playing, between, searching }, { players_per_dot: k }) {
    setText(this.online, num(ccu));
    const values = [playing, between, searching];
    this.counts.forEach((count, i) => setText(count, num(values[i])));
    const words = this.matches?.isOn() ? text.map.near : k > 1 ? fill(text.map.manyDots, k) : text.map.oneDot;
    for (const note of all(".note", this.legend)) setText(note, words);
  }

  drawOverlay() {
    const { view, page } = this;
    const { layers, time_s, held } = page.state;
    const hover = page.state.hover ?? held;
    const shown = onScreen(page.state);
    const taken = [...this.taken];
    const moments = shown ? sitesAt(shown) : [];
    this.rings = shown && layers.has("datacenters") ? ringsOf(shown.run.sites, moments, view) : [];
    const ring = this.rings.find(({ site }) => site.name === hover);
    if (ring) taken.push(...this.card.show(ring, this.rings, view, taken, (box) => this.densityIn(box)));
    else this.card.hide();
    this.card.element.classList.toggle("held", ring !== undefined && held === hover);
    const hours_s = layers.has("night") ? (shown?.time_s ?? time_s) : null;
    this.overlay.draw(view, page.state.theme, { rings: this.rings, hover, hours_s, taken, outages: this.outages(shown) });
  }

  /** The datacenters that are down at the shown moment. @param {{ run: Run, time_s: number } | null} shown @returns {Outage[]} */
  outages(shown) {
    if (!shown) return [];
    const { outages, sites } = shown.run;
    const isNow = (/** @type {{ from_s: number, until_s: number }} */ { from_s, until_s }) =>
      shown.time_s >= from_s && shown.time_s < until_s;
    return outages.filter(isNow).flatMap(({ datacenter, from_s, until_s }) => {
      const site = sites.find(({ index }) => index === datacenter);
      const ring = this.rings.find((ring) => ring.site === site);
      return ring ? [{ ring, words: fill(text.map.outage, ring.site.label, clock(from_s), clock(until_s)) }] : [];
    });
  }

  /** Where legend and switches stand on the map. @returns {Box[]} */
  controls() {
    const origin = this.root.getBoundingClientRect();
    return all(".legend, .layers, .zoom, .reach, .placehint", this.root).map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [left - origin.left - 8, top - origin.top - 4, right - origin.left + 8, bottom - origin.top + 4];
    });
  }

  /** @param {Box} box */
  densityIn(box) {
    const { cells, columns, rows } = this.density;
    const [left, top, right, bottom] = box.map((edge) => Math.max(0, Math.floor(edge / GLOW_CELL)));
    let sum = 0;
    for (let y = top; y < Math.min(rows, bottom); y++) {
      for (let x = left; x < Math.min(columns, right); x++) sum += cells[y * columns + x];
    }
    return sum / 32;
  }

  shift() {
    const { left, top, scale } = this.view;
    this.card.hide();
    this.page.update({ area: { left, top, scale } });
  }

  /** The datacenter at a place on the screen. @param {number} x @param {number} y */
  siteAt(x, y) {
    /** @type {[string | null, number]} */
    let nearest = [null, REACH_PX];
    for (const ring of this.rings) {
      const distance = Math.hypot(ring.x - x, ring.y - y) - ring.radius * 0.5;
      if (distance < nearest[1]) nearest = [ring.site.name, distance];
    }
    return nearest[0];
  }

  /** Keeps the card of a pressed datacenter, until another place or the same one is pressed. @param {string | null} name */
  holdCard(name) {
    if (this.root.classList.contains("adding")) return;
    const { held } = this.page.state;
    this.page.update({ held: name === held ? null : name, hover: name });
  }

  /** @param {string | null} name */
  setHover(name) {
    this.page.update({ hover: name });
  }

  /** The arrows walk through the datacenters from west to east. @param {KeyboardEvent} event */
  hoverNext(event) {
    if (event.key === "Escape") this.page.update({ hover: null, held: null });
    if (event.key === "Enter") this.holdCard(this.page.state.hover);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || this.rings.length === 0) return;
    event.preventDefault();
    const order = [...this.rings].sort((a, b) => a.x - b.x);
    const here = order.findIndex(({ site }) => site.name === this.page.state.hover);
    const next = order.at(here < 0 ? Math.min(0, step) : (here + step) % order.length) ?? order[0];
    this.setHover(next.site.name);
    const { width, height } = this.view;
    if (next.x >= 0 && next.x <= width && next.y >= 0 && next.y <= height) return;
    this.view.panBy(width / 2 - next.x, height / 2 - next.y);
    this.shift();
  }
}
