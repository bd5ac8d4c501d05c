/** Shapes that cross to a worker that answers questions. */

import type { DataFile } from "../types";

/** Every question by its name. */
export type AnswersOf<Answers> = { [Name in keyof Answers]: { args: any; answer: any } };

/** What an answer that takes long may use. */
export interface Job {
  signal: AbortSignal;
  tell(progress: unknown): void;
  /** What of the answer moves instead of being copied. */
  transfer: Transferable[];
}

export type ToAnswering =
  | { type: "load"; module: WebAssembly.Module; files: DataFile[] }
  | { type: "ask"; id: number; name: string; args: unknown }
  | { type: "cancel"; id: number };

export type FromAnswering =
  | { type: "progress"; id: number; progress: unknown }
  | { type: "answer"; id: number; value: unknown }
  | { type: "failed"; id: number; code: string; message: string; trapped: boolean };
