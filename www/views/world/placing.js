/** Placing datacenters on the map: by a click, by the cross hairs of the keyboard, by dragging the reader's own. */

import { el, fit, need } from "../../core/dom.js";
import { clamp, mod } from "../../core/format.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { Site } from "../../core/types" */
/** @import { Tools } from "./tools.js" */
/** @import { Place } from "./types" */

/** @typedef {{ x: number, y: number }} Point CSS pixels on the map */

/** Whether the pointer is a finger. */
const COARSE = matchMedia("(pointer: coarse)");
/** Greatest distance of a press from the middle of a ring that takes hold of it. */
const GRIP_PX = { mouse: 12, touch: 22 };
/** Movement up to which a press is a click. */
const CLICK_PX = 4;
const KEY_STEP_PX = 8;
const MOST_NAME = 36;

export class Placing {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    const { root, surface } = tools.map;
    this.root = root;
    this.surface = surface;
    this.button = need('[data-tool="add"]');
    this.hint = el("p", { class: "placehint", hidden: "" }, COARSE.matches ? worldText.tools.addHintTouch : worldText.tools.addHint);
    this.canvas = el("canvas", { class: "placing", "data-testid": "map-placing", "aria-hidden": "true" });
    root.append(this.canvas, this.hint);
    /** The datacenter that is dragged. @type {{ site: Site, moved: boolean, start: Point } | null} */
    this.drag = null;
    /** The place where the last press began. @type {Point} */
    this.pressed = { x: 0, y: 0 };
    this.listen();
  }

  listen() {
    const { root, surface } = this;
    // Before the listeners of the map: dragging a datacenter does not move the map.
    const first = (/** @type {string} */ kind, /** @type {(event: any) => void} */ listener, options = {}) =>
      root.addEventListener(kind, (event) => event.target === surface && listener(event), { capture: true, ...options });
    first("pointerdown", (event) => this.beginDrag(event));
    first("pointermove", (event) => this.move(event));
    first("pointerup", (event) => this.endDrag(event));
    first("pointercancel", () => this.dropSite());
    first("keydown", (event) => this.key(event));
    first("click", (event) => this.click(event));
    // A finger on the reader's own datacenter drags it; elsewhere it scrolls the page.
    first("touchstart", (event) => this.ownAt(this.point(event.touches[0]), "touch") && event.preventDefault(), { passive: false });
    surface.addEventListener("pointerleave", () => this.isAdding() && !this.drag && this.previewPlace(null));
  }

  /** Whether a press places a datacenter. */
  isAdding() {
    return this.tools.page.state.adding;
  }

  toggle() {
    const adding = !this.isAdding();
    this.tools.page.update({ adding });
    this.button.setAttribute("aria-pressed", String(adding));
    this.root.classList.toggle("adding", adding);
    this.hint.hidden = !adding;
    this.previewPlace(null);
    if (!adding) return;
    this.tools.coverage.ready();
    this.tools.page.say(worldText.tools.addHint);
    this.surface.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {{ clientX: number, clientY: number }} event @returns {Point} */
  point({ clientX, clientY }) {
    const { left, top } = this.surface.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** The place of a point, rounded to a hundredth of a degree, about a kilometre. @param {Point} point @returns {Place} */
  place({ x, y }) {
    const { left, top, scale } = this.tools.map.view;
    const round = (/** @type {number} */ degrees) => Math.round(degrees * 100) / 100;
    const lon = mod(left + x / scale + 180, 360) - 180;
    return { lat: clamp(round(top - y / scale), -90, 90), lon: Math.min(179.99, round(lon)) };
  }

  /** @param {Place} place @returns {Point} */
  where({ lat, lon }) {
    const { view } = this.tools.map;
    return { x: view.x(lon), y: view.y(lat) };
  }

  /** The reader's own datacenter at a point of the map. @param {Point} point @param {string} pointer */
  ownAt(point, pointer) {
    const reach = pointer === "touch" ? GRIP_PX.touch : GRIP_PX.mouse;
    const far = (/** @type {Site} */ site) => distance(this.where(site), point);
    const { sites, builtIn } = this.tools.list;
    const own = sites.filter((site) => site.active && !builtIn.has(site.name) && far(site) <= reach);
    return own.sort((a, b) => far(a) - far(b))[0];
  }

  /** @param {PointerEvent} event */
  beginDrag(event) {
    this.pressed = this.point(event);
    const site = event.button === 0 && !this.isAdding() ? this.ownAt(this.pressed, event.pointerType) : undefined;
    if (!site) return;
    event.stopPropagation();
    this.surface.setPointerCapture(event.pointerId);
    this.drag = { site, moved: false, start: this.pressed };
    this.tools.coverage.ready();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const here = this.point(event);
    const { drag } = this;
    if (!drag) {
      this.surface.classList.toggle("grip", !this.isAdding() && this.ownAt(here, event.pointerType) !== undefined);
      if (this.isAdding() && event.pointerType !== "touch") this.previewPlace(this.place(here));
      return;
    }
    event.stopPropagation();
    drag.moved ||= distance(here, drag.start) >= CLICK_PX;
    if (!drag.moved) return;
    this.tools.map.setHover(null);
    const { width, height } = this.tools.map.view;
    const target = this.place({ x: clamp(here.x, 0, width), y: clamp(here.y, 0, height) });
    const { name } = drag.site;
    this.tools.coverage.preview([...this.tools.active().filter((other) => other.name !== name), { name, ...target }]);
    this.tools.page.update({ target });
  }

  /** @param {PointerEvent} event */
  endDrag(event) {
    const { drag } = this;
    if (!drag) return;
    event.stopPropagation();
    const { target } = this.tools.page.state;
    this.dropSite();
    const { x, y } = this.point(event);
    if (target) this.tools.list.putSite(drag.site.name, target.lat, target.lon);
    else this.tools.map.holdCard(this.tools.map.siteAt(x, y));
  }

  dropSite() {
    if (!this.drag) return;
    this.drag = null;
    this.previewPlace(null);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const here = this.point(event);
    if (this.isAdding() && distance(here, this.pressed) < CLICK_PX) this.add(this.place(here));
  }

  /** Shows the effect of a datacenter at a place. @param {Place | null} place */
  previewPlace(place) {
    this.tools.coverage.preview(place && [...this.tools.active(), { name: "", ...place }]);
    this.tools.page.update({ target: place });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.drag) return this.dropSite();
    const { target } = this.tools.page.state;
    if (!this.isAdding() || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") this.toggle();
    else if (event.key === "Enter" && target) this.add(target);
    else if (step && !event.shiftKey) this.movePointer(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} step */
  movePointer([dx, dy]) {
    const { width, height } = this.tools.map.view;
    const { target } = this.tools.page.state;
    const from = target ? this.where(target) : { x: width / 2, y: height / 2 };
    const to = { x: clamp(from.x + dx * KEY_STEP_PX, 0, width), y: clamp(from.y + dy * KEY_STEP_PX, 0, height) };
    this.previewPlace(this.place(to));
    this.tools.hover.at(to);
  }

  /** Adds an own datacenter, named after the city. @param {Place} place */
  async add({ lat, lon }) {
    if (this.isAdding()) this.toggle();
    const city = await this.tools.ask("city", { lat, lon }, () => this.add({ lat, lon }));
    if (!city) return;
    const name = this.nameFor(city.name);
    if (this.tools.list.putSite(name, lat, lon)) this.tools.page.say(fill(worldText.tools.added, name));
  }

  /** An unused name for a datacenter. @param {string} city */
  nameFor(city) {
    const plain = plainName(city);
    const taken = new Set(this.tools.list.sites.flatMap(({ name, label }) => [name.toLowerCase(), label.toLowerCase()]));
    let name = plain;
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${plain}-${i}`;
    return name;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    // The time of the day does not matter here.
    if ([...changed].every((change) => change === "time" || change === "players")) return;
    const { c, w, h } = fit(this.canvas);
    const { page, map } = this.tools;
    const { colors, font } = page.state.theme;
    const { adding, target } = page.state;
    c.clearRect(0, 0, w, h);
    c.font = `500 11px ${font}`;
    c.textBaseline = "middle";
    for (const site of this.findComing()) {
      const at = (site.name === this.drag?.site.name && target) || site;
      const [from, to] = [this.where(site), this.where(at)];
      if (at !== site) line(c, colors.marker, from, to);
      ring(c, colors, to, site.label, at !== site);
    }
    if (adding && target) cross(c, colors, this.where(target), w, h);
    map.root.classList.toggle("dragging", this.drag?.moved === true);
  }

  /** Datacenters that the run on screen does not have at their present place. */
  findComing() {
    const { list, map, page } = this.tools;
    if (!page.state.layers.has("datacenters") && !this.drag) return [];
    const shown = (/** @type {Site} */ { name, lat, lon }) =>
      map.rings.some(({ site }) => site.active && site.name === name && site.lat === lat && site.lon === lon);
    return list.sites.filter((site) => site.active && (!shown(site) || site.name === this.drag?.site.name));
  }
}

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Replacements of letters that have no base letter in Unicode. @type {Record<string, string>} */
const LETTERS = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ß: "ss", æ: "ae", Æ: "Ae", œ: "oe", ı: "i", ð: "d", þ: "th", Þ: "Th" };

/** The name of a city in the letters that datacenters allow. @param {string} city */
export function plainName(city) {
  const marked = city.replace(/[^\x00-\x7f]/g, (letter) => LETTERS[letter] ?? letter).normalize("NFD");
  const plain = marked.replace(/[\u0300-\u036f'’]/g, "").replace(/[^A-Za-z0-9._]+/g, "-");
  return (
    plain
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, MOST_NAME)
      .replace(/-+$/, "") || worldText.tools.unnamed
  );
}

/** @param {CanvasRenderingContext2D} c @param {string} color @param {Point} from @param {Point} to */
function line(c, color, from, to) {
  c.strokeStyle = color;
  c.lineWidth = 1;
  c.setLineDash([3, 3]);
  c.beginPath();
  c.moveTo(from.x, from.y);
  c.lineTo(to.x, to.y);
  c.stroke();
  c.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {Record<string, string>} colors
 * @param {Point} at
 * @param {string} label
 * @param {boolean} isHeld
 */
function ring(c, colors, { x, y }, label, isHeld) {
  for (const [width, color] of /** @type {const} */ ([
    [4, colors.halo],
    [2, colors.accent],
  ])) {
    c.beginPath();
    c.arc(x, y, isHeld ? 10 : 6, 0, 7);
    c.lineWidth = width;
    c.strokeStyle = color;
    c.stroke();
  }
  c.fillStyle = colors.accent;
  c.fillRect(x - 1, y - 1, 2, 2);
  c.lineWidth = 3.5;
  c.lineJoin = "round";
  c.strokeStyle = colors.halo;
  c.strokeText(label, x + 14, y);
  c.fillStyle = colors.ink;
  c.fillText(label, x + 14, y);
}

/** @param {CanvasRenderingContext2D} c @param {Record<string, string>} colors @param {Point} at @param {number} w @param {number} h */
function cross(c, colors, { x, y }, w, h) {
  line(c, colors.edge, { x, y: 0 }, { x, y: h });
  line(c, colors.edge, { x: 0, y }, { x: w, y });
  ring(c, colors, { x, y }, "", false);
}
