/** The worker of the lab: answers questions about the world, finished days, configurations and rules. */

import { ask } from "../core/ask.js";
import { firstDayOf, utcOffsetsOn } from "./time-zones.js";
import init, { Lab, panic_message } from "../pkg-lab/matchday_web_lab.js";
import { answerQuestions } from "./answer.js";
import { importFiles } from "./import.js";

/** @import { LabQuestions } from "./types" */

/** @type {Promise<Lab>} */
let loading = new Promise(() => {});

/** @param {WebAssembly.Module} module @param {import("../core/types").DataFile[]} files */
async function load(module, files) {
  await init({ module_or_path: module });
  return new Lab(files, (/** @type {string} */ zone) => utcOffsetsOn(firstDayOf(files))(zone));
}

answerQuestions({
  load: (module, files) => (loading = load(module, files)),
  answer: async (/** @type {keyof LabQuestions} */ name, args, job) => {
    const lab = await loading;
    return name === "importFiles" ? importFiles(lab, args.files, job) : ask(lab, name, /** @type {never} */ (args));
  },
  panicMessage: panic_message,
});
