/** The workers of the page: one simulates days, one answers questions about the world and results. */

import { labModule } from "../app/lab.js";
import { importPart } from "../app/lazy.js";
import { Bridge } from "./bridge.js";

/** @import { DayQuestions, LabQuestions } from "./types" */
/** @import { Engine } from "../app/types" */

/** Longest time of a call of a plug-in: it may take 2 s, and a busy machine some more. */
const LONGEST_CALL_MS = 3000;

/**
 * Simulates days. Questions that need the lab's module bring it with them.
 * @extends {Bridge<DayQuestions>}
 */
export class DayBridge extends Bridge {
  /** @param {Pick<Engine, "module" | "files" | "plugins">} engine */
  constructor(engine) {
    super(engine, { script: new URL("./day.js", import.meta.url), module: async () => engine.module, longestCall_ms: LONGEST_CALL_MS });
    this.plugins = engine;
  }

  /**
   * @template {keyof DayQuestions} Name
   * @param {Name} name
   * @param {DayQuestions[Name]["args"]} args
   * @param {Parameters<Bridge<DayQuestions>["ask"]>[2]} [options]
   * @returns {Promise<DayQuestions[Name]["answer"]>}
   */
  async ask(name, args, options) {
    const { params } = /** @type {Partial<DayQuestions["run"]["args"]>} */ (args);
    const isArticle = params?.policy === "article" && params.fleet === "off" && params.ranked === "off";
    if (isArticle && (name === "run" || name === "look")) return super.ask(name, args, options);
    const lab = await labModule();
    if (params?.policy !== "plugin") return super.ask(name, { ...args, lab }, options);
    const { pluginOf } = await importPart(() => import("./plugins.js"));
    return super.ask(name, { ...args, lab, plugin: await pluginOf(this.plugins, params) }, options);
  }
}

/**
 * Answers questions about the world, finished days and configurations.
 * @extends {Bridge<LabQuestions>}
 */
export class LabBridge extends Bridge {
  /** The page's only one. @type {LabBridge | undefined} */
  static shared;

  /** @param {Pick<import("../app/page").Page, "engine">} page */
  static of({ engine }) {
    return (LabBridge.shared ??= new LabBridge(engine));
  }

  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, { script: new URL("./lab.js", import.meta.url), module: labModule });
  }
}
