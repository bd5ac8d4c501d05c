/** The world map: layers of canvases, the legend, the layer switches, and the pointer on them. */

import { el, pixelRatio, setText } from "../dom.js";
import { clamp, lerp, num } from "../format.js";
import { onScreen } from "../state.js";
import { text } from "../text.js";
import { drawBands, drawBase, landPath, rgb } from "./base.js";
import { Card } from "./card.js";
import { listenToGestures } from "./gestures.js";
import { Overlay, ringsOf } from "./overlay.js";
import { drawGlow, drawNight } from "./soft.js";
import { View } from "./view.js";

/** @import { Change, ChartTheme, Engine, Layer, MapCounts, PageState, SiteMoment } from "../types" */
/** @import { Stage } from "../state.js" */
/** @import { Theme } from "../theme.js" */
/** @import { Box, Ring } from "./overlay.js" */

/** Cells of the glow, CSS pixels. */
const GLOW_CELL = 4;
const CROWDING_LEVELS = 16;
/** How near to a ring the pointer has to be. */
const REACH_PX = 22;
const ZOOM_STEP = 1.6;
/** Up to this width the legend stands under the map. */
const PHONE = matchMedia("(max-width: 900px)");

export class WorldMap {
  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {PageState} state
   * @param {Stage} stage
   * @param {Theme} theme
   */
  constructor(root, engine, state, stage, theme) {
    this.root = root;
    this.engine = engine;
    this.state = state;
    this.stage = stage;
    this.theme = theme;
    this.view = new View();
    this.painter = new engine.wasm.MapPainter(engine.world);
    this.land = landPath(engine.land);
    const canvas = (/** @type {string} */ name) => el("canvas", { class: name, "aria-hidden": "true" });
    this.canvases = { base: canvas("base"), night: canvas("night"), glow: canvas("glow"), dots: canvas("dots") };
    this.surface = el("canvas", { class: "over", tabindex: "0", role: "img", "aria-label": text.map.canvas });
    this.overlay = new Overlay(this.surface);
    this.card = new Card();
    this.legend = new Legend();
    this.layers = this.makeLayers();
    root.append(...Object.values(this.canvases), this.surface, this.card.element, this.makeZoom());
    this.foot = el("div", { class: "mapfoot" });
    root.after(this.foot);
    this.placeLegend();
    PHONE.addEventListener("change", () => this.placeLegend());
    /** @type {Ring[]} */
    this.rings = [];
    /** Bands of the latency layer, and what they were drawn for. @type {HTMLCanvasElement | null} */
    this.bands = null;
    this.bandsKey = "";
    this.nightKey = "";
    /** Whether the view has moved since the last frame. */
    this.moved = true;
    /** What the painter was last laid out for. */
    this.placed = "";
    /** The glow's cells: how crowded each is. @type {{ cells: Uint8Array, columns: number, rows: number } | null} */
    this.crowd = null;
    listenToGestures(this.surface, this.view, {
      moved: () => this.shift(),
      point: (x, y) => this.point(x, y),
      leave: () => this.setHover(null),
    });
    this.surface.addEventListener("keydown", (event) => this.walk(event));
    new ResizeObserver(() => stage.changed("size")).observe(root);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const has = (/** @type {Change[]} */ ...changes) => changes.some((change) => changed.has(change));
    if (has("size")) this.resize();
    if (has("theme")) this.restyle();
    const moved = this.moved;
    this.moved = false;
    const shown = onScreen(this.state);
    if (moved || has("theme", "layers", "params", "runs")) this.drawBase();
    if (moved || has("time", "data", "theme", "layers", "runs")) {
      this.drawNight(shown?.time_s ?? this.state.time_s);
      if (shown) this.drawPlayers();
    }
    if (moved || has("time", "data", "hover", "theme", "layers", "runs")) this.drawOverlay();
    if (has("layers")) this.layers.sync(this.state.layers);
    if (has("params")) this.layers.name(this.state.params);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.view.resize(width, height);
    const dpr = pixelRatio();
    Object.assign(this.canvases.dots, { width: Math.round(width * dpr), height: Math.round(height * dpr) });
    this.card.hide();
    this.moved = true;
  }

  restyle() {
    this.painter.palette(palette(this.theme.current));
    this.bandsKey = this.nightKey = "";
  }

  drawBase() {
    const { state, theme, view } = this;
    const { ideal_ms, expand_ms, dcs } = state.params;
    if (state.layers.has("latency")) {
      const key = [ideal_ms, expand_ms, dcs].join();
      if (this.bandsKey !== key) {
        const rtt = this.engine.world.nearest_rtt(dcs);
        this.bands = drawBands(rtt, Number(ideal_ms), Math.max(Number(ideal_ms), Number(expand_ms)), theme.current);
        this.bandsKey = key;
      }
    }
    drawBase(this.canvases.base, view, this.land, theme.current, state.layers.has("latency") ? this.bands : null);
  }

  /** @param {number} time_s */
  drawNight(time_s) {
    const { view, canvases } = this;
    const on = this.state.layers.has("night");
    canvases.night.hidden = !on;
    const key = [Math.floor(time_s / 60), view.left, view.top, view.zoom, view.width, view.height].join();
    if (!on || this.nightKey === key) return;
    this.nightKey = key;
    drawNight(canvases.night, view, time_s, this.theme.current);
  }

  drawPlayers() {
    const shown = onScreen(this.state);
    const { width, height } = this.canvases.dots;
    if (!shown || width === 0 || height === 0) return;
    const { painter, view } = this;
    const dpr = pixelRatio();
    const placed = [width, height, dpr, view.left, view.top, view.scale].join();
    if (this.placed !== placed) painter.resize(width, height, dpr, view.left, view.top, view.scale * dpr);
    this.placed = placed;
    /** @type {MapCounts} */
    const counts = painter.paint(shown.run.recording, shown.time_s);
    const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (painter.pixels());
    this.canvases.dots.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
    const [columns, rows] = [painter.glow_width(), painter.glow_height()];
    this.crowd = { cells: painter.glow(), columns, rows };
    drawGlow(this.canvases.glow, this.crowd.cells, columns, rows, GLOW_CELL, this.theme.current);
    this.legend.show(counts);
    this.root.dataset.shown = "";
  }

  drawOverlay() {
    const { state, view } = this;
    const shown = onScreen(state);
    /** @type {SiteMoment[]} */
    const moments = shown ? shown.run.recording.datacenters_at(shown.time_s) : [];
    const sites = shown?.run.sites ?? [];
    const withRings = state.layers.has("datacenters");
    this.rings = withRings ? ringsOf(sites, moments, view) : [];
    const taken = this.controls();
    const ring = this.rings.find(({ site }) => site.name === state.hover);
    if (ring && shown) {
      const { width, height } = view;
      this.card.show(ring, this.rings, shown.run.params, { width, height, taken, crowd: (box) => this.crowdIn(box) });
      if (this.card.element.classList.contains("on")) taken.push(this.card.box);
    } else {
      this.card.hide();
    }
    const hours_s = state.layers.has("night") ? (shown?.time_s ?? state.time_s) : null;
    this.overlay.draw(view, this.theme.current, { rings: this.rings, hover: state.hover, hours_s, taken });
  }

  /** Where legend and switches stand on the map. @returns {Box[]} */
  controls() {
    const origin = this.root.getBoundingClientRect();
    return [...this.root.querySelectorAll(".legend, .layers, .zoom")].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [left - origin.left - 8, top - origin.top - 4, right - origin.left + 8, bottom - origin.top + 4];
    });
  }

  /** @param {Box} box */
  crowdIn([left, top, right, bottom]) {
    if (!this.crowd) return 0;
    const { cells, columns, rows } = this.crowd;
    let sum = 0;
    for (let y = Math.max(0, Math.floor(top / GLOW_CELL)); y < Math.min(rows, bottom / GLOW_CELL); y++) {
      for (let x = Math.max(0, Math.floor(left / GLOW_CELL)); x < Math.min(columns, right / GLOW_CELL); x++) {
        sum += cells[y * columns + x];
      }
    }
    return sum / 32;
  }

  shift() {
    this.moved = true;
    this.card.hide();
    this.stage.changed("hover");
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    let [nearest, least] = [/** @type {Ring | null} */ (null), REACH_PX];
    for (const ring of this.rings) {
      const distance = Math.hypot(ring.x - x, ring.y - y) - ring.radius * 0.5;
      if (distance < least) [nearest, least] = [ring, distance];
    }
    this.setHover(nearest?.site.name ?? null);
  }

  /** @param {string | null} name */
  setHover(name) {
    if (this.state.hover === name) return;
    this.state.hover = name;
    this.stage.changed("hover");
  }

  /** The arrows walk through the datacenters from west to east. @param {KeyboardEvent} event */
  walk(event) {
    if (event.key === "Escape") this.setHover(null);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || this.rings.length === 0) return;
    event.preventDefault();
    const order = [...this.rings].sort((a, b) => a.x - b.x);
    const here = order.findIndex(({ site }) => site.name === this.state.hover);
    const next = here < 0 ? order[step > 0 ? 0 : order.length - 1] : order[(here + step + order.length) % order.length];
    this.setHover(next.site.name);
    const { view } = this;
    if (next.x < 0 || next.x > view.width || next.y < 0 || next.y > view.height) {
      view.panBy(view.width / 2 - next.x, view.height / 2 - next.y);
      this.shift();
    }
  }

  makeLayers() {
    return new LayerSwitches((layer) => {
      const { layers } = this.state;
      if (!layers.delete(layer)) layers.add(layer);
      this.stage.changed("layers");
    });
  }

  makeZoom() {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ action) =>
      el("button", { type: "button", class: "zoombtn", "aria-label": label, title: label, onclick: () => (action(), this.shift()) }, sign);
    const { view } = this;
    return el(
      "div",
      { class: "zoom" },
      button("+", text.map.zoomIn, () => view.zoomBy(ZOOM_STEP)),
      button("−", text.map.zoomOut, () => view.zoomBy(1 / ZOOM_STEP)),
      button("⤢", text.map.home, () => view.home()),
    );
  }

  /** On open ocean where there is room, under the map on a phone. */
  placeLegend() {
    const under = PHONE.matches && !document.body.classList.contains("embed");
    (under ? this.foot : this.root).append(this.legend.element, this.layers.element);
  }
}

class Legend {
  constructor() {
    const { map } = text;
    const row = (/** @type {string} */ state, /** @type {string} */ shape, /** @type {string} */ label) => {
      const count = el("b");
      return { count, item: el("li", { class: `c-${state}` }, el("i", { class: shape }), label, count) };
    };
    this.online = el("span", {}, "0");
    this.rows = [
      row("playing", "", map.playing),
      row("between", "sq", map.between),
      row("searching", "di", map.searching),
    ];
    this.note = el("p", { class: "note" }, map.oneDot);
    this.element = el(
      "div",
      { class: "legend" },
      el("p", { class: "now" }, this.online, el("small", {}, map.online)),
      el("ul", {}, ...this.rows.map(({ item }) => item)),
      this.note,
    );
  }

  /** @param {MapCounts} counts */
  show({ playing, between, searching, players_per_dot }) {
    setText(this.online, num(playing + between + searching));
    [playing, between, searching].forEach((count, row) => setText(this.rows[row].count, num(count)));
    setText(this.note, players_per_dot > 1 ? text.map.manyDots(players_per_dot) : text.map.oneDot);
  }
}

class LayerSwitches {
  /** @param {(layer: Layer) => void} toggle */
  constructor(toggle) {
    const layers = /** @type {Layer[]} */ (["latency", "night", "datacenters"]);
    this.chips = layers.map((layer) => ({
      layer,
      chip: el("button", { type: "button", class: "chip", onclick: () => toggle(layer) }, text.map.layers[layer]),
    }));
    this.names = [el("span"), el("span"), el("span", {}, text.map.beyond)];
    const bands = ["near", "mid", "far"].map((band, i) => el("span", { class: `c-${band}` }, el("i"), this.names[i]));
    this.bands = el("div", { class: "bands" }, ...bands);
    this.element = el("div", { class: "layers" }, this.bands, el("div", { class: "row" }, ...this.chips.map(({ chip }) => chip)));
  }

  /** @param {Set<Layer>} on */
  sync(on) {
    for (const { layer, chip } of this.chips) chip.setAttribute("aria-pressed", String(on.has(layer)));
    this.bands.hidden = !on.has("latency");
  }

  /** @param {Record<string, string>} params */
  name({ ideal_ms, expand_ms }) {
    setText(this.names[0], text.map.upTo(ideal_ms));
    setText(this.names[1], text.map.upTo(expand_ms));
  }
}

/**
 * State x crowding: one pixel each. Dark adds light, light adds ink.
 * @param {ChartTheme} theme
 */
function palette({ colors, dark }) {
  const words = new Uint32Array(3 * CROWDING_LEVELS);
  ["playing", "between", "searching"].forEach((name, state) => {
    const color = rgb(colors[name]);
    const hot = dark ? [250, 253, 255] : color.map((channel) => channel * 0.34);
    const most = [dark ? 0.6 : 0.75, 0.2, 0][state];
    for (let level = 0; level < CROWDING_LEVELS; level++) {
      const mix = most * (level / (CROWDING_LEVELS - 1)) ** 0.8;
      const alpha = 255 * lerp(dark ? 0.66 : 0.62, 1, clamp(level / 4, 0, 1));
      const [r, g, b] = color.map((channel, i) => lerp(channel, hot[i], mix));
      words[state * CROWDING_LEVELS + level] = ((alpha << 24) | (b << 16) | (g << 8) | (r & 255)) >>> 0;
    }
  });
  return words;
}
