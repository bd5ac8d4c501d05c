/**
 * What a plug-in may take from the machine: its memory and its tables get limits that no code of it can pass. The numbers are those of
 * the command line (`crate/plugin/src/host.rs`).
 */

/** @import { PluginLimits } from "../pkg-lab/matchday_web_lab.js" */

export const PAGE_BYTES = 65_536;

const [TYPES, TABLES, MEMORIES] = [1, 4, 5];
const HEADER_BYTES = 8;
const FUNCTION = 0x60;
const REFERENCES = [0x70, 0x6f];
/** Numbers, vectors, and references without types of their own. */
const VALUES = new Set([0x7f, 0x7e, 0x7d, 0x7c, 0x7b, ...REFERENCES]);
/** A maximum follows; other flags are of shared and 64-bit memories and tables. */
const HAS_MOST = 1;

/**
 * The module with a maximum for its memory and for each table. WebAssembly has no other limit that holds during a call: then
 * `memory.grow` and `table.grow` fail inside the module. Throws at what this limit does not reach: what starts larger, is shared or
 * 64-bit, too many of them, tables with values of their own, or objects of the garbage collector.
 * @param {Uint8Array} bytes of a valid module
 * @param {PluginLimits} limits
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withLimits(bytes, limits) {
  /** @type {(number | Uint8Array)[]} */
  const parts = [bytes.subarray(0, HEADER_BYTES)];
  const reader = new Reader(bytes, HEADER_BYTES);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const [id, length] = [reader.byte(), reader.number()];
    const content = new Reader(bytes.subarray(reader.at, reader.at + length), 0);
    reader.at += length;
    if (id === TYPES) checkTypes(content);
    const limited = id === MEMORIES ? limitMemories(content, limits) : id === TABLES ? limitTables(content, limits) : null;
    if (limited) parts.push(id, ...encode(limited.length), ...limited);
    else parts.push(bytes.subarray(start, reader.at));
  }
  return join(parts);
}

/** @param {Reader} reader */
function checkTypes(reader) {
  for (let left = reader.number(); left > 0; left--) {
    const isFunction = reader.byte() === FUNCTION;
    for (let list = 0; isFunction && list < 2; list++) {
      for (let values = reader.number(); values > 0; values--) if (!VALUES.has(reader.byte())) throw new Error(OBJECTS);
    }
    if (!isFunction) throw new Error(OBJECTS);
  }
}

const OBJECTS = "the module has types of the garbage collector, whose memory cannot be limited: compile it without them";

/** The content of the section of memories. @param {Reader} reader @param {PluginLimits} limits */
function limitMemories(reader, { memories, memory_bytes }) {
  const count = reader.number();
  if (count > memories) throw new Error(`the module has ${count} memories: it may have ${memories}`);
  const most = memory_bytes / PAGE_BYTES;
  const limited = Array.from({ length: count }, () =>
    limit(reader, most, "memory", (pages) => `${Math.ceil((pages * PAGE_BYTES) / 2 ** 20)} MB of memory`, `${memory_bytes / 2 ** 20} MB`),
  );
  return [...encode(count), ...limited.flat()];
}

/** The content of the section of tables. @param {Reader} reader @param {PluginLimits} limits */
function limitTables(reader, { tables, elements }) {
  const count = reader.number();
  if (count > tables) throw new Error(`the module has ${count} tables: it may have ${tables}`);
  const limited = Array.from({ length: count }, () => {
    const type = reader.byte();
    if (!REFERENCES.includes(type)) throw new Error("the module has a table with a type or values of its own: compile it without them");
    return [type, ...limit(reader, elements, "tables", (least) => `a table of ${least} elements`, String(elements))];
  });
  return [...encode(count), ...limited.flat()];
}

/**
 * Limits with a maximum.
 * @param {Reader} reader
 * @param {number} allowed
 * @param {string} what
 * @param {(least: number) => string} amount
 * @param {string} most
 */
function limit(reader, allowed, what, amount, most) {
  const flags = reader.byte();
  if (flags > HAS_MOST) throw new Error(`the module has shared or 64-bit ${what}: compile it for one thread and 32 bits`);
  const least = reader.number();
  if (least > allowed) throw new Error(`the module starts with ${amount(least)}: ${most} are allowed`);
  const own = flags === HAS_MOST ? reader.number() : allowed;
  return [HAS_MOST, ...encode(least), ...encode(Math.min(own, allowed))];
}

/** Reads the binary format. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A LEB128 number. */
  number() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (!(byte & 128)) return value;
    }
  }
}

/** LEB128. @param {number} value */
function encode(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

/** @param {(number | Uint8Array)[]} parts */
function join(parts) {
  const joined = new Uint8Array(parts.reduce((/** @type {number} */ sum, part) => sum + (typeof part === "number" ? 1 : part.length), 0));
  let at = 0;
  for (const part of parts) {
    if (typeof part === "number") joined[at++] = part;
    else {
      joined.set(part, at);
      at += part.length;
    }
  }
  return joined;
}
