/** The worker that knows who waits, seen from the page. */

import { AskingClient } from "../ask/client.js";

/** @import { Answers } from "./types" */
/** @import { Engine } from "../types" */

/** @extends {AskingClient<Answers>} */
export class MomentClient extends AskingClient {
  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, {
      name: "matchday_web_ranked",
      wasm: new URL("../pkg-ranked/matchday_web_ranked_bg.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
    });
  }
}
