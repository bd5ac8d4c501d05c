/** What a plug-in may take from the machine: its memory has a limit that no code of it can pass. */

export const PAGE_BYTES = 65_536;
/** 64 MB. */
export const MOST_PAGES = 1024;
const MOST_MB = (MOST_PAGES * PAGE_BYTES) / 2 ** 20;

const [TYPES, MEMORIES] = [1, 5];
const HEADER_BYTES = 8;
const FUNCTION = 0x60;
/** Numbers, vectors, and references without types of their own. */
const VALUES = new Set([0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f]);

/**
 * The module with a maximum for its memory. WebAssembly has no other limit that holds during a call: then `memory.grow`
 * fails inside the module. Throws at memory that this limit does not reach: shared, 64-bit, several, or objects of the
 * garbage collector.
 * @param {Uint8Array} bytes of a valid module
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withMemoryLimit(bytes) {
  /** @type {(number | Uint8Array)[]} */
  const parts = [bytes.subarray(0, HEADER_BYTES)];
  const reader = new Reader(bytes, HEADER_BYTES);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const [id, length] = [reader.byte(), reader.number()];
    const content = bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    if (id === TYPES) checkTypes(new Reader(content, 0));
    if (id !== MEMORIES) parts.push(bytes.subarray(start, reader.at));
    else {
      const limited = limitMemory(new Reader(content, 0));
      parts.push(id, ...encode(limited.length), ...limited);
    }
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

/** The content of the section of memories. @param {Reader} reader */
function limitMemory(reader) {
  const count = reader.number();
  if (count === 0) return [0];
  if (count > 1) throw new Error(`the module has ${count} memories: it may have one`);
  const flags = reader.byte();
  if (flags > 1) throw new Error("the module has shared or 64-bit memory: compile it for one thread and 32 bits");
  const least = reader.number();
  if (least > MOST_PAGES)
    throw new Error(`the module starts with ${Math.ceil((least * PAGE_BYTES) / 2 ** 20)} MB of memory: ${MOST_MB} MB are allowed`);
  const most = flags === 1 ? Math.min(reader.number(), MOST_PAGES) : MOST_PAGES;
  return [1, 1, ...encode(least), ...encode(most)];
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
