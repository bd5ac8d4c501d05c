/**
 * Runs plug-ins by the conventions of Extism, synchronously. Its kernel holds what host and plug-in share: input, output,
 * errors and blocks of memory; the plug-in calls it without JavaScript between them.
 */

import { withLimits } from "./plugin-limits.js";
import { wasi } from "./plugin-wasi.js";

/** @import { PluginLimits } from "../pkg-lab/matchday_web_lab.js" */
/** @import { Moment } from "./plugin-wasi.js" */

/** Why a plug-in did not answer, in words. */
export class PluginError extends Error {}

/** @typedef {(...args: any[]) => any} Callable */

const EXTISM = "extism:host/env";
const WASI = "wasi_snapshot_preview1";
/** The functions of the kernel that plug-ins may call. */
const OF_KERNEL =
  "alloc free length length_unsafe load_u8 load_u64 store_u8 store_u64 input_load_u8 input_load_u64 input_length input_offset " +
  "output_set error_set";
/** More than any level of a log: nothing is logged. */
const NO_LOG = 0x7fffffff;
/** Share of its memory from which on a plug-in may have trapped for want of more. */
const NEARLY = 0.9;
/** What a plug-in sees while it starts. Go's runtime refuses a clock at 0. @type {Moment} */
const START = { now_s: 1, key: 0n };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The module of a plug-in, or of the kernel, with its limits. Throws a PluginError if it cannot be used.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {PluginLimits} limits
 */
export function limitPlugin(bytes, limits) {
  try {
    if (!WebAssembly.validate(bytes)) throw new Error("it is not a WebAssembly module that this browser knows");
    return withLimits(bytes, limits);
  } catch (error) {
    throw new PluginError(`the plug-in cannot be used: ${wordsOf(error)}`);
  }
}

/** An instance of a plug-in. After an error it is in no state to be called again. */
export class PluginHost {
  /**
   * Throws a PluginError if the module imports what there is not, or fails when it starts.
   * @param {object} of
   * @param {WebAssembly.Module} of.kernel
   * @param {WebAssembly.Module} of.plugin of what `limitPlugin` returns
   * @param {PluginLimits} of.limits
   * @param {Record<string, string>} [of.config] what the plug-in may ask for
   */
  constructor({ kernel, plugin, limits, config = {} }) {
    this.limits = limits;
    this.config = new Map(Object.entries(config));
    this.kernel = /** @type {Record<string, Callable> & { memory: WebAssembly.Memory }} */ (/** @type {unknown} */ (instantiate(kernel)));
    /** @type {WebAssembly.Memory | undefined} */
    this.memory = undefined;
    this.wasi = wasi(() => this.memory ?? refuse("it exports no memory"));
    const imports = { [EXTISM]: this.extism(), [WASI]: this.wasi.functions };
    checkImports(plugin, imports);
    this.wasi.begin(START);
    this.run("its start", () => {
      this.exports = instantiate(plugin, imports);
      if (this.exports.memory instanceof WebAssembly.Memory) this.memory = this.exports.memory;
      this.initialize();
    });
  }

  /** Whether the plug-in has a function of this name. @param {string} name */
  has(name) {
    return typeof this.exports?.[name] === "function";
  }

  /**
   * Calls a function. Throws a PluginError if it does not answer.
   * @param {string} name
   * @param {Uint8Array} input
   * @param {Moment} moment
   * @returns {Uint8Array<ArrayBuffer>} a copy of the output
   */
  call(name, input, moment) {
    const { kernel } = this;
    if (!this.has(name)) throw new PluginError(`the plug-in exports no function ${name}`);
    this.wasi.begin(moment);
    kernel.reset();
    const code = this.run(name, () => {
      const at = this.store(input);
      kernel.input_set(at, BigInt(input.length));
      return /** @type {Callable} */ (this.exports?.[name])();
    });
    // Functions that return nothing succeed.
    if (code) throw new PluginError(`${name} failed: ${this.error() ?? `it returned ${code}, and no error`}`);
    return this.run(name, () => this.read(kernel.output_offset(), kernel.output_length()));
  }

  /** Bytes of memory that the plug-in takes, with what it shares with the host. */
  memoryBytes() {
    return (this.memory?.buffer.byteLength ?? 0) + this.kernel.memory.buffer.byteLength;
  }

  /** By the conventions of Extism: Haskell has a runtime to start, reactors are initialized, others have constructors. */
  initialize() {
    const { hs_init, _initialize, __wasm_call_ctors } = /** @type {Record<string, Callable>} */ (this.exports);
    if (_initialize) _initialize();
    else if (__wasm_call_ctors) __wasm_call_ctors();
    if (hs_init) hs_init(0, 0);
  }

  /** @template T @param {string} what @param {() => T} action @returns {T} */
  run(what, action) {
    try {
      return action();
    } catch (thrown) {
      if (thrown instanceof PluginError) throw thrown;
      throw new PluginError(`${what} failed: ${this.error() ?? this.trap(thrown)}`);
    }
  }

  /** Why the plug-in trapped. @param {unknown} thrown */
  trap(thrown) {
    const most = this.limits.memory_bytes;
    const used = Math.max(this.memory?.buffer.byteLength ?? 0, this.kernel.memory.buffer.byteLength);
    return wordsOf(thrown) + (used > most * NEARLY ? `, with ${megabytes(used)} of its ${megabytes(most)} MB of memory in use` : "");
  }

  /** The error that the plug-in has set. */
  error() {
    const at = this.kernel.error_get();
    return at === 0n ? null : this.text(at);
  }

  /** The functions of `extism:host/env`. */
  extism() {
    const { kernel } = this;
    /** @type {Record<string, Callable>} */
    const functions = Object.fromEntries(OF_KERNEL.split(" ").map((name) => [name, kernel[name]]));
    const drop = () => {};
    return Object.assign(functions, {
      config_get: (/** @type {bigint} */ key) => {
        const value = this.config.get(this.text(key));
        return value === undefined ? 0n : this.store(encoder.encode(value));
      },
      // Variables stay empty: an answer depends on its call alone.
      var_get: () => 0n,
      var_set: drop,
      http_request: () => refuse("it asked for the network, and there is none"),
      http_status_code: () => 0,
      http_headers: () => 0n,
      get_log_level: () => NO_LOG,
      log_trace: drop,
      log_debug: drop,
      log_info: drop,
      log_warn: drop,
      log_error: drop,
    });
  }

  /** A block of the kernel with these bytes. @param {Uint8Array} bytes @returns {bigint} */
  store(bytes) {
    if (bytes.length === 0) return 0n;
    const at = this.kernel.alloc(BigInt(bytes.length));
    if (at === 0n) refuse("the memory that it shares with the host is full");
    new Uint8Array(this.kernel.memory.buffer).set(bytes, Number(at));
    return at;
  }

  /** The bytes of a block. @param {bigint} at */
  block(at) {
    return this.read(at, this.kernel.length(at));
  }

  /** @param {bigint} at */
  text(at) {
    return decoder.decode(this.block(at));
  }

  /** A copy of a part of the kernel's memory. @param {bigint} at @param {bigint} length @returns {Uint8Array<ArrayBuffer>} */
  read(at, length) {
    return new Uint8Array(this.kernel.memory.buffer, Number(at), Number(length)).slice();
  }
}

/** The exports of an instance. That the browser has no memory for it is not the module's fault. @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
function instantiate(module, imports) {
  try {
    return new WebAssembly.Instance(module, imports).exports;
  } catch (thrown) {
    if (!(thrown instanceof RangeError && /memory/i.test(thrown.message))) throw thrown;
    throw new PluginError("this browser has too little memory left for an instance of it");
  }
}

/** @param {WebAssembly.Module} plugin @param {Record<string, Record<string, Callable>>} imports */
function checkImports(plugin, imports) {
  for (const { module, name, kind } of WebAssembly.Module.imports(plugin)) {
    const isKnown = kind === "function" && Object.hasOwn(imports, module) && Object.hasOwn(imports[module], name);
    if (!isKnown)
      throw new PluginError(
        `the plug-in imports the ${kind} ${module}.${name}, and there is none: only functions of ${EXTISM} and ${WASI}`,
      );
  }
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  throw new Error(reason);
}

/** @param {number} bytes */
const megabytes = (bytes) => Math.round(bytes / 2 ** 20);

/** @param {unknown} thrown */
const wordsOf = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown));
