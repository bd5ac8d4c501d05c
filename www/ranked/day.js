/** Ranked days, for a worker: their module is fetched for the first of them. */

import { MatchdayError } from "../errors.js";
import init, { Simulation, World, panic_message } from "../pkg-ranked/matchday_web_ranked.js";

/** @import { DataFile, Params } from "../types" */
/** @import { LadderSlice } from "./types" */

export { panic_message };

/** @type {Promise<World> | null} */
let world = null;

/** A day as any other, and what becomes of its ladder. */
export class RankedDay extends Simulation {
  /** What is new; the report comes with the end. @param {boolean} finished @returns {LadderSlice} */
  ladderSlice(finished) {
    return { minutes: this.ladder(), samples: this.samples(), report: finished ? this.report() : null };
  }
}

/**
 * @param {DataFile[]} files
 * @param {Params} params
 * @param {boolean} record whether frames for the map are wanted
 */
export async function begin(files, params, record) {
  return new RankedDay(await (world ??= load(files)), params, record);
}

/** @param {DataFile[]} files */
async function load(files) {
  try {
    await init();
  } catch (error) {
    world = null;
    throw MatchdayError.because("WASM_FETCH", "matchday_web_ranked", error);
  }
  return new World(files);
}
