/** The lowest layer: ocean, land, and on the land the bands of round trip to the nearest datacenter. */

import { context, fit } from "../dom.js";
import { clamp, lerp, mod } from "../format.js";

/** @import { ChartTheme, Land } from "../types" */
/** @import { View } from "./view.js" */

const DATA_WIDTH = 360;
const DATA_HEIGHT = 180;
/** Pixels a degree of the band picture. */
const FINE = 4;

/** Every ring in one path, in degrees: x is longitude, y is latitude downwards. @param {Land} land */
export function landPath(land) {
  const path = new Path2D();
  for (const ring of land.flat()) {
    for (let i = 0; i < ring.length; i += 2) {
      if (i) path.lineTo(ring[i], -ring[i + 1]);
      else path.moveTo(ring[i], -ring[i + 1]);
    }
    path.closePath();
  }
  return path;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {Path2D} land
 * @param {ChartTheme} theme
 * @param {HTMLCanvasElement | null} bands
 */
export function drawBase(canvas, view, land, theme, bands) {
  const { c, w, h, dpr } = fit(canvas);
  const { colors } = theme;
  c.fillStyle = colors.ocean;
  c.fillRect(0, 0, w, h);
  const scale = view.scale * dpr;
  // Shores are unwrapped, so one copy on either side closes the world.
  for (const turn of [-360, 0, 360]) {
    const left = view.left - turn;
    if (left > 200 || left + w / view.scale < -200) continue;
    c.save();
    c.setTransform(scale, 0, 0, scale, -left * scale, view.top * scale);
    c.fillStyle = colors.land;
    c.fill(land, "evenodd");
    if (bands) {
      c.save();
      c.clip(land, "evenodd");
      for (const copy of [-360, 0, 360]) c.drawImage(bands, copy - 180, -90, 360, 180);
      c.restore();
    }
    c.strokeStyle = colors.coast;
    c.lineWidth = 0.6 / view.scale;
    c.lineJoin = "round";
    c.stroke(land);
    c.restore();
  }
}

/**
 * A picture of the whole world with three bands: to `ideal`, to `expanded`, beyond.
 * @param {Uint8Array} rtt 360 x 180, ms, row 0 in the north; 0 = no data
 * @param {number} ideal_ms
 * @param {number} expanded_ms
 * @param {ChartTheme} theme
 */
export function drawBands(rtt, ideal_ms, expanded_ms, theme) {
  const [width, height] = [DATA_WIDTH * FINE, DATA_HEIGHT * FINE];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const c = context(canvas);
  const image = c.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const { near, mid, far } = theme.colors;
  const alphas = theme.dark ? [78, 62, 120] : [70, 70, 120];
  const words = [near, mid, far].map((color, band) => word(color, alphas[band]));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ms = between(rtt, (x + 0.5) / FINE - 0.5, (y + 0.5) / FINE - 0.5);
      if (ms > 0) pixels[y * width + x] = words[ms <= ideal_ms ? 0 : ms <= expanded_ms ? 1 : 2];
    }
  }
  c.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Bilinear over the cells that have data.
 * @param {Uint8Array} rtt
 * @param {number} x cells
 * @param {number} y cells
 */
function between(rtt, x, y) {
  const [x0, y0] = [Math.floor(x), clamp(Math.floor(y), 0, DATA_HEIGHT - 2)];
  const [fx, fy] = [x - x0, clamp(y - y0, 0, 1)];
  const [left, right] = [mod(x0, DATA_WIDTH), mod(x0 + 1, DATA_WIDTH)];
  const row = y0 * DATA_WIDTH;
  const [a, b, c, d] = [rtt[row + left], rtt[row + right], rtt[row + DATA_WIDTH + left], rtt[row + DATA_WIDTH + right]];
  if (a && b && c && d) return lerp(lerp(a, b, fx), lerp(c, d, fx), fy);
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  let [sum, weight] = [0, 0];
  [a, b, c, d].forEach((ms, corner) => {
    if (!ms) return;
    sum += ms * weights[corner];
    weight += weights[corner];
  });
  return weight > 0 ? sum / weight : 0;
}

/**
 * A colour as a pixel of an ImageData, little-endian.
 * @param {string} color `#rrggbb`
 * @param {number} alpha 0 to 255
 */
export function word(color, alpha) {
  const [r, g, b] = rgb(color);
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** @param {string} color `#rrggbb` */
export function rgb(color) {
  const value = parseInt(color.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
