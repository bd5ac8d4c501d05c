/** The proposed places on the map, numbered as in the list. */

import { el, fit } from "../../core/dom.js";

/** @import { WorldMap } from "../../map/map.js" */
/** @import { NextPlace } from "./types" */

const RADIUS_PX = 9;

export class PlaceMarks {
  /** @param {WorldMap} map */
  constructor(map) {
    this.map = map;
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "placemarks", "aria-hidden": "true" }));
    map.surface.after(this.canvas);
  }

  /** @param {NextPlace[]} places the best first */
  draw(places) {
    this.canvas.hidden = places.length === 0;
    if (this.canvas.hidden) return;
    const { view, page } = this.map;
    const { colors, font } = page.state.theme;
    const { c, w, h } = fit(this.canvas);
    c.clearRect(0, 0, w, h);
    c.font = `650 11px ${font}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    // The best is drawn last, on top of the others.
    for (const [at, { lat, lon }] of [...places.entries()].reverse()) {
      const [x, y] = [view.x(lon), view.y(lat)];
      c.fillStyle = colors.accent;
      c.beginPath();
      c.arc(x, y, RADIUS_PX, 0, 7);
      c.fill();
      c.fillStyle = colors.bg;
      c.fillText(String(at + 1), x, y + 0.5);
    }
  }
}
