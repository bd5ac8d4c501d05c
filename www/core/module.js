/** wasm modules that are fetched after the first view. */

import { fetchBytes } from "./engine.js";
import { MatchdayError } from "./errors.js";

/**
 * Returns a function that gives a compiled module. The first call fetches it, and the next one again after a failure.
 * Failures have the code WASM_FETCH.
 * @param {string} name
 * @param {URL} url
 * @param {(bytes: Uint8Array<ArrayBuffer>) => Promise<WebAssembly.Module>} [compile]
 */
export function moduleAt(name, url, compile = WebAssembly.compile) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let module = null;
  return () =>
    (module ??= fetchBytes(url)
      .then(compile)
      .catch((error) => {
        module = null;
        throw MatchdayError.because("WASM_FETCH", name, error);
      }));
}
