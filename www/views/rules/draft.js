/**
 * The rules that are being edited. They become those of the day when the reader runs it, or moves one of their numbers.
 *
 * @typedef {object} Knob a number of the rules that a slider moves
 * @property {string} name which number it is
 * @property {string} label
 * @property {string} hint what it belongs to; empty if the label says all
 * @property {number} line from 1
 * @property {number} value
 * @property {number} initial
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {string} unit
 */

/** @typedef {{ line: number, column: number, end?: number, words: string, severity: "note" | "warning" | "error" }} Problem */

/** What stands in an editor, and what is known of it. */
export class Draft {
  /**
   * @param {object} of
   * @param {(text: string) => { knobs: Omit<Knob, "initial">[], problems: Problem[] }} of.read
   * @param {(text: string, name: string, value: number) => string} of.withNumber
   * @param {() => void} onChange
   */
  constructor({ read, withNumber }, onChange) {
    this.readText = read;
    this.withNumber = withNumber;
    this.onChange = onChange;
    this.text = "";
    /** The text before sliders moved its numbers. */
    this.base = "";
    /** @type {Knob[]} */
    this.knobs = [];
    /** @type {Problem[]} */
    this.problems = [];
    /** The numbers before sliders moved them, by name. @type {Map<string, number>} */
    this.initial = new Map();
  }

  /** The first error; undefined if the rules can be run. */
  get error() {
    return this.problems.find(({ severity }) => severity === "error");
  }

  /** Takes a text that the reader has written or opened. @param {string} text */
  write(text) {
    this.base = text;
    this.take(text);
    this.initial = new Map(this.knobs.map(({ name, value }) => [name, value]));
    this.knobs = this.knobs.map((knob) => ({ ...knob, initial: knob.value }));
    this.onChange();
  }

  /** Moves a number. @param {string} name @param {number} value */
  move(name, value) {
    this.take(this.withNumber(this.text, name, value));
    this.onChange();
  }

  /** Reads the text again, because what it is held against has changed. */
  check() {
    this.take(this.text);
    this.onChange();
  }

  /** @param {string} text */
  take(text) {
    this.text = text;
    const { knobs, problems } = this.readText(text);
    this.problems = problems;
    this.knobs = knobs.map((knob) => ({ ...knob, initial: this.initial.get(knob.name) ?? knob.value }));
  }
}
