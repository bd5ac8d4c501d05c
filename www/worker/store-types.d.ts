/** Questions to the worker of the store. */

import type { Answer, Question, SeasonStatus } from "../pkg-store/matchday_web_store.js";
import type { Asked } from "../core/ask.js";

/** Obstacles between this page and stored files. */
export interface Why {
  code: string;
  message: string;
}

/** Where the worker has its files: `why` is null where they last. */
export interface Where {
  why: Why | null;
}

/** Questions to the worker, which answers them one after the other. */
export interface WorkerAnswers extends Asked<Question, Answer> {
  where: { args: {}; answer: Where };
  /** Of the open season where no name is given. */
  download: { args: { name?: string }; answer: Blob };
  /**
   * Replaces the season of the same scenario by a valid file, and opens it. Refused with STORE_OLDER if the stored season
   * is longer than the file, unless `replace` is set.
   */
  import: { args: { file: Blob | Uint8Array; replace?: boolean }; answer: SeasonStatus };
}
