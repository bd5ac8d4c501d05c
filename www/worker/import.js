/** Reads the reader's own files piece by piece. No file is ever in memory as a whole. */

import { MatchdayError } from "../core/errors.js";
import { ask } from "../core/ask.js";
import { Importer } from "../pkg-lab/matchday_web_lab.js";
import { readBytes } from "./table-file.js";

/** @import { FileReport, Imported } from "../core/types" */
/** @import { Job } from "./types" */

/** Bytes from which the format of a file is recognized. */
const HEAD_BYTES = 1 << 16;
/** Time between reports of progress. */
const TOLD_MS = 100;

/**
 * @param {import("../pkg-lab/matchday_web_lab.js").Lab} lab
 * @param {File[]} files
 * @param {Job} job
 * @returns {Promise<Imported>}
 */
export async function importFiles(lab, files, job) {
  /** @type {{ file: File, head: Uint8Array, turn: number, report: FileReport }[]} */
  const entries = [];
  for (const file of files) {
    const report = { name: file.name, kind: null, report: null, error: null };
    const entry = { file, head: new Uint8Array(), turn: 0, report };
    await reportErrors(report, job, async () => {
      entry.head = await readHead(file);
      const { kind, turn } = ask(lab, "recogniseFile", { name: file.name, head: entry.head });
      Object.assign(report, { kind });
      entry.turn = turn;
    });
    entries.push(entry);
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const progress = { done: 0, total, told: 0 };
  const importer = new Importer(lab);
  try {
    for (const { file, head, report } of [...entries].sort((a, b) => a.turn - b.turn)) {
      if (!report.error)
        await reportErrors(report, job, async () => {
          ask(importer, "open", { name: bareName(file.name), head });
          await readAll(file, progress, job, (piece) => ask(importer, "push", piece));
          report.report = ask(importer, "close", {});
        });
    }
    const made = ask(importer, "finish", {});
    job.transfer.push(...made.files.map((/** @type {{ bytes: Uint8Array }} */ { bytes }) => bytes.buffer));
    return { ...made, reports: entries.map(({ report }) => report) };
  } finally {
    importer.free();
  }
}

/** Reads a file and writes its error into its report, so that other files are still read. @param {FileReport} report @param {Job} job @param {() => Promise<void>} act */
async function reportErrors(report, { signal }, act) {
  try {
    signal.throwIfAborted();
    await act();
  } catch (thrown) {
    const { code, message } = MatchdayError.from(thrown);
    if (signal.aborted || code === "ENGINE_PANIC" || code === "OUT_OF_MEMORY") throw thrown;
    report.error = message;
  }
}

/** @param {File} file */
async function readHead(file) {
  const reader = await readBytes(file, () => {});
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = value.subarray(0, HEAD_BYTES - length);
    head.set(piece, length);
    length += piece.length;
  }
  // An error after this has no reader.
  reader.cancel().catch(() => {});
  return head.subarray(0, length);
}

/**
 * @param {File} file
 * @param {{ done: number, total: number, told: number }} progress
 * @param {Job} job
 * @param {(piece: Uint8Array) => void} take
 */
async function readAll(file, progress, { signal, tell }, take) {
  const reader = await readBytes(file, (bytes) => (progress.done += bytes));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      take(value);
      const now = performance.now();
      if (now - progress.told < TOLD_MS) continue;
      progress.told = now;
      tell({ file: file.name, done: progress.done, total: progress.total });
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} name */
const bareName = (name) => name.replace(/\.gz$/i, "");
