/**
 * Which code may run: what the reader has written or opened on this page, or said to run. Nothing else opens the door to a plug-in
 * (`DayBridge`): whoever asks for a day of other code waits there until the reader has said so.
 */

import { MatchdayError } from "./errors.js";

/** @import { Params } from "./types" */

/** A day that waits for the reader's word. @typedef {{ code: string, go: () => void }} Waiting */

/** Code as parameters keep it: without white space around it. @param {string} code */
export const bareCode = (code) => code.trim();

export class Consent {
  constructor() {
    /** @type {Set<string>} */
    this.given = new Set();
    /** @type {Set<Waiting>} */
    this.waiting = new Set();
    /** Called with the code that the reader is to be asked about; null: none. */
    this.onAsk = (/** @type {string | null} */ _code) => {};
  }

  /** The code that is waited for; null: none. */
  get asked() {
    const [first] = this.waiting;
    return first?.code ?? null;
  }

  /** Whether the rules of a day may run. Opened modules are named by their file, and not in links. @param {Params} params */
  has({ policy, code }) {
    return policy !== "plugin" || code === "" || this.given.has(bareCode(code));
  }

  /** Lets exactly this code run, on this page. @param {string} code */
  give(code) {
    this.given.add(bareCode(code));
    for (const waiting of this.waiting) if (this.given.has(waiting.code)) waiting.go();
  }

  /**
   * Waits until the rules of a day may run. Rejects with the code CANCELLED when the signal aborts.
   * @param {Params} params
   * @param {AbortSignal} signal
   */
  async of(params, signal) {
    if (this.has(params)) return;
    const waiting = { code: bareCode(params.code), go: () => {} };
    try {
      await new Promise((/** @type {(word?: void) => void} */ resolve, reject) => {
        waiting.go = resolve;
        signal.addEventListener("abort", () => reject(new MatchdayError("CANCELLED", "the day is not wanted any more")));
        this.waiting.add(waiting);
        this.onAsk(this.asked);
      });
    } finally {
      this.waiting.delete(waiting);
      this.onAsk(this.asked);
    }
  }
}
