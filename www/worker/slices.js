/** Cuts long simulations into slices. Between them the worker receives messages. */

/** @import { Job } from "./types" */

/** Length of a slice: short enough to answer without delay, long enough that calls into wasm cost nothing. */
const SLICE_MS = 30;
const SHORTEST_SLICE_S = 60;
const LONGEST_SLICE_S = 21_600;

/**
 * Advances slice by slice until `advance` returns true or the signal aborts. Work that was not asked for may wait between two slices.
 * @param {Pick<Job, "signal" | "work">} job
 * @param {(seconds: number) => boolean} advance
 * @returns {Promise<boolean>} whether it is done
 */
export async function advanceInSlices({ signal, work }, advance) {
  let slice_s = SHORTEST_SLICE_S;
  for (;;) {
    if (signal.aborted) return false;
    const start = performance.now();
    if (advance(slice_s)) return true;
    const took_ms = Math.max(1, performance.now() - start);
    slice_s = Math.round(Math.min(LONGEST_SLICE_S, slice_s * 4, Math.max(SHORTEST_SLICE_S, (slice_s * SLICE_MS) / took_ms)));
    await work(took_ms);
    await receiveMessages();
  }
}

/**
 * Does what cannot be cut, as building a day. Work that was not asked for may wait after it, and messages are received.
 * @template Made
 * @param {Pick<Job, "work">} job
 * @param {() => Made} make
 */
export async function makeWhole({ work }, make) {
  const start = performance.now();
  const made = make();
  await work(performance.now() - start);
  await receiveMessages();
  return made;
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets the worker receive waiting messages. A timer would add 4 ms to every slice. @returns {Promise<void>} */
export function receiveMessages() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
