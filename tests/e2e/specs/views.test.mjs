// The views of the page: each has an address, shows what acts there, and takes few presses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { address, dropFiles, filledView, finished, openPage, openView } from "../support/harness.mjs";

/** The views with the names of their links. */
const VIEWS = { matchmaking: "Matchmaking", servers: "Servers", ranked: "Ranked", world: "World", experiments: "Experiments" };

const get = (page, key) => page.evaluate((key) => window.matchday.get()[key], key);
const digest = (page) => page.evaluate(async () => (await window.matchday.run()).digest);
/** Waits until a parameter has a value. */
const becomes = (page, key, value) => page.waitForFunction(([key, value]) => window.matchday.get()[key] === value, [key, value]);

/** Waits until a view is the one that is shown, and its link the present one. */
async function isShown(page, name) {
  await page.locator(`header nav [data-view="${name}"][aria-current=page]`).waitFor();
  await (await filledView(page, name)).waitFor();
  assert.deepEqual(await page.locator("main > [data-view]:visible").evaluateAll((views) => views.map(({ dataset }) => dataset.view)), [
    name,
  ]);
  assert.equal(await page.locator("header nav [aria-current]").count(), 1);
}

/** The whole link of the present state, relative to the server. */
const linkOf = async (page) => (await page.evaluate(() => window.matchday.link())).slice(address("").length);

/** Opens the link of the present state in a fresh profile: it has the same view, day and moment. */
async function restores(t, page, view) {
  await finished(page);
  const link = await linkOf(page);
  const again = await openPage(t, link);
  await isShown(again, view);
  await finished(again);
  assert.equal(await digest(again), await digest(page));
  assert.deepEqual(await again.evaluate(() => window.matchday.get()), await page.evaluate(() => window.matchday.get()));
  assert.equal(await again.getByTestId("clock").textContent(), await page.getByTestId("clock").textContent());
  assert.equal(await again.locator("#notices").textContent(), "");
  assert.equal(await linkOf(again), link);
  return again;
}

full("every view has an address, and its name is in the title", async (t) => {
  for (const [name, label] of Object.entries(VIEWS)) {
    const page = await openPage(t, `/#v=1&ccu=60&view=${name}`);
    await isShown(page, name);
    await finished(page);
    if (name !== "matchmaking") assert.equal(await page.title(), `${label} – Matchday`);
    const hash = name === "matchmaking" ? "#v=1&ccu=60" : `#v=1&ccu=60&view=${name}`;
    await page.waitForFunction((hash) => location.hash === hash, hash);
    assert.match(await linkOf(page), name === "matchmaking" ? /^(?!.*view=)/ : new RegExp(`[&]view=${name}(&|$)`));
  }
});

test("a link without a view opens the view of what it has", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  for (const [link, view, sub] of [
    ["v=1&ccu=60", "matchmaking"],
    ["v=1&accounts=100&ccu=60&ranked=1v1", "ranked", "day"],
    ["v=1&accounts=100&ccu=60&page=board:1&ranked=1v1", "ranked", "board"],
    ["v=1&ccu=60&sweep=replay:0.5,0.6", "experiments", "sweep"],
    ["v=1&ccu=60&prices=wait,2", "experiments", "prices"],
    ["v=1&ccu=60&playlist_capacity=5,60,2", "experiments", "capacity"],
    ["v=1&ccu=60&who=100", "experiments", "follow"],
    ["v=1&ccu=60&page=mixing&view=experiments", "experiments", "mixing"],
    ["v=1&accounts=100&ccu=60&ranked=1v1&view=matchmaking", "matchmaking"],
    ["v=1&ccu=60&fleet=broker", "matchmaking"],
  ]) {
    await t.test(link, async () => {
      await page.evaluate((link) => (location.hash = link), link);
      await isShown(page, view);
      await finished(page);
      if (!sub) return;
      const tab = page.locator(`main > [data-view="${view}"] [data-page][aria-current=page]`);
      await tab.waitFor();
      assert.equal(await tab.getAttribute("data-page"), sub);
      if (view === "experiments") {
        await page.locator(`[data-testid=${sub}-panel]`).waitFor();
      }
    });
  }
});

test("Back and Forward move between views, and the day stays", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&replay=0.6");
  await finished(page);
  const steps = await page.evaluate(() => history.length);
  const names = Object.keys(VIEWS);
  for (const name of names.slice(1)) {
    await openView(page, name);
    await isShown(page, name);
    assert.equal(await page.title(), `${VIEWS[name]} – Matchday`);
  }
  assert.equal(await page.evaluate(() => history.length), steps + names.length - 1);
  const runs = await page.evaluate(() => {
    window.begun = 0;
    new MutationObserver(() => (window.begun += document.documentElement.dataset.state === "running" ? 1 : 0)).observe(
      document.documentElement,
      { attributeFilter: ["data-state"] },
    );
    return window.matchday.get().replay;
  });
  assert.equal(runs, "0.6");
  for (const name of names.slice(0, -1).reverse()) {
    await page.goBack();
    await isShown(page, name);
    assert.equal(await page.title(), `${VIEWS[name]} – Matchday`);
  }
  for (const name of names.slice(1)) {
    await page.goForward();
    await isShown(page, name);
  }
  assert.equal(await get(page, "replay"), "0.6");
  assert.equal(await page.evaluate(() => window.begun), 0, "the same day is not simulated again");
});

full("the keyboard reaches every view, and each link of the row is a whole address", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&replay=0.6");
  await finished(page);
  for (const name of Object.keys(VIEWS).reverse()) {
    await page.getByRole("link", { name: "Matchday", exact: true }).focus();
    const here = () => page.evaluate(() => document.activeElement.dataset.view);
    for (let i = 0; i < 6 && (await here()) !== name; i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await isShown(page, name);
    assert.equal(await here(), name, "the focus stays where it was");
  }
  for (const name of Object.keys(VIEWS)) {
    const href = await page.locator(`header nav [data-view="${name}"]`).evaluate((link) => link.href);
    assert.ok(href.startsWith(`${address("/")}#v=1&ccu=60&replay=0.6`), href);
    const other = await openPage(t, href.slice(address("").length));
    await isShown(other, name);
  }
});

/** Keys of the rows of parameters that a view shows; with `*` those that are shown but have no effect. */
const shown = (page, view) =>
  page
    .locator(`main > [data-view="${view}"] [data-testid=param]`)
    .evaluateAll((rows) =>
      rows.filter((row) => row.checkVisibility()).map((row) => row.dataset.key + (row.querySelector(":disabled") ? "*" : "")),
    );
const OF_SERVERS = /^(fleet|buffer|boot_s|next_match|session_limit|client_timeout_s|map_mix|mode_mix|match_properties|outage_min|fault\.)/;
const OF_RANKED =
  /^(ranked|rating|shadow|tau|team_update|queue|widening|widen_by|accounts|skill_sd|activity|smurfs|parties|ready|season|ladder_days)/;

test("a panel has the parameters of its view, and none of what is switched off", async (t) => {
  const page = await openPage(t, "/#v=1&accounts=100&ccu=60");
  await finished(page);
  const plain = await shown(page, "matchmaking");
  assert.ok(plain.includes("replay") && plain.includes("ccu") && plain.includes("match_s") && plain.includes("seed"), plain.join());
  assert.deepEqual(
    plain.filter((key) => OF_SERVERS.test(key) || OF_RANKED.test(key)),
    [],
  );
  await openView(page, "servers");
  const off = await shown(page, "servers");
  assert.deepEqual(
    off.filter((key) => !["fleet", "ccu", "patience_s"].includes(key)),
    [],
    "servers are switched off",
  );
  await openView(page, "ranked");
  const unranked = await shown(page, "ranked");
  assert.deepEqual(
    unranked.filter((key) => !["ranked", "ccu", "days"].includes(key)),
    [],
    "the day is not ranked",
  );
  await openView(page, "world");
  const world = await shown(page, "world");
  assert.ok(world.includes("ideal_ms") && world.includes("estimate"), world.join());
  assert.deepEqual(
    world.filter((key) => OF_SERVERS.test(key) || OF_RANKED.test(key)),
    [],
  );

  // A day with both: each in its own view.
  await page.evaluate(() => void window.matchday.set({ ranked: "1v1", fleet: "broker" }));
  await finished(page);
  await openView(page, "ranked");
  const ranked = await shown(page, "ranked");
  assert.ok(
    ["rating", "widening", "accounts", "ready"].every((key) => ranked.includes(key)),
    ranked.join(),
  );
  assert.deepEqual(
    ranked.filter((key) => OF_SERVERS.test(key)),
    [],
  );
  await openView(page, "servers");
  const servers = await shown(page, "servers");
  assert.ok(
    ["buffer", "boot_s", "fault.outage", "fault.hang"].every((key) => servers.includes(key)),
    servers.join(),
  );
  assert.deepEqual(
    servers.filter((key) => OF_RANKED.test(key)),
    [],
  );
  await openView(page, "matchmaking");
  assert.deepEqual(
    (await shown(page, "matchmaking")).filter((key) => OF_SERVERS.test(key) || OF_RANKED.test(key)),
    [],
  );
});

full("a parameter without an effect says why and cannot be changed; without its kind of day it is not there", async (t) => {
  const page = await openPage(t, "/#v=1&accounts=100&ccu=60");
  await finished(page);
  const row = (key) => page.locator(`main > [data-view]:not([hidden]) [data-key="${key}"]`);
  const reason = (key) => row(key).getByTestId("idle-reason").textContent();
  const isIdle = async (key) =>
    assert.ok((await shown(page, await page.locator("main").getAttribute("data-view"))).includes(`${key}*`), key);
  await isIdle("shares");
  assert.equal(await reason("shares"), "Acts when “Playlists” is above 1.");
  assert.ok(await row("replay_lost").isHidden(), "matches are lost with servers only");
  assert.equal(await reason("players"), "");
  // In a ranked day the rules of the mode take the place of those of the matchmaker.
  await page.evaluate(() => void window.matchday.set({ ranked: "1v1" }));
  await finished(page);
  assert.ok(await row("players").isHidden(), "the mode sets it");
  const rows = page.locator("main > [data-view]:not([hidden]) [data-testid=param]");
  const unexplained = await rows.evaluateAll((rows) =>
    rows
      .filter((row) => row.checkVisibility() && row.querySelector(":disabled"))
      .filter(
        (row) =>
          !/\.$/.test(row.querySelector("[data-testid=idle-reason]").textContent) ||
          !row.querySelector("[data-testid=idle-reason]").checkVisibility(),
      )
      .map((row) => row.dataset.key),
  );
  assert.deepEqual(unexplained, []);
  await openView(page, "ranked");
  await isIdle("parties");
  await page.locator("[data-mode='5v5']").click();
  await finished(page);
  assert.ok((await shown(page, "ranked")).includes("parties"), "teams have parties");
});

/** Counts presses. */
function counter() {
  const counter = { presses: 0, press: (control) => (counter.presses++, control.click()) };
  return counter;
}

full("an outage in Frankfurt at 18:30 takes at most four presses from the first screen", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  const hand = counter();
  await hand.press(page.locator('header nav [data-view="servers"]'));
  await hand.press(page.locator("[data-day=outage]"));
  await becomes(page, "incidents", "outage:frankfurt@18:30");
  assert.equal(await get(page, "fleet"), "broker");
  assert.equal(await page.locator("[data-day=outage]").getAttribute("aria-pressed"), "true");
  await page.locator("[data-testid=clock]", { hasText: "18:30" }).waitFor();
  await finished(page);
  await page.locator("main > [data-view=servers] [data-testid=findings] .bad", { hasText: /lost/ }).first().waitFor();
  const lost = page.locator("main > [data-view=servers] [data-figure=lost] [data-testid=figure-value] span");
  assert.ok(Number((await lost.textContent()).replace(/\D/g, "")) > 0, await lost.textContent());
  assert.ok(hand.presses <= 4, `${hand.presses} presses`);
  t.diagnostic(`${hand.presses} presses`);
  const again = await restores(t, page, "servers");
  assert.match(await again.locator("[data-testid=incidents] li").textContent(), /^Frankfurt outage at 18:30/);
});

const FLEET = `apiVersion: agones.dev/v1
kind: Fleet
metadata: {name: one}
spec: {replicas: 2}
---
apiVersion: autoscaling.agones.dev/v1
kind: FleetAutoscaler
metadata: {name: by}
spec: {fleetName: one, policy: {type: Buffer, buffer: {bufferSize: 2, minReplicas: 2, maxReplicas: 900}}}
`;

full("a Fleet is checked by a drop, and applied by one press", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500");
  await finished(page);
  const hand = counter();
  await dropFiles(page, { "fleet.yaml": FLEET });
  await isShown(page, "servers");
  await page.locator("[data-testid=lint] [role=status]", { hasText: "fleet.yaml" }).waitFor();
  await hand.press(page.getByRole("button", { name: "Switch servers on and apply" }));
  await page.locator("[data-testid=lint]", { hasText: "In use: fleet.yaml." }).waitFor();
  await becomes(page, "fleet", "broker");
  const day = await page.evaluate(() => window.matchday.run());
  assert.ok(day.misses > 0, JSON.stringify(day));
  assert.equal(hand.presses, 1);
  // Files are in no link.
  const back = page.getByRole("button", { name: "Back to the parameters" });
  await back.click();
  await back.waitFor({ state: "hidden" });
  await digest(page);
  await restores(t, page, "servers");
});

/** Kinds of files with what the page says or does. @type {[string, string, (page: import("playwright-core").Page) => Promise<unknown>][]} */
const DROPS = [
  [
    "rules.json",
    '{"ruleLanguageVersion":"1.0","teams":[],"rules":[]}',
    (page) => page.locator('main[data-view="rules"] [data-testid="rule-set-editor"] .error-block').first().waitFor(),
  ],
  ["paper.pdf", "%PDF-1.7", (page) => said(page, "paper.pdf seems to be a PDF document.")],
  ["all.zip", "PK\x03\x04rest", (page) => said(page, "all.zip seems to be a ZIP archive.")],
  ["notes.txt", "to do\nnothing\n", (page) => said(page, "notes.txt seems to be plain text.")],
  ["empty.txt", "", (page) => said(page, "empty.txt seems to be empty.")],
  ["day.json", '{"replay":"0.6","ccu":"80"}', (page) => becomes(page, "replay", "0.6")],
  ["day.url", "[InternetShortcut]\nURL=https://example.org/matchday/#v=1&ccu=70&replay=0.5\n", (page) => becomes(page, "replay", "0.5")],
  ["broker.json", '{"MatchBroker":{}}', (page) => isShown(page, "servers")],
  [
    "places.csv",
    "1,fra,50.11,8.68\n2,iad,39.04,-77.49\n",
    async (page) => {
      await isShown(page, "world");
      await page.locator("[data-testid=own-data-files]", { hasText: "places.csv" }).waitFor();
      await page.keyboard.press("Escape");
    },
  ],
  [
    "season.bin2",
    `SQLite format 3\0${" ".repeat(200)}`,
    async (page) => {
      await isShown(page, "ranked");
      await page.locator("[data-testid=season]", { hasText: "file is damaged" }).waitFor();
    },
  ],
];
const said = (page, words) => page.locator('[data-code="UNKNOWN_FILE"]', { hasText: words }).waitFor();

test("whatever is dropped, in whatever view, finds its view or is named", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&view=experiments");
  await finished(page);
  for (const [name, content, reached] of DROPS) {
    await t.test(name, async () => {
      await dropFiles(page, { [name]: content });
      await reached(page);
      await finished(page);
    });
  }
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/uri-list", "https://example.org/#v=1&ccu=60&replay=0.65");
    document.querySelector("[data-pane=map]").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await becomes(page, "replay", "0.65");
});

full("ranked 5v5 and why somebody waits take at most four presses from the first screen", async (t) => {
  const page = await openPage(t, "/#v=1&accounts=1000&ccu=600&t=72000");
  await finished(page);
  const hand = counter();
  await hand.press(page.locator('header nav [data-view="ranked"]'));
  await hand.press(page.locator("[data-mode='5v5']"));
  await becomes(page, "ranked", "5v5");
  await page.locator("[data-testid=boards] tbody tr").first().waitFor();
  await hand.press(page.getByRole("button", { name: /^Who waits/ }));
  await hand.press(page.locator("[data-testid=waiting] button").first());
  const verdict = page.locator("[data-testid=why] [data-testid=verdict]");
  await verdict.waitFor();
  assert.match(await verdict.textContent(), /^A match at that time needed .*more compatible player/);
  assert.ok(hand.presses <= 4, `${hand.presses} presses`);
  const again = await restores(t, page, "ranked");
  assert.equal(await again.locator("[data-mode='5v5']").getAttribute("aria-pressed"), "true");
});

full("which datacenter South America lacks takes at most three presses from the first screen", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const hand = counter();
  await hand.press(page.locator('header nav [data-view="world"]'));
  await page.locator("[data-testid=next-cities] li button").first().waitFor();
  const world = await page.locator("[data-testid=next-cities] li").first().textContent();
  await hand.press(page.getByRole("button", { name: "South America" }));
  await page.waitForFunction((world) => {
    const [first] = document.querySelectorAll("[data-testid=advice]:not([aria-busy]) [data-testid=next-cities] li");
    return first && first.textContent !== world;
  }, world);
  // Whoever it is, it lies there: the country's name is one of South America's.
  const places = await page.locator("[data-testid=next-cities] li > span:nth-child(2)").allTextContents();
  const there = /, (Argentina|Bolivia|Brazil|Chile|Colombia|Ecuador|Guyana|Paraguay|Peru|Suriname|Uruguay|Venezuela)$/;
  for (const place of places) assert.match(place, there);
  await hand.press(page.locator("[data-testid=add-best]"));
  await page.waitForFunction(() => window.matchday.get().dcs.startsWith("+"));
  assert.ok(hand.presses <= 3, `${hand.presses} presses`);
  await finished(page);
  const again = await restores(t, page, "world");
  assert.equal(await get(again, "dcs"), await get(page, "dcs"));
});

full("a sweep of replay against wait takes at most three presses from the first screen", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const hand = counter();
  await hand.press(page.locator('header nav [data-view="experiments"]'));
  await hand.press(page.locator("[data-testid=sweep-panel] form").getByRole("button", { name: "Run" }));
  await page.locator("[data-testid=sweep-page] [data-testid=run-progress]", { hasText: /^All 90 runs/ }).waitFor();
  const wait = page.locator("[data-testid=sweep-page] figure", { has: page.locator("select") }).nth(1);
  assert.equal(await wait.locator("select").inputValue(), "wait_mean_s");
  assert.equal(await wait.locator("tbody tr").count(), 9);
  assert.ok(hand.presses <= 3, `${hand.presses} presses`);
  // A link has the question; whoever opens it gets the answer by one press.
  const again = await restores(t, page, "experiments");
  await again.locator("[data-testid=sweep-panel] [data-testid=run]", { hasText: "Simulate 90 runs: about" }).waitFor();
});

test("in the lane a press adds an incident, a drag and the arrows move it, and Delete removes it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&fleet=broker&view=servers");
  await finished(page);
  const lane = page.getByRole("group", { name: "Incidents on the timeline" });
  await lane.waitFor();
  /** The point of the lane at an hour. The curve begins and ends six pixels inside. */
  const at = async (hour) => {
    const { x, y, width, height } = await lane.boundingBox();
    return [x + 6 + ((width - 12) * hour) / 24, y + height / 2];
  };
  await page.mouse.click(...(await at(12)));
  await becomes(page, "incidents", "outage@12:00");
  const mark = lane.locator("[data-kind]");
  await mark.and(page.locator('[aria-label^="Datacenter outage at 12:00"]')).waitFor();
  assert.equal(await page.locator("[data-testid=incidents] li").count(), 1);
  const steps = await page.evaluate(() => history.length);

  const { x, y, height } = await mark.boundingBox();
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await at(13)));
  assert.equal(await get(page, "incidents"), "outage@12:00", "not before it is dropped");
  await page.mouse.move(...(await at(14)));
  await page.mouse.up();
  await becomes(page, "incidents", "outage@14:00");
  assert.equal(await page.evaluate(() => history.length), steps + 1, "a drag is one step");

  await mark.and(page.locator('[aria-label^="Datacenter outage at 14:00"]')).focus();
  for (const [key, time] of [
    ["ArrowRight", "14:01"],
    ["ArrowRight", "14:02"],
    ["ArrowLeft", "14:01"],
    ["Shift+ArrowLeft", "13:01"],
  ]) {
    await page.keyboard.press(key);
    await becomes(page, "incidents", `outage@${time}`);
    await mark.and(page.locator(`[aria-label^="Datacenter outage at ${time}"]`)).waitFor();
    assert.ok(await mark.evaluate((mark) => mark === document.activeElement), `${key}: the mark keeps the focus`);
  }
  // A second one; a press on a mark shows its moment and adds none.
  await page.mouse.click(...(await at(20)));
  await becomes(page, "incidents", "outage@13:01,outage@20:00");
  await mark.nth(1).waitFor();
  await mark.first().click();
  await page.locator("[data-testid=clock]", { hasText: "13:01" }).waitFor();
  assert.equal(await get(page, "incidents"), "outage@13:01,outage@20:00");
  await mark.first().focus();
  await page.keyboard.press("Delete");
  await becomes(page, "incidents", "outage@20:00");
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=incident-lane] [data-kind]").length === 1);
  assert.ok(await mark.evaluate((mark) => mark === document.activeElement), "the next one has the focus");
  await page.keyboard.press("Delete");
  await becomes(page, "incidents", "");
  await mark.waitFor({ state: "detached" });
  await page.goBack();
  await becomes(page, "incidents", "outage@20:00");
  await openView(page, "matchmaking");
  await page.waitForFunction(() => !document.querySelector("[data-testid=incident-lane]")?.checkVisibility());
  await restores(t, page, "matchmaking");
});
