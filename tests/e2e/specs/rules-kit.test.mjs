// The kit of rules and the examples: compiled as the page does it, and run in node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { decode, encode, load, loadCompile, read } from "../support/rules.mjs";

const { PluginHost, limitPlugin } = await load("worker/plugin-host.js");
const lab = await load("pkg-lab/matchday_web_lab.js");
lab.initSync({ module: await read("pkg-lab/matchday_web_lab_bg.wasm") });
const limits = new lab.Lab([], () => undefined).ask({ constants: {} }).constants.plugin_limits;
const compilePlugin = (bytes) => new WebAssembly.Module(limitPlugin(bytes, limits));
const { readConstants } = await load("worker/rule-constants.js");
const compile = await loadCompile();
const kernel = compilePlugin(await read("libraries/extism-kernel.wasm"));
const EXAMPLES = ["article", "skill-windows", "nearest-first", "batches"];

const example = async (name) => new TextDecoder().decode(await read(`views/rules/examples/${name}.ts`));
const modules = new Map();
const moduleOf = async (source) => {
  if (!modules.has(source)) {
    const { module, errors } = await compile(source);
    assert.deepEqual(errors, []);
    modules.set(source, module);
  }
  return modules.get(source);
};
const hostOf = async (source, config) => new PluginHost({ kernel, limits, plugin: compilePlugin(await moduleOf(source)), config });
const answer = (host, of) => decode(host.call("match", encode(of), { now_s: of.now_s ?? 0, key: of.key ?? 1n }));
const rules = (body, more = "") =>
  `import { Match, Player, Tick, Ticket, constant } from "matchday";\n${more}\nexport function match(tick: Tick): void {${body}}`;
const solo = (id, waited_s, rtts_ms, attributes) => ({ id, waited_s, players: [{ rtts_ms, attributes }] });

/** Tickets of one to three players in a world of six datacenters, one of them closed. */
function crowd(now_s) {
  let random = now_s + 1;
  const draw = (below) => (random = (random * 48_271) % 2_147_483_647) % below;
  const player = () => ({ rtts_ms: Array.from({ length: 6 }, () => 15 + draw(300)), attributes: [1_000 + draw(1_000)] });
  const tickets = Array.from({ length: 60 }, (_, i) => ({ id: 1_000 * now_s + i, waited_s: 29 - (i >> 1), players: [player()] }));
  return { now_s, key: BigInt(now_s) * 77n, open: [1, 1, 0, 1, 1, 1], attributes: 1, tickets };
}

for (const name of EXAMPLES) {
  test(`the example ${name} answers validly, and equally when it is asked again`, async () => {
    const source = await example(name);
    const { constants, errors } = readConstants(source);
    assert.deepEqual(errors, []);
    assert.ok(constants.length >= 3, "it has sliders");
    const config = { attributes: "skill:number" };
    const host = await hostOf(source, config);
    let found = 0;
    for (const now_s of [0, 10, 20, 30]) {
      const of = crowd(now_s);
      const matches = answer(host, of);
      found += matches.length;
      const fresh = new PluginHost({ kernel, limits, plugin: compilePlugin(await moduleOf(source)), config });
      assert.deepEqual(answer(fresh, of), matches, "a fresh instance answers the same");
      const ids = matches.flatMap(({ teams }) => teams.flat());
      assert.equal(new Set(ids).size, ids.length, "no ticket is in two matches");
      for (const { datacenter, teams } of matches) {
        assert.ok(of.open[datacenter], "no match forms where none may");
        assert.deepEqual(
          teams.map((team) => team.length),
          [4],
        );
        for (const id of teams.flat()) assert.ok(of.tickets.some((ticket) => ticket.id === id));
      }
    }
    assert.ok(found > 8, `${found} matches`);
    assert.deepEqual(answer(host, { tickets: [] }), [], "nobody waits");
  });
}

test("the rules of the article match as the engine's policy does: states, and warm bodies", async () => {
  const host = await hostOf(await example("article"));
  const ask = (open, ...tickets) =>
    answer(host, { open, tickets }).map(({ datacenter, teams }) => [datacenter, teams[0].toSorted((a, b) => a - b)]);
  const near = (count, waited_s) => Array.from({ length: count }, (_, i) => solo(i, waited_s, [200, 40]));
  assert.deepEqual(ask([1, 1], ...near(4, 0)), [[1, [0, 1, 2, 3]]]);
  assert.deepEqual(ask([1, 0], ...near(4, 0)), [], "the datacenter is closed");
  assert.deepEqual(ask([1, 1], solo(100, 0, [80, 90]), ...near(3, 0)), [[1, [0, 1, 2, 100]]], "one that starts expanded completes a match");
  const warm = [solo(50, 9, [201, 202]), solo(51, 8, [202, 201])];
  assert.deepEqual(ask([1, 1], ...warm, ...near(2, 0)), [[1, [0, 1, 50, 51]]], "warm bodies complete a match");
  assert.deepEqual(ask([1, 1], ...warm, ...near(1, 0)), [], "but not one that stays short");
  const over = [solo(50, 10, [201, 202]), solo(51, 10, [202, 201])];
  assert.deepEqual(ask([1, 1], ...over, ...near(2, 0)), [], "they skip two states, so their search ends after ten seconds");
  // At the datacenter of the oldest the nearest three join it, and all of them together are nearest to the other one.
  const far = [
    [110, 120],
    [230, 115],
    [200, 110],
    [210, 105],
    [220, 101],
  ];
  const alone = far.map((rtts_ms, i) => solo(i, 9 - i, rtts_ms));
  assert.deepEqual(ask([1, 1], ...alone), [[1, [0, 2, 3, 4]]], "warm bodies play among themselves");
  assert.deepEqual(ask([1, 0], ...alone), [[0, [0, 2, 3, 4]]], "also where one datacenter is closed");
});

test("the rules of the article take warm bodies with equal waits in a random order", async () => {
  const host = await hostOf(await example("article"));
  const tickets = [...[0, 1, 2, 3].map((id) => solo(id, 5, [200])), solo(9, 0, [40]), solo(8, 0, [40])];
  const pairs = new Set();
  for (let key = 1n; key <= 60n; key++) {
    const [{ teams }] = answer(host, { key, tickets });
    pairs.add(
      teams[0]
        .filter((id) => id < 4)
        .toSorted()
        .join(),
    );
  }
  assert.equal(pairs.size, 6, "every pair of them completes the match at times");
});

test("a constant is the scenario's where it sets one, and the code's otherwise", async () => {
  const source = rules(
    "if (tick.tickets == i32(COUNT) + WHOLE) for (;;) { unreachable(); }",
    "const COUNT: f64 = 2; // @slider 0..9\nconst WHOLE: i32 = 1; // @slider 0..9",
  );
  const three = { tickets: [1, 2, 3].map((id) => solo(id, 0, [30])) };
  const stops = (host) => assert.throws(() => answer(host, three), /unreachable/);
  stops(await hostOf(source));
  answer(await hostOf(source, { "constant.COUNT": "4" }), three);
  stops(await hostOf(source, { "constant.COUNT": "1.9", "constant.WHOLE": "2" }));
  await assert.rejects(hostOf(source, { "constant.COUNT": "four" }), /constant\.COUNT is not a number: four/);
});

test("the same source is the same module", async () => {
  const source = await example("skill-windows");
  assert.deepEqual((await compile(source)).module, await moduleOf(source));
});

test("errors have the place of the author's source", async () => {
  const source = rules(
    "\n  const queue = tick.longestFirs(0);\n  for (let i = 0; i < queue.length; i++) {}\n",
    "const A: f64 = 1; // @slider 0..9",
  );
  const { module, errors } = await compile(source);
  assert.equal(module, null);
  assert.deepEqual(errors, [{ line: 4, column: 22, end: 33, words: "Property 'longestFirs' does not exist on type 'Tick'." }]);
  const words = async (text) => (await compile(text)).errors.map(({ line, words }) => [line, words]);
  const form = "Rules have to begin with export function match(tick: Tick): void";
  assert.deepEqual(await words(""), [[1, form]]);
  assert.deepEqual(await words("\nexport function match(): void {}"), [[2, form]]);
  assert.deepEqual(await words(rules("", "import { x } from 'fs';")).then(([[line]]) => line), 2);
});

test("errors of rules have their words and their line", async () => {
  const says = async (body, message) => {
    const host = await hostOf(rules(body));
    assert.throws(() => answer(host, { tickets: [solo(7, 0, [30])] }), { message });
  };
  await says("tick.ticket(1);", /^match failed: there is no ticket 1 \(~lib\/matchday\.ts, line \d+, column \d+\)$/);
  await says("tick.ticket(0).rtt(1);", /there is no datacenter 1/);
  await says("tick.emit(new Match(0));", /tick\.emit: the match lacks 4 players/);
  await says("const list: Array<i32> = []; list[0];", /Index out of range/);
  await says("throw new Error('so'); ", /so \(rules\.ts, line 3, column \d+\)/);
});

test("parties fill teams, and everything of a ticket can be read", async () => {
  const party = (id, waited_s, ...players) => ({ id, waited_s, players });
  const player = (rtt, ...attributes) => ({ rtts_ms: [rtt, 1_001], attributes });
  const tickets = [
    party(1, 9, player(30, 1000, 0, 5), player(60, 2000, 1, 2)),
    party(2, 8, player(20, 1500, 1, 0), player(20, 1500, 1, 0)),
    party(3, 7, player(10, 1500, 1, 0)),
    party(4, 6, player(10, 1500, 1, 0)),
  ];
  const check = `
    const t = tick.ticket(0);
    assert(t.id == 1 && t.waited == 9 && t.players == 2 && t.rtt(0) == 60 && t.rtt(1) == 1001 && t.nearest() == 0, "ticket");
    assert(tick.attribute("skill") == 0 && tick.attribute("no") == -1 && tick.text("tdm") == 1 && tick.datacenter("lima") == 1, "names");
    assert(t.mean(0) == 1500 && t.player(1).attribute(1) == 1 && t.player(0).has(2, 2) && !t.player(0).has(2, 1), "attributes");
    assert(tick.now == 3 && tick.timeout == 30 && tick.teams == 2 && tick.teamSize == 3 && tick.isOpen(0), "tick");
    const next = new Match(0);
    const queue = tick.nearestFirst(0);
    assert(queue.length == 4 && queue[0].id == 3 && queue[1].id == 4 && tick.longestFirst(1).length == 0, "queue");
    for (let i = 0; i < tick.tickets; i++) assert(next.add(tick.ticket(i)), "it fits");
    assert(!next.add(t), "full");
    tick.emit(next);
    assert(t.isTaken && tick.waiting.length == 0, "taken");`;
  const config = { attributes: "skill:number|mode:text|maps:list", texts: "a|tdm|town", datacenters: "rome|lima" };
  const host = await hostOf(rules(check), config);
  const of = { now_s: 3, teams: 2, teamSize: 3, open: [1, 1], attributes: 3, tickets };
  assert.deepEqual(answer(host, of), [
    {
      datacenter: 0,
      teams: [
        [1, 3],
        [2, 4],
      ],
    },
  ]);
});

test("memory does not grow over many calls, and random numbers follow from the call alone", async () => {
  const host = await hostOf(
    rules(
      "const list = tick.longestFirst(0); tick.shuffle(list); Math.random(); for (let i = 0; i < 3; i++) list.push(tick.ticket(0)); const m = new Match(0); for (let i = 0; i < 4; i++) m.add(list[i]); tick.emit(m);",
    ),
  );
  const of = (size, key) => ({ key, tickets: Array.from({ length: size }, (_, id) => solo(id, 0, [30])) });
  const first = answer(host, of(40, 9n));
  assert.deepEqual(answer(host, of(40, 9n)), first);
  assert.notDeepEqual(answer(host, of(40, 10n)), first);
  const ask = (count) => {
    for (let i = 0; i < count; i++) answer(host, of(10 + (i % 90), BigInt(i)));
    return host.memoryBytes();
  };
  const bytes = ask(500);
  assert.equal(ask(5_000), bytes);
});

test("a call that is cut off is refused", async () => {
  const host = await hostOf(rules(""));
  const call = (bytes) => () => host.call("match", bytes, { now_s: 0, key: 0n });
  const whole = encode({ tickets: [solo(1, 0, [30])] });
  assert.throws(call(whole.slice(0, -1)), { message: /the call has 87 bytes instead of 88/ });
  assert.throws(call(new Uint8Array(9)), { message: /the call has 9 bytes/ });
  assert.throws(call(whole.map((byte, i) => (i === 0 ? 1 : byte))), { message: /the call has version 1, not 2/ });
});

full("the kit's own package builds the same module as the page", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "matchday-rules-"));
  t.after(() => rm(folder, { recursive: true }));
  const kit = new URL("../../../crate/plugin/assemblyscript/", import.meta.url);
  await cp(kit, folder, { recursive: true, filter: (file) => !file.includes("node_modules") });
  await symlink(new URL("../../../target/libraries/node_modules", import.meta.url).pathname, join(folder, "node_modules"));
  execFileSync("npm", ["run", "build"], { cwd: folder, stdio: "pipe" });
  const source = (await readFile(join(folder, "rules.ts"), "utf8")).replaceAll("@slider", "slider");
  const built = new Uint8Array(await readFile(join(folder, "build/rules.wasm")));
  assert.deepEqual(built, await moduleOf(source));
});
