/** Which part of the world the map shows, and where a place is in it. Equirectangular. */

import { clamp, mod } from "../format.js";

/** The edge runs through the Bering Strait, so that no country is cut. */
export const HOME_LEFT = -169;
const NORTHMOST = 84;
const SOUTHMOST = -58;
const MOST_ZOOM = 16;

export class View {
  constructor() {
    this.width = 1;
    this.height = 1;
    this.zoom = 1;
    /** Longitude of the left edge and latitude of the top edge. */
    this.left = HOME_LEFT;
    this.top = NORTHMOST;
  }

  /** CSS pixels a degree. */
  get scale() {
    return (this.width / 360) * this.zoom;
  }

  get isHome() {
    return this.zoom === 1 && this.left === HOME_LEFT && this.top === this.homeTop();
  }

  /** @param {number} width @param {number} height CSS pixels */
  resize(width, height) {
    const wasHome = this.isHome;
    const middle = this.top - this.height / this.scale / 2;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.top = wasHome ? this.homeTop() : middle + this.height / this.scale / 2;
    this.settle();
  }

  /** 71 N to 41 S in a wide pane, more when it is taller: nobody plays in Antarctica. */
  homeTop() {
    const span = this.height / (this.width / 360);
    return Math.min(NORTHMOST, 71.5 + (span - 112) * 0.34);
  }

  home() {
    this.zoom = 1;
    this.left = HOME_LEFT;
    this.top = this.homeTop();
  }

  /**
   * Zooms and keeps the place under (x, y) where it is.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const [lon, lat] = [this.left + x / this.scale, this.top - y / this.scale];
    this.zoom = clamp(this.zoom * factor, 1, MOST_ZOOM);
    if (this.zoom < 1.02) return this.home();
    this.left = lon - x / this.scale;
    this.top = lat + y / this.scale;
    this.settle();
  }

  /** @param {number} dx @param {number} dy CSS pixels that the world moves by */
  panBy(dx, dy) {
    this.left -= dx / this.scale;
    this.top += dy / this.scale;
    this.settle();
  }

  settle() {
    this.left = mod(this.left + 180, 360) - 180;
    const span = this.height / this.scale;
    const north = Math.max(NORTHMOST, this.homeTop());
    const south = Math.min(north, SOUTHMOST + span);
    this.top = span >= north - SOUTHMOST ? this.homeTop() : clamp(this.top, Math.min(south, this.homeTop()), north);
  }

  /** @param {number} lon */
  x(lon) {
    // What is off screen is shared out to both sides, so that a ring just outside the left edge stays there.
    const margin = (360 - this.width / this.scale) / 2;
    return (mod(lon - this.left + margin, 360) - margin) * this.scale;
  }

  /** @param {number} lat */
  y(lat) {
    return (this.top - lat) * this.scale;
  }
}
