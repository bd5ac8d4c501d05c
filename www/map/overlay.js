/** The overlay of the map: local hours, rings, labels without overlaps, and the card. */

import { all, context, fit, growth, need, pixelRatio, resize, setText } from "../core/dom.js";
import { clamp, num, two } from "../core/format.js";
import { text } from "../core/text.js";

/** @import { ChartTheme, Site, SiteMoment } from "../core/types" */
/** @import { View } from "./view.js" */

/** Left, top, right, bottom in CSS pixels. @typedef {[number, number, number, number]} Box */

/**
 * @typedef {object} Ring
 * @property {Site} site
 * @property {SiteMoment | undefined} moment
 * @property {number} x
 * @property {number} y
 * @property {number} radius
 */

/** A datacenter that is down, with the words of its tag. @typedef {{ ring: Ring, words: string }} Outage */

const SMALL = 760;
/** Narrower maps have no room for the card. */
const NARROWEST_CARD = 620;

/**
 * Rings whose area follows the share of all players, so that they keep their size when the number of players grows.
 * @param {Site[]} sites
 * @param {SiteMoment[]} moments by index among the active ones
 * @param {View} view
 * @returns {Ring[]}
 */
export function ringsOf(sites, moments, view) {
  const small = view.width < SMALL;
  const all = Math.max(
    1,
    moments.reduce((sum, { players }) => sum + players, 0),
  );
  return sites.map((site) => {
    const moment = site.index === null ? undefined : moments[site.index];
    const share = (moment?.players ?? 0) / all;
    const radius = (small ? 1.6 : 2.2) + Math.sqrt(share) * (small ? 13.5 : 26.5);
    return { site, moment, x: view.x(site.lon), y: view.y(site.lat), radius };
  });
}

export class Overlay {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** Names that carry a label: they keep it a little longer, so that labels do not flicker. @type {Set<string>} */
    this.labelled = new Set();
  }

  /**
   * @param {View} view
   * @param {ChartTheme} theme
   * @param {object} content
   * @param {Ring[]} content.rings
   * @param {string | null} content.hover name of the datacenter under the pointer
   * @param {number | null} content.hours_s second of the day whose local hours stand along the top
   * @param {Box[]} content.taken where nothing may be written
   * @param {Outage[]} content.outages
   */
  draw(view, theme, { rings, hover, hours_s, taken, outages }) {
    const { c, w, h } = fit(this.canvas);
    c.clearRect(0, 0, w, h);
    c.textBaseline = "middle";
    const pen = { c, w, h, theme, taken: [...taken] };
    if (hours_s !== null) drawHours(pen, view, hours_s);
    drawRings(pen, rings, hover);
    for (const outage of outages) drawOutage(pen, outage);
    this.drawLabels(pen, rings, hover, view.zoom);
  }

  /**
   * The busiest of every region first, then by players; each label tries four places.
   * @param {Pen} pen
   * @param {Ring[]} rings
   * @param {string | null} hover
   * @param {number} zoom
   */
  drawLabels(pen, rings, hover, zoom) {
    const { c, w, h, theme } = pen;
    const small = w < SMALL;
    let left = Math.round((small ? 6 : w / 50) * Math.sqrt(zoom));
    c.font = `500 ${small ? 10 : 11 * growth()}px ${theme.font}`;
    c.textAlign = "left";
    const labelled = new Set();
    const named = rings.filter(({ site }) => site.active || site.name === hover);
    for (const ring of byWorth(named, hover, this.labelled, small)) {
      if (left === 0) break;
      if (ring.x < 0 || ring.x > w || ring.y < 0 || ring.y > h) continue;
      const { name, label } = ring.site;
      const place = freePlace(pen, ring, c.measureText(label).width);
      if (!place) continue;
      halo(c, label, place[0] + 2, place[1] + 7, name === hover ? theme.colors.ink : theme.colors["ink-2"], theme, 3.5);
      pen.taken.push(place);
      labelled.add(name);
      left--;
    }
    this.labelled = labelled;
  }
}

/** @typedef {{ c: CanvasRenderingContext2D, w: number, h: number, theme: ChartTheme, taken: Box[] }} Pen */

/**
 * Local time along the top. It explains where the players are.
 * @param {Pen} pen
 * @param {View} view
 * @param {number} time_s
 */
function drawHours({ c, w, theme, taken }, view, time_s) {
  c.font = `${11 * growth()}px ${theme.font}`;
  c.textAlign = "center";
  const step = w < SMALL ? 6 : view.zoom > 2 ? 1 : 3;
  for (let hour = 0; hour < 24; hour += step) {
    const x = view.x((hour - time_s / 3600) * 15);
    if (x < 50 || x > w - 40) continue;
    const name = hour === 12 ? text.map.noon : hour === 0 ? text.map.midnight : `${two(hour)}:00`;
    halo(c, name, x, 13, theme.colors["ink-2"], theme);
    c.fillStyle = theme.colors.edge;
    c.fillRect(Math.round(x), 0, 1, 4);
    const half = c.measureText(name).width / 2 + 4;
    taken.push([x - half, 0, x + half, 21]);
  }
}

/**
 * @param {Pen} pen
 * @param {Ring[]} rings
 * @param {string | null} hover
 */
function drawRings({ c, w, theme, taken }, rings, hover) {
  const { colors } = theme;
  const thin = w < SMALL ? 0.9 : 1.2;
  for (const { site, x, y, radius } of rings) {
    const under = site.name === hover;
    c.globalAlpha = hover !== null && !under ? 0.62 : 1;
    c.beginPath();
    c.arc(x, y, radius, 0, 7);
    c.lineWidth = site.active ? 3 : 1;
    c.strokeStyle = colors.halo + "bf";
    c.stroke();
    c.lineWidth = under ? 2 : thin;
    c.strokeStyle = site.active ? colors.marker : colors.edge;
    c.setLineDash(site.active ? [] : [2, 2]);
    c.stroke();
    c.setLineDash([]);
    if (under) {
      c.beginPath();
      c.arc(x, y, 2, 0, 7);
      c.fillStyle = colors.marker;
      c.fill();
    }
    taken.push([x - radius, y - radius, x + radius, y + radius]);
  }
  c.globalAlpha = 1;
}

/** From the ring of an outage to its tag, and the tag's size. */
const [TAG_GAP_PX, TAG_HEIGHT_PX, TAG_MARGIN_PX] = [14, 24, 9];

/** A ring in the colour of failure, and a tag that says until when. @param {Pen} pen @param {Outage} outage */
function drawOutage({ c, w, theme, taken }, { ring: { x, y, radius }, words }) {
  const { colors } = theme;
  c.strokeStyle = c.fillStyle = colors.bad;
  c.lineWidth = 2.5;
  c.beginPath();
  c.arc(x, y, radius + 4, 0, 7);
  c.stroke();
  c.globalAlpha = 0.25;
  c.fill();
  c.globalAlpha = 1;
  c.font = `600 ${12 * growth()}px ${theme.font}`;
  c.textAlign = "left";
  const width = c.measureText(words).width + 2 * TAG_MARGIN_PX;
  const toLeft = x - radius - TAG_GAP_PX - width;
  const left = toLeft >= 4 ? toLeft : Math.min(x + radius + TAG_GAP_PX, w - width - 4);
  const top = y - TAG_HEIGHT_PX / 2;
  c.fillStyle = colors.raised;
  c.lineWidth = 1.2;
  c.beginPath();
  c.roundRect(left, top, width, TAG_HEIGHT_PX, 4);
  c.fill();
  c.stroke();
  c.fillStyle = colors.bad;
  c.fillText(words, left + TAG_MARGIN_PX, y);
  taken.push([left, top, left + width, top + TAG_HEIGHT_PX]);
}

/**
 * @param {Ring[]} rings
 * @param {string | null} hover
 * @param {Set<string>} labelled
 * @param {boolean} small
 */
function byWorth(rings, hover, labelled, small) {
  const busy = rings.map((ring) => ({ ring, players: ring.moment?.players ?? 0, worth: 0 }));
  busy.sort((a, b) => b.players - a.players);
  /** @type {Map<string, number>} */
  const ranks = new Map();
  for (const entry of busy) {
    const { name, region } = entry.ring.site;
    const rank = (ranks.get(region) ?? 0) + 1;
    ranks.set(region, rank);
    entry.worth = entry.players * (labelled.has(name) ? 1.35 : 1);
    if (!small && rank <= 4) entry.worth += 1e6 / rank;
    if (name === hover) entry.worth = Infinity;
  }
  return busy.sort((a, b) => b.worth - a.worth).map(({ ring }) => ring);
}

/**
 * Right, left, above, below: the first that touches nothing.
 * @param {Pen} pen
 * @param {Ring} ring
 * @param {number} width
 * @returns {Box | undefined}
 */
function freePlace({ w, h, taken }, { x, y, radius }, width) {
  const gap = radius + 4;
  const places = [
    [x + gap, y],
    [x - gap - width, y],
    [x - width / 2, y - gap - 5],
    [x - width / 2, y + gap + 6],
  ];
  const boxes = places.map(([left, middle]) => /** @type {Box} */ ([left - 2, middle - 7, left + width + 2, middle + 7]));
  const inside = (/** @type {Box} */ box) => box[0] >= 4 && box[2] <= w - 4 && box[1] >= 2 && box[3] <= h - 2;
  return boxes.find((box) => inside(box) && !taken.some((other) => touch(box, other)));
}

/** @param {Box} a @param {Box} b */
const touch = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** Words with their halo, drawn once: a stroke round letters costs more than all the rest of a frame. @type {Map<string, HTMLCanvasElement>} */
const written = new Map();
/** More than any view has: a theme or a zoom of before is forgotten. */
const MOST_WRITTEN = 400;

/**
 * @param {CanvasRenderingContext2D} c in its font and alignment, left or centre
 * @param {string} words
 * @param {number} x
 * @param {number} y middle of the line
 * @param {string} color
 * @param {ChartTheme} theme
 * @param {number} [width]
 */
export function halo(c, words, x, y, color, theme, width = 3) {
  const dpr = pixelRatio();
  const key = [words, c.font, color, theme.colors.halo, width, dpr].join();
  const sprite = written.get(key) ?? makeSprite(c, words, color, theme.colors.halo, width, dpr);
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(key, sprite);
  const [w, h] = [sprite.width / dpr, sprite.height / dpr];
  const left = c.textAlign === "center" ? x - w / 2 : x - width;
  // On whole pixels, or the letters blur.
  const whole = (/** @type {number} */ at) => Math.round(at * dpr) / dpr;
  c.drawImage(sprite, whole(left), whole(y - h / 2), w, h);
}

/** @param {CanvasRenderingContext2D} like @param {string} words @param {string} color @param {string} edge @param {number} width @param {number} dpr */
function makeSprite(like, words, color, edge, width, dpr) {
  const canvas = document.createElement("canvas");
  const height = 2 * parseFloat(like.font.replace(/^\d+ /, ""));
  resize(canvas, Math.ceil((like.measureText(words).width + 2 * width) * dpr), Math.ceil(height * dpr));
  const c = context(canvas);
  c.setTransform(dpr, 0, 0, dpr, 0, 0);
  Object.assign(c, { font: like.font, textBaseline: "middle", lineJoin: "round", lineWidth: width, strokeStyle: edge, fillStyle: color });
  c.strokeText(words, width, height / 2);
  c.fillText(words, width, height / 2);
  return canvas;
}

/** The card of the datacenter under the pointer. It is placed beside the players that it describes. */
export class Card {
  /** @param {HTMLElement} root the map */
  constructor(root) {
    this.element = need(".card", root);
    this.name = need("h3 span", this.element);
    this.about = need("h3 small", this.element);
    this.values = all("dd", this.element);
    /** Its place, and its datacenter. It does not move while its numbers change. */
    this.place = { of: "", x: 0, y: 0 };
  }

  hide() {
    if (!this.place.of) return;
    this.element.classList.remove("on");
    this.place.of = "";
  }

  /**
   * Shows the card and returns the boxes that it covers.
   * @param {Ring} ring
   * @param {Ring[]} rings
   * @param {View} view
   * @param {Box[]} taken
   * @param {(box: Box) => number} density of players in a box
   * @returns {Box[]}
   */
  show(ring, rings, view, taken, density) {
    if (view.width < NARROWEST_CARD) return [];
    const { site, moment } = ring;
    setText(this.name, site.label);
    setText(this.about, moment ? site.region : text.map.off);
    const { players = NaN, matches = NaN, mean_rtt_ms = NaN, queue = NaN } = moment ?? {};
    [num(players), num(matches), moment ? `${num(mean_rtt_ms, 1)} ms` : "–", num(queue)].forEach((value, i) =>
      setText(this.values[i], value),
    );
    const { offsetWidth: w, offsetHeight: h, style } = this.element;
    if (this.place.of !== site.name) this.place = { of: site.name, ...freeSpot(ring, rings, view, taken, density, w, h) };
    const { x, y } = this.place;
    style.transform = `translate(${x}px,${y}px)`;
    this.element.classList.add("on");
    return [[x - 4, y - 4, x + w + 4, y + h + 4]];
  }
}

/**
 * A place near the ring of the datacenter, away from other players and rings.
 * @param {Ring} ring
 * @param {Ring[]} rings
 * @param {View} view
 * @param {Box[]} taken
 * @param {(box: Box) => number} density
 * @param {number} w
 * @param {number} h
 */
function freeSpot({ x, y }, rings, { width, height }, taken, density, w, h) {
  const cost = (/** @type {number} */ left, /** @type {number} */ top) => {
    /** @type {Box} */
    const box = [left, top, left + w, top + h];
    if (left < 8 || box[2] > width - 8 || top < 24 || box[3] > height - 8) return 1e9;
    if (taken.some((other) => touch(box, other))) return 1e8;
    const covered = rings.filter((other) => touch(box, [other.x - 6, other.y - 6, other.x + 6, other.y + 6])).length;
    return Math.hypot(left + w / 2 - x, top + h / 2 - y) * 0.5 + covered * 400 + density(box);
  };
  let best = { x, y, cost: Infinity };
  for (const dx of [60, 100, 150, 210, -w - 60, -w - 100, -w - 150, -w - 210]) {
    for (const dy of [-h - 24, -h * 0.6, -40, 10, 46]) {
      const here = cost(x + dx, y + dy);
      if (here < best.cost) best = { x: x + dx, y: y + dy, cost: here };
    }
  }
  return { x: clamp(best.x, 8, width - w - 8), y: clamp(best.y, 24, height - h - 8) };
}
