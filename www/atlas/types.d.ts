/** Shapes that cross to the worker of the atlas. */

import type { DataFile } from "../types";

/** Every question by its name. */
export interface Answers {
  /** The city nearest to a place. */
  city: { args: Place; answer: City };
}

/** Degrees north and east. */
export interface Place {
  lat: number;
  lon: number;
}

export interface City {
  name: string;
  /** Two letters. */
  country: string;
  km: number;
}

/** What an answer that takes long may use. */
export interface Job {
  signal: AbortSignal;
  tell(progress: unknown): void;
}

export type ToAtlas =
  | { type: "load"; module: WebAssembly.Module; files: DataFile[] }
  | { type: "ask"; id: number; name: keyof Answers; args: unknown }
  | { type: "cancel"; id: number };

export type FromAtlas =
  | { type: "progress"; id: number; progress: unknown }
  | { type: "answer"; id: number; value: unknown }
  | { type: "failed"; id: number; code: string; message: string; trapped: boolean };
