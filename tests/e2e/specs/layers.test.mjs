// The folders of the page are layers: none imports from a higher one.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** From the lowest layer to the highest. Folders of one layer do not import from each other. */
const LAYERS = [["core"], ["worker"], ["ui"], ["map", "timeline"], ["views"], ["embed", "guide"], ["app"]];
/** What is built, and has no imports of the page. */
const BUILT = /^(pkg(-\w+)?|libraries)$/;
/** Imports, static and on demand, of values and of types; and the scripts of workers. */
const IMPORT = /\b(?:from\s+|import\s+|import\(|new URL\()"(\.{1,2}\/[^"]+)"/g;

const www = fileURLToPath(new URL("../../../www", import.meta.url));
const layerOf = (folder) => LAYERS.findIndex((folders) => folders.includes(folder));

/** The imports that lead upwards or aside, as `file imports file`. */
async function wrongImports() {
  const files = (await readdir(www, { recursive: true })).filter((file) => /\.(js|d\.ts)$/.test(file) && file.includes(path.sep));
  const wrong = [];
  for (const file of files) {
    const [folder] = file.split(path.sep);
    if (BUILT.test(folder)) continue;
    assert.ok(layerOf(folder) >= 0, `${folder}/ has no place in LAYERS`);
    for (const [, specifier] of (await readFile(path.join(www, file), "utf8")).matchAll(IMPORT)) {
      const target = path.join(path.dirname(file), specifier);
      const [to] = target.split(path.sep);
      if (!BUILT.test(to) && to !== folder && layerOf(to) >= layerOf(folder)) wrong.push(`${file} imports ${target}`);
    }
  }
  return wrong;
}

test("no folder of the page imports from a higher one", async () => {
  assert.deepEqual(await wrongImports(), []);
});
