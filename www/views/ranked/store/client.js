/**
 * The page's side of the store of seasons. Its worker and module are fetched for the first question.
 *
 * Files of the store can be open in one place only, so one tab has them, by a lock that browsers release when a tab is
 * closed or dies. Other tabs read through it, and one of them takes over.
 */

import { MatchdayError } from "../../../core/errors.js";
import { Keeper } from "./keeper.js";
import { Relay } from "./relay.js";
import { sameScenario } from "./scenario.js";

/** @import { Answers, Role, Scenario } from "./types" */
/** @import { Where, Why, WorkerAnswers } from "../../../worker/store-types" */

const LOCK = "matchday-store";
/** Questions that a tab that only reads can send to the tab that has the store. @type {Set<string>} */
const READING = new Set(["list", "status", "seasons", "board", "profile", "series", "matches", "opponents", "sql", "examples", "download"]);

/** Questions that do not depend on the open season. @type {Set<string>} */
const OF_ALL = new Set(["list", "examples"]);

export class StoreClient {
  constructor() {
    /** The role of this tab; null before `ready()`. @type {Role | null} */
    this.role = null;
    /** Why nothing lasts, in the role `memory`. @type {Why | null} */
    this.why = null;
    /** Called after each change of the role. @type {(role: Role) => void} */
    this.onRole = () => {};
    this.keeper = new Keeper((where) => this.opened(where));
    /** @type {Relay | null} */
    this.relay = null;
    /** The season that this tab opens if it takes over. @type {WorkerAnswers["begin"]["args"] | null} */
    this.wanted = null;
    /** @type {Promise<Role> | null} */
    this.starting = null;
    this.waiting = false;
  }

  /** The role of this tab. Rejects if the module cannot be loaded; the next call tries again. @returns {Promise<Role>} */
  ready() {
    return (this.starting ??= this.start().catch((error) => {
      this.starting = null;
      throw error;
    }));
  }

  /**
   * @template {keyof Answers} Name
   * @param {Name} name
   * @param {Answers[Name]["args"]} args
   * @param {object} [options]
   * @param {AbortSignal} [options.signal] gives up; the promise then rejects with the code CANCELLED
   * @param {Transferable[]} [options.transfer] what of the arguments moves instead of being copied
   * @returns {Promise<Answers[Name]["answer"]>} rejects with a MatchdayError
   */
  async ask(name, args, options) {
    if (name in ofBrowser) return ofBrowser[/** @type {"usage" | "persist"} */ (name)]();
    await this.ready();
    const [asked, its] = /** @type {[keyof WorkerAnswers, any]} */ ([name, args]);
    if (asked === "begin") this.wanted = its;
    if (this.role !== "reader") return this.keeper.ask(asked, its, options);
    this.takeOver();
    return this.askOtherTab(asked, its);
  }

  /** @param {keyof WorkerAnswers} name @param {any} args @returns {Promise<any>} */
  async askOtherTab(name, args) {
    const relay = /** @type {Relay} */ (this.relay);
    const scenario = this.wanted?.scenario ?? null;
    if (name === "begin") return relay.ask("status", {}, scenario);
    if (READING.has(name)) return relay.ask(name, args, OF_ALL.has(name) ? null : scenario);
    throw new MatchdayError("STORE_READONLY", "another tab has the store");
  }

  /** @returns {Promise<Role>} */
  async start() {
    if (navigator.locks && (await holdLock({ ifAvailable: true }, () => this.openHere())) === "taken") {
      this.relay ??= new Relay();
      this.setRole("reader");
      this.takeOver();
    } else if (!navigator.locks) {
      await this.openHere();
    }
    return /** @type {Role} */ (this.role);
  }

  /** Waits until the tab that has the store is closed. */
  takeOver() {
    if (this.waiting) return;
    this.waiting = true;
    const failed = (/** @type {unknown} */ error) => this.relay?.answerOpen(() => Promise.reject(error));
    // The next question waits again.
    holdLock({}, () => this.openHere())
      .catch(failed)
      .finally(() => (this.waiting = false));
  }

  /** Opens the store in this tab. Returns whether to hold the lock. */
  async openHere() {
    this.keeper.begun ??= this.wanted;
    const { why } = await this.keeper.ask("where", {});
    const ask = (/** @type {keyof WorkerAnswers} */ name, /** @type {any} */ args) => this.keeper.ask(name, args);
    if (why) this.relay?.answerOpen(ask);
    else if (navigator.locks) (this.relay ??= new Relay()).answerFrom(ask, (scenario) => this.hasOpen(scenario));
    return !why;
  }

  /** Whether the season that another tab asks about is open here. @param {Scenario | null} scenario null: any */
  hasOpen(scenario) {
    const open = this.keeper.begun?.scenario;
    return !scenario || (open !== undefined && sameScenario(open, scenario));
  }

  /** @param {Where} where */
  opened({ why }) {
    this.why = why;
    this.setRole(why ? "memory" : "writer");
  }

  /** @param {Role} role */
  setRole(role) {
    if (this.role === role) return;
    this.role = role;
    this.onRole(role);
  }
}

/**
 * Takes the lock, and holds it until this tab is closed if `act` returns true. Returns `taken` if it is not available.
 * @param {LockOptions} options
 * @param {() => Promise<boolean>} act
 * @returns {Promise<"kept" | "released" | "taken">}
 */
function holdLock(options, act) {
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(LOCK, options, async (lock) => {
      if (!lock) return resolve("taken");
      if (!(await act())) return resolve("released");
      resolve("kept");
      await new Promise(() => {});
    });
    request.catch(reject);
  });
}

/** Questions that the browser answers; pages that are not served securely have no storage. @type {{ [Name in "usage" | "persist"]: () => Promise<any> }} */
const ofBrowser = {
  usage: async () => {
    const { usage: bytes = 0, quota: quota_bytes = 0 } = (await navigator.storage?.estimate()) ?? {};
    return { bytes, quota_bytes, persisted: (await navigator.storage?.persisted()) ?? false };
  },
  persist: async () => ({ persisted: (await navigator.storage?.persist()) ?? false }),
};
