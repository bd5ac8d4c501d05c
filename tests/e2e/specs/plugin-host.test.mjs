// The host of plug-ins, in node: what plug-ins may do, and that hostile ones end with an error in words.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import binaryen from "../../../target/libraries/node_modules/binaryen/index.js";
import { load, read } from "../support/rules.mjs";

const { PluginError, PluginHost, limitPlugin } = await load("worker/plugin-host.js");
const lab = await load("pkg-lab/matchday_web_lab.js");
lab.initSync({ module: await read("pkg-lab/matchday_web_lab_bg.wasm") });
const limits = new lab.Lab([], () => undefined).ask({ constants: {} }).constants.plugin_limits;
const compilePlugin = (bytes) => new WebAssembly.Module(limitPlugin(bytes, limits));
const { PluginModule } = await load("worker/plugin-module.js");
const { withLimits } = await load("worker/plugin-limits.js");
const kernel = compilePlugin(await read("libraries/extism-kernel.wasm"));

/** The bytes of a module from its text. */
function assemble(text) {
  binaryen.setFeatures?.(binaryen.Features.All);
  const module = binaryen.parseText(`(module ${text})`);
  module.setFeatures(binaryen.Features.All);
  const bytes = new Uint8Array(module.emitBinary());
  module.dispose();
  return bytes;
}

const IMPORTS = {
  alloc: "(param i64) (result i64)",
  input_length: "(result i64)",
  input_offset: "(result i64)",
  input_load_u8: "(param i64) (result i32)",
  store_u8: "(param i64 i32)",
  store_u64: "(param i64 i64)",
  output_set: "(param i64 i64)",
  error_set: "(param i64)",
  config_get: "(param i64) (result i64)",
  length: "(param i64) (result i64)",
  http_request: "(param i64 i64) (result i64)",
};
const extism = (...names) => names.map((name) => `(import "extism:host/env" "${name}" (func $${name} ${IMPORTS[name]}))`).join(" ");
const wasi = (name, type) => `(import "wasi_snapshot_preview1" "${name}" (func $${name} ${type}))`;
const match = (body) => `(func (export "match") (result i32) ${body})`;

const host = (text, config) => new PluginHost({ kernel, limits, plugin: compilePlugin(assemble(text)), config });
const MOMENT = { now_s: 7, key: 5n };
const call = (of, input = [1, 2, 3]) => of.call("match", new Uint8Array(input), MOMENT);
const fails = (action, message) =>
  assert.throws(action, (error) => (error instanceof PluginError && message.test(error.message)) || assert.fail(`${error}`));

/** Gives bytes of its memory to the host. */
const output = (at, bytes) => `
  (local $to i64) (local $i i32)
  (local.set $to (call $alloc (i64.const ${bytes})))
  (loop $next
    (call $store_u8 (i64.add (local.get $to) (i64.extend_i32_u (local.get $i))) (i32.load8_u (i32.add (i32.const ${at}) (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const ${bytes}))))
  (call $output_set (local.get $to) (i64.const ${bytes}))`;
const OUTPUT = extism("alloc", "store_u8", "output_set");

test("a plug-in answers with what it has set, call after call, and memory does not grow", () => {
  const echo = host(`${extism("input_offset", "input_length", "output_set")}
    ${match("(call $output_set (call $input_offset) (call $input_length)) (i32.const 0)")}`);
  assert.deepEqual([...call(echo)], [1, 2, 3]);
  const bytes = echo.memoryBytes();
  for (let i = 0; i < 10_000; i++) call(echo, [i & 255, 1]);
  assert.deepEqual([...call(echo, [])], [], "an empty input");
  assert.equal(echo.memoryBytes(), bytes);
});

test("one call that looks long is none yet, as of a computer that sleeps; two in a row are an error", (t) => {
  // A plug-in says that it lives: here nobody listens.
  globalThis.self = { postMessage() {} };
  let now_ms = 0;
  t.mock.method(performance, "now", () => now_ms);
  const instance = new PluginModule({ kernel, limits, module: compilePlugin(assemble(match("(i32.const 0)"))) }).instance([]);
  const answer = (took_ms) => {
    const { host } = instance;
    instance.host = { call: (...about) => ((now_ms += took_ms), host.call(...about)) };
    try {
      return instance.call("match", new Uint8Array(), 7, 5n);
    } finally {
      instance.host = host;
    }
  };
  for (const took_ms of [3_600_000, 1900, 2100, 100, 2100]) assert.equal(answer(took_ms).length, 0, `${took_ms} ms`);
  fails(() => answer(2100), /^it took 2\.1 s for a call, and may take 2 s$/);
});

test("a plug-in that gives no output gives an empty one", () => assert.equal(call(host(match("(i32.const 0)"))).length, 0));

test("a missing export is named", () => {
  fails(() => call(host("")), /exports no function match/);
  fails(() => call(host('(memory (export "match") 1)')), /exports no function match/);
});

test("traps are errors with their reason", () => {
  fails(() => call(host(match("unreachable"))), /^match failed: unreachable/);
  fails(() => call(host(`(memory 1) ${match("(i32.load (i32.const -4))")}`)), /^match failed: memory access out of bounds/);
  fails(() => call(host(`(func $again (call $again)) ${match("(call $again) (i32.const 0)")}`)), /^match failed: Maximum call stack/);
});

test("a code that is not 0 is an error, with the words of the plug-in", () => {
  fails(() => call(host(match("(i32.const 3)"))), /^match failed: it returned 3, and no error$/);
  const words = `${extism("alloc", "store_u8", "error_set")}
    (func $tell (local $at i64) (local.set $at (call $alloc (i64.const 2)))
      (call $store_u8 (local.get $at) (i32.const 78)) (call $store_u8 (i64.add (local.get $at) (i64.const 1)) (i32.const 111))
      (call $error_set (local.get $at)))`;
  fails(() => call(host(`${words} ${match("(call $tell) (i32.const 1)")}`)), /^match failed: No$/);
  fails(() => call(host(`${words} ${match("(call $tell) unreachable")}`)), /^match failed: No$/, "before a trap, too");
});

test("imports that do not exist are refused by their names", () => {
  fails(() => host('(import "env" "seed" (func (result f64)))'), /imports the function env\.seed/);
  fails(() => host('(import "extism:host/env" "input_set" (func (param i64 i64)))'), /imports the function extism:host\/env\.input_set/);
  fails(() => host('(import "wasi_snapshot_preview1" "sock_open" (func))'), /wasi_snapshot_preview1\.sock_open/);
  fails(() => host('(import "extism:host/env" "toString" (func))'), /toString/);
  fails(() => host('(import "env" "memory" (memory 1))'), /imports the memory env\.memory/);
});

test("memory has a limit that a plug-in cannot pass", () => {
  const grow = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))";
  const bomb = host(`(memory (export "memory") 1) ${match(`${grow} unreachable`)}`);
  fails(() => call(bomb), /^match failed: unreachable, with 64 of its 64 MB of memory in use$/);
  assert.ok(bomb.memory.buffer.byteLength <= 64 * 2 ** 20, `${bomb.memory.buffer.byteLength}`);
  const shared = host(
    `${extism("alloc")} ${match("(loop $more (br_if $more (i64.ne (call $alloc (i64.const 1000000)) (i64.const 0)))) unreachable")}`,
  );
  fails(() => call(shared), /^match failed: unreachable, with 6\d of its 64 MB of memory in use$/);
  assert.ok(shared.kernel.memory.buffer.byteLength <= 64 * 2 ** 20);
  fails(() => host("(memory 2000)"), /starts with 125 MB of memory: 64 MB are allowed/);
  // Not every version of node knows these.
  const refused = (text, message) => assert.throws(() => withLimits(assemble(text), limits), { message });
  refused("(memory 1 2 shared)", /shared or 64-bit memory/);
  refused("(memory i64 1 2)", /shared or 64-bit memory/);
  refused("(memory 1) (memory 1)", /2 memories/);
  const objects = match("(array.len (array.new_default $bytes (i32.const 9)))");
  refused(`(type $bytes (array (mut i8))) ${objects}`, /types of the garbage collector/);
});

test("tables have limits that a plug-in cannot pass", () => {
  const refused = (text, message) => assert.throws(() => withLimits(assemble(text), limits), { message });
  refused("(table 9000000 funcref) ".repeat(20), new RegExp(`^the module has 20 tables: it may have ${limits.tables}$`));
  refused("(table 1000001 externref)", /^the module starts with a table of 1000001 elements: 1000000 are allowed$/);
  refused("(table i64 1 2 funcref)", /shared or 64-bit tables/);
  for (const own of ["", 2000000]) {
    // It grows until it may not, and returns how large it is then.
    const grows = host(
      `(table $t 1 ${own} externref) ${match(`
      (loop $more (br_if $more (i32.ne (table.grow $t (table.get $t (i32.const 0)) (i32.const 99999)) (i32.const -1))))
      (table.size $t)`)}`,
    );
    fails(() => call(grows), /returned 999991, and no error$/);
  }
  const small = host(`(table $t 1 3 funcref) ${match("(table.grow $t (table.get $t (i32.const 0)) (i32.const 3))")}`);
  fails(() => call(small), /returned -1/, "its own, lower limit");
  fails(() => host('(import "env" "table" (table 1 funcref))'), /imports the table env\.table/);
});

test("a browser without memory is not blamed on the module", (t) => {
  const plugin = compilePlugin(assemble(match("(i32.const 0)")));
  t.mock.method(WebAssembly, "Instance", function () {
    // The words of V8.
    throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
  });
  fails(() => new PluginHost({ kernel, limits, plugin }), /^this browser has too little memory left for an instance of it$/);
});

test("a module keeps its own, lower limit", () => {
  const small = host(`(memory (export "memory") 1 3) ${match("(memory.grow (i32.const 3))")}`);
  fails(() => call(small), /returned -1/);
});

test("bytes that are no module are refused", () => {
  fails(() => compilePlugin(new Uint8Array([1, 2, 3])), /not a WebAssembly module/);
  fails(() => compilePlugin(assemble(match("(i32.const 0)")).slice(0, -3)), /not a WebAssembly module/);
});

test("an output that lies outside of the shared memory is none", () => {
  const outside = host(`${extism("output_set")} ${match("(call $output_set (i64.const 4000000) (i64.const 99)) (i32.const 0)")}`);
  assert.equal(call(outside).length, 0);
});

test("the config is found by its keys", () => {
  const key = `${extism("alloc", "store_u8", "config_get", "length", "output_set")}
    (func $key (result i64) (local $at i64) (local.set $at (call $alloc (i64.const 1)))
      (call $store_u8 (local.get $at) (i32.const 97)) (local.get $at))
    (func $give (param $at i64) (call $output_set (local.get $at) (call $length (local.get $at))))`;
  const config = match("(call $give (call $config_get (call $key))) (i32.const 0)");
  assert.equal(new TextDecoder().decode(call(host(key + config, { a: "é|b" }))), "é|b");
  assert.equal(call(host(key + match("(i32.wrap_i64 (call $config_get (call $key)))"), { b: "1" })).length, 0, "0 where it is not set");
});

test("there is no network", () => {
  const text = `${extism("http_request")} ${match("(drop (call $http_request (i64.const 0) (i64.const 0))) (i32.const 0)")}`;
  fails(() => call(host(text)), /it asked for the network, and there is none/);
});

test("the world of WASI is the simulated one", () => {
  const clock = `${OUTPUT} ${wasi("clock_time_get", "(param i32 i64 i32) (result i32)")} ${wasi("random_get", "(param i32 i32) (result i32)")}
    (memory (export "memory") 1)
    ${match(`${output(0, 24)} (i32.const 0)`).replace(
      "(local $i i32)",
      `(local $i i32)
      (drop (call $clock_time_get (i32.const 0) (i64.const 1) (i32.const 0))) (drop (call $random_get (i32.const 8) (i32.const 16)))`,
    )}`;
  const one = host(clock);
  const first = call(one);
  const words = [...new BigUint64Array(first.buffer)];
  // The first words of SplitMix64 from 5 on.
  assert.deepEqual(words, [7_000_000_000n, 7134611160154358618n, 13877614986023876344n]);
  assert.deepEqual(call(one), first, "the same call has the same answer");
  assert.notDeepEqual(one.call("match", new Uint8Array(), { now_s: 7, key: 6n }), first);

  const exit = `${wasi("proc_exit", "(param i32)")} ${match("(call $proc_exit (i32.const 2)) (i32.const 0)")}`;
  fails(() => call(host(exit)), /^match failed: it ended itself with the code 2$/);
  const print = `${wasi("fd_write", "(param i32 i32 i32 i32) (result i32)")} (memory (export "memory") 1) (data (i32.const 4) "\\09")
    ${match(`(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 32))) (i32.sub (i32.load (i32.const 32)) (i32.const 9))`)}`;
  assert.equal(call(host(print)).length, 0, "what is printed is dropped");
  const open = `${wasi("path_open", "(param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)")} (memory (export "memory") 1)
    ${match(`(i32.sub (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 0)) (i32.const 58))`)}`;
  assert.equal(call(host(open)).length, 0, "there are no files");
});

test("every function of WASI answers as on the command line", async () => {
  const text = await readFile(new URL("../../plugin-host.wat", import.meta.url), "utf8");
  assert.equal(call(host(text)).length, 0, "or the error has the number of the check that failed");
});

test("a plug-in is initialized once, before its first call", () => {
  const counter = (
    name,
  ) => `(global $count (mut i32) (i32.const 0)) (func (export "${name}") (global.set $count (i32.add (global.get $count) (i32.const 1))))
    ${match("(i32.sub (global.get $count) (i32.const 1))")}`;
  for (const name of ["_initialize", "__wasm_call_ctors"]) {
    const one = host(counter(name));
    call(one);
    assert.equal(call(one).length, 0, name);
  }
  fails(() => host('(func (export "_initialize") unreachable)'), /^its start failed: unreachable/);
  fails(() => host("(func $start unreachable) (start $start)"), /^its start failed: unreachable/);
});
