/** Replays a recorded queue. The file is read twice, piece by piece, and is never in memory as a whole. */

import { QueueFile } from "../pkg-lab/matchday_web_lab.js";
import { MatchdayError } from "../core/errors.js";
import { advanceInSlices, makeWhole } from "./slices.js";
import { isParquet, readText } from "./table-file.js";

/** @import { World } from "../pkg-lab/matchday_web_lab.js" */
/** @import { Params } from "../core/types" */
/** @import { Job } from "./types" */

/** Time between reports of progress. */
const TOLD_MS = 100;

/**
 * What became of the tickets of a file. The progress is the share that is done of both readings.
 * @param {World} world
 * @param {Params} params
 * @param {File} file
 * @param {Job} job
 */
export async function replayQueue(world, params, file, job) {
  const queue = await makeWhole(job, () => new QueueFile(world, params));
  const simulate = () => advanceInSlices(job, (seconds) => queue.advance(seconds));
  try {
    const pieces = await piecesOf(file);
    let told = 0;
    for (const reading of [0, 1]) {
      for await (const { bytes, share } of pieces()) {
        job.signal.throwIfAborted();
        await makeWhole(job, () => queue.read(bytes));
        await simulate();
        const now = performance.now();
        if (now - told < TOLD_MS) continue;
        told = now;
        job.tell((reading + share) / 2);
      }
      await makeWhole(job, () => queue.read());
    }
    await simulate();
    job.signal.throwIfAborted();
    return queue.finish();
  } finally {
    queue.free();
  }
}

/** The pieces of a file as comma-separated values, once per call. @param {File} file */
async function piecesOf(file) {
  if (!(await isParquet(file))) return () => readText(file);
  const { readParquet } = await import("./parquet-file.js").catch(() => {
    throw new MatchdayError("WORKER_FETCH", "the reader of Parquet files could not be fetched");
  });
  return () => readParquet(file);
}
