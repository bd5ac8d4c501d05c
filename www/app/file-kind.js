/** What a file from outside seems to be, by its content, or else by its name. */

import { text } from "../core/text.js";

/** @import { Engine } from "../core/types" */

/**
 * @typedef {{ kind: "scenario", values: Record<string, unknown> } | { kind: "link", link: string }
 *   | { kind: "configuration" | "world" | "season" | "rules" | "plugin" | "tickets" } | { kind: "foreignRules" | "other", what: string }} FileKind
 */

const names = text.files;
/** Bytes from the beginning that tell what a file is. */
const HEAD_BYTES = 65_536;
/** Longest scenario, rule set or link, bytes. */
const LONGEST_TEXT = 1e6;

/** First bytes of kinds that cannot be used, with their names. @type {[string, string][]} */
const SIGNATURES = [
  ["%PDF", names.pdf],
  ["PK\x03\x04", names.zip],
  ["\xff\xd8\xff", names.jpeg],
  ["GIF8", names.gif],
  ["RIFF", names.media],
  ["\x1aE\xdf\xa3", names.video],
  ["\x7fELF", names.program],
  ["MZ", names.program],
];

/** @param {File} file @param {Engine} engine @returns {Promise<FileKind>} */
export async function kindOf(file, engine) {
  const name = file.name.toLowerCase();
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith("SQLite format 3\0")) return { kind: "season" };
  if (start.startsWith("\x89PNG") || name.endsWith(".bin")) return { kind: "world" };
  if (start.startsWith("PAR1") || isTickets(new TextDecoder().decode(bytes))) return { kind: "tickets" };
  // Lists may be gzipped. Whatever else it holds, the import names it.
  if (start.startsWith("\x1f\x8b")) return /\.(csv|txt|tsv)\.gz$/.test(name) ? { kind: "world" } : { kind: "other", what: names.gzip };
  if (start.startsWith("\0asm")) return { kind: "plugin" };
  const [, what] = SIGNATURES.find(([signature]) => start.startsWith(signature)) ?? [];
  if (what) return { kind: "other", what };
  if (start.slice(4).startsWith("ftyp")) return { kind: "other", what: names.video };
  if (/\.(csv|tsv)$/.test(name)) return { kind: "world" };
  if (bytes.includes(0)) return { kind: "other", what: names.binary };
  return kindOfText(name, file.size <= LONGEST_TEXT ? await file.text() : new TextDecoder().decode(bytes), engine);
}

/** Columns of a recorded queue that recorded joins do not have. */
const OF_TICKETS = ["ticket", "players", "skill", "cancelled_at", "matched_at"];

/** Whether a text begins with the columns of a recorded queue. @param {string} content */
function isTickets(content) {
  const [first] = content.replace("\ufeff", "").split("\n", 1);
  const names = first.split(/[,;\t]/).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .toLowerCase(),
  );
  return names.includes("time") && names.some((name) => OF_TICKETS.includes(name) || name.startsWith("rtt_"));
}

/** @param {string} name @param {string} content @param {Engine} engine @returns {FileKind} */
function kindOfText(name, content, engine) {
  const link = linkIn(content);
  if (link) return { kind: "link", link };
  const json = jsonOf(content);
  if (json instanceof Object) return kindOfObject(json, engine);
  const isYaml = /\.ya?ml$/.test(name) || /^\s*(apiVersion|kind):/m.test(content);
  // A file that calls itself JSON, or begins like it, is checked: that names the place of its first error.
  if (isYaml || name.endsWith(".json") || /^\s*[{[]/.test(content)) return { kind: "configuration" };
  if (/^\s*<(!doctype html|html)/i.test(content)) return { kind: "other", what: names.html };
  if (/^\s*</.test(content)) return { kind: "other", what: names.xml };
  if (content.trim() === "") return { kind: "other", what: names.empty };
  const [first] = content.trimStart().split("\n");
  return first.split(",").length >= 3 ? { kind: "world" } : { kind: "other", what: names.text };
}

/** @param {object} json @param {Engine} engine @returns {FileKind} */
function kindOfObject(json, engine) {
  const has = (/** @type {string} */ key) => Object.hasOwn(json, key);
  if (has("ruleLanguageVersion") || (has("teams") && has("rules"))) return { kind: "rules" };
  if (has("MatchmakingQueue") || (has("Teams") && has("MaxMatchSize"))) return { kind: "foreignRules", what: names.playFab };
  const isScenario = !Array.isArray(json) && engine.registry.params.some(({ key }) => has(key));
  if (isScenario) return { kind: "scenario", values: /** @type {Record<string, unknown>} */ (json) };
  return has("dependencies") || Array.isArray(json) ? { kind: "other", what: names.json } : { kind: "configuration" };
}

/** The JSON value of a text; undefined if it is none. @param {string} content */
function jsonOf(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** The part of a text that is a link to a day, from its version on. @param {string} content */
export const linkIn = (content) => /(?:^|[#\s=])(v=1&[^\s"'<>]+)/.exec(content.slice(0, 100_000))?.[1] ?? "";
