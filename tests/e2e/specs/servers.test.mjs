// The view of the servers: charts, findings, incidents, and the check of configurations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { dragFiles, dropFiles, finished, openPage, openView } from "../support/harness.mjs";

const addIncident = (page) => page.getByTestId("add-incident").click();

/** Waits until a parameter has a value. */
const becomes = (page, key, value) => page.waitForFunction(([key, value]) => window.matchday.get()[key] === value, [key, value]);

/** The number of a figure in the strip. */
const figure = (page, name) =>
  page.locator(`main > [data-view=servers] [data-figure="${name}"] [data-testid=figure-value] span`).textContent();

const cells = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map(({ cells: [head, ...rest] }) => [head.textContent, rest.map(({ textContent }) => textContent)])),
    );
const numberOf = (text) => Number(text.replaceAll(",", "").match(/[\d.]+/)[0]);

test("a match broker hands out servers, and the view shows the results of the day", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=2000&buffer=2");
  await finished(page);
  const before = await page.evaluate(() => window.matchday.run());
  assert.equal(before.servers_peak, undefined, "no servers without a fleet");
  await openView(page, "servers");
  const buffer = page.locator("main > [data-view=servers] aside [data-key=buffer]");
  assert.ok(!(await buffer.isVisible()), "what servers are like does not matter yet");
  await page.getByTestId("servers-switch").check();
  await page.waitForFunction(() => window.matchday.link().includes("fleet=broker"));
  await buffer.waitFor();
  const summary = await page.evaluate(() => window.matchday.run());
  assert.equal(summary.joined, before.joined, "the same players join");
  assert.ok(summary.misses > 0 && summary.servers_peak > 100 && summary.pickup_wait_mean_s > 0, JSON.stringify(summary));

  await page.locator("main > [data-view=servers] [data-testid=findings] .bad").first().waitFor();
  const said = await page.locator("main > [data-view=servers] [data-testid=findings] li").allTextContents();
  assert.ok(
    said.some((words) => /By theory, a buffer of 2 misses (at least )?[\d.]+ % at this rate/.test(words)),
    said.join("\n"),
  );
  const figures = await cells(page, "main > [data-view=servers] table:has(caption:text-is('Summary')) tr");
  assert.equal(numberOf(figures["Most servers at once"][0]), summary.servers_peak);
  assert.equal(numberOf(figures["Matches without a server"][0]), summary.misses);
  assert.equal(numberOf(await figure(page, "servers_peak")), summary.servers_peak);
  assert.equal(Number(await figure(page, "misses")), Number(((100 * summary.misses) / summary.matches).toFixed(2)));
  assert.equal(Number(await figure(page, "cost")), Number(summary.cost_per_hour_played.toFixed(4)));
  // At the end of the day, the findings by datacenter add up to those of the whole day.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  const missed = async () => {
    const places = await cells(page, "main > [data-view=servers] table:has(th:text-is('Datacenter')) tbody tr");
    return Object.values(places).reduce((sum, row) => sum + numberOf(row.at(-1)), 0);
  };
  await page.locator("main > [data-view=servers] caption", { hasText: /^Servers by datacenter at 23:59$/ }).waitFor();
  assert.equal(await missed(), summary.misses);
});

full("the charts are drawn, are read by keys, and have tables with their numbers", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&fleet=register&buffer=3");
  await finished(page);
  await openView(page, "servers");
  const chart = page.locator("main > [data-view=servers] figure", { has: page.getByRole("heading", { name: "Servers by state" }) });
  const drawn = () =>
    chart
      .locator("canvas")
      .first()
      .evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
  await chart.locator("tbody tr").nth(11).waitFor({ state: "attached" });
  assert.ok((await drawn()) > 20, "more colours than an empty canvas has");
  await chart.getByTestId("chart-surface").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  // Drawn with the next frame.
  await chart
    .locator("[data-testid=chart-reading]", { hasText: /^17:\d\d: [\d,]+ allocated, [\d,]+ reserved, \d+ ready, \d+ booting$/ })
    .waitFor();
  const row = await chart
    .locator("tbody tr")
    .first()
    .evaluate(({ cells }) => [...cells].map(({ textContent }) => textContent));
  assert.equal(row.length, 6);
  assert.ok(numberOf(row[1]) > 10 && numberOf(row[2]) > 0, `allocated and reserved: ${row}`);
});

test("an incident happens at the shown time, and the day before it stays the same", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000&fleet=broker&t=43200");
  await finished(page);
  await openView(page, "servers");
  const calm = await page.evaluate(() => window.matchday.run());
  await addIncident(page);
  await becomes(page, "incidents", "outage@12:00");
  const withOutage = await page.evaluate(() => window.matchday.run());
  assert.ok(withOutage.matches_lost > calm.matches_lost, JSON.stringify(withOutage));
  assert.match(await page.locator("[data-testid=incidents] li").textContent(), /^Datacenter outage at 12:00/);
  assert.ok(
    (await page.locator("main > [data-view=servers] [data-testid=findings] .bad").allTextContents()).some((words) =>
      /matches failed.*around 12:0\d/.test(words),
    ),
  );
  await page.getByTestId("incidents").getByRole("button", { name: "Remove" }).click();
  await becomes(page, "incidents", "");
  assert.equal((await page.evaluate(() => window.matchday.run())).digest, calm.digest);
});

/** Collects what is written on canvases. */
const listenToCanvases = (page) =>
  page.addInitScript(() => {
    window.written = new Set();
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (words, ...place) {
      window.written.add(words);
      return fillText.call(this, words, ...place);
    };
  });

full("the map names a datacenter while it is down, also the one that only the day finds", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000&fleet=broker&incidents=outage@12:00&t=43320", { before: listenToCanvases });
  await finished(page);
  const tag = () => page.evaluate(() => [...window.written].filter((words) => words.includes("outage")));
  await page.waitForFunction(() => [...window.written].some((words) => / outage 12:00 to 12:10$/.test(words)));
  assert.equal((await tag()).length, 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  await page.locator("[data-pane=map]:not([data-shown='43320'])").waitFor();
  // What was due before has been written: the card of a datacenter draws the map again.
  await page.evaluate(() => window.written.clear());
  await page.getByTestId("map-canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => window.written.size > 0);
  assert.deepEqual(await tag(), [], "it is over");
});

full("an outage happens at a chosen datacenter, with a length; another incident is of another kind", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&fleet=broker&t=43200");
  await finished(page);
  await openView(page, "servers");
  const [kind, place] = ["Incident", "Datacenter of the outage"].map((name) => page.getByLabel(name, { exact: true }));
  assert.equal(await kind.inputValue(), "outage");
  await place.selectOption("frankfurt");
  await addIncident(page);
  await becomes(page, "incidents", "outage:frankfurt@12:00");
  assert.match(await page.locator("[data-testid=incidents] li").textContent(), /^Frankfurt outage at 12:00/);
  const length = page.locator('main > [data-view=servers] [data-key="outage_min"] input[type=number]');
  await length.fill("45");
  await length.press("Tab");
  await becomes(page, "outage_min", "45");
  assert.equal(await kind.locator("option[value=outage_min]").count(), 0, "a length is no incident");
  await finished(page);
  await kind.selectOption("herd");
  await place.waitFor({ state: "hidden" });
  await addIncident(page);
  await becomes(page, "incidents", "outage:frankfurt@12:00,herd@12:00");
  // A press on an incident shows its moment.
  await page.getByTestId("timeline").focus();
  await page.keyboard.press("Home");
  await page.getByTestId("incidents").getByRole("button", { name: "Frankfurt outage at 12:00", exact: true }).click();
  await page.locator("[data-testid=clock]", { hasText: "12:00" }).waitFor();
  await page.getByRole("button", { name: "Clear all incidents and faults" }).click();
  await becomes(page, "incidents", "");
});

full("both flows are shown side by side", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&buffer=3&fleet=broker");
  await finished(page);
  await openView(page, "servers");
  await page.locator("main > [data-view=servers] details summary", { hasText: "Side by side" }).click();
  await page.locator("main > [data-view=servers] button", { hasText: "Simulate both flows" }).click();
  const table = page.locator("main > [data-view=servers] details table", { has: page.locator("caption", { hasText: "Both flows" }) });
  await table.waitFor();
  const rows = await cells(page, "main > [data-view=servers] details table tbody tr");
  for (const [at, fleet] of ["broker", "register"].entries()) {
    const summary = await page.evaluate((fleet) => (window.matchday.set({ fleet }), window.matchday.run()), fleet);
    assert.equal(numberOf(rows["Most servers at once"][at]), summary.servers_peak);
  }
});

test("problems of a configuration are listed with their places, and a hostile one does no harm", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=100");
  await finished(page);
  await openView(page, "servers");
  await page.locator("main > [data-view=servers] details summary", { hasText: "Check a configuration" }).click();
  const pasted = page.locator("main > [data-view=servers] textarea");
  const check = async (text) => {
    await pasted.fill(text);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  const timers = `{"MatchBroker": {"MatchPickupTimeSeconds": 20, "Allocators": [
    {"Allocator": "Bare", "Configuration": {"ReadyDeadlineSeconds": 30}}]}}`;
  await check(timers);
  const lines = page.locator("[data-testid=lint-findings] li");
  await lines.first().waitFor();
  assert.match(
    await lines.first().textContent(),
    /^(Warning|Error) line 2, column 69 MatchPickupTimeSeconds \(20\) is not above ReadyDeadlineSeconds \(30\)/,
  );
  await check("[".repeat(100_000));
  await page.waitForFunction(() => /nested more than/.test(document.querySelector("[data-testid=lint-findings] li")?.textContent ?? ""));
  await check("a: *b");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("[data-testid=lint-findings] li").length === 1 &&
      /line 1/.test(document.querySelector("[data-testid=lint-findings] li").textContent),
  );
  assert.ok(await page.evaluate(() => window.matchday.run()), "the page is alive");
});

const FLEET = `apiVersion: agones.dev/v1
kind: Fleet
metadata: {name: one}
spec: {replicas: 2}
`;
const AUTOSCALER = `---
apiVersion: autoscaling.agones.dev/v1
kind: FleetAutoscaler
metadata: {name: by}
spec: {fleetName: one, policy: {type: Buffer, buffer: {bufferSize: 2, minReplicas: 2, maxReplicas: 900}}}
`;

full("a configuration is applied to the servers", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&fleet=broker&buffer=20");
  await finished(page);
  const before = await page.evaluate(() => window.matchday.run());
  await openView(page, "servers");
  await page.locator("main > [data-view=servers] details summary", { hasText: "Check a configuration" }).click();
  await page.setInputFiles("#lint-file", { name: "fleet.yaml", mimeType: "text/yaml", buffer: Buffer.from(FLEET + AUTOSCALER) });
  // Compared with the busiest hour of the shown day.
  await page.locator("[data-testid=lint-findings] li", { hasText: "a buffer of 2 misses" }).waitFor();
  await page.getByRole("button", { name: "Apply to the servers" }).click();
  await page.waitForFunction(() => document.querySelector("[data-testid=lint]").textContent.includes("In use: fleet.yaml."));
  const small = await page.evaluate(() => window.matchday.run());
  assert.equal(before.misses, 0);
  const link = await page.evaluate(() => window.matchday.link());
  assert.ok(small.misses > 0 && small.server_hours < before.server_hours, JSON.stringify([before, small]));
  await page.getByRole("button", { name: "Back to the parameters" }).click();
  assert.equal((await page.evaluate(() => window.matchday.run())).digest, before.digest);
  const isApplied = (/** @type {boolean} */ is) =>
    page.waitForFunction((is) => document.querySelector("[data-testid=lint]").textContent.includes("In use: fleet.yaml.") === is, is);
  await page.goBack();
  await isApplied(true);
  assert.equal((await page.evaluate(() => window.matchday.run())).digest, small.digest, "Back applies it again");
  await page.keyboard.press("Control+z");
  await isApplied(false);
  const other = await openPage(t, link.slice(link.indexOf("#") - 1));
  await finished(other);
  assert.equal((await other.evaluate(() => window.matchday.run())).digest, small.digest, "the link contains the file");
});

full("a configuration that is too long for a link is applied, and the page says that links do not contain it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200&fleet=broker");
  await finished(page);
  await openView(page, "servers");
  await page.locator("main > [data-view=servers] details summary", { hasText: "Check a configuration" }).click();
  const noise = Array.from({ length: 3000 }, (_, at) => `# ${(at * 2_654_435_761) % 2 ** 32} ${(at * 2_246_822_519) % 2 ** 32}\n`).join("");
  await page.setInputFiles("#lint-file", { name: "long.yaml", mimeType: "text/yaml", buffer: Buffer.from(noise + FLEET + AUTOSCALER) });
  await page.getByRole("button", { name: "Apply to the servers" }).click();
  const says = "In use: long.yaml. Too long for a link: links do not contain it.";
  await page.waitForFunction((says) => document.querySelector("[data-testid=lint]").textContent.includes(says), says);
  assert.doesNotMatch(await page.evaluate(() => window.matchday.link()), /fleet_config/);
  await page.locator("#share").click();
  await page.getByTestId("share-left-out").getByText("Configuration files").waitFor();
});

test("files in a link that cannot be read are left out, and the page says so", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200&fleet=broker&fleet_config=a:%20*b");
  await page.locator("#notices", { hasText: "Its configuration files were left out: fleet_config:" }).waitFor();
  await finished(page);
  assert.equal(await page.evaluate(() => window.matchday.get().fleet_config), "");
});

full("dropped configurations are checked together, and one press applies them", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500");
  await finished(page);
  const target = page.getByTestId("drop-target");
  await dragFiles(page, "dragover", { "fleet.yaml": FLEET });
  assert.equal(await target.isVisible(), true, "the page is a target");
  await dragFiles(page, "dragleave", {});
  assert.equal(await target.isVisible(), false);
  await dropFiles(page, { "autoscaler.yml": AUTOSCALER, "fleet.yaml": FLEET });
  const apply = page.getByRole("button", { name: "Switch servers on and apply" });
  await apply.waitFor();
  assert.match(await page.locator("[data-testid=lint] [role=status]").textContent(), /autoscaler\.yml\. .*fleet\.yaml\./);
  assert.equal(
    await page.locator("[data-testid=lint-findings] [data-severity=error]").count(),
    0,
    "the autoscaler finds its fleet in the other file",
  );
  assert.ok(await apply.evaluate((button) => button === document.activeElement));
  assert.equal(await page.locator("header nav [aria-current=page]").getAttribute("data-view"), "servers", "where the servers are");
  await apply.press("Enter");
  await page.waitForFunction(() =>
    document.querySelector("[data-testid=lint]").textContent.includes("In use: autoscaler.yml, fleet.yaml."),
  );
  const day = await page.evaluate(() => window.matchday.run());
  assert.ok(day.misses > 0 && day.servers_peak > 0, JSON.stringify(day));
  assert.equal(await page.evaluate(() => window.matchday.get().fleet), "broker");
});

full("a dropped scenario is applied, and its mistakes are named", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&bots=1");
  await finished(page);
  await dropFiles(page, { "launch.json": '{"ccu": 700, "fleet": "broker", "buffer": 3}' });
  await page.waitForFunction(() => window.matchday.get().ccu === "700");
  assert.deepEqual(await page.evaluate(() => [window.matchday.get()].map(({ fleet, buffer, bots }) => [fleet, buffer, bots])), [
    ["broker", "3", "0"],
  ]);
  await dropFiles(page, { "launch.json": '{"ccu": 700, "replay": 2}' });
  await page.locator("#notices", { hasText: "replay=2: must be from 0 to 0.95" }).waitFor();
  assert.equal(await page.evaluate(() => window.matchday.get().buffer), "3", "nothing is changed");
  // Any other JSON is a configuration of a broker, or not one.
  await dropFiles(page, { "broker.json": '{"MatchPickupTimeSeconds": "soon"}' });
  await page.locator("[data-testid=lint-findings] li").first().waitFor();
});
