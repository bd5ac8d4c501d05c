/**
 * A worker that simulates one run at a time, in slices: between two slices it hears of a newer run or
 * a cancellation. Everything it says carries the id of the run, so that late words are recognized.
 */

import { MatchdayError } from "./errors.js";
import init, { Simulation, World, panic_message } from "./pkg/matchday_web.js";

/** @import { FromWorker, ToWorker } from "./types" */

/** Length of a slice: short enough to answer at once, long enough that the seam costs nothing. */
const SLICE_MS = 30;
const SHORTEST_SLICE_S = 60;
const LONGEST_SLICE_S = 21_600;

/** @type {Promise<World>} */
let world = new Promise(() => {});
/** @type {import("./types").DataFile[]} */
let files = [];
/** What simulates days on servers and ranked days, once somebody has asked for one. @type {Promise<typeof import("./fleet/day.js")> | null} */
let onServers = null;
/** @type {Promise<typeof import("./ranked/day.js")> | null} */
let ranked = null;
/** The run that may go on; 0 when none may. */
let wanted = 0;

self.onmessage = ({ data }) => {
  const message = /** @type {ToWorker} */ (data);
  if (message.type === "load") {
    files = message.files;
    world = load(message.module);
    // A failure is told to the runs that wait for the world.
    world.catch(() => {});
  } else if (message.type === "run") {
    wanted = message.id;
    run(message);
  } else {
    wanted = 0;
  }
};

/** @param {WebAssembly.Module} module */
async function load(module) {
  await init({ module_or_path: module });
  return new World(files);
}

/** @param {ToWorker & { type: "run" }} order */
async function run(order) {
  const { id, params, record } = order;
  try {
    const ready = await world;
    if (wanted !== id) return post({ type: "cancelled", id });
    const start = performance.now();
    const usual = params.fleet === "off" && params.ranked === "off";
    const simulation = usual ? new Simulation(ready, params, record) : await begin(order);
    const finished = await advance(simulation, id, record);
    if (finished) {
      const wall_s = (performance.now() - start) / 1000;
      post({ type: "done", id, summary: { ...simulation.summary(), wall_s } });
    } else {
      post({ type: "cancelled", id });
    }
    simulation.free();
  } catch (thrown) {
    const { code, message } = MatchdayError.from(thrown);
    const trapped = code === "ENGINE_PANIC" || code === "OUT_OF_MEMORY";
    const panicked = trapped && (panic_message() ?? (await onServers)?.panic_message() ?? (await ranked)?.panic_message());
    post({ type: "failed", id, code, message: panicked || message, trapped });
  }
}

/** A day on simulated servers, or a ranked one. @param {ToWorker & { type: "run" }} order */
async function begin({ params, record, configuration }) {
  if (params.ranked !== "off") return (await (ranked ??= import("./ranked/day.js"))).begin(files, params, record);
  return (await (onServers ??= import("./fleet/day.js"))).begin(files, params, record, configuration);
}

/**
 * Runs to the end; false when the run was no longer wanted.
 * @param {Simulation | import("./pkg-fleet/matchday_web_fleet.js").Simulation | import("./ranked/day.js").RankedDay} simulation
 * @param {number} id
 * @param {boolean} record
 */
async function advance(simulation, id, record) {
  let slice_s = SHORTEST_SLICE_S;
  for (;;) {
    const start = performance.now();
    const { done_s, total_s, shown_s } = simulation.advance(slice_s);
    const rows = simulation.rows();
    const frames = record ? simulation.frames() : null;
    const servers = "servers" in simulation ? simulation.servers() : null;
    const ladder = record && "ladderSlice" in simulation ? simulation.ladderSlice(done_s >= total_s) : null;
    const transfer = [rows, frames?.bytes, servers, ladder?.minutes, ladder?.samples].flatMap((array) => array?.buffer ?? []);
    post({ type: "slice", id, done_s, total_s, shown_s, rows, frames, servers, ladder }, transfer);
    if (done_s >= total_s) return true;
    const took_ms = Math.max(1, performance.now() - start);
    slice_s = Math.round(Math.min(LONGEST_SLICE_S, slice_s * 4, Math.max(SHORTEST_SLICE_S, (slice_s * SLICE_MS) / took_ms)));
    await breathe();
    if (wanted !== id) return false;
  }
}

const channel = new MessageChannel();

/** Lets waiting messages in. A timer would add 4 ms to every slice. */
function breathe() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}

/**
 * @param {FromWorker} message
 * @param {Transferable[]} [transfer]
 */
function post(message, transfer = []) {
  self.postMessage(message, { transfer });
}
