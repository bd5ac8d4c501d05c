/** Marks a part of the map: the next drag draws a rectangle. */

import { el } from "../../../core/dom.js";
import { clamp, mod } from "../../../core/format.js";

/** @import { Part } from "../../../worker/types" */
/** @import { WorldMap } from "../../../map/map.js" */

/** A smaller rectangle is none. */
const LEAST_PX = 6;

export class Marker {
  /** @param {WorldMap} map @param {(part: Part) => void} onMark @param {() => void} onEnd after a rectangle, or without one */
  constructor(map, onMark, onEnd) {
    this.map = map;
    this.onMark = onMark;
    this.onEnd = onEnd;
    this.box = el("div", { class: "markbox", hidden: "" });
    this.root = el("div", { class: "marking", hidden: "", "data-testid": "marking" }, this.box);
    map.surface.after(this.root);
    /** Where the drag began. @type {[number, number] | null} */
    this.from = null;
    this.root.addEventListener("pointerdown", (event) => this.begin(event));
    this.root.addEventListener("pointermove", (event) => this.move(event));
    this.root.addEventListener("pointerup", (event) => this.finish(event));
    this.root.addEventListener("pointercancel", () => this.end());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && !this.root.hidden && this.end());
  }

  start() {
    this.root.hidden = false;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    this.root.setPointerCapture(event.pointerId);
    this.from = this.at(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.from) return;
    const [left, top, right, bottom] = this.boxTo(this.from, event);
    Object.assign(this.box.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    this.box.hidden = false;
  }

  /** @param {PointerEvent} event */
  finish(event) {
    if (!this.from) return;
    const [left, top, right, bottom] = this.boxTo(this.from, event);
    if (right - left >= LEAST_PX && bottom - top >= LEAST_PX) this.onMark(partOf(this.map, left, top, right, bottom));
    this.end();
  }

  end() {
    this.from = null;
    this.root.hidden = this.box.hidden = true;
    this.onEnd();
  }

  /** @param {PointerEvent} event @returns {[number, number]} */
  at({ clientX, clientY }) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    return [clamp(clientX - left, 0, width), clamp(clientY - top, 0, height)];
  }

  /** @param {[number, number]} from @param {PointerEvent} event */
  boxTo([x, y], event) {
    const [toX, toY] = this.at(event);
    return [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)];
  }
}

/** The part of the world within a box on the screen. @param {WorldMap} map @param {number} left @param {number} top @param {number} right @param {number} bottom @returns {Part} */
export function partOf({ view }, left, top, right, bottom) {
  const lon = (/** @type {number} */ x) => mod(view.left + x / view.scale + 180, 360) - 180;
  const lat = (/** @type {number} */ y) => clamp(view.top - y / view.scale, -90, 90);
  if (right - left >= 360 * view.scale) return { west: -180, east: 180, north: lat(top), south: lat(bottom) };
  return { west: lon(left), east: lon(right), north: lat(top), south: lat(bottom) };
}
