/**
 * Moving the map: drag, pinch, wheel, keys. The page keeps scrolling: one finger up or down is the
 * page's, and the wheel zooms only with Ctrl held or once the map has focus.
 */

/** @import { View } from "./view.js" */

const WHEEL_STEP = 1.0016;
const KEY_STEP = 1.5;
const KEY_PAN = 60;
/** A press that moves less is a click. */
const CLICK_PX = 4;

/**
 * @param {HTMLElement} surface
 * @param {View} view
 * @param {object} on
 * @param {() => void} on.moved
 * @param {(x: number, y: number) => void} on.point pointer over a place, or a tap on it
 * @param {() => void} on.leave
 */
export function listenToGestures(surface, view, { moved, point, leave }) {
  /** @type {Map<number, { x: number, y: number }>} */
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
    if (fingers.size === 1) {
      view.panBy(now.x - before.x, event.pointerType === "touch" && view.zoom === 1 ? 0 : now.y - before.y);
    } else if (fingers.size === 2) {
      pinch(view, [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? now, before, now);
    }
    fingers.set(event.pointerId, now);
    surface.classList.add("dragging");
    moved();
  });

  const lift = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    surface.classList.remove("dragging");
    const { x, y } = at(event);
    if (event.type === "pointerup" && travelled < CLICK_PX) point(x, y);
  };
  surface.addEventListener("pointerup", lift);
  surface.addEventListener("pointercancel", lift);
  surface.addEventListener("pointerleave", leave);

  surface.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== surface) return;
      event.preventDefault();
      const { x, y } = at(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      view.zoomBy(WHEEL_STEP ** (-event.deltaY * lines), x, y);
      moved();
    },
    { passive: false },
  );

  surface.addEventListener("keydown", (event) => {
    if (!moveByKey(view, event)) return;
    event.preventDefault();
    moved();
  });
}

/**
 * @param {View} view
 * @param {{ x: number, y: number }} still
 * @param {{ x: number, y: number }} before
 * @param {{ x: number, y: number }} now
 */
function pinch(view, still, before, now) {
  const reach = (/** @type {{ x: number, y: number }} */ finger) => Math.hypot(finger.x - still.x, finger.y - still.y);
  view.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  view.zoomBy(Math.max(1, reach(now)) / Math.max(1, reach(before)), (still.x + now.x) / 2, (still.y + now.y) / 2);
}

/** @param {View} view @param {KeyboardEvent} event */
function moveByKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (pan && event.shiftKey) view.panBy(pan[0] * KEY_PAN, pan[1] * KEY_PAN);
  else if (event.key === "+" || event.key === "=") view.zoomBy(KEY_STEP);
  else if (event.key === "-") view.zoomBy(1 / KEY_STEP);
  else if (event.key === "0") view.home();
  else return false;
  return true;
}
