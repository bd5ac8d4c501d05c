/** The worker that compiles rules. It loads the compiler for its first question. */

import { MatchdayError } from "../core/errors.js";
import { withScenarioConstants } from "./rule-constants.js";
import { answerQuestions } from "./answer.js";

/** @import { Answers, CodeError, CompilerQuestions } from "./types" */
/** @import { Diagnostic } from "../libraries/assemblyscript.js" */

const RULES = "rules.ts";
const ENTRY = "kit/entry.ts";
const LIBRARY = "kit/lib";
const MODULE = "build/rules.wasm";
/** The same as in the kit's own package. */
const ARGUMENTS =
  `${ENTRY} --lib ${LIBRARY} --use abort=~lib/matchday/abort --use seed=~lib/matchday/seed --runtime minimal --optimizeLevel 2 --outFile ${MODULE}`.split(
    " ",
  );
const ERROR = 3;
/** How rules have to begin. */
const MATCH = "export function match(tick: Tick): void";

/** @type {Promise<typeof import("../libraries/assemblyscript.js")> | null} */
let loading = null;

/** @type {Answers<CompilerQuestions>} */
const answers = {
  compile: async ({ source }, job) => {
    const compiled = await compile(source);
    if (compiled.module) job.transfer.push(compiled.module.buffer);
    return compiled;
  },
};

/** @param {string} source */
async function compile(source) {
  const { main, kit } = await loadCompiler();
  const text = withScenarioConstants(source);
  /** @type {Record<string, string>} */
  const sources = { ...kit, [RULES]: text };
  /** @type {Diagnostic[]} */
  const diagnostics = [];
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const written = new Map();
  let printed = "";
  const print = { write: (/** @type {string | Uint8Array} */ text) => void (printed += text) };
  const { error } = await main(ARGUMENTS, {
    stdout: print,
    stderr: print,
    readFile: (name, folder) => sources[folder === LIBRARY ? `${folder}/${name}` : name] ?? null,
    writeFile: (name, content) => {
      if (content instanceof Uint8Array) written.set(name, new Uint8Array(content));
    },
    listFiles: (folder) => namesIn(folder, Object.keys(kit)),
    reportDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
  });
  const errors = causes(diagnostics).map((diagnostic) => errorOf(diagnostic, text, source));
  const module = written.get(MODULE) ?? null;
  if (errors.length === 0 && !module) throw new MatchdayError("COMPILER", printed.trim() || String(error));
  return { module: errors.length === 0 ? module : null, errors: withoutRepetitions(errors) };
}

/** @param {string} folder @param {string[]} paths */
function namesIn(folder, paths) {
  return paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
}

/** The errors, without those that only follow from an expression without a type. @param {Diagnostic[]} diagnostics */
function causes(diagnostics) {
  const errors = diagnostics.filter(({ category }) => category === ERROR);
  const causes = errors.filter(({ message }) => !message.includes("'auto'"));
  return causes.length > 0 ? causes : errors;
}

/** Generic functions report an error for each of their types. @param {CodeError[]} errors */
function withoutRepetitions(errors) {
  const isSame = (/** @type {CodeError} */ a, /** @type {CodeError} */ b) =>
    a.line === b.line && a.column === b.column && a.words === b.words;
  return errors.filter((error, index) => errors.findIndex((other) => isSame(error, other)) === index);
}

function loadCompiler() {
  return (loading ??= import("../libraries/assemblyscript.js").catch((error) => {
    // Browsers may not fetch a failed module again in the same worker: this code has it replaced.
    throw MatchdayError.because("WORKER_FETCH", "the compiler", error);
  }));
}

/**
 * @param {Diagnostic} diagnostic
 * @param {string} text that was compiled
 * @param {string} source of the author
 * @returns {CodeError}
 */
function errorOf({ message, range }, text, source) {
  const words = message.replaceAll(/(?:~lib\/[\w/]*|rules)\//g, "");
  const file = range?.source.normalizedPath;
  if (range && file === RULES) return { ...placeOf(text, range.start, range.end, source), words };
  const line = source.split("\n").findIndex((text) => /\bfunction\s+match\b/.test(text)) + 1;
  const place = { line: Math.max(1, line), column: 1, end: 1 };
  if (file === ENTRY) return { ...place, words: `Rules have to begin with ${MATCH}` };
  return { ...place, words: file ? `${words} (in ${file})` : words };
}

/**
 * A range of the compiled text as a place in the author's source, which has the same lines.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {string} source
 */
function placeOf(text, start, end, source) {
  const before = text.slice(0, start).split("\n");
  const lines = source.split("\n");
  const line = Math.min(before.length, lines.length);
  const last = lines[line - 1].length + 1;
  const column = Math.min(before[before.length - 1].length + 1, last);
  return { line, column, end: Math.min(Math.max(column + (end - start), column + 1), last) };
}

answerQuestions({ answer: (/** @type {keyof CompilerQuestions} */ name, args, job) => answers[name](args, job) });
