/** The modules of plug-ins for workers: files that the reader has opened, and code that is compiled here. */

import { MatchdayError } from "../core/errors.js";
import { askLab, loadLab } from "../core/lab.js";
import { awaitPart } from "../core/slow-loading.js";
import { importPart } from "../core/lazy.js";
import { moduleAt } from "../core/module.js";
import { limitPlugin } from "./plugin-host.js";

/** @import { Engine, Params } from "../core/types" */
/** @import { CodeError, Plugin } from "./types" */

const KERNEL = "libraries/extism-kernel.wasm";
const fetchKernel = moduleAt("extism-kernel", new URL(`../${KERNEL}`, import.meta.url), compileLimited);

/** The errors of code that cannot be compiled. */
export class CodeErrors extends MatchdayError {
  /** @param {CodeError[]} errors */
  constructor(errors) {
    super("BAD_PARAM", errors.map(({ line, column, words }) => `code, line ${line}, column ${column}: ${words}`).join("\n"));
    this.errors = errors;
  }
}

/** Compiles the bytes of a plug-in, or of the kernel, with their limits. @param {Uint8Array<ArrayBuffer>} bytes */
export async function compileLimited(bytes) {
  await loadLab();
  return WebAssembly.compile(limitPlugin(bytes, askLab("constants", {}).plugin_limits));
}

/** @type {Promise<import("./compiler-bridge.js").CompilerBridge> | null} */
let compiler = null;

/** Modules by the code that they were compiled from; a few, because a slider does not change them. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();
const MOST_COMPILED = 8;

/** The module of code. Rejects with `CodeErrors`. @param {string} code @returns {Promise<WebAssembly.Module>} */
export function moduleOfCode(code) {
  const known = compiled.get(code);
  if (known) return known;
  const module = compile(code);
  compiled.set(code, module);
  module.catch((error) => error instanceof CodeErrors || compiled.delete(code));
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_COMPILED) compiled.delete(oldest);
  return module;
}

/** @param {string} code */
async function compile(code) {
  compiler ??= importPart(() => import("./compiler-bridge.js")).then(({ CompilerBridge }) => new CompilerBridge());
  compiler.catch(() => (compiler = null));
  const { module, errors } = await (await compiler).ask("compile", { source: code });
  if (!module) throw new CodeErrors(errors);
  return compileLimited(module);
}

/**
 * The plug-in of a day, for its worker. Rejects where there is none, or where it cannot be used.
 * @param {Pick<Engine, "plugins">} engine
 * @param {Params} params
 * @returns {Promise<Plugin>}
 */
export async function pluginOf({ plugins }, { code, plugin }) {
  const opened = plugins.get(plugin);
  if (!code && !opened) throw new MatchdayError("BAD_PARAM", plugin ? missing(plugin) : NONE);
  const [kernel, , module] = await Promise.all([
    awaitPart(fetchKernel(), KERNEL),
    loadLab(),
    code ? moduleOfCode(code) : /** @type {WebAssembly.Module} */ (opened),
  ]);
  return { kernel, module, limits: askLab("constants", {}).plugin_limits };
}

const NONE = "policy=plugin: there are no rules; write code in the view Rules, or open a Wasm module there";
/** @param {string} name */
const missing = (name) => `plugin: ${name} is not open here; drop the file on the page. Links do not contain modules`;
