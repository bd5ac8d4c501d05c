/** The workers of the page: one simulates days, one answers questions about the world and results. */

import { labModule } from "../core/lab.js";
import { importPart } from "../core/lazy.js";
import { Bridge } from "./bridge.js";

/** @import { DayQuestions, LabQuestions } from "./types" */
/** @import { Engine } from "../core/types" */

/** Longest time of a call of a plug-in: it may take 2 s, and a busy machine some more. */
const LONGEST_CALL_MS = 3000;

/**
 * Simulates days. Questions that need the lab's module bring it with them, and days of a plug-in bring that: no worker gets one but
 * here, and no code before the reader has consented to it.
 * @extends {Bridge<DayQuestions>}
 */
export class DayBridge extends Bridge {
  /** @param {Pick<Engine, "module" | "files" | "plugins" | "consent">} engine */
  constructor(engine) {
    super(engine, { script: new URL("./day.js", import.meta.url), module: async () => engine.module, longestCall_ms: LONGEST_CALL_MS });
    this.plugins = engine;
  }

  /** @param {{ name: string, args: unknown }} question @param {AbortSignal} signal */
  async complete({ name, args }, signal) {
    const { params } = /** @type {Partial<DayQuestions["run"]["args"]>} */ (args);
    const isArticle = params?.policy === "article" && params.fleet === "off" && params.ranked === "off";
    if (isArticle && (name === "run" || name === "look")) return args;
    if (params?.policy !== "plugin") return { ...Object(args), lab: await labModule() };
    await this.plugins.consent.of(params, signal);
    const [lab, { pluginOf }] = await Promise.all([labModule(), importPart(() => import("./plugins.js"))]);
    return { ...Object(args), lab, plugin: await pluginOf(this.plugins, params) };
  }
}

/**
 * Answers questions about the world, finished days and configurations.
 * @extends {Bridge<LabQuestions>}
 */
export class LabBridge extends Bridge {
  /** The page's only one. @type {LabBridge | undefined} */
  static shared;

  /** @param {{ engine: Engine }} page */
  static of({ engine }) {
    return (LabBridge.shared ??= new LabBridge(engine));
  }

  /** @param {Pick<Engine, "files">} engine */
  constructor(engine) {
    super(engine, { script: new URL("./lab.js", import.meta.url), module: labModule });
  }
}
