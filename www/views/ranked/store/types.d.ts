/** Types of the store: roles of tabs, and messages between them. */

/**
 * The role of a tab: `writer` has the store, `reader` asks the tab that has it, and `memory` loses its seasons when it is closed,
 * because the browser stores no files.
 */
export type Role = "writer" | "reader" | "memory";

export type {
  BoardRow,
  Played as PlayedMatch,
  Profile,
  Scenario,
  Season,
  SeasonFile,
  SeasonStatus,
  Value as SqlValue,
} from "../../../pkg-store/matchday_web_store.js";
import type { Scenario } from "../../../pkg-store/matchday_web_store.js";
import type { WorkerAnswers } from "../../../worker/store-types";

/** Questions to the store. */
export interface Answers extends WorkerAnswers {
  usage: { args: {}; answer: { bytes: number; quota_bytes: number; persisted: boolean } };
  persist: { args: {}; answer: { persisted: boolean } };
}

/** Messages between tabs. A question is about the season of a scenario. */
export type FromReader = { type: "ask"; from: string; id: number; name: keyof WorkerAnswers; args: any; scenario: Scenario | null };
export type ToReader =
  /** The tab that has the store has heard the question. */
  | { type: "heard"; to: string; id: number }
  | { type: "answer"; to: string; id: number; value: unknown }
  | { type: "failed"; to: string; id: number; code: string; message: string }
  /** Another tab has the store now. Open questions are sent again. */
  | { type: "opened" };
