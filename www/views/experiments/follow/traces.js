/** What is followed, on the map: a player with a line to every datacenter where it plays, or the flows of players and the marked part. */

import { el, fit, growth } from "../../../core/dom.js";
import { clamp } from "../../../core/format.js";
import { shownTime } from "../../../core/state.js";
import { fill } from "../../../core/text.js";
import { WorldMap } from "../../../map/map.js";
import { halo } from "../../../map/overlay.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { CloseUpSeen, Part, PlayerDay } from "../../../worker/types" */
/** @import { Site } from "../../../core/types" */
/** @import { View } from "../../../map/view.js" */

/** @typedef {{ c: CanvasRenderingContext2D, w: number, h: number, view: View }} Pen */

const RADIUS_PX = 5;
/** Width of the line of the greatest flow. */
const WIDEST_PX = 5;

export class Traces {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {PlayerDay | null} */
    this.life = null;
    /** @type {CloseUpSeen["flows"]} */
    this.flows = [];
    /** @type {Part | null} */
    this.part = null;
    /** The datacenters that are on. @type {Site[]} */
    this.sites = [];
    this.maps = page.store.partsOf(WorldMap).map((map) => {
      const canvas = /** @type {HTMLCanvasElement} */ (
        el("canvas", { class: "trail", "aria-hidden": "true", hidden: "", "data-testid": "player-trail" })
      );
      map.surface.after(canvas);
      return { map, canvas };
    });
  }

  /** @param {{ life?: PlayerDay | null, flows?: CloseUpSeen["flows"], part?: Part | null }} shown @param {Site[]} sites */
  show({ life = null, flows = [], part = null }, sites) {
    Object.assign(this, { life, flows, part, sites });
    this.draw();
  }

  /** Other pages of the view hide the canvas by their style. */
  draw() {
    const isOn = this.page.state.view === "experiments" && (this.life !== null || this.flows.length > 0 || this.part !== null);
    for (const { map, canvas } of this.maps) {
      canvas.hidden = !isOn;
      if (!isOn) continue;
      const { c, w, h } = fit(canvas);
      c.clearRect(0, 0, w, h);
      c.strokeStyle = c.fillStyle = this.page.state.theme.colors.accent;
      const pen = { c, w, h, view: map.view };
      this.drawFlows(pen);
      this.drawPart(pen);
      this.drawLife(pen);
    }
  }

  /** A line on the short way around the world. @param {Pen} pen @param {{ lat: number, lon: number }} from @param {{ lat: number, lon: number }} to */
  drawLine({ c, view }, from, to) {
    const [x, world] = [view.x(from.lon), 360 * view.scale];
    const dx = view.x(to.lon) - x;
    c.beginPath();
    c.moveTo(x, view.y(from.lat));
    c.lineTo(x + dx - Math.round(dx / world) * world, view.y(to.lat));
    c.stroke();
  }

  /** @param {Pen} pen */
  drawFlows(pen) {
    const most = Math.max(...this.flows.map(({ players }) => players));
    const { c } = pen;
    c.lineCap = "round";
    for (const flow of this.flows) {
      const site = this.sites.find(({ index }) => index === flow.datacenter);
      if (!site) continue;
      const share = flow.players / most;
      c.globalAlpha = 0.2 + 0.5 * share;
      c.lineWidth = Math.max(0.8, WIDEST_PX * Math.sqrt(share));
      this.drawLine(pen, flow, site);
    }
    c.globalAlpha = 1;
  }

  /** @param {Pen} pen */
  drawPart({ c, view }) {
    if (!this.part) return;
    const { west, east, north, south } = this.part;
    const width = (((east - west) % 360) + 360) % 360 || 360;
    c.lineWidth = 1.5;
    c.setLineDash([5, 4]);
    // At its place, and where the world begins again.
    for (const around of [-360, 0, 360]) {
      c.strokeRect(view.x(west) + around * view.scale, view.y(north), width * view.scale, (north - south) * view.scale);
    }
    c.setLineDash([]);
  }

  /** @param {Pen} pen */
  drawLife(pen) {
    const { life } = this;
    if (!life?.place) return;
    const { c, w, h, view } = pen;
    const time_s = shownTime(this.page.state);
    for (const site of this.sites) {
      const here = life.matches.filter(({ datacenter }) => datacenter === site.index);
      if (here.length === 0) continue;
      const isNow = here.some(({ formed_s, ended_s }) => time_s >= formed_s && time_s < (ended_s ?? Infinity));
      c.globalAlpha = isNow ? 1 : 0.45;
      c.lineWidth = (isNow ? 1.5 : 0.5) + Math.sqrt(here.length) / 2;
      this.drawLine(pen, life.place, site);
    }
    c.globalAlpha = 1;
    const [x, y] = [view.x(life.place.lon), view.y(life.place.lat)];
    c.beginPath();
    c.arc(x, y, RADIUS_PX * growth(), 0, 7);
    c.fill();
    const theme = this.page.state.theme;
    c.font = `600 ${12 * growth()}px ${theme.font}`;
    c.textBaseline = "middle";
    // On the map also where the place is beyond its edge.
    const label = fill(words.onMap, life.player);
    const gap = 10 * growth();
    const left = clamp(x + gap, gap, w - c.measureText(label).width - gap);
    halo(c, label, left, clamp(y, gap, h - gap), theme.colors.accent, theme);
  }
}
