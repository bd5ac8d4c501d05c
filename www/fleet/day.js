/** Days on simulated servers, for a worker: their module is fetched for the first of them. */

import { MatchdayError } from "../errors.js";
import init, { Simulation, World, panic_message } from "../pkg-fleet/matchday_web_fleet.js";
import { utcOffsetsOn } from "./zones.js";

/** @import { DataFile, Params } from "../types" */

export { panic_message };

/** @type {Promise<World> | null} */
let world = null;

/**
 * @param {DataFile[]} files
 * @param {Params} params
 * @param {boolean} record whether frames for the map are wanted
 * @param {Uint8Array[]} configuration files of brokers and fleets that the servers do as
 */
export async function begin(files, params, record, configuration) {
  const manifest = files.find(({ name }) => name === "manifest.json");
  const { date } = JSON.parse(new TextDecoder().decode(manifest?.bytes));
  return new Simulation(await (world ??= load(files)), params, record, configuration, utcOffsetsOn(date));
}

/** @param {DataFile[]} files */
async function load(files) {
  try {
    await init();
  } catch (error) {
    world = null;
    throw MatchdayError.because("WASM_FETCH", "matchday_web_fleet", error);
  }
  return new World(files);
}
