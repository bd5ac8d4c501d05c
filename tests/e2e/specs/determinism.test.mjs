// Six kinds of days, each with many seeds: one digest from the command line, in node, in Chromium and, with hundreds of
// seeds, in Firefox, whatever happens on the way.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { launch } from "puppeteer-core";
import { sampled } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";
import { random } from "../support/random.mjs";
import { load, loadCompile, read } from "../support/rules.mjs";

/** Seeds of each kind of days. */
const SEEDS = Array.from({ length: Number(process.env.MATCHDAY_SEEDS ?? 2) }, (_, at) => 101 + at);
/** The program, and one of another build. */
const { MATCHDAY_COMMAND, MATCHDAY_OPTIMISED_COMMAND } = process.env;
const COMMANDS = [MATCHDAY_COMMAND, MATCHDAY_OPTIMISED_COMMAND].filter(Boolean);

const CODE = await readFile(new URL("../../../www/views/rules/examples/nearest-first.ts", import.meta.url), "utf8");
const RULES = {
  name: "pairs",
  ruleLanguageVersion: "1.0",
  playerAttributes: [
    { name: "skill", type: "number" },
    { name: "mode", type: "string" },
  ],
  teams: [{ name: "side", minPlayers: 1, maxPlayers: 2, quantity: 2 }],
  rules: [
    { name: "Similar", type: "batchDistance", batchAttribute: "skill", maxDistance: 300 },
    { name: "SameMode", type: "comparison", operation: "=", measurements: ["flatten(teams[*].players.attributes[mode])"] },
    { name: "Near", type: "latency", maxLatency: 60 },
  ],
  expansions: [
    { target: "rules[Near].maxLatency", steps: [5, 15].map((waitTimeSeconds) => ({ waitTimeSeconds, value: 60 + 8 * waitTimeSeconds })) },
    { target: "rules[Similar].maxDistance", steps: [{ waitTimeSeconds: 20, value: 600 }] },
  ],
};
const FAULTS = ["boot_failure", "crash_in_boot", "crash_before_pickup", "crash_in_load", "crash_in_match", "hang", "zombie"];
const SIGNALS = ["lost", "late", "doubled", "refused", "answer_lost"];

const DAYS = {
  "the article's days with everything": {
    ...{ ccu: 120, bots: 1, patience_s: 26, interval_s: 2, match_sd_s: 60, quit_rate: 0.05, avoid_rematch: 1 },
    ...{ estimate: "ping", jitter_ms: 10, bad_routes: 0.1, replay_wait: 5, replay_rtt: 5 },
  },
  "days of playlists and groups": { ccu: 150, playlists: 3, shares: "5,3,2", together: 1, match_sd_s: 60 },
  "days on servers with all faults": {
    ...{ ccu: 120, fleet: "broker", buffer: 2, strikes: "outage@18:30,herd@20:00" },
    ...Object.fromEntries([...FAULTS, ...SIGNALS].map((fault) => [`fault.${fault}`, 0.01])),
  },
  "days on a ladder": {
    ...{ ccu: 120, ranked: "2v2", accounts: 2000, rating: "wenglin", widen_by: "average", ready: "double" },
    ...{ accept_rate: 0.9, newcomers: 0.05, smurfs: 0.1, picky: 0.2, leave_rate: 0.05, parties: 0.2 },
    ...{ estimate: "ping", jitter_ms: 10, bad_routes: 0.1 },
  },
  "days of a rule set": {
    ...{ ccu: 120, interval_s: 3, policy: "rules", rules: JSON.stringify(RULES), attributes: "skill:normal(1500,300);mode:a*2|b" },
  },
  "days of a plug-in": { ccu: 120, interval_s: 15, policy: "plugin", code: CODE },
};

const { module: PLUGIN } = await (await loadCompile())(CODE);
// A plug-in says that it lives: here nobody listens.
globalThis.self = { postMessage() {} };

const importModule = async (folder, name) => {
  const module = await load(`${folder}/${name}.js`);
  module.initSync({ module: await read(`${folder}/${name}_bg.wasm`) });
  return module;
};
const [engine, lab] = [await importModule("pkg", "matchday_web"), await importModule("pkg-lab", "matchday_web_lab")];
const world = await (async () => {
  const data = (name) => readFile(new URL(`../../../data/${name}`, import.meta.url));
  const manifest = JSON.parse(await data("manifest.json"));
  const names = ["manifest.json", ...manifest.files.map((file) => file.path)];
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: new Uint8Array(await data(name)) })));
  return { engine: new engine.World(files), lab: new lab.World(files) };
})();
const { PluginModule } = await load("worker/plugin-module.js");
const { limitPlugin } = await load("worker/plugin-host.js");
const limits = new lab.Lab([], () => undefined).ask({ constants: {} }).constants.plugin_limits;
const compilePlugin = (bytes) => new WebAssembly.Module(limitPlugin(bytes, limits));
lab.plug(
  new PluginModule({
    kernel: compilePlugin(await read("libraries/extism-kernel.wasm")),
    module: compilePlugin(PLUGIN),
    limits,
  }),
);

/** The digests of a sweep over the seeds with a program. */
async function digestsOf(command, folder, { code, ...scenario }) {
  const [spec, csv, plugin] = ["spec.json", "runs.csv", "rules.wasm"].map((name) => path.join(folder, name));
  if (code) await writeFile(plugin, PLUGIN);
  const { ccu, ...rest } = { ...scenario, ...(code && { plugin }) };
  await writeFile(spec, JSON.stringify({ scenario: rest, axes: [{ key: "ccu", values: [ccu] }], seeds: SEEDS }));
  await rm(csv, { force: true });
  await promisify(execFile)(command, ["sweep", spec, "--out", csv]);
  const [heads, ...rows] = (await readFile(csv, "utf8")).trim().split("\n");
  const at = ["seed", "digest"].map((name) => heads.split(",").indexOf(name));
  const runs = new Map(rows.map((row) => at.map((column) => row.split(",")[column])));
  return SEEDS.map((seed) => runs.get(`${seed}`));
}

/** The digest of a day in node: in slices of any length, with moments visited while it is simulated and after it. */
function digestInNode(params, below) {
  const { ranked, fleet, policy } = params;
  const inLab = ranked !== "off" || fleet !== "off" || policy !== "article";
  const day = inLab ? new lab.LabDay(world.lab, params, true, [], () => undefined) : new engine.Simulation(world.engine, params, true);
  const visit = (end_s) => {
    const [moment_s, slice_s] = [below(end_s), 1 + below(9_000)];
    // Half of the visits are given up on the way.
    while (!day.seek(moment_s, slice_s) && below(2) === 0);
  };
  for (;;) {
    const { done_s, total_s } = day.advance(1 + below(20_000));
    if (done_s >= total_s) break;
    if (below(3) === 0) visit(86_400);
  }
  const { digest } = day.summary();
  visit(86_400);
  assert.equal(day.summary().digest, digest, "after a visit");
  day.free();
  return digest;
}

/** Says that the code of a scenario may run. */
async function consent(page, scenario) {
  await page.evaluate((scenario) => window.matchday.set(scenario), scenario);
  await page.evaluate(async () => {
    const runIt = () => [...document.querySelectorAll("[data-code=UNSEEN_CODE] button")].find((button) => button.textContent === "Run it");
    while (!runIt()) await new Promise(requestAnimationFrame);
    runIt().click();
  });
}

/** The digests of days in a page, whose runs are replaced by others on the way, and whose moments are visited. */
async function digestsInPage(page, scenario) {
  if (scenario.code) await consent(page, scenario);
  return await page.evaluate(
    async ({ scenario, seeds }) => {
      const digests = [];
      for (const seed of seeds) {
        window.matchday.set({ ...scenario, seed: `${seed + 1000}` });
        const replaced = window.matchday.run().catch(() => null);
        for (let frames = seed % 4; frames > 0; frames--) await new Promise(requestAnimationFrame);
        window.matchday.set({ ...scenario, seed: `${seed}` });
        const { digest } = await window.matchday.run();
        digests.push(digest);
        await replaced;
      }
      return digests;
    },
    { scenario, seeds: SEEDS },
  );
}

// Playwright's Firefox is a build of its own; Puppeteer speaks to the one that visitors have.
const executablePath = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => file && existsSync(file));
const firefox =
  process.env.MATCHDAY_FIREFOX &&
  executablePath &&
  (await launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 0 }));
after(() => firefox?.close());

/** The page in Firefox. */
async function openInFirefox(t) {
  const page = await firefox.newPage();
  t.after(() => page.close());
  await page.goto(new URL("/#v=1&ccu=60", process.env.MATCHDAY_URL).href);
  // Not at each frame: what is behind other windows may draw none.
  const isReady = page.waitForFunction(() => document.documentElement.dataset.state === "ready", { polling: 100 });
  await isReady.catch(async (cause) => {
    throw new Error(`Firefox shows: ${await page.evaluate(() => document.body.innerText)}`, { cause });
  });
  return page;
}

test("the command line is there", () => assert.ok(COMMANDS.length > 0, "MATCHDAY_COMMAND is not set: run `cargo xtask test e2e`"));

for (const [name, scenario] of Object.entries(DAYS)) {
  sampled(name === "days of a plug-in")(`${name} have the same digests everywhere`, async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "matchday-"));
    t.after(() => rm(folder, { recursive: true }));
    const texts = Object.fromEntries(Object.entries(scenario).map(([key, value]) => [key, `${value}`]));
    const { params } = engine.parse_link("v=1");
    const inNode = SEEDS.map((seed) => digestInNode({ ...params, ...texts, seed: `${seed}` }, random(seed)));
    assert.equal(new Set(inNode).size, SEEDS.length, "each seed has a day of its own");
    for (const command of COMMANDS) assert.deepEqual(await digestsOf(command, folder, scenario), inNode, command);
    const page = await openPage(t, "/#v=1&ccu=60");
    await finished(page);
    assert.deepEqual(await digestsInPage(page, texts), inNode, "in Chromium");
    if (firefox) assert.deepEqual(await digestsInPage(await openInFirefox(t), texts), inNode, "in Firefox");
    const browsers = firefox ? "Chromium and Firefox" : "Chromium";
    t.diagnostic(`${SEEDS.length} seeds, ${COMMANDS.length} builds of the command, node, ${browsers}`);
  });
}
