// Bundles the libraries of the page: `node bundle.mjs INTO`, in a folder with the installed packages.

import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.resolve("package.json"));
const { build } = require("esbuild");
const sources = import.meta.dirname;
const into = process.argv[2];
const kernel = path.join(sources, "../../plugin/kernel");

await mkdir(into, { recursive: true });
const bundled = await build({
  entryPoints: ["editor.js", "assemblyscript.js", "parquet.js"].map((name) => path.join(sources, name)),
  outdir: into,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  // Only in branches for node.
  external: ["node:*", "fs", "module", "path", "url"],
  loader: { ".ts": "text" },
  nodePaths: [path.resolve("node_modules")],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  plugins: [
    {
      name: "modules",
      setup({ onLoad }) {
        onLoad({ filter: /binaryen[\\/]index\.js$/ }, takeModuleOut);
        onLoad({ filter: /assemblyscript[\\/]dist[\\/]assemblyscript\.js$/ }, decodeModule);
      },
    },
  ],
});
for (const [from, to] of [
  [path.join(sources, "editor.js"), "editor.d.ts"],
  [path.join(sources, "assemblyscript.d.ts"), "assemblyscript.d.ts"],
  [path.join(sources, "parquet.d.ts"), "parquet.d.ts"],
  [path.join(kernel, "extism-runtime.wasm"), "extism-kernel.wasm"],
]) {
  await copyFile(from, path.join(into, to));
}
await writeFile(path.join(into, "LICENSES.txt"), await licenses(Object.keys(bundled.metafile.inputs)));

/**
 * Binaryen carries its module as a text in its script, a character per byte. In a file of its own it is compiled faster
 * and needs no second copy in memory.
 */
async function takeModuleOut({ path: file }) {
  const script = await readFile(file, "utf8");
  const start = script.indexOf("`\\0asm");
  if (start < 0) fail(`${file} carries no module`);
  const end = endOfText(script, start + 1);
  const call = /\w+\($/.exec(script.slice(0, start)) ?? fail(`${file} does not decode its module`);
  // 256 stands for 0, which some tools cannot have in a text.
  const bytes = Uint8Array.from(new Function(`return ${script.slice(start, end)}`)(), (character) => character.charCodeAt(0) % 256);
  if (!WebAssembly.validate(bytes)) fail(`the module in ${file} is not valid`);
  await writeFile(path.join(into, "binaryen.wasm"), bytes);
  const fetched = `(${fetchModule})(new URL("binaryen.wasm", import.meta.url))`;
  return { contents: script.slice(0, call.index) + fetched + script.slice(end + 1) };
}

/** The place after the text in backticks that begins before `at`. */
function endOfText(script, at) {
  while (script[at] !== "`") at += script[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** AssemblyScript fetches a small module from a `data:` address, which the page's policy refuses. */
async function decodeModule({ path: file }) {
  const script = await readFile(file, "utf8");
  const [call, url] = /WebAssembly\.instantiateStreaming\(fetch\((\w+)\)\)/.exec(script) ?? fail(`${file} fetches no module`);
  const bytes = `Uint8Array.from(atob(${url}.split(",")[1]), (character) => character.charCodeAt(0))`;
  return { contents: script.replace(call, `WebAssembly.instantiate(${bytes})`) };
}

/** Runs in the page instead of the text. */
async function fetchModule(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The licences of all packages with a file among `inputs`, and of the kernel. */
async function licenses(inputs) {
  const packages = new Set(inputs.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean));
  const texts = [...packages].sort().map(async (name) => {
    const folder = path.resolve("node_modules", name);
    const { version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry)) ?? fail(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), "utf8")}`;
  });
  return [...(await Promise.all(texts)), await readFile(path.join(kernel, "LICENSE"), "utf8")].join(`\n${"-".repeat(80)}\n\n`);
}

/** @returns {never} */
function fail(reason) {
  throw new Error(reason);
}
