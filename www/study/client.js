/** The worker of the study seen from the page. */

import { AskingClient } from "../ask/client.js";

/** @import { Answers } from "./types" */
/** @import { Engine } from "../types" */

/** @extends {AskingClient<Answers>} */
export class StudyClient extends AskingClient {
  /** The one of the page. @type {StudyClient | undefined} */
  static shared;

  /** @param {import("../page").Page} page */
  static of({ engine }) {
    return (StudyClient.shared ??= new StudyClient(engine));
  }

  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, {
      name: "matchday_web_study",
      wasm: new URL("../pkg-study/matchday_web_study_bg.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
    });
  }
}
