/** The worker that reads configurations, seen from the page. */

import { AskingClient } from "../ask/client.js";

/** @import { Answers } from "./types" */
/** @import { Engine } from "../types" */

/** @extends {AskingClient<Answers>} */
export class FleetClient extends AskingClient {
  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, {
      name: "matchday_web_fleet",
      wasm: new URL("../pkg-fleet/matchday_web_fleet_bg.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
    });
  }
}
