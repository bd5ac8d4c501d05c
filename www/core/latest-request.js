/** Asks for the newest of wishes that change faster than they are fulfilled. */

import { MatchdayError } from "./errors.js";

/** An answer that takes longer than this is given up for a newer wish. */
const PATIENCE_MS = 100;

/** @template Wish */
export class Latest {
  /**
   * @param {(wish: Wish, signal: AbortSignal) => Promise<void>} fulfil
   * @param {(error: MatchdayError) => void} onError
   */
  constructor(fulfil, onError) {
    this.fulfil = fulfil;
    this.onError = onError;
    /** @type {Wish | null} */
    this.next = null;
    /** The wish that is being fulfilled, and since when. @type {{ since_ms: number, abort: AbortController } | null} */
    this.present = null;
  }

  /** Asks now, or after the present answer. @param {Wish} wish */
  ask(wish) {
    this.next = wish;
    if (!this.present) this.fulfilAll();
    else if (performance.now() - this.present.since_ms > PATIENCE_MS) this.present.abort.abort();
  }

  async fulfilAll() {
    while (this.next !== null) {
      const wish = this.next;
      const abort = new AbortController();
      this.next = null;
      this.present = { since_ms: performance.now(), abort };
      try {
        await this.fulfil(wish, abort.signal);
      } catch (thrown) {
        const error = MatchdayError.from(thrown);
        if (error.code !== "CANCELLED") this.onError(error);
      } finally {
        this.present = null;
      }
    }
  }
}
