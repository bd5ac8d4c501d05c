/** The worker that has the files, seen from its page. */

import { MatchdayError } from "../../../core/errors.js";
import { Bridge } from "../../../worker/bridge.js";
import { awaitPart } from "../../../core/slow-loading.js";
import { moduleAt } from "../../../core/module.js";
import { sameScenario } from "./scenario.js";

/** @import { Where, WorkerAnswers } from "../../../worker/store-types" */

const FILE = "pkg-store/matchday_web_store_bg.wasm";
const fetchStore = moduleAt("matchday_web_store", new URL(`../../../${FILE}`, import.meta.url));
const storeModule = () => awaitPart(fetchStore(), FILE);

/**
 * A worker that replaces a trapped one continues with the same season.
 * @extends {Bridge<WorkerAnswers>}
 */
export class Keeper extends Bridge {
  /** @param {(where: Where) => void} onWhere told by each worker, before it answers anything */
  constructor(onWhere) {
    // Seasons need no data set: another one changes nothing.
    // Nor is it replaced while it is silent: it may be writing.
    super({ files: [] }, { script: new URL("../../../worker/store.js", import.meta.url), module: storeModule, replaces: false });
    this.onWhere = onWhere;
    /** Whether its seasons are in files. */
    this.hasFiles = false;
    /** The open season. @type {WorkerAnswers["begin"]["args"] | null} */
    this.begun = null;
    this.started = Promise.resolve();
  }

  /**
   * @template {keyof WorkerAnswers} Name
   * @param {Name} name
   * @param {WorkerAnswers[Name]["args"]} args
   * @param {object} [options]
   * @param {AbortSignal} [options.signal]
   * @param {Transferable[]} [options.transfer]
   * @returns {Promise<WorkerAnswers[Name]["answer"]>}
   */
  async ask(name, args, options) {
    if (!this.worker) this.started = this.resume();
    await this.started;
    const answer = await super.ask(name, args, options).catch((error) => {
      // The files were deleted, or cannot be read any more. The next worker sees which seasons are there.
      if (error.code !== "STORE_UNAVAILABLE" || !this.hasFiles) throw error;
      this.close();
      throw new MatchdayError("STORE_MISSING", error.message);
    });
    if (name === "begin" || name === "import" || name === "keep") {
      const { scenario, keep_days } = /** @type {WorkerAnswers["begin"]["answer"]} */ (answer);
      this.begun = { scenario, keep_days };
    } else if (name === "remove") {
      const files = /** @type {WorkerAnswers["remove"]["answer"]} */ (answer);
      if (!files.some(({ open }) => open)) this.begun = null;
    }
    return answer;
  }

  /** Reports where the files are, and opens the season that was open before. */
  async resume() {
    const where = await super.ask("where", {});
    this.hasFiles = where.why === null;
    this.onWhere(where);
    const { begun } = this;
    if (!begun) return;
    const files = await super.ask("list", {});
    const isKept = files.some(({ scenario }) => scenario && sameScenario(scenario, begun.scenario));
    // A season that was removed meanwhile is not made again. The next question gets the error that none is open.
    if (!isKept) this.begun = null;
    else await super.ask("begin", begun).catch(() => (this.begun = null));
  }
}
