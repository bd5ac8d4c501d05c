/** The season of the present scenario: its stored days, and the simulation of more. The page has one. */

import { DAY_S } from "../../../core/format.js";
import { MatchdayError } from "../../../core/errors.js";
import { StoreClient } from "../store/client.js";
import { sameScenario } from "../store/scenario.js";
import { text } from "../../../core/text.js";
import { DayBridge } from "../../../worker/bridges.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Params } from "../../../core/types" */
/** @import { Scenario, SeasonStatus } from "../store/types" */

Object.assign(text.errors, words.errors);

/** Simulated time in one write. The browser takes a while to confirm a write of any size. */
const PIECE_S = 6 * 3600;
/** Days that a new season stores in full. */
const KEEP_DAYS = 2;

/** @type {Season | undefined} */
let only;

/** @param {Page} page */
export const seasonOf = (page) => (only ??= new Season(page));

export class Season {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.seasonStore = new StoreClient();
    this.runner = new DayBridge(page.engine);
    /** The stored season of the present scenario; null if none is stored. @type {SeasonStatus | null} */
    this.status = null;
    /** The scenario of `status`. */
    this.link = "";
    /** Stops the days that are being simulated; null if there are none. @type {AbortController | null} */
    this.playing = null;
    /** Whether a person plays in the season. Days cannot be simulated meanwhile. */
    this.hasGuest = false;
    /** Called after each change of the season. @type {Set<() => void>} */
    this.listeners = new Set();
    this.seasonStore.onRole = () => void this.find().catch(page.store.onError);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** The scenario that identifies a season. The number of days and player actions are not part of it. @returns {Scenario} */
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

  /** Opens the stored season of the present scenario, if there is one. Stops days of another scenario. */
  async find() {
    const scenario = this.scenario();
    if (this.link !== scenario.link) {
      this.stop();
      this.status = null;
    }
    this.link = scenario.link;
    try {
      const status = await this.open(scenario);
      // The scenario may have changed meanwhile.
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
    await this.seasonStore.ready();
    const files = await this.seasonStore.ask("list", {});
    const kept = files.find((file) => file.scenario && sameScenario(file.scenario, scenario));
    return kept ? this.seasonStore.ask("begin", { scenario }) : null;
  }

  /** The text where no season can be shown. */
  emptyWords() {
    return this.seasonStore.role === "reader" ? words.elsewhere : words.nothing;
  }

  /** Reads the status of the stored season again. */
  async refreshStatus() {
    const { link } = this;
    if (this.status) {
      const status = await this.seasonStore.ask("status", {}).catch((error) => {
        // It was removed meanwhile.
        if (error.code !== "STORE_MISSING") throw error;
        return null;
      });
      // Another season may be shown by now.
      if (this.link === link && this.status) this.status = status;
    }
    this.changed();
  }

  /**
   * The player actions of this season: the stored ones or the page's, whichever begin with the other.
   * Throws `STORE_PLAYER_ACTIONS` if neither does, or if the page adds actions to stored days.
   */
  playerActions() {
    const asked = this.page.state.params.player_actions;
    const kept = this.status?.player_actions ?? "";
    if (beginsWith(asked, kept)) return kept;
    // Actions cannot be added to stored days, because their matches are stored already.
    if (beginsWith(kept, asked) && firstAdded_s(kept, asked) >= (this.status?.through_s ?? -DAY_S)) return asked;
    throw new MatchdayError("STORE_PLAYER_ACTIONS", words.conflict);
  }

  /** Most days of a season: the most that a run can have. */
  mostDays() {
    return this.page.engine.registry.params.find(({ key }) => key === "days")?.max ?? 1;
  }

  /** The parameters of the season's simulation. @returns {Params} */
  params() {
    return { ...this.page.state.params, days: String(this.mostDays()), player_actions: this.playerActions() };
  }

  /**
   * Simulates from the end of the stored days to the end of a day, and stores the matches and ratings.
   * @param {number} day the first is 1
   * @param {(shown_s: number, kept_s: number) => void} onProgress called with the simulated and the stored second
   */
  async play(day, onProgress) {
    const { signal } = (this.playing = new AbortController());
    // If the browser refuses, it may delete the files when it needs room.
    this.seasonStore.ask("persist", {}).catch(() => {});
    try {
      const fresh = this.status === null && { keep_days: KEEP_DAYS };
      const status = (this.status = await this.seasonStore.ask("begin", { scenario: this.scenario(), ...fresh }));
      const { name } = status;
      let kept_s = status.through_s ?? -DAY_S;
      const report = (/** @type {{ shown_s: number }} */ { shown_s }) => onProgress(shown_s, kept_s);
      await this.runner.ask("begin", { params: this.params() }, { signal });
      // The stored days are simulated again. They are the same bit for bit.
      if (status.through_s !== null) await this.skip(status.through_s, { signal, onProgress: report });
      /** @type {Promise<unknown>} */
      let writing = Promise.resolve();
      // The warm-up is a single batch.
      for (let to_s = Math.max(kept_s, -PIECE_S); to_s < day * DAY_S;) {
        to_s = Math.min(day * DAY_S, to_s + PIECE_S);
        const { shown_s } = await this.runner.ask("reach", { to_s }, { signal, onProgress: report });
        const { batch } = await this.runner.ask("batch", {}, { signal });
        // One batch is written while the next is simulated.
        await writing;
        writing = this.seasonStore.ask("write", { name, batch }, { transfer: [batch.buffer] }).then(() => (kept_s = to_s));
        // The next `await` throws this error; without this line it would count as unhandled.
        writing.catch(() => {});
        onProgress(shown_s, kept_s);
      }
      await writing;
    } finally {
      this.playing = null;
      this.runner.close();
      await this.refreshStatus().catch(this.page.store.onError);
    }
  }

  /** Simulates the stored days without storing them again. @param {number} to_s @param {NonNullable<Parameters<DayBridge["ask"]>[2]>} options */
  async skip(to_s, options) {
    await this.runner.ask("reach", { to_s }, options);
    await this.runner.ask("batch", {}, options);
  }

  /** Stops the simulation of days. Stored data stays. */
  stop() {
    this.playing?.abort();
  }
}

/** The second of the first action in `to` that `from` does not have. @param {string} from @param {string} to */
const firstAdded_s = (from, to) => parseInt(to.slice(from === "" ? 0 : from.length + 1), 10);

/** Whether the actions `to` begin with the actions `from`. @param {string} from @param {string} to */
const beginsWith = (from, to) => from === "" || `${to}/`.startsWith(`${from}/`);
