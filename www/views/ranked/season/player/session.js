/** A session of a person who plays: the running day, second by second, with that person in it. */

import { clamp } from "../../../../core/format.js";

/** @import { RankedPage as Page } from "../../../../ui/page" */
/** @import { Season } from "../season.js" */
/** @import { ClientMessage, Standing } from "../types" */
/** @import { Client, SessionUpdate } from "../../../../worker/types" */

/** Real time between steps. */
const STEP_MS = 250;
/** Most real time in one step: after a pause of the tab, the day does not jump. */
const LONGEST_STEP_S = 1;
/** Real time between writes to the store. */
const KEEP_MS = 5_000;

export class Session {
  /** @param {Page} page @param {Season} season @param {(update: SessionUpdate) => void} onUpdate */
  constructor(page, season, onUpdate) {
    this.page = page;
    this.season = season;
    this.onUpdate = onUpdate;
    this.now_s = 0;
    /** Simulated seconds per second. */
    this.speed = 1;
    /** Whether time advances. It does not while the person decides. */
    this.running = false;
    /** @type {Standing | undefined} */
    this.client = undefined;
    /** The person's actions so far, as in links. */
    this.playerActions = season.playerActions();
    /** Name of the season that the session is stored in; null if it is not stored. A tab that only reads does not start to write during a session. */
    this.keptAs = season.seasonStore.role === "reader" ? null : (season.status?.name ?? null);
    /** The batch that the store has not confirmed. It is written again before the next. @type {Uint8Array | null} */
    this.unkept = null;
    this.fails = false;
    this.timer = 0;
    this.lastStep = 0;
    this.lastKept = 0;
    this.over = new AbortController();
    /** The last request to the worker. Requests run one after the other. @type {Promise<unknown>} */
    this.busy = Promise.resolve();
  }

  /** The first second from `shown_s` on at which a person can join: after stored days and earlier actions. @param {number} shown_s */
  firstSecond(shown_s) {
    const { status } = this.season;
    const last = this.season.playerActions().split("/").pop() ?? "";
    return Math.max(Math.floor(shown_s), status?.through_s ?? 0, last ? parseInt(last, 10) + 1 : 0);
  }

  /** Simulates to a second and joins there. @param {number} at_s @param {Client} client @param {(shown_s: number) => void} onProgress */
  async begin(at_s, client, onProgress) {
    const { runner, status } = this.season;
    const { signal } = this.over;
    const options = { signal, onProgress: (/** @type {{ shown_s: number }} */ { shown_s }) => onProgress(shown_s) };
    await runner.ask("begin", { params: this.season.params() }, { signal });
    if (this.keptAs !== null && status?.through_s != null) await this.season.skip(status.through_s, options);
    const { shown_s } = await runner.ask("reach", { to_s: at_s }, options);
    this.now_s = shown_s;
    return this.connect(client);
  }

  /** Connects the client. Returns the person's part of the message that joins the queue. @param {Client} client */
  connect(client) {
    return this.season.runner.ask("connect", { client }, { signal: this.over.signal });
  }

  /** The person's present state and the messages so far. @returns {Promise<SessionUpdate>} */
  readState() {
    return this.season.runner.ask("step", { to_s: Math.floor(this.now_s) }, { signal: this.over.signal });
  }

  /** Sends a message to the server. @param {ClientMessage} message */
  send(message) {
    return this.oneByOne(async () => this.take(await this.season.runner.ask("send", { message }, { signal: this.over.signal })));
  }

  /** Lets time advance. */
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
    await this.oneByOne(() => this.advance());
    if (this.running) this.wait();
  }

  async advance() {
    const { runner } = this.season;
    const to_s = Math.floor(this.now_s);
    const { shown_s, ...update } = await runner.ask("step", { to_s }, { signal: this.over.signal });
    // The server asks for an answer earlier: time stops there.
    if (shown_s < to_s) this.now_s = shown_s;
    this.page.seek(shown_s);
    this.take(update);
    if (performance.now() - this.lastKept > KEEP_MS) await this.keep().catch((error) => this.keepLater(error));
  }

  /** Stores the matches that have ended since the last write. */
  async keep() {
    this.lastKept = performance.now();
    if (this.keptAs === null) return;
    if (this.unkept) await this.write(this.keptAs, this.unkept);
    this.unkept = (await this.season.runner.ask("batch", {})).batch;
    await this.write(this.keptAs, this.unkept);
  }

  /** @param {string} name @param {Uint8Array} batch */
  async write(name, batch) {
    await this.season.seasonStore.ask("write", { name, batch });
    this.unkept = null;
    this.fails = false;
  }

  /** Shows the first of several failed writes. The day continues. @param {unknown} error */
  keepLater(error) {
    if (!this.fails && !this.over.signal.aborted) this.page.notices.error(error, []);
    this.fails = true;
  }

  /** Stops time. */
  pause() {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** Stops time while the person decides, and writes to the store meanwhile. */
  rest() {
    if (!this.running) return;
    this.pause();
    this.oneByOne(() =>
      this.keep()
        .then(() => this.season.refreshStatus())
        .catch((error) => this.keepLater(error)),
    );
  }

  /** @param {SessionUpdate} update */
  take(update) {
    this.client = update.client;
    this.playerActions = update.playerActions;
    this.onUpdate(update);
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

  /** Ends the session without a message to the server. */
  drop() {
    this.pause();
    this.over.abort();
    this.season.runner.close();
  }

  /** Ends the session and stores it. If the store fails, the season can be simulated again from `playerActions`. */
  async end() {
    this.pause();
    try {
      await this.oneByOne(() => this.keep());
    } finally {
      this.drop();
      await this.season.refreshStatus();
    }
  }
}
