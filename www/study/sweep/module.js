/** The module of the study on the main thread, where charts are drawn: loaded once. */

import { fetchBytes } from "../../engine.js";
import { MatchdayError } from "../../errors.js";

const WASM = new URL("../../pkg-study/matchday_web_study_bg.wasm", import.meta.url);

/** @typedef {typeof import("../../pkg-study/matchday_web_study.js")} StudyModule */
/** @typedef {import("../../pkg-study/matchday_web_study.js").Sweep} Sweep */

/** @type {Promise<StudyModule> | null} */
let loaded = null;

/** @returns {Promise<StudyModule>} */
export function loadStudy() {
  return (loaded ??= load().catch((error) => {
    loaded = null;
    throw MatchdayError.because("WASM_FETCH", "matchday_web_study", error);
  }));
}

async function load() {
  const [wasm, bytes] = await Promise.all([import("../../pkg-study/matchday_web_study.js"), fetchBytes(WASM)]);
  await wasm.default({ module_or_path: await WebAssembly.compile(bytes) });
  return wasm;
}
