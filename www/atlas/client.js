/** The worker of the atlas seen from the page. */

import { AskingClient } from "../ask/client.js";

/** @import { Answers } from "./types" */
/** @import { Engine } from "../types" */

/** @extends {AskingClient<Answers>} */
export class AtlasClient extends AskingClient {
  /** The one of the page. @type {AtlasClient | undefined} */
  static shared;

  /** @param {import("../page").Page} page */
  static of({ engine }) {
    return (AtlasClient.shared ??= new AtlasClient(engine));
  }

  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, {
      name: "matchday_web_atlas",
      wasm: new URL("../pkg-atlas/matchday_web_atlas_bg.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
    });
  }
}
