/** The worker that stores seasons. Only it accesses their files. */

import { answerQuestions } from "./answer.js";
import init, { SeasonStore, panic_message } from "../pkg-store/matchday_web_store.js";

/** @import { Job } from "./types" */
/** @import { Why, WorkerAnswers } from "./store-types" */

/** Longest time until the files of a closed tab or ended worker are released. */
const RELEASE_MS = 10_000;
const RETRY_MS = 50;

/** @type {Promise<{ store: SeasonStore, why: Why | null }>} */
let opening = new Promise(() => {});
/** Resolves when the present question is answered. Questions run one after the other, because files change during one. */
let turn = Promise.resolve();

/** @param {WebAssembly.Module} module */
async function load(module) {
  await init({ module_or_path: module });
  const since = performance.now();
  for (;;) {
    try {
      return { store: await SeasonStore.open(true), why: null };
    } catch (error) {
      const { code, message } = /** @type {Why} */ (error);
      if (code !== "STORE_BUSY" || performance.now() - since > RELEASE_MS) {
        return { store: await SeasonStore.open(false), why: { code, message } };
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** @param {Blob} file */
function reader(file) {
  const sync = new FileReaderSync();
  return (/** @type {number} */ at, /** @type {number} */ bytes) => new Uint8Array(sync.readAsArrayBuffer(file.slice(at, at + bytes)));
}

/** The questions about files as the page has them. All others go to the module as they are. */
const files = {
  where: async () => ({ why: (await opening).why }),
  download: (/** @type {SeasonStore} */ store, /** @type {WorkerAnswers["download"]["args"]} */ { name }) => {
    /** @type {Blob[]} */
    const parts = [];
    store.export_file(name, (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => parts.push(new Blob([bytes])));
    return new Blob(parts, { type: "application/vnd.sqlite3" });
  },
  import: async (/** @type {SeasonStore} */ store, /** @type {WorkerAnswers["import"]["args"]} */ { file, replace = false }) => {
    const blob = new Blob([/** @type {Blob | Uint8Array<ArrayBuffer>} */ (file)]);
    await store.import_file(blob.size, reader(blob), replace);
    return askModule(store, "status", {});
  },
};

/** @param {SeasonStore} store @param {string} name @param {any} args */
async function askModule(store, name, args) {
  return /** @type {any} */ (await store.ask(/** @type {any} */ ({ [name]: args })))[name];
}

/** @param {keyof WorkerAnswers} name @param {any} args @param {Job} job */
function answer(name, args, job) {
  const answered = turn.then(async () => {
    const { store } = await opening;
    // Whoever asked may have gone while others were answered.
    job.signal.throwIfAborted();
    return name in files ? files[/** @type {keyof typeof files} */ (name)](store, args) : askModule(store, name, args);
  });
  turn = answered.catch(() => {});
  return answered;
}

answerQuestions({ load: (module) => (opening = load(module)), answer, panicMessage: panic_message });
