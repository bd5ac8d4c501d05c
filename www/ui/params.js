/** The parameter panel. Labels, bounds and help come from the registry. */

import { all, copyOf, el, need, setText } from "../core/dom.js";
import { hasRecordedJoins } from "../core/engine.js";
import { clamp, num, rate } from "../core/format.js";
import { fill, growthText, text } from "../core/text.js";

/** @import { Change, ViewName } from "../core/page-state" */
/** @import { PanelPage as Page } from "./page" */
/** @import { Spec } from "../core/types" */

const POPULATION = "ccu";
/** Positions of a logarithmic slider. */
const LOG_STEPS = 200;

/** Conversions between a parameter's value, its shown number and its slider. @param {Spec} spec */
function scaleOf({ min, max, step, decimals, unit, slider }) {
  const factor = unit === "%" ? 100 : 1;
  const digits = Math.max(0, decimals - (factor === 100 ? 2 : 0));
  const log = slider === "logarithmic";
  const span = Math.log(max / min);
  return {
    min: min * factor,
    max: max * factor,
    step: 1 / 10 ** digits,
    /** Positions of the slider. */
    positions: log ? LOG_STEPS : Math.round((max - min) / step),
    /** The number that is shown for a value. */
    show: (/** @type {string} */ value) => Number((Number(value) * factor).toFixed(digits)),
    /** The value of a typed number. */
    read: (/** @type {string} */ shown) => (shown.trim() === "" ? "" : String(Number((Number(shown) / factor).toFixed(decimals)))),
    /** The slider's position for a value. */
    place: (/** @type {string} */ value) => (log ? (LOG_STEPS * Math.log(Number(value) / min)) / span : (Number(value) - min) / step),
    /** The value at a position. A logarithmic slider gives two significant digits. */
    at: (/** @type {number} */ position) => {
      const exact = log ? min * Math.exp((span * position) / LOG_STEPS) : min + position * step;
      const unit = log ? Math.max(step, 10 ** (Math.floor(Math.log10(exact)) - 1)) : step;
      return String(Number(clamp(Math.round(exact / unit) * unit, min, max).toFixed(decimals)));
    },
  };
}

/** The label of a choice: by parameter and word, else by its word. @param {string} key @param {string} word */
const choiceOf = (key, word) => text.params.choices[`${key}=${word}`] ?? text.params.choices[word] ?? word;

/** A value as people read it, with its unit. @param {Spec} spec @param {string} value */
export function shownAs(spec, value) {
  if (spec.unit === "%") return rate(Number(value));
  if (spec.kind === "number") return `${spec.key === "seed" ? value : num(Number(value))} ${spec.unit}`.trim();
  if (spec.kind === "choice") return choiceOf(spec.key, value);
  return value.length > 12 ? `${value.slice(0, 11)}…` : value || "–";
}

/**
 * The scale of a slider for a number that is no parameter.
 * @param {Pick<Spec, "key" | "min" | "max" | "step" | "default">} scale
 * @returns {Spec}
 */
export const plainScale = (scale) => ({
  ...scale,
  kind: "number",
  commas: false,
  words: [],
  decimals: decimalsOf(scale.step),
  slider: "linear",
  unit: "",
  group: "",
  label: "",
  help: "",
  views: [],
  main: null,
});

/** The digits after the point of a step. @param {number} step */
const decimalsOf = (step) => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

/**
 * A slider that follows its parameter; `--val` and `--def` draw its track.
 * @param {HTMLElement} row
 * @param {Spec} spec
 * @param {string} initial
 * @param {(value: string) => void} set called while the slider moves
 * @param {() => void} finish called when the slider is released
 * @returns {(value: string) => void} shows another value
 */
export function bindSlider(row, spec, initial, set, finish) {
  const scale = scaleOf(spec);
  const slider = /** @type {HTMLInputElement} */ (need("input[type=range]", row));
  slider.max = String(scale.positions);
  slider.addEventListener("input", () => set(scale.at(Number(slider.value))));
  slider.addEventListener("change", finish);
  const share = (/** @type {string} */ value) => String(clamp(scale.place(value) / scale.positions, 0, 1));
  row.style.setProperty("--def", share(initial));
  return (value) => {
    row.style.setProperty("--val", share(value));
    slider.value = String(Math.round(scale.place(value)));
    slider.setAttribute("aria-valuetext", shownAs(spec, value));
  };
}

/** The text for a number out of bounds, in the unit of its field. @param {Spec} spec */
function boundsText(spec) {
  const { min, max } = scaleOf(spec);
  const [from, to] = [min, max].map((bound) => num(bound, Number.isInteger(bound) ? 0 : spec.decimals));
  return `${fill(text.params.bounds, from, to, spec.unit).trim()}.`;
}

/** Rows of parameters, and a line with the help of the row under the pointer or focus. */
class ParamRows {
  /** @param {Page} page @param {ViewName} view @param {HTMLElement} helpline */
  constructor(page, view, helpline) {
    this.page = page;
    this.view = view;
    this.helpline = helpline;
    /** Parameters without effect now. @type {Record<string, { reason: string, hidden: boolean }>} */
    this.idle = {};
    /** Shows the present value of every parameter. @type {(() => void)[]} */
    this.syncs = [];
    /** Headings of groups; one without a shown row is hidden. @type {Record<string, HTMLElement>} */
    this.headings = {};
  }

  /** Shows the present values, and which parameters have no effect. */
  sync() {
    const { engine, state } = this.page;
    this.idle = engine.wasm.idle_params(state.params);
    for (const sync of this.syncs) sync();
    for (const heading of Object.values(this.headings)) {
      let row = heading.nextElementSibling;
      while (row instanceof HTMLElement && row.hidden && row.matches(".param")) row = row.nextElementSibling;
      heading.hidden = !row?.matches(".param");
    }
  }

  /** The id of the control of a parameter, which more than one view may have. @param {string} key */
  idOf(key) {
    return this.view === "matchmaking" ? `p-${key}` : `p-${this.view}-${key}`;
  }

  /** @param {Spec} spec */
  makeRow(spec) {
    const { page } = this;
    const { key, kind, label, help, unit } = spec;
    const initial = page.engine.defaults[key];
    const big = kind === "number" && (spec.main === this.view || (key === POPULATION && this.view === "matchmaking"));
    const row = copyOf(
      kind === "open"
        ? "param-weights"
        : kind !== "number"
          ? `param-${kind}`
          : big
            ? "param-big"
            : key === "seed"
              ? "param-seed"
              : "param-row",
    );
    row.dataset.key = key;
    const [name, hidden, reset] = [need("label", row), need(":scope > .vh", row), need(".reset", row)];
    name.textContent = label;
    name.title = help;
    const id = this.idOf(key);
    name.setAttribute("for", id);
    hidden.id = `${id}-help`;
    hidden.textContent = help;
    for (const input of all("input, select", row)) input.setAttribute("aria-describedby", hidden.id);
    for (const event of ["focusin", "pointerenter"]) row.addEventListener(event, () => setText(this.helpline, help));
    reset.title = fill(text.params.reset, label, shownAs(spec, initial));
    reset.setAttribute("aria-label", reset.title);
    reset.addEventListener("click", () => {
      page.set({ [key]: initial });
      // The change hides the button: the focus moves to the control of the parameter.
      need(`[id="${id}"]`).focus();
    });
    const bind =
      { flag: this.bindFlag, choice: this.bindChoice, weights: this.bindOpen, open: this.bindOpen }[/** @type {string} */ (kind)] ??
      this.bindNumber;
    const show = bind.call(this, row, spec, initial);
    if (big) {
      name.append(el("small", {}, text.params.hints[key] ?? ""));
      setText(need(".default", row), fill(text.params.initial, shownAs(spec, initial)));
    }
    for (const place of all(".u", row)) place.textContent = unit;
    const why = el("span", { class: "idlereason", "data-testid": "idle-reason" });
    row.append(why);
    this.syncs.push(() => {
      const value = page.state.params[key];
      row.classList.toggle("changed", value !== initial);
      const { reason = "", hidden: off = false } = this.idle[key] ?? {};
      // Joins can be exact only if they are recorded.
      row.hidden = off || (key === "joins" && !hasRecordedJoins(page.engine));
      row.classList.toggle("idle", reason !== "");
      for (const input of /** @type {HTMLInputElement[]} */ (all("input, select", row))) input.disabled = reason !== "";
      setText(why, reason);
      show(value);
    });
    return row;
  }

  /** @param {HTMLElement} row @param {Spec} spec @returns {(value: string) => void} */
  bindFlag(row, { key }) {
    const box = /** @type {HTMLInputElement} */ (need("input", row));
    box.id = this.idOf(key);
    box.addEventListener("change", () => this.page.set({ [key]: box.checked }));
    return (value) => (box.checked = value === "1");
  }

  /** @param {HTMLElement} row @param {Spec} spec @returns {(value: string) => void} */
  bindChoice(row, { key, words }) {
    const select = /** @type {HTMLSelectElement} */ (need("select", row));
    select.id = this.idOf(key);
    select.append(...words.map((word) => el("option", { value: word }, choiceOf(key, word))));
    select.addEventListener("change", () => this.page.set({ [key]: select.value }));
    return (value) => (select.value = value);
  }

  /**
   * Sets the parameter to the typed text, if that is valid.
   * @param {HTMLInputElement} input
   * @param {Spec} spec
   * @param {(typed: string) => string} read
   * @returns {(shown: string) => void} shows another value
   */
  bindTyped(input, { key, help }, read) {
    /** The text that the field was last set to; undefined after the reader has changed it. @type {string | undefined} */
    let last;
    const mark = (/** @type {string} */ problem) => {
      const note = need(`[id="${this.idOf(key)}-help"]`);
      setText(note, problem || help);
      note.classList.toggle("vh", !problem);
      input.setAttribute("aria-invalid", String(problem !== ""));
    };
    input.addEventListener("change", () => {
      try {
        this.page.set({ [key]: read(input.value) });
        last = undefined;
      } catch (error) {
        // An invalid text is marked and explained until it is corrected. The parameter keeps its value.
        const { message } = /** @type {Error} */ (error);
        mark(message);
        this.page.say(message);
      }
    });
    return (shown) => {
      if (shown === last) return;
      input.value = last = shown;
      mark("");
    };
  }

  /** A text field that suggests the words of its parameter. @param {HTMLElement} row @param {Spec} spec @returns {(value: string) => void} */
  bindOpen(row, spec) {
    const { key, words } = spec;
    const input = /** @type {HTMLInputElement} */ (need("input", row));
    input.id = this.idOf(key);
    row.append(el("datalist", { id: `${input.id}-words` }, ...words.map((value) => el("option", { value }))));
    input.setAttribute("list", `${input.id}-words`);
    return this.bindTyped(input, spec, (typed) => typed);
  }

  /** A slider and a number field. @param {HTMLElement} row @param {Spec} spec @param {string} initial @returns {(value: string) => void} */
  bindNumber(row, spec, initial) {
    const { page } = this;
    const { key, label } = spec;
    const scale = scaleOf(spec);
    const number = /** @type {HTMLInputElement} */ (need("input[type=number]", row));
    Object.assign(number, { min: scale.min, max: scale.max, step: scale.step });
    const read = (/** @type {string} */ typed) => {
      const value = typed.trim() === "" ? NaN : Number(typed);
      if (value >= scale.min && value <= scale.max) return scale.read(typed);
      throw new RangeError(boundsText(spec));
    };
    const enter = this.bindTyped(number, spec, read);
    const show = (/** @type {string} */ value) => enter(String(scale.show(value)));
    if (key === "seed") {
      number.id = this.idOf(key);
      need(".dice", row).addEventListener("click", () => page.set({ [key]: String(page.engine.wasm.new_seed()) }));
      return show;
    }
    number.setAttribute("aria-label", fill(text.params.exact, label));
    need("input[type=range]", row).id = this.idOf(key);
    const slide = bindSlider(
      row,
      spec,
      initial,
      (value) => page.slide({ [key]: value }),
      () => page.links.finish(),
    );
    return (value) => {
      show(value);
      slide(value);
    };
  }
}

/** The panel of a view: the parameters that act there, the main one first and large. */
export class ParamPanel extends ParamRows {
  /**
   * @param {HTMLElement} root
   * @param {Page} page
   * @param {ViewName} view
   * @param {HTMLElement} lead where the main parameter stands
   */
  constructor(root, page, view, lead) {
    super(page, view, need(".helpline", root));
    this.resetAll = need(".last button", root);
    this.say = lead.querySelector(".say");
    const { registry, defaults } = page.engine;
    this.resetAll.addEventListener("click", () => page.set(defaults));
    for (const place of [root, lead]) place.addEventListener("pointerenter", () => page.runs.loadPreview(), { once: true });
    const last = need(".last", root);
    let group = "";
    // Some values are edited elsewhere: datacenters on the map, incidents on the timeline.
    const specs = registry.params.filter(({ kind, views }) => kind !== "text" && views.includes(view));
    for (const spec of specs) {
      const row = this.makeRow(spec);
      if (spec.main === view) {
        lead.prepend(row);
        continue;
      }
      // The population is the second question of every view, and has no heading.
      if (spec.key === POPULATION) {
        const act = root.querySelector(".act");
        act ? act.before(row) : root.prepend(row);
      } else {
        if (spec.group !== group) last.before((this.headings[spec.group] = el("h2", {}, (group = spec.group))));
        last.before(row);
      }
    }
    if (this.say) need(".foot", lead).prepend(this.say);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { state, engine } = this.page;
    this.sync();
    this.resetAll.hidden = Object.keys(engine.defaults).every((key) => state.params[key] === engine.defaults[key]);
    if (this.say) setText(need("b", this.say), growthText(Number(state.params.replay)));
  }
}
