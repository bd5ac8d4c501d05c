/** The worker that stores seasons. Only it accesses their files. */

import { answerQuestions } from "./answer.js";
import init, { SeasonStore, examples, panic_message } from "../pkg-store/matchday_web_store.js";

/** @import { Job } from "./types" */
/** @import { Why, WorkerAnswers } from "./store-types" */

/** Longest time until the files of a closed tab or ended worker are released. */
const RELEASE_MS = 10_000;
const RETRY_MS = 50;
const SQL_ROWS = 1_000;

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
      return { store: await SeasonStore.open_pool(), why: null };
    } catch (error) {
      const { code, message } = /** @type {Why} */ (error);
      if (code !== "STORE_BUSY" || performance.now() - since > RELEASE_MS) {
        return { store: SeasonStore.in_memory(), why: { code, message } };
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

/** @template {keyof WorkerAnswers} Name @typedef {WorkerAnswers[Name]["answer"] | Promise<WorkerAnswers[Name]["answer"]>} Answer */

/** @type {{ [Name in keyof WorkerAnswers]: (store: SeasonStore, args: WorkerAnswers[Name]["args"], job: Job) => Answer<Name> }} */
const acts = {
  where: async () => ({ why: (await opening).why }),
  list: (store) => store.list(),
  begin: async (store, { scenario, keep_days }) => {
    await store.begin(scenario);
    if (keep_days !== undefined) store.keep(keep_days ?? undefined);
    return store.status();
  },
  write: (store, { name, batch }) => store.write(name, batch),
  status: (store) => store.status(),
  seasons: (store) => store.seasons(),
  board: (store, { season, tier, offset, limit }) => store.board(season, tier, offset, limit),
  profile: (store, { player }) => store.profile(player),
  series: (store, { player, season }, job) => {
    const history = store.series(player, season);
    job.transfer.push(history.at_s.buffer, history.rating.buffer, history.rd.buffer);
    return history;
  },
  matches: (store, { player, before, limit }) => store.matches(player, before?.finished_s, before?.match, limit),
  opponents: (store, { player, limit }) => store.opponents(player, limit),
  sql: (store, { sql }) => {
    const since = performance.now();
    return { ...store.sql(sql, SQL_ROWS), ms: performance.now() - since };
  },
  examples: () => examples(),
  keep: (store, { days }) => {
    store.keep(days ?? undefined);
    return store.status();
  },
  download: (store, { name }) => {
    /** @type {Blob[]} */
    const parts = [];
    store.export_file(name, (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => parts.push(new Blob([bytes])));
    return new Blob(parts, { type: "application/vnd.sqlite3" });
  },
  import: async (store, { file, replace = false }) => {
    const blob = new Blob([/** @type {Blob | Uint8Array<ArrayBuffer>} */ (file)]);
    await store.import_file(blob.size, reader(blob), replace);
    return store.status();
  },
  remove: (store, { name }) => {
    store.remove(name);
    return store.list();
  },
};

/** @param {(store: SeasonStore, args: any, job: Job) => any} act */
function queueAnswer(act) {
  return (/** @type {any} */ args, /** @type {Job} */ job) => {
    const answer = turn.then(async () => {
      const { store } = await opening;
      // Whoever asked may have gone while others were answered.
      job.signal.throwIfAborted();
      return act(store, args, job);
    });
    turn = answer.catch(() => {});
    return answer;
  };
}

/** @typedef {{ [Name in keyof WorkerAnswers]: (args: WorkerAnswers[Name]["args"], job: Job) => Promise<WorkerAnswers[Name]["answer"]> }} WorkerActs */
const answers = /** @type {WorkerActs} */ (Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, queueAnswer(act)])));

answerQuestions({ load: (module) => (opening = load(module)), answers, panicMessage: panic_message });
