/** Texts in links: deflated, and in the characters of base64url. Links come from strangers, so both sides have limits. */

import { MatchdayError } from "../errors.js";

/** Characters of a packed text: links that are longer are cut by some programs. */
export const MOST_PACKED = 16_384;
/** Bytes of a text: a short link could otherwise fill the memory. */
export const MOST_BYTES = 262_144;

/** @param {string} text @returns {Promise<string>} rejects with the code LINK_TOO_LONG */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES)
    throw new MatchdayError(
      "LINK_TOO_LONG",
      `the text has ${kilobytes(bytes.length)} kB, and a link has room for ${kilobytes(MOST_BYTES)} kB`,
    );
  const deflated = await join(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const packed = toBase64url(deflated);
  if (packed.length > MOST_PACKED) {
    throw new MatchdayError(
      "LINK_TOO_LONG",
      `the text takes ${kilobytes(packed.length)} kB of a link, and there is room for ${kilobytes(MOST_PACKED)} kB`,
    );
  }
  return packed;
}

/** @param {string} packed @returns {Promise<string>} rejects with the code LINK_PACKED */
export async function unpack(packed) {
  if (packed.length > MOST_PACKED) throw damaged(`it is longer than ${kilobytes(MOST_PACKED)} kB`);
  const deflated = fromBase64url(packed);
  try {
    const bytes = await join(new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")), MOST_BYTES);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw error instanceof MatchdayError ? error : damaged("it is cut off or changed");
  }
}

/** All bytes of a stream. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} most */
async function join(stream, most) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    length += value.length;
    if (length <= most) continue;
    // The rest is not inflated.
    reader.cancel().catch(() => {});
    throw damaged(`its text is longer than ${kilobytes(most)} kB`);
  }
}

/** @param {Uint8Array} bytes */
function toBase64url(bytes) {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed */
function fromBase64url(packed) {
  if (!/^[\w-]*$/.test(packed) || packed.length % 4 === 1) throw damaged("it is cut off or changed");
  return Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** @param {string} why */
const damaged = (why) => new MatchdayError("LINK_PACKED", `the code in this link cannot be read: ${why}`);

/** @param {number} bytes */
const kilobytes = (bytes) => Math.round(bytes / 1024);
