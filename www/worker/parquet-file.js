/** Parquet tables as comma-separated values: everything after this reads one format. */

import { checkSeal } from "./parquet-seal.js";
import { MatchdayError } from "../core/errors.js";
import { compressors, parquetMetadataAsync, parquetRead } from "../libraries/parquet.js";

/** Rows that are in memory at once. */
const MOST_ROWS = 262_144;
/** What the name of a column of lists ends with; what stands between the values of a list. */
const [LIST, BETWEEN] = ["[]", "|"];

/** Times stay numbers since 1970 in their own unit, which tells them apart. */
const asNumber = (/** @type {bigint} */ number) => number;
const parsers = { timestampFromMilliseconds: asNumber, timestampFromMicroseconds: asNumber, timestampFromNanoseconds: asNumber };

/**
 * The rows of a table, with the share of them that has been read; the names of its columns come first.
 * @param {Blob} file
 * @returns {AsyncGenerator<{ bytes: Uint8Array, share: number }>}
 */
export async function* readParquet(file) {
  const source = {
    byteLength: file.size,
    slice: (/** @type {number} */ from, /** @type {number} */ to) => file.slice(from, to).arrayBuffer(),
  };
  const encoder = new TextEncoder();
  try {
    await checkSeal(file);
    const metadata = await parquetMetadataAsync(source);
    const total = Number(metadata.num_rows);
    yield { bytes: encoder.encode(line(namesOf(metadata.schema))), share: 0 };
    let first = 0;
    for (const { num_rows } of metadata.row_groups) {
      const end = first + Number(num_rows);
      for (; first < end; first = Math.min(end, first + MOST_ROWS)) {
        const span = { rowStart: first, rowEnd: Math.min(end, first + MOST_ROWS) };
        const rows = await rowsOf({ file: source, metadata, compressors, parsers, geoparquet: false, ...span });
        yield { bytes: encoder.encode(rows.map(line).join("")), share: span.rowEnd / total };
      }
    }
  } catch (thrown) {
    throw MatchdayError.because("BAD_VALUE", "the Parquet table cannot be read", thrown);
  }
}

/** @param {Omit<import("../libraries/parquet.js").ParquetReadOptions, "rowFormat" | "onComplete">} options @returns {Promise<unknown[][]>} */
async function rowsOf(options) {
  /** @type {unknown[][]} */
  let rows = [];
  await parquetRead({ ...options, rowFormat: "array", onComplete: (read) => (rows = read) });
  return rows;
}

/** The names of the columns: the children of the first element. @param {import("../libraries/parquet.js").SchemaElement[]} schema */
function namesOf([root, ...elements]) {
  const names = [];
  for (let at = 0; names.length < (root.num_children ?? 0); at += sizeOf(elements, at)) {
    const { name, num_children } = elements[at];
    names.push(num_children && !name.endsWith(LIST) ? name + LIST : name);
  }
  return names;
}

/** Number of elements of a column. @param {import("../libraries/parquet.js").SchemaElement[]} elements @param {number} at @returns {number} */
function sizeOf(elements, at) {
  let size = 1;
  for (let left = elements[at].num_children ?? 0; left > 0; left--) size += sizeOf(elements, at + size);
  return size;
}

/** @param {unknown[]} values */
const line = (values) => `${values.map(cell).join(",")}\n`;

/** @param {unknown} value */
function cell(value) {
  const text = value === null || value === undefined ? "" : Array.isArray(value) ? value.join(BETWEEN) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
