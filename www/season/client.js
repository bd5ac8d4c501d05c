/** The worker that runs a season, seen from the page. */

import { AskingClient } from "../ask/client.js";

/** @import { Answers } from "./types" */
/** @import { Engine } from "../types" */

/** @extends {AskingClient<Answers>} */
export class SeasonClient extends AskingClient {
  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, {
      name: "matchday_web_ranked",
      wasm: new URL("../pkg-ranked/matchday_web_ranked_bg.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
    });
  }
}
