// The same modules in node: the same digests as natively and in Chromium.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFile(new URL(path, root));

const load = async (folder, name) => {
  const module = await import(new URL(`www/${folder}/${name}.js`, root));
  module.initSync({ module: await read(`www/${folder}/${name}_bg.wasm`) });
  return module;
};
const engine = await load("pkg", "matchday_web");
const lab = await load("pkg-lab", "matchday_web_lab");
const manifest = JSON.parse(await read("data/manifest.json"));
const names = ["manifest.json", ...manifest.files.map((file) => file.path)];
const files = await Promise.all(names.map(async (name) => ({ name, bytes: new Uint8Array(await read(`data/${name}`)) })));
const [world, labWorld] = [new engine.World(files), new lab.World(files)];

const begin = (params) => {
  const inLab = params.ranked !== "off" || params.fleet !== "off" || params.policy !== "article";
  if (inLab) return new lab.LabDay(labWorld, params, false, [], () => undefined);
  return new engine.Simulation(world, params, false);
};

for (const { link, digest } of JSON.parse(await read("tests/golden/runs.json"))) {
  test(`the golden run ${link} has its digest in node, with slices of any length`, () => {
    const { params } = engine.parse_link(link);
    const simulation = begin(params);
    for (let slice = 1; ; slice = (slice * 7) % 5_003) {
      const { done_s, total_s } = simulation.advance(slice);
      if (done_s >= total_s) break;
    }
    assert.equal(simulation.summary().digest, digest);
    simulation.free();
  });
}

test("a person's actions in a link give the same messages again, and a season is stored", () => {
  const { params } = engine.parse_link("v=1&ccu=500&ranked=1v1");
  const open = (/** @type {object} */ more) => new lab.Season(labWorld, { ...params, ...more });
  const to = (season, shown_s) => {
    while (!season.advance_to(shown_s, 20_000).done);
  };
  const season = open({});
  to(season, 64_800);
  assert.equal(season.client(), undefined);
  const person = { lat: 50.11, lon: 8.68, skill: 1500, friends: 0, constraints: { maxPingMs: 150 } };
  assert.throws(() => season.connect({ ...person, lat: 91 }), { code: "BAD_PLACE" });
  assert.throws(() => season.connect({ ...person, constraints: { ping: 5 } }), { code: "BAD_MESSAGE", message: /unknown field `ping`/ });
  const join = { type: "RankedQueueJoin", ...season.connect(person) };
  assert.deepEqual(join, { type: "RankedQueueJoin", modeId: "1v1", region: "Europe", partyId: null });
  assert.ok(season.regions().includes("Europe"));
  assert.throws(() => season.send({}), { code: "BAD_MESSAGE", message: /missing field `type`/ });
  season.send(join);
  assert.throws(() => season.send(join), { code: "BAD_MESSAGE", message: /already in the queue or in a match with ticket t_\d+/ });
  const log = season.messages();
  assert.deepEqual(
    log.map(({ time_s, to, message }) => [time_s, to, message.type]),
    [
      [64_800, "server", "RankedQueueJoin"],
      [64_800, "client", "RankedQueued"],
    ],
  );
  const { ticketId } = log[1].message;
  assert.equal(season.client().ticket, ticketId);
  let found = null;
  for (let now = 64_801; !found; now += 1) {
    to(season, now);
    const news = season.messages();
    log.push(...news);
    found = news.map(({ message }) => message).find(({ type }) => type === "RankedMatchFound");
  }
  const { match } = season.client();
  assert.equal(match.id, found.matchId);
  assert.deepEqual(
    match.teams
      .flat()
      .filter(({ you }) => you)
      .map(({ answer }) => answer),
    ["silent"],
  );
  assert.deepEqual(season.place_of(season.client().account), season.client().place);
  const { matchId, acceptToken } = found;
  season.send({ type: "RankedAcceptMatch", ticketId, matchId, acceptToken });
  to(season, 66_000);
  log.push(...season.messages());
  const again = open({ player_actions: season.player_actions() });
  to(again, 66_000);
  assert.deepEqual(again.messages(), log);
  assert.deepEqual(again.client(), season.client());
  const batch = season.take_batch();
  assert.ok(batch.length > 100_000, `${batch.length} bytes`);
  assert.deepEqual(again.take_batch(), batch);
  assert.ok(season.take_batch().length > 0 && season.take_batch().length < 200, "an empty batch says through when");
});
