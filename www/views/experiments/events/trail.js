/** A followed player on the map: its place, and a line to every datacenter where it played. */

import { el, fit, growth } from "../../../ui/dom.js";
import { clamp } from "../../../ui/format.js";
import { onScreen } from "../../../app/state.js";
import { fill } from "../../../app/text.js";
import { WorldMap } from "../../../map/map.js";
import { halo } from "../../../map/overlay.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../app/page" */
/** @import { Site } from "../../../app/types" */
/** @import { View } from "../../../map/view.js" */

/** A match at a datacenter. @typedef {{ datacenter: string, from_s: number, to_s: number }} Visit */
/** @typedef {{ who: number, lat: number, lon: number, visits: Visit[] }} Followed */

const RADIUS_PX = 5;

export class Trail {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Followed | null} */
    this.followed = null;
    const maps = page.stage.parts.filter((part) => part instanceof WorldMap);
    this.maps = maps.map((map) => {
      const canvas = /** @type {HTMLCanvasElement} */ (
        el("canvas", { class: "trail", "aria-hidden": "true", hidden: "", "data-testid": "player-trail" })
      );
      map.surface.after(canvas);
      return { map, canvas };
    });
  }

  /** @param {Followed | null} followed @param {Site[]} sites the datacenters that are on */
  show(followed, sites) {
    this.followed = followed;
    this.sites = sites;
    this.draw();
  }

  /** Other pages of the view hide the canvas by their style. */
  draw() {
    const followed = this.page.state.view === "experiments" ? this.followed : null;
    for (const { map, canvas } of this.maps) {
      canvas.hidden = followed === null;
      if (followed) this.drawOn(canvas, map.view, followed);
    }
  }

  /** @param {HTMLCanvasElement} canvas @param {View} view @param {Followed} followed */
  drawOn(canvas, view, { who, lat, lon, visits }) {
    const { c, w, h } = fit(canvas);
    const theme = this.page.theme.current;
    const time_s = onScreen(this.page.state)?.time_s ?? this.page.state.time_s;
    const [x, y] = [view.x(lon), view.y(lat)];
    c.clearRect(0, 0, w, h);
    c.strokeStyle = c.fillStyle = theme.colors.accent;
    for (const site of this.sites ?? []) {
      const here = visits.filter(({ datacenter }) => datacenter === site.name);
      if (here.length === 0) continue;
      const isNow = here.some(({ from_s, to_s }) => time_s >= from_s && time_s < to_s);
      // The short way around the world.
      const world = 360 * view.scale;
      const dx = view.x(site.lon) - x;
      c.globalAlpha = isNow ? 1 : 0.45;
      c.lineWidth = (isNow ? 1.5 : 0.5) + Math.sqrt(here.length) / 2;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + dx - Math.round(dx / world) * world, view.y(site.lat));
      c.stroke();
    }
    c.globalAlpha = 1;
    c.beginPath();
    c.arc(x, y, RADIUS_PX * growth(), 0, 7);
    c.fill();
    c.font = `600 ${12 * growth()}px ${theme.font}`;
    c.textBaseline = "middle";
    // On the map also where the place is beyond its edge.
    const label = fill(words.onMap, who);
    const gap = 10 * growth();
    const left = clamp(x + gap, gap, w - c.measureText(label).width - gap);
    halo(c, label, left, clamp(y, gap, h - gap), theme.colors.accent, theme);
  }
}
