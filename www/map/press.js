/** Presses on the map that choose a place. */

import { clamp, mod } from "../core/format.js";

/** @import { WorldMap } from "./map.js" */

/** @typedef {{ lat: number, lon: number }} Place */

/** A press that moves farther moves the map. */
const CLICK_PX = 4;

/**
 * Calls `act` with the place of each press, to a hundredth of a degree, while `wanted` returns true. A press that moves the map or
 * puts a datacenter on it is none.
 * @param {WorldMap} map
 * @param {() => boolean} wanted
 * @param {(place: Place) => void} act
 */
export function onPress({ root, surface, view }, wanted, act) {
  let from = { clientX: 0, clientY: 0 };
  surface.addEventListener("pointerdown", (event) => (from = event));
  surface.addEventListener("click", ({ clientX, clientY, offsetX, offsetY }) => {
    const moved = Math.hypot(clientX - from.clientX, clientY - from.clientY) > CLICK_PX;
    if (moved || root.classList.contains("adding") || !wanted()) return;
    const round = (/** @type {number} */ degrees) => Math.round(degrees * 100) / 100;
    const lon = mod(view.left + offsetX / view.scale + 180, 360) - 180;
    act({ lat: clamp(round(view.top - offsetY / view.scale), -90, 90), lon: Math.min(179.99, round(lon)) });
  });
}
