/** Servers on the map: round each datacenter's ring an arc for every state that its servers are in. */

import { el, fit } from "../../core/dom.js";
import { WorldMap } from "../../map/map.js";

/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { ServerPlace } from "./types" */

/** Between a datacenter's ring and its servers, CSS pixels. */
const GAP_PX = 3;
const WIDTH_PX = 2.5;

/** The states of servers with their colours, as in the chart. @type {["allocated" | "reserved" | "ready" | "booting" | "leaving", string][]} */
const ARCS = [
  ["allocated", "playing"],
  ["reserved", "between"],
  ["ready", "accent"],
  ["booting", "searching"],
  ["leaving", "far"],
];

export class ServerMap {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.maps = page.store.partsOf(WorldMap).map((map) => {
      const canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "serverrings", "aria-hidden": "true" }));
      map.surface.after(canvas);
      return { map, canvas };
    });
  }

  /** @param {ServerPlace[]} places by index among the active datacenters; none without servers */
  draw(places) {
    for (const { map, canvas } of this.maps) {
      canvas.hidden = places.length === 0;
      if (canvas.hidden) continue;
      const { c, w, h } = fit(canvas);
      c.clearRect(0, 0, w, h);
      for (const { site, x, y, radius } of map.rings) {
        const place = site.index === null ? undefined : places[site.index];
        if (place) this.drawArcs(c, place, x, y, radius + GAP_PX);
      }
    }
  }

  /** @param {CanvasRenderingContext2D} c @param {ServerPlace} place @param {number} x @param {number} y @param {number} radius */
  drawArcs(c, place, x, y, radius) {
    const { colors } = this.page.state.theme;
    const all = ARCS.reduce((sum, [state]) => sum + place[state], 0);
    let from = -Math.PI / 2;
    c.lineWidth = WIDTH_PX;
    for (const [state, color] of ARCS) {
      const to = from + (2 * Math.PI * place[state]) / Math.max(1, all);
      c.strokeStyle = colors[color];
      c.beginPath();
      c.arc(x, y, radius, from, to);
      if (to > from) c.stroke();
      from = to;
    }
  }
}
