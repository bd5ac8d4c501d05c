/** The season of the present scenario: what is kept of it, and the days that it goes on for. One for the whole page. */

import { DAY_S } from "../format.js";
import { MatchdayError } from "../errors.js";
import { Store } from "../store/client.js";
import { sameScenario } from "../store/scenario.js";
import { text } from "../text.js";
import { DayBridge } from "../worker/bridges.js";
import { words } from "./text.js";

/** @import { Page } from "../page" */
/** @import { Params } from "../types" */
/** @import { Scenario, SeasonStatus } from "../store/types" */

Object.assign(text.errors, words.errors);

/** What is written at once: the browser takes its time to confirm each piece, however small. */
const PIECE_S = 6 * 3600;
/** Days of a fresh season of which everything is kept. */
const KEEP_DAYS = 2;

/** @type {Season | undefined} */
let only;

/** @param {Page} page */
export const seasonOf = (page) => (only ??= new Season(page));

export class Season {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.store = new Store();
    this.runner = new DayBridge(page.engine);
    /** What is kept of the present scenario; null: nothing. @type {SeasonStatus | null} */
    this.status = null;
    /** The scenario that `status` is of. */
    this.link = "";
    /** Days that are being simulated. @type {AbortController | null} */
    this.playing = null;
    /** Whether somebody plays in it: the days wait for that. */
    this.hasGuest = false;
    /** Calls whoever shows the season. @type {Set<() => void>} */
    this.listeners = new Set();
    this.store.onRole = () => void this.find().catch(page.stage.onError);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** What a season goes by: the days that are shown, and what a person did in them, do not make it another. @returns {Scenario} */
  scenario() {
    const { engine, state } = this.page;
    const link = engine.wasm.format_link(this.plain(state.params), {});
    return { link, engine: engine.version, dataset: engine.dataset };
  }

  /** @param {Params} params @returns {Params} */
  plain(params) {
    const { days, player_actions } = this.page.engine.defaults;
    return { ...params, days, player_actions };
  }

  /** Looks whether anything is kept of the present scenario. Days of another one end. */
  async find() {
    const scenario = this.scenario();
    if (this.link !== scenario.link) {
      this.stop();
      this.status = null;
    }
    this.link = scenario.link;
    try {
      const status = await this.open(scenario);
      // Only what was looked for last is shown.
      if (this.link === scenario.link) this.status = status;
    } catch (error) {
      this.link = "";
      throw error;
    } finally {
      this.changed();
    }
  }

  /** @param {Scenario} scenario @returns {Promise<SeasonStatus | null>} */
  async open(scenario) {
    await this.store.ready();
    const files = await this.store.ask("list", {});
    const kept = files.find((file) => file.scenario && sameScenario(file.scenario, scenario));
    return kept ? this.store.ask("begin", { scenario }) : null;
  }

  /** What to say where nothing of the season can be shown. */
  nothing() {
    return this.store.role === "reader" ? words.elsewhere : words.nothing;
  }

  /** Asks the store how it stands. */
  async refresh() {
    const { link } = this;
    if (this.status) {
      const status = await this.store.ask("status", {});
      // Another season may be shown by now.
      if (this.link === link && this.status) this.status = status;
    }
    this.changed();
  }

  /** What a person has done in this season, of what is kept and what the page says the one that goes on from the other. */
  playerActions() {
    const asked = this.page.state.params.player_actions;
    const kept = this.status?.player_actions ?? "";
    if (goesOn(asked, kept)) return kept;
    // Nothing is added to days that are kept: their matches are there already.
    if (goesOn(kept, asked) && firstAdded_s(kept, asked) >= (this.status?.through_s ?? -DAY_S)) return asked;
    throw new MatchdayError("STORE_OTHER", words.conflict);
  }

  /** The longest season: the most days that a run can have. */
  mostDays() {
    return this.page.engine.registry.params.find(({ key }) => key === "days")?.max ?? 1;
  }

  /** The parameters that the season runs with. @returns {Params} */
  params() {
    return { ...this.page.state.params, days: String(this.mostDays()), player_actions: this.playerActions() };
  }

  /**
   * Simulates to the end of a day, the first being 1, and keeps what ends on the way; goes on from what is kept.
   * @param {number} day
   * @param {(shown_s: number, kept_s: number) => void} onProgress how far it is simulated and how far it is kept
   */
  async play(day, onProgress) {
    const { signal } = (this.playing = new AbortController());
    // The browser may say no, and then only keeps the files for as long as it has room.
    this.store.ask("persist", {}).catch(() => {});
    try {
      const fresh = this.status === null && { keep_days: KEEP_DAYS };
      const status = (this.status = await this.store.ask("begin", { scenario: this.scenario(), ...fresh }));
      const { name } = status;
      let kept_s = status.through_s ?? -DAY_S;
      const telling = (/** @type {{ shown_s: number }} */ { shown_s }) => onProgress(shown_s, kept_s);
      await this.runner.ask("begin", { params: this.params() }, { signal });
      // What is kept is simulated again: the same days bit for bit.
      if (status.through_s !== null) await this.skip(status.through_s, { signal, onProgress: telling });
      /** @type {Promise<unknown>} */
      let writing = Promise.resolve();
      // The warm-up is one batch.
      for (let to_s = Math.max(kept_s, -PIECE_S); to_s < day * DAY_S; ) {
        to_s = Math.min(day * DAY_S, to_s + PIECE_S);
        const { shown_s } = await this.runner.ask("reach", { to_s }, { signal, onProgress: telling });
        const { batch } = await this.runner.ask("batch", {}, { signal });
        // One batch is written while the next is simulated.
        await writing;
        writing = this.store.ask("write", { name, batch }, { transfer: [batch.buffer] }).then(() => (kept_s = to_s));
        // Whoever waits for it hears of a failure.
        writing.catch(() => {});
        onProgress(shown_s, kept_s);
      }
      await writing;
    } finally {
      this.playing = null;
      this.runner.close();
      await this.refresh().catch(this.page.stage.onError);
    }
  }

  /** Simulates what is kept already. @param {number} to_s @param {NonNullable<Parameters<DayBridge["ask"]>[2]>} options */
  async skip(to_s, options) {
    await this.runner.ask("reach", { to_s }, options);
    await this.runner.ask("batch", {}, options);
  }

  /** Ends the days that are being simulated; what is kept by then stays. */
  stop() {
    this.playing?.abort();
  }
}

/** The second of the first action that is added. @param {string} from @param {string} to */
const firstAdded_s = (from, to) => parseInt(to.slice(from === "" ? 0 : from.length + 1), 10);

/** Whether what somebody did is followed by nothing or by more. @param {string} from @param {string} to */
const goesOn = (from, to) => from === "" || `${to}/`.startsWith(`${from}/`);
