/** A session of somebody who plays: the running day, second by second, with that person in it. */

import { clamp } from "../../format.js";

/** @import { Page } from "../../page" */
/** @import { Season } from "../season.js" */
/** @import { Client, ClientMessage, Standing, Told } from "../types" */

/** Real time between two steps. */
const STEP_MS = 250;
/** A tab that slept does not jump. */
const LONGEST_STEP_S = 1;
/** What has ended is kept so often, in real time. */
const KEEP_MS = 5_000;

export class Session {
  /** @param {Page} page @param {Season} season @param {(told: Told) => void} onTold what is new */
  constructor(page, season, onTold) {
    this.page = page;
    this.season = season;
    this.onTold = onTold;
    this.now_s = 0;
    /** Simulated seconds a second. */
    this.speed = 1;
    /** Time stands still while the person thinks. */
    this.running = false;
    /** @type {Standing | undefined} */
    this.client = undefined;
    /** What the person has done, as the link has it. */
    this.playerActions = season.playerActions();
    /** The season that what happens is kept in, if it is kept: nobody who reads along becomes its keeper in the midst of it. */
    this.keptAs = season.store.role === "reader" ? null : (season.status?.name ?? null);
    /** What the store has not acknowledged: told again before anything new. @type {Uint8Array | null} */
    this.unkept = null;
    this.fails = false;
    this.timer = 0;
    this.lastStep = 0;
    this.lastKept = 0;
    this.over = new AbortController();
    /** What the worker is being asked: one thing after the other. @type {Promise<unknown>} */
    this.busy = Promise.resolve();
  }

  /** The second at which somebody can join who looks at this one: nothing that is written down changes. @param {number} shown_s */
  firstSecond(shown_s) {
    const { status } = this.season;
    const last = this.season.playerActions().split("/").pop() ?? "";
    return Math.max(Math.floor(shown_s), status?.through_s ?? 0, last ? parseInt(last, 10) + 1 : 0);
  }

  /** Takes the day to a second and joins there. @param {number} at_s @param {Client} client @param {(shown_s: number) => void} onProgress */
  async begin(at_s, client, onProgress) {
    const { runner, status } = this.season;
    const { signal } = this.over;
    const telling = { signal, onProgress: (/** @type {{ shown_s: number }} */ { shown_s }) => onProgress(shown_s) };
    await runner.ask("begin", { params: this.season.params() }, { signal });
    if (this.keptAs !== null && status?.through_s != null) await this.season.skip(status.through_s, telling);
    const { shown_s } = await runner.ask("reach", { to_s: at_s }, telling);
    this.now_s = shown_s;
    return this.connect(client);
  }

  /** Says who is there; gives what joining says of it. @param {Client} client */
  connect(client) {
    return this.season.runner.ask("connect", { client }, { signal: this.over.signal });
  }

  /** How the person stands, and what was said before somebody looked. @returns {Promise<Told>} */
  look() {
    return this.season.runner.ask("step", { to_s: Math.floor(this.now_s) }, { signal: this.over.signal });
  }

  /** Says something to the server. @param {ClientMessage} message */
  send(message) {
    return this.oneByOne(async () => this.take(await this.season.runner.ask("send", { message }, { signal: this.over.signal })));
  }

  /** Lets time go on. */
  run() {
    if (this.running || this.over.signal.aborted) return;
    this.running = true;
    this.lastStep = performance.now();
    this.wait();
  }

  wait() {
    this.timer = window.setTimeout(() => this.step().catch((error) => this.fail(error)), STEP_MS);
  }

  async step() {
    if (!this.running) return;
    const now = performance.now();
    this.now_s += clamp((now - this.lastStep) / 1000, 0, LONGEST_STEP_S) * this.speed;
    this.lastStep = now;
    await this.oneByOne(() => this.goOn());
    if (this.running) this.wait();
  }

  async goOn() {
    const { runner } = this.season;
    const to_s = Math.floor(this.now_s);
    const { shown_s, ...told } = await runner.ask("step", { to_s }, { signal: this.over.signal });
    // Something is asked before: time stands there.
    if (shown_s < to_s) this.now_s = shown_s;
    this.page.seek(shown_s);
    this.take(told);
    if (performance.now() - this.lastKept > KEEP_MS) await this.keep().catch((error) => this.keepLater(error));
  }

  /** Keeps what has ended since. */
  async keep() {
    this.lastKept = performance.now();
    if (this.keptAs === null) return;
    if (this.unkept) await this.write(this.keptAs, this.unkept);
    this.unkept = (await this.season.runner.ask("batch", {})).batch;
    await this.write(this.keptAs, this.unkept);
  }

  /** @param {string} name @param {Uint8Array} batch */
  async write(name, batch) {
    await this.season.store.ask("write", { name, batch });
    this.unkept = null;
    this.fails = false;
  }

  /** The day goes on meanwhile, and it is said once. @param {unknown} error */
  keepLater(error) {
    if (!this.fails && !this.over.signal.aborted) this.page.notices.error(error, []);
    this.fails = true;
  }

  /** Time stands still. */
  pause() {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** Time stands still while the person thinks, and what has ended is kept meanwhile. */
  rest() {
    if (!this.running) return;
    this.pause();
    this.oneByOne(() => this.keep().then(() => this.season.refresh()).catch((error) => this.keepLater(error)));
  }

  /** @param {Told} told */
  take(told) {
    this.client = told.client;
    this.playerActions = told.playerActions;
    this.onTold(told);
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  oneByOne(act) {
    const next = this.busy.then(act);
    this.busy = next.catch(() => {});
    return next;
  }

  /** @param {unknown} error */
  fail(error) {
    this.pause();
    if (!this.over.signal.aborted) this.page.notices.error(error, []);
  }

  /** Ends the session without a word more. */
  drop() {
    this.pause();
    this.over.abort();
    this.season.runner.close();
  }

  /** Ends the session. What cannot be kept of it is simulated again by whoever goes on with the season: `playerActions` has it. */
  async end() {
    this.pause();
    try {
      await this.oneByOne(() => this.keep());
    } finally {
      this.drop();
      await this.season.refresh();
    }
  }
}
