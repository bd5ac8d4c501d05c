/**
 * Constants of rules with a slider: lines such as `const WIDEN_AFTER: f64 = 8; // s @slider 1..30 wait before the window
 * widens`. The unit and the words may be missing; `1..30:0.5` has a step.
 */

/**
 * @typedef {object} Constant
 * @property {string} name
 * @property {"f64" | "i32"} type
 * @property {number} value
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {string} unit empty if there is none
 * @property {string} words what it is; empty if the code does not say
 * @property {number} line counted from 1
 */

/** A mark that cannot be a slider. @typedef {{ line: number, column: number, end: number, words: string }} MarkError columns from 1; the end is after the last */

const MARK = "@slider";
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const LINE = new RegExp(String.raw`^(\s*(?:export\s+)?const\s+([A-Za-z_]\w*)\s*:\s*(\w+)\s*=\s*)(${NUMBER})(\s*;?\s*)//(.*)$`, "i");
const RANGE = new RegExp(String.raw`^\s+(${NUMBER})\.\.(${NUMBER})(?::(${NUMBER}))?(?:\s+(.*))?$`, "i");
/** Steps of a slider whose mark has none, at least. */
const STEPS = 100;

/** The constants of a source, and the marks that cannot be sliders. @param {string} source @returns {{ constants: Constant[], errors: MarkError[] }} */
export function readConstants(source) {
  /** @type {Constant[]} */
  const constants = [];
  /** @type {MarkError[]} */
  const errors = [];
  source.split("\n").forEach((text, index) => {
    const at = markIn(text);
    if (at < 0) return;
    try {
      const constant = readLine(text.trimEnd(), at, index + 1);
      if (constants.some(({ name }) => name === constant.name)) throw new Error(`${constant.name} has a slider already`);
      constants.push(constant);
    } catch (error) {
      errors.push({ line: index + 1, column: at + 1, end: text.trimEnd().length + 1, words: /** @type {Error} */ (error).message });
    }
  });
  return { constants, errors };
}

/** The column, from 0, of the mark in the comment after code, or -1: a comment on its own may speak of marks. @param {string} text */
function markIn(text) {
  const comment = text.indexOf("//");
  return text.slice(0, comment).trim() === "" ? -1 : text.indexOf(MARK, comment);
}

/** @param {string} text @param {number} at @param {number} line @returns {Constant} */
function readLine(text, at, line) {
  const [, , name, type, written, , comment] = LINE.exec(text) ?? [];
  if (name === undefined) throw new Error("a slider needs a constant in its line: const NAME: f64 = 8; // @slider 1..30");
  if (type !== "f64" && type !== "i32") throw new Error(`a slider needs a constant of the type f64 or i32, not ${type}`);
  const [, low, high, wantedStep, words = ""] = RANGE.exec(text.slice(at + MARK.length)) ?? [];
  if (low === undefined) throw new Error("write the range after @slider, such as 1..30, or 1..30:0.5 with a step");
  const [value, min, max] = [written, low, high].map(Number);
  if (!(min < max)) throw new Error(`the range has to grow, but ${low} is not below ${high}`);
  if (value < min || value > max) throw new Error(`${written} is not within ${low}..${high}`);
  if (type === "i32" && ![value, min, max].every(Number.isInteger)) throw new Error("a constant of the type i32 needs whole numbers");
  const step = wantedStep === undefined ? stepOf(type, min, max) : Number(wantedStep);
  if (!(step > 0) || step > max - min) throw new Error(`the step has to be above 0 and within the range, not ${wantedStep}`);
  if (type === "i32" && !Number.isInteger(step)) throw new Error("a constant of the type i32 needs a whole step");
  const unit = comment.slice(0, comment.indexOf(MARK)).trim();
  return { name, type, value, min, max, step, unit, words: words.trim(), line };
}

/** 1, or for short ranges the largest power of ten that gives enough steps. @param {string} type @param {number} min @param {number} max */
function stepOf(type, min, max) {
  if (type === "i32" || (max - min >= STEPS / 10 && Number.isInteger(min))) return 1;
  return 10 ** Math.floor(Math.log10((max - min) / STEPS));
}

/** The values of the parameter `constants`, by name. @param {string} text */
export const setConstants = (text) => new Map([...text.matchAll(/(\w+):([^;]+)/g)].map(([, name, value]) => [name, Number(value)]));

/**
 * The source with another value of a constant. Unchanged if it has no slider of this name.
 * @param {string} source
 * @param {string} name
 * @param {number} value
 */
export function withConstant(source, name, value) {
  return eachConstant(source, (constant, before, after) => (constant.name === name ? before + value + after : null));
}

/**
 * The source for the compiler: its constants are those of the scenario, where that sets them, so that moving a slider needs
 * no compilation. No line moves, and no column of code outside of the lines of constants.
 * @param {string} source
 */
export function withScenarioConstants(source) {
  const { constants } = readConstants(source);
  if (constants.length === 0) return source;
  const changed = eachConstant(source, ({ name, type, value }, before, after) => {
    return `${before}${type === "i32" ? "<i32>" : ""}${CONSTANT}("${name}", ${value})${after}`;
  });
  // Imports count wherever they are: at the end, this one moves no line.
  return `${changed}\nimport { constant as ${CONSTANT} } from "matchday";\n`;
}

/** A name that no author would use. */
const CONSTANT = "__constantOfScenario";

/**
 * The source with other lines for its constants; null leaves a line.
 * @param {string} source
 * @param {(constant: Constant, before: string, after: string) => string | null} change before and after its number
 */
function eachConstant(source, change) {
  const lines = source.split("\n");
  for (const constant of readConstants(source).constants) {
    const at = constant.line - 1;
    const [, before, , , written] = LINE.exec(lines[at].trimEnd()) ?? [];
    lines[at] = change(constant, before, lines[at].slice(before.length + written.length)) ?? lines[at];
  }
  return lines.join("\n");
}
