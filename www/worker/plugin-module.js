/** A plug-in as the lab's module calls it (`crate/web-lab/src/plugin.rs`): instances of its module, and signs of life while it runs. */

import { PluginError, PluginHost } from "./plugin-host.js";

/** Longest time of a call. The page ends the worker of one that does not return. */
const LONGEST_MS = 2000;
/** So many long calls in a row end the day. A computer that sleeps during a call makes one look long. */
const MOST_LONG = 2;
/** Time between signs of life. */
const BEAT_MS = 500;

/** When the page last heard that a call begins. */
let beaten_ms = -Infinity;

/** Tells the page that a call begins: it must return in time. */
function beat() {
  const now_ms = performance.now();
  if (now_ms - beaten_ms < BEAT_MS) return now_ms;
  beaten_ms = now_ms;
  self.postMessage({ type: "alive" });
  return now_ms;
}

export class PluginModule {
  /** @param {import("./types").Plugin} plugin */
  constructor({ kernel, module, limits }) {
    this.kernel = kernel;
    this.limits = limits;
    this.module = module;
    this.functions = WebAssembly.Module.exports(module).flatMap(({ name, kind }) => (kind === "function" ? [name] : []));
  }

  /** @param {string} name */
  has(name) {
    return this.functions.includes(name);
  }

  /** @param {[name: string, text: string][]} config */
  instance(config) {
    beat();
    const { kernel, module: plugin, limits } = this;
    return new PluginInstance(new PluginHost({ kernel, plugin, limits, config: Object.fromEntries(config) }));
  }
}

class PluginInstance {
  /** @param {PluginHost} host */
  constructor(host) {
    this.host = host;
    /** Long calls in a row. */
    this.long = 0;
  }

  /** @param {string} name @param {Uint8Array} input @param {number} now_s @param {bigint} key */
  call(name, input, now_s, key) {
    const begun_ms = beat();
    const output = this.host.call(name, input, { now_s, key });
    const took_ms = performance.now() - begun_ms;
    this.long = took_ms > LONGEST_MS ? this.long + 1 : 0;
    if (this.long === MOST_LONG) throw new PluginError(`it took ${(took_ms / 1000).toFixed(1)} s for a call, and may take 2 s`);
    return output;
  }
}
