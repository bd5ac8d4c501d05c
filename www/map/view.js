/** The visible part of the world, and its movement. Equirectangular. */

import { clamp, mod } from "../core/format.js";

/** The edge runs through the Bering Strait, so that no country is cut. */
const HOME_LEFT = -169;
/** The middle of a pane that is too narrow for the whole world. */
const HOME_LON = 25;
const NORTHMOST = 84;
const SOUTHMOST = -58;
const MOST_ZOOM = 40;
/** From this scale on, players are drawn one by one. CSS pixels a degree. */
const NEAR = 22;
const WHEEL_STEP = 1.0016;
const BUTTON_STEP = 1.6;
const KEY_PAN_PX = 60;
/** A press that moves less is a click. */
const CLICK_PX = 4;

export class View {
  constructor() {
    this.width = 1;
    this.height = 1;
    this.zoom = 1;
    /** Longitude of the left edge and latitude of the top edge. */
    this.left = HOME_LEFT;
    this.top = NORTHMOST;
    /** Whether the reader has not moved it. */
    this.isHome = true;
  }

  /** 71 N to 41 S in a wide pane, more when it is taller. Antarctica has no players. */
  home() {
    this.zoom = 1;
    this.isHome = true;
    const degrees = this.width / this.scale;
    this.left = degrees < 359 ? HOME_LON - degrees / 2 : HOME_LEFT;
    this.top = this.homeTop();
    this.clampView();
  }

  homeTop() {
    return Math.min(NORTHMOST, 71.5 + ((this.height / this.width) * 360 - 112) * 0.34);
  }

  /** CSS pixels a degree. A tall pane is filled to its foot, and shows a part of the world that can be moved. */
  get scale() {
    return Math.max(this.width / 360, this.height / (NORTHMOST - SOUTHMOST)) * this.zoom;
  }

  /** Whether single players can be told apart. */
  get isNear() {
    return this.scale >= NEAR;
  }

  /** Shows a place in the middle, so near that single players can be told apart. @param {number} lat @param {number} lon */
  approach(lat, lon) {
    this.isHome = false;
    this.zoom = clamp((2 * NEAR * this.zoom) / this.scale, 1, MOST_ZOOM);
    this.left = lon - this.width / this.scale / 2;
    this.top = lat + this.height / this.scale / 2;
    this.clampView();
  }

  /** @param {number} width @param {number} height CSS pixels */
  resize(width, height) {
    const [lon, lat] = [this.left + this.width / this.scale / 2, this.top - this.height / this.scale / 2];
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.isHome) return this.home();
    this.left = lon - this.width / this.scale / 2;
    this.top = lat + this.height / this.scale / 2;
    this.clampView();
  }

  /** Zooms and keeps the place under (x, y) where it is. @param {number} factor @param {number} [x] @param {number} [y] */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const [lon, lat] = [this.left + x / this.scale, this.top - y / this.scale];
    this.zoom = clamp(this.zoom * factor, 1, MOST_ZOOM);
    if (this.zoom < 1.02) return this.home();
    this.isHome = false;
    this.left = lon - x / this.scale;
    this.top = lat + y / this.scale;
    this.clampView();
  }

  /** @param {number} dx @param {number} dy CSS pixels that the world moves by */
  panBy(dx, dy) {
    this.isHome = false;
    this.left -= dx / this.scale;
    this.top += dy / this.scale;
    this.clampView();
  }

  clampView() {
    this.left = mod(this.left + 180, 360) - 180;
    const home = this.homeTop();
    const lowest = SOUTHMOST + this.height / this.scale;
    this.top = lowest >= NORTHMOST ? home : clamp(this.top, Math.min(lowest, home), NORTHMOST);
  }

  /** @param {number} lon */
  x(lon) {
    // Space off screen is divided between both sides, so that a ring just outside the left edge stays there.
    const margin = (360 - this.width / this.scale) / 2;
    return (mod(lon - this.left + margin, 360) - margin) * this.scale;
  }

  /** @param {number} lat */
  y(lat) {
    return (this.top - lat) * this.scale;
  }
}

/** @typedef {{ x: number, y: number }} Point */

/**
 * Drag, pinch and wheel. The page keeps scrolling: one finger up or down is the page's, and the wheel
 * zooms only with Ctrl held or once the map has focus.
 * @param {HTMLElement} surface
 * @param {View} view
 * @param {() => void} moved
 * @param {(x: number, y: number) => void} point called with a place under the pointer
 * @param {(x: number, y: number) => void} press called with a pressed place
 */
export function listenToGestures(surface, view, moved, point, press) {
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  let travelled = 0;
  const at = (/** @type {MouseEvent} */ event) => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, at(event));
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    const now = at(event);
    if (!before) return point(now.x, now.y);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < CLICK_PX) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(view, other, before, now);
    else view.panBy(now.x - before.x, event.pointerType === "touch" ? 0 : now.y - before.y);
    fingers.set(event.pointerId, now);
    moved();
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    const { x, y } = at(event);
    if (event.type === "pointerup" && travelled < CLICK_PX) press(x, y);
  };
  surface.addEventListener("pointerup", lift);
  surface.addEventListener("pointercancel", lift);
  const zoom = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== surface) return;
    event.preventDefault();
    const { x, y } = at(event);
    view.zoomBy(WHEEL_STEP ** (-event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)), x, y);
    moved();
  };
  surface.addEventListener("wheel", zoom, { passive: false });
}

/** Moves and zooms by one of two fingers. @param {View} view @param {Point} still @param {Point} before @param {Point} now */
function pinch(view, still, before, now) {
  const reach = (/** @type {Point} */ finger) => Math.max(1, Math.hypot(finger.x - still.x, finger.y - still.y));
  view.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  view.zoomBy(reach(now) / reach(before), (still.x + now.x) / 2, (still.y + now.y) / 2);
}

/** `+ - 0` and Shift with arrows; false when the key means nothing here. @param {View} view @param {KeyboardEvent} event */
export function moveByKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (pan && event.shiftKey) view.panBy(pan[0] * KEY_PAN_PX, pan[1] * KEY_PAN_PX);
  else if (event.key === "+" || event.key === "=") zoomStep(view, "in");
  else if (event.key === "-") zoomStep(view, "out");
  else if (event.key === "0") zoomStep(view, "home");
  else return false;
  event.preventDefault();
  return true;
}

/** @param {View} view @param {string | undefined} step */
export function zoomStep(view, step) {
  if (step === "in") view.zoomBy(BUTTON_STEP);
  else if (step === "out") view.zoomBy(1 / BUTTON_STEP);
  else view.home();
}
