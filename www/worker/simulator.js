/** Whole days in a worker, one at a time. */

import { DayBridge } from "./bridges.js";

/** @import { DayQuestions, Slice } from "./types" */
/** @import { Engine, Params } from "../core/types" */

export class Simulator {
  /** @param {Pick<Engine, "module" | "files" | "plugins" | "consent">} engine */
  constructor(engine) {
    this.engine = engine;
    this.worker = new DayBridge(engine);
    // The worker reads its data set while the page is assembled.
    this.worker.start();
    this.running = new AbortController();
  }

  /**
   * Simulates a day. Cancels the run before, if it has not finished.
   * @param {Params} params
   * @param {object} [options]
   * @param {number | null} [options.number] under which the day is kept, for `look`
   * @param {number[]} [options.keep] numbers of the days before that are kept too
   * @param {(slice: Slice) => void} [options.onSlice]
   * @param {boolean} [options.isAsked] whether the reader was told how much work it is, and has asked for it
   * @param {(isPaused: boolean) => void} [options.onPause] called when it waits for the reader's word, and when it goes on
   * @returns {Promise<DayQuestions["run"]["answer"]>} rejects with the code CANCELLED when it was cancelled
   */
  run(params, { number = null, keep = [], onSlice, isAsked, onPause } = {}) {
    this.cancel();
    const { signal } = (this.running = new AbortController());
    return this.worker.ask("run", { params, number, keep }, { signal, onProgress: onSlice, isAsked, onPause });
  }

  /**
   * A kept day between two seconds.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s the later second
   * @param {AbortSignal} signal
   */
  look({ number, params }, time_s, signal) {
    return this.worker.ask("look", { number, params, time_s }, { signal });
  }

  /**
   * The players and matches of a part of the world on a kept day.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s the later of the two seconds between which they are seen
   * @param {import("./types").Part} part
   * @param {AbortSignal} signal
   */
  scene({ number, params }, time_s, part, signal) {
    return this.worker.ask("scene", { number, params, time_s, part }, { signal });
  }

  /**
   * The player on a kept day who is nearest to a place, or, without a place, has searched longest; undefined if there is nobody.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s
   * @param {import("./types").Place | null} place
   * @param {AbortSignal} signal
   */
  findPlayer({ number, params }, time_s, place, signal) {
    return this.worker.ask("findPlayer", { number, params, time_s, place }, { signal });
  }

  /**
   * The waiting tickets of a kept ranked day.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s
   * @param {AbortSignal} signal
   */
  waiting({ number, params }, time_s, signal) {
    return this.worker.ask("waiting", { number, params, time_s }, { signal });
  }

  /**
   * Why a ticket of a kept ranked day waits; undefined if it does not.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s
   * @param {number} ticket
   * @param {AbortSignal} signal
   */
  why({ number, params }, time_s, ticket, signal) {
    return this.worker.ask("why", { number, params, time_s, ticket }, { signal });
  }

  /**
   * The day of a player on a kept day.
   * @param {import("../core/page-state").Run} run
   * @param {number} player
   * @param {AbortSignal} signal
   * @param {(share: number) => void} onProgress
   */
  life({ number, params, shown_s }, player, signal, onProgress) {
    const until_s = shown_s + 1;
    return this.worker.ask("life", { number, params, player, until_s }, { signal, onProgress });
  }

  /**
   * The players of a datacenter or of a part of the world on a kept day.
   * @param {import("../core/page-state").Run} run
   * @param {number} time_s the later of the two seconds between which they are seen
   * @param {import("./types").Selection} meant
   * @param {AbortSignal} signal
   */
  closeUp({ number, params }, time_s, meant, signal) {
    return this.worker.ask("closeUp", { number, params, time_s, meant }, { signal });
  }

  /**
   * Mean difference of skills in the matches of a day that no policy forms, which is simulated for it; undefined without skills.
   * @param {Params} params
   */
  skillGap(params) {
    return this.worker.ask("skillGap", { params }, { signal: this.running.signal });
  }

  cancel() {
    this.running.abort();
  }

  /** Ends the worker. */
  close() {
    this.cancel();
    this.worker.close();
  }
}
