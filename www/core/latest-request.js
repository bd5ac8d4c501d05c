/** Asks for the newest of requests that change faster than they are answered. */

import { MatchdayError } from "./errors.js";

/** An answer that takes longer than this is given up for a newer request. */
const PATIENCE_MS = 100;

/** @template Request */
export class LatestRequest {
  /**
   * @param {(request: Request, signal: AbortSignal) => Promise<void>} answer
   * @param {(error: MatchdayError) => void} onError
   */
  constructor(answer, onError) {
    this.answer = answer;
    this.onError = onError;
    /** @type {Request | null} */
    this.next = null;
    /** The request that is being answered, and since when. @type {{ since_ms: number, abort: AbortController } | null} */
    this.present = null;
  }

  /** Asks now, or after the present answer. @param {Request} request */
  ask(request) {
    this.next = request;
    if (!this.present) this.answerAll();
    else if (performance.now() - this.present.since_ms > PATIENCE_MS) this.present.abort.abort();
  }

  async answerAll() {
    while (this.next !== null) {
      const request = this.next;
      const abort = new AbortController();
      this.next = null;
      this.present = { since_ms: performance.now(), abort };
      try {
        await this.answer(request, abort.signal);
      } catch (thrown) {
        const error = MatchdayError.from(thrown);
        if (error.code !== "CANCELLED") this.onError(error);
      } finally {
        this.present = null;
      }
    }
  }
}
