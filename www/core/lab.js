/** The lab module, for everything beyond the first view. It is fetched once, for the main thread, which draws charts, and for workers. */

import { ask } from "./ask.js";
import { MatchdayError } from "./errors.js";
import { awaitPart } from "./slow-loading.js";
import { importPart } from "./lazy.js";
import { moduleAt } from "./module.js";

/** @import { LabAnswers } from "./types" */

/** @typedef {typeof import("../pkg-lab/matchday_web_lab.js")} Lab */

const FILE = "pkg-lab/matchday_web_lab_bg.wasm";

/** Fetches the module, before anybody waits for it. */
export const fetchLab = moduleAt("matchday_web_lab", new URL(`../${FILE}`, import.meta.url));

/** The compiled module. */
export const labModule = () => awaitPart(fetchLab(), FILE);

/** @type {Promise<Lab> | null} */
let loaded = null;

/** The module on the main thread. @returns {Promise<Lab>} */
export function loadLab() {
  return (loaded ??= load().catch((error) => {
    loaded = null;
    throw MatchdayError.because("WASM_FETCH", "matchday_web_lab", error);
  }));
}

/** Answers the questions of the main thread, which need no data set. @type {import("../pkg-lab/matchday_web_lab.js").Lab} */
let mainLab;

/**
 * Answers a question that needs no data set, once `loadLab` has loaded the module.
 * @template {keyof LabAnswers} Name
 * @param {Name} name
 * @param {LabAnswers[Name]["args"]} args
 * @returns {LabAnswers[Name]["answer"]}
 */
export const askLab = (name, args) => ask(mainLab, name, args);

async function load() {
  const [lab, module] = await Promise.all([importPart(() => import("../pkg-lab/matchday_web_lab.js")), labModule()]);
  await lab.default({ module_or_path: module });
  mainLab = new lab.Lab([], () => undefined);
  return lab;
}
