/** Joins without a file: shares of the continents and curves of the day, with a small drawing of each. */

import { all, context, need, setText } from "../../../core/dom.js";
import { JOINS } from "../../../core/engine.js";
import { MatchdayError } from "../../../core/errors.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";
import { mergeFiles } from "./world.js";

/** @import { LabBridge } from "../../../worker/bridges.js" */
/** @import { WorldPage as Page } from "../../../ui/page" */
/** @import { Own } from "../../../core/types" */

const HOURS = 24;

export class WeightsForm {
  /**
   * @param {HTMLElement} root
   * @param {Page} page
   * @param {LabBridge} atlas
   * @param {(own: Own) => Promise<void>} onUse
   */
  constructor(root, page, atlas, onUse) {
    this.root = /** @type {HTMLDetailsElement} */ (root);
    this.page = page;
    this.atlas = atlas;
    this.onUse = onUse;
    this.shares = /** @type {HTMLInputElement[]} */ (all("fieldset input", root));
    this.percents = all("output", root);
    this.curves = /** @type {HTMLTextAreaElement[]} */ (all("textarea", root));
    this.drawings = /** @type {HTMLCanvasElement[]} */ (all("canvas", root));
    this.problem = need(".warn", root);
    root.addEventListener("input", () => this.draw());
    root.addEventListener("toggle", () => this.fillFields());
    need("button", root).addEventListener("click", () => this.applyWeights());
  }

  /** Shows the weights in use. The built-in shares are computed when the form is opened. */
  sync() {
    const { weights } = this.page.engine.own ?? {};
    this.shares.forEach((input, at) => (input.value = weights ? String(weights.shares[at]) : ""));
    this.curves.forEach((area, at) => (area.value = (weights ? [weights.weekday, weights.weekend][at] : []).join(" ")));
    this.fillFields();
  }

  async fillFields() {
    if (!this.root.open) return;
    if (this.shares.every(({ value }) => value === "")) {
      try {
        const shares = await this.atlas.ask("continentShares", { joins: this.joins() });
        this.shares.forEach((input, at) => (input.value ||= shares[at].toFixed(1)));
      } catch (thrown) {
        this.fail(thrown);
      }
    }
    this.draw();
  }

  /** The built-in joins. */
  joins() {
    const file = this.page.engine.builtIn.find(({ name }) => name === JOINS);
    return file?.bytes ?? new Uint8Array();
  }

  draw() {
    setText(this.problem, "");
    const values = this.shares.map(({ valueAsNumber }) => valueAsNumber);
    const all = values.reduce((a, b) => a + b, 0);
    this.percents.forEach((output, at) => setText(output, all > 0 ? fill(words.share, num((100 * values[at]) / all, 1)) : ""));
    const ink = this.page.state.theme.colors.playing;
    this.curves.forEach((area, at) => drawBars(this.drawings[at], numbers(area.value), ink));
  }

  async applyWeights() {
    try {
      const [weekday, weekend] = this.curves.map(({ value }) => hours(value));
      const weights = { shares: this.shares.map(({ valueAsNumber }) => valueAsNumber), weekday, weekend };
      // Without a curve for weekends all seven days have the same curve.
      const [first, second] = [weekday.length > 0 ? weekday : weekend, weekend.length > 0 ? weekend : weekday];
      const args = {
        joins: this.joins(),
        shares: weights.shares,
        weekday: first,
        weekend: second,
      };
      const file = await this.atlas.ask("weighJoins", args);
      await this.onUse({ ...mergeFiles(this.page.engine.own, { files: [file], datacenters: null }), weights });
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** @param {unknown} thrown */
  fail(thrown) {
    const { code, message } = MatchdayError.from(thrown);
    if (code !== "CANCELLED") setText(this.problem, message);
  }
}

/** The numbers in a text, with any separators, so that rows and columns of a spreadsheet can be pasted. @param {string} value */
const numbers = (value) =>
  value
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** @param {string} value */
function hours(value) {
  const found = numbers(value);
  if (found.length !== 0 && found.length !== HOURS) throw new MatchdayError("BAD_CURVE", fill(words.hours, found.length));
  return found;
}

/** @param {HTMLCanvasElement} canvas @param {number[]} values @param {string} ink */
function drawBars(canvas, values, ink) {
  const { width, height } = canvas;
  const c = context(canvas);
  c.clearRect(0, 0, width, height);
  c.fillStyle = ink;
  const most = Math.max(...values.filter((value) => value > 0), 0);
  values.slice(0, HOURS).forEach((value, hour) => {
    const tall = most > 0 && value > 0 ? (height * value) / most : 0;
    c.fillRect((hour * width) / HOURS + 1, height - tall, width / HOURS - 2, tall);
  });
}
