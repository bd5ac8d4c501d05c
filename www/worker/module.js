/** Modules that are fetched after the first view. */

import { fetchBytes } from "../engine.js";
import { MatchdayError } from "../errors.js";

/**
 * How to get a compiled module: fetched by the first call, and again after a failure, which has the code WASM_FETCH.
 * @param {string} name
 * @param {URL} url
 */
export function moduleAt(name, url) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let module = null;
  return () =>
    (module ??= fetchBytes(url).then(WebAssembly.compile).catch((error) => {
      module = null;
      throw MatchdayError.because("WASM_FETCH", name, error);
    }));
}
