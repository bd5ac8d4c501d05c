// The same modules in node: the same digests as natively and in Chromium.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, root));

const load = async (folder, name) => {
  const module = await import(new URL(`www/${folder}/${name}.js`, root));
  module.initSync({ module: await read(`www/${folder}/${name}_bg.wasm`) });
  return module;
};
const engine = await load("pkg", "matchday_web");
const servers = await load("pkg-fleet", "matchday_web_fleet");
const ranked = await load("pkg-ranked", "matchday_web_ranked");
const manifest = JSON.parse(await read("data/manifest.json"));
const names = ["manifest.json", ...manifest.files.map((file) => file.path)];
const files = await Promise.all(names.map(async (name) => ({ name, bytes: new Uint8Array(await read(`data/${name}`)) })));
const worlds = new Map([engine, servers, ranked].map((module) => [module, new module.World(files)]));

for (const { link, digest } of JSON.parse(await read("tests/golden/runs.json"))) {
  test(`the golden run ${link} has its digest in node, whatever the slices`, () => {
    const { params } = engine.parse_link(link);
    const module = params.ranked !== "off" ? ranked : params.fleet === "off" ? engine : servers;
    const simulation = new module.Simulation(worlds.get(module), params, false, [], () => undefined);
    for (let slice = 1; ; slice = (slice * 7) % 5_003) {
      const { done_s, total_s } = simulation.advance(slice);
      if (done_s >= total_s) break;
    }
    assert.equal(simulation.summary().digest, digest);
    simulation.free();
  });
}
