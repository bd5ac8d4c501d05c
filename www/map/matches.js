/**
 * Players, matches and servers one by one, while the map shows a small part of the world: who waits and in which queues,
 * a line from each player to the datacenter when a match forms, and the match as a ring of its players until it ends.
 */

import { LatestRequest } from "../core/latest-request.js";
import { el, fit, growth } from "../core/dom.js";
import { clamp } from "../core/format.js";
import { sameRun } from "../core/state.js";
import { fill, text } from "../core/text.js";
import { halo } from "./overlay.js";

/** @import { Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { ChartTheme } from "../core/types" */
/** @import { Part, Scene } from "../worker/types" */
/** @import { WorldMap } from "./map.js" */

/** What is drawn: the scene of a run, and the moment of the day. @typedef {{ run: Run, scene: Scene, time_s: number }} Shown */
/** @typedef {{ c: CanvasRenderingContext2D, theme: ChartTheme, w: number, h: number }} Pen */

/** Faster than this, lines would come and go between two frames. Simulated seconds a second. */
const FASTEST = 60;
/** Real time in which the line of a new match is seen, s, and its bounds in simulated time. */
const [LINE_S, LEAST_LINE_S, MOST_LINE_S] = [2.5, 4, 90];
/** Share of that time in which the line grows. */
const GROWS = 0.3;
/** Matches drawn around a datacenter, and their distance in pixels. */
const [MOST_RINGS, RING_GAP_PX] = [240, 8.5];
/** The angle between two seeds of a sunflower: rings fill the disk evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** More waiting players have no room for their seconds. */
const MOST_WAITS = 40;
/** Servers drawn below a datacenter, in rows. */
const [MOST_SERVERS, SERVERS_A_ROW, SERVER_PX] = [72, 12, 5];
/** Greatest distance from a dot at which a press is on it. */
const REACH_PX = 9;
const NO_MATCH = 0xffffffff;
/** Groups of servers in the order of `Scene.servers`. */
const [ALLOCATED, RESERVED, READY, BOOTING] = [0, 1, 2, 3];
const GROUPS = 5;

export class Matches {
  /** @param {WorldMap} map @param {Page} page */
  constructor(map, page) {
    this.map = map;
    this.page = page;
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "near", "aria-hidden": "true", "data-testid": "map-matches" }));
    map.surface.before(this.canvas);
    /** The question whose answer is shown or awaited. */
    this.asked = "";
    /** The place of each match around its datacenter. @type {Map<number, number>} */
    this.slots = new Map();
    /** @type {LatestRequest<{ run: Run, time_s: number, part: Part }>} */
    this.latest = new LatestRequest(
      async ({ run, time_s, part }, signal) => {
        page.update({ scene: { run, scene: await page.runs.simulator.scene(run, time_s, part, signal) } });
      },
      (error) => page.notices.error(error),
    );
  }

  /** Whether players are drawn one by one. */
  isOn() {
    return this.map.root.classList.contains("isnear");
  }

  draw() {
    const { page, map } = this;
    const { state, machine } = page;
    const moment = machine.onMap();
    const wanted = map.view.isNear && !(state.playing && state.speed > FASTEST) && moment?.isExact ? moment : null;
    if (wanted) this.ask(wanted.run, wanted.time_s);
    const shown = wanted && sameRun(state.scene?.run, wanted.run) && !state.scene?.scene.crowded ? state.scene : null;
    map.root.classList.toggle("isnear", shown !== null);
    if (wanted && shown) this.drawScene({ ...shown, time_s: Math.max(shown.scene.shown_s, Math.min(state.time_s, wanted.time_s + 1)) });
  }

  /** @param {Run} run @param {number} time_s */
  ask(run, time_s) {
    const { view } = this.map;
    const part = {
      west: view.left,
      north: view.top,
      east: view.left + view.width / view.scale,
      south: view.top - view.height / view.scale,
    };
    const asked = JSON.stringify([run.number, time_s, part]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.latest.ask({ run, time_s, part });
  }

  /** @param {Shown} shown */
  drawScene(shown) {
    const { c, w, h } = fit(this.canvas);
    const theme = this.page.state.theme;
    c.clearRect(0, 0, w, h);
    c.lineCap = "round";
    const pen = { c, w, h, theme };
    this.drawQueues(pen, shown);
    this.drawLines(pen, shown);
    this.drawRings(pen, shown);
    this.drawServers(pen, shown);
    this.drawPlayers(pen, shown);
    c.globalAlpha = 1;
  }

  /** The place of a player on the screen. @param {Scene} scene @param {number} at @returns {[number, number]} */
  placeOf({ places }, at) {
    return [this.map.view.x(places[2 * at]), this.map.view.y(places[2 * at + 1])];
  }

  /** The place of a datacenter on the screen. @param {Run} run @param {number} index @returns {[number, number] | null} */
  siteOf({ sites }, index) {
    const site = sites.find((site) => site.index === index);
    return site ? [this.map.view.x(site.lon), this.map.view.y(site.lat)] : null;
  }

  /** Dotted lines from players who wait to the datacenters in whose queues they stand. @param {Pen} pen @param {Shown} shown */
  drawQueues({ c, theme }, { run, scene }) {
    c.strokeStyle = theme.colors.searching;
    c.lineWidth = 0.8;
    c.globalAlpha = 0.45;
    c.setLineDash([1.5, 5]);
    for (let i = 0; i < scene.queued.length; i += 2) {
      const site = this.siteOf(run, scene.queued[i + 1]);
      if (site) stroke(c, this.placeOf(scene, scene.queued[i]), site);
    }
    c.setLineDash([]);
  }

  /** A line from each player to the datacenter of its new match: it grows, stays, and fades. @param {Pen} pen @param {Shown} shown */
  drawLines({ c, theme }, { run, scene, time_s }) {
    const life_s = clamp(LINE_S * this.page.state.speed, LEAST_LINE_S, MOST_LINE_S);
    c.strokeStyle = theme.colors.accent;
    c.lineWidth = 1.3;
    scene.match_of.forEach((found, at) => {
      if (found === NO_MATCH) return;
      const { formed_s, datacenter } = scene.matches[found];
      const age = (time_s - formed_s) / life_s;
      if (age > 1) return;
      const site = this.siteOf(run, datacenter);
      if (!site) return;
      const [x, y] = this.placeOf(scene, at);
      const share = clamp(age / GROWS, 0, 1);
      c.globalAlpha = clamp((1 - age) / (1 - GROWS), 0, 0.9);
      stroke(c, [x, y], [x + (site[0] - x) * share, y + (site[1] - y) * share]);
    });
  }

  /** Each match as a ring of its players around its datacenter. @param {Pen} pen @param {Shown} shown */
  drawRings({ c, theme }, { run, scene, time_s }) {
    this.giveSlots(scene);
    for (const { id, datacenter, formed_s, started, players } of scene.matches) {
      const slot = this.slots.get(id) ?? MOST_RINGS;
      const site = this.siteOf(run, datacenter);
      if (slot >= MOST_RINGS || !site) continue;
      const ring = this.map.rings.find((ring) => ring.site.index === datacenter);
      const reach = (ring?.radius ?? 4) + 4 + RING_GAP_PX * Math.sqrt(slot + 0.6);
      const [x, y] = [site[0] + reach * Math.cos(slot * GOLDEN), site[1] + reach * Math.sin(slot * GOLDEN)];
      c.fillStyle = started ? theme.colors.playing : theme.colors.searching;
      c.globalAlpha = 0.9 * clamp(0.25 + (time_s - formed_s) / 2, 0, 1);
      c.beginPath();
      for (let player = 0; player < Math.min(players, 12); player++) {
        const turn = (2 * Math.PI * player) / Math.min(players, 12);
        const [px, py] = [x + 2.6 * Math.cos(turn), y + 2.6 * Math.sin(turn)];
        c.moveTo(px + 1.1, py);
        c.arc(px, py, 1.1, 0, 7);
      }
      c.fill();
    }
  }

  /** A match keeps its place until it ends; a new one takes the nearest free place. @param {Scene} scene */
  giveSlots({ matches }) {
    const running = new Set(matches.map(({ id }) => id));
    for (const id of this.slots.keys()) if (!running.has(id)) this.slots.delete(id);
    /** @type {Map<number, Set<number>>} */
    const taken = new Map();
    const takenAt = (/** @type {number} */ datacenter) => taken.get(datacenter) ?? taken.set(datacenter, new Set()).get(datacenter);
    for (const { id, datacenter } of matches) if (this.slots.has(id)) takenAt(datacenter)?.add(this.slots.get(id) ?? 0);
    for (const { id, datacenter } of matches) {
      if (this.slots.has(id)) continue;
      const here = takenAt(datacenter) ?? new Set();
      let slot = 0;
      while (here.has(slot)) slot++;
      here.add(slot);
      this.slots.set(id, slot);
    }
  }

  /** Servers as squares below their datacenter. @param {Pen} pen @param {Shown} shown */
  drawServers({ c, w, h, theme }, { run, scene }) {
    if (scene.servers.length === 0) return;
    const { colors } = theme;
    c.globalAlpha = 0.95;
    for (const { index } of run.sites) {
      const site = index === null ? null : this.siteOf(run, index);
      if (!site || index === null || site[0] < 0 || site[0] > w || site[1] < 0 || site[1] > h) continue;
      const ring = this.map.rings.find((ring) => ring.site.index === index);
      const [left, top] = [site[0] - (SERVERS_A_ROW * SERVER_PX) / 2, site[1] + (ring?.radius ?? 4) + 10];
      const groups = scene.servers.subarray(index * GROUPS, (index + 1) * GROUPS);
      // Free servers first: they are few, and what changes.
      const order = [BOOTING, READY, RESERVED, ALLOCATED].flatMap((group) => Array(Math.min(groups[group], MOST_SERVERS)).fill(group));
      c.fillStyle = colors.halo + "99";
      const rows = Math.ceil(Math.min(order.length, MOST_SERVERS) / SERVERS_A_ROW);
      if (rows > 0) c.fillRect(left - 2, top - 2, SERVERS_A_ROW * SERVER_PX + 3, rows * SERVER_PX + 3);
      order.slice(0, MOST_SERVERS).forEach((group, at) => {
        const [x, y] = [left + (at % SERVERS_A_ROW) * SERVER_PX, top + Math.floor(at / SERVERS_A_ROW) * SERVER_PX];
        drawServer(c, theme, group, x, y);
      });
    }
  }

  /** Every player, in the colour and shape of its state. @param {Pen} pen @param {Shown} shown */
  drawPlayers({ c, theme }, { scene }) {
    const { colors } = theme;
    const side = clamp(this.map.view.scale / 14, 1.6, 4);
    const waiting = [];
    c.globalAlpha = 1;
    for (let at = 0; at < scene.players.length; at++) {
      const [x, y] = this.placeOf(scene, at);
      if (scene.states[at] >= 2) waiting.push(at);
      else {
        c.fillStyle = scene.states[at] === 0 ? colors.playing : colors.between;
        c.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
    c.font = `600 ${10 * growth()}px ${theme.font}`;
    c.textAlign = "left";
    c.textBaseline = "middle";
    for (const at of waiting) {
      const [x, y] = this.placeOf(scene, at);
      c.fillStyle = colors.searching;
      c.beginPath();
      const reach = side * 1.5;
      c.moveTo(x, y - reach);
      c.lineTo(x + reach, y);
      c.lineTo(x, y + reach);
      c.lineTo(x - reach, y);
      c.fill();
      if (waiting.length <= MOST_WAITS) halo(c, fill(text.map.waits, scene.ages_s[at]), x + reach + 1, y, colors.searching, theme, 3);
    }
  }

  /** The number of the player whose dot is at a place on the screen. @param {number} x @param {number} y */
  playerAt(x, y) {
    const { scene } = this.page.state.scene ?? {};
    if (!scene || !this.isOn()) return null;
    /** @type {[number | null, number]} */
    let nearest = [null, REACH_PX];
    scene.players.forEach((player, at) => {
      const [px, py] = this.placeOf(scene, at);
      const distance = Math.hypot(px - x, py - y);
      if (distance < nearest[1]) nearest = [player, distance];
    });
    return nearest[0];
  }
}

/** @param {CanvasRenderingContext2D} c @param {[number, number]} from @param {[number, number]} to */
function stroke(c, from, to) {
  c.beginPath();
  c.moveTo(...from);
  c.lineTo(...to);
  c.stroke();
}

/** Booting: an outline; Ready: filled; Reserved and Allocated: in the colour of matches. @param {CanvasRenderingContext2D} c @param {ChartTheme} theme @param {number} group @param {number} x @param {number} y */
function drawServer(c, { colors }, group, x, y) {
  const side = SERVER_PX - 1.5;
  c.fillStyle = c.strokeStyle = group === BOOTING ? colors["ink-3"] : group === READY ? colors.good : colors.playing;
  c.lineWidth = 1;
  if (group === BOOTING || group === RESERVED) c.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
  else c.fillRect(x, y, side, side);
}
