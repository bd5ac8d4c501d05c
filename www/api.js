/** `window.matchday`: what scripts may use. Names and meaning are kept. */

/** @import { Params, Summary } from "./types" */

/**
 * @typedef {object} Api
 * @property {string} version of the engine
 * @property {() => Params} get the present value of every parameter
 * @property {(params: Record<string, string | number | boolean>) => Params} set changes some and starts a run; throws on a bad value
 * @property {() => Promise<Summary>} run the result of the present parameters, simulated if it is not there yet
 * @property {() => string} link the address that restores run and view
 */

/** @param {Api} api */
export function publish(api) {
  Object.defineProperty(window, "matchday", { value: Object.freeze(api) });
}
