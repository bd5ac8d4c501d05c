// The page that follows players, datacenters and parts of the map: held against the event log and the map.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, pointOnMap } from "../support/harness.mjs";

const ADDRESS = "/#v=1&ccu=300&fleet=broker&buffer=3&view=experiments&page=follow&t=64800";

const summary = (page) => page.getByTestId("player-summary");
const name = (page) => page.getByLabel("Player or place");
const number = (text) => Number(text.replaceAll(/[^\d.-]/g, ""));
const cells = (locator) =>
  locator.locator("tbody tr").evaluateAll((rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));

/** Follows somebody at a place, and returns its number. */
async function somebodyIn(page, place) {
  await name(page).fill(place);
  await page.getByTestId("follow-panel").getByTestId("run").click();
  await summary(page).waitFor();
  return name(page).inputValue();
}

/** Whether anything is drawn over the map. */
const isDrawn = (page) =>
  page.getByTestId("player-trail").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value > 0);
  });

full("somebody in a city is followed through its day, as its events say", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await name(page).waitFor();
  const player = await somebodyIn(page, "New York");
  const title = await page.getByTestId("follow-page").locator("h3").first().textContent();
  assert.match(title, /^Player \d+, from (3[6-9]|4[0-6])\.\d° N [67]\d\.\d° W$/);
  const matches = await cells(page.getByTestId("player-matches"));
  const searches = await cells(page.getByTestId("player-searches"));
  const seconds = await page
    .getByTestId("player-strip")
    .locator("i[data-state]")
    .evaluateAll((parts) => parts.reduce((sum, part) => sum + Number(part.style.flexGrow), 0));
  assert.ok(await isDrawn(page));
  // The same by the event log, row by row.
  await page.getByRole("button", { name: "All events of this player" }).click();
  await page
    .getByTestId("events-said")
    .filter({ hasText: `Player ${player}: ` })
    .waitFor();
  const events = await cells(page.getByTestId("events-page"));
  const time = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  assert.equal(seconds, time(events.at(-1)[0]) - time(events[0][0]), "the strip adds up to the second");
  const matched = events.filter((row) => row[1] === "is matched");
  assert.deepEqual(
    matches.map(([formed, datacenter, rtt, wait]) => [formed, datacenter, wait, rtt]),
    matched.map(([formed, , , , datacenter, , wait, rtt]) => [formed, datacenter, wait, rtt]),
  );
  for (const [, , , , company, server, end] of matches) {
    assert.equal(company.split(", ").length, 3, "three others");
    assert.ok(number(server) >= 0);
    assert.match(end, /^(ended|quit|server lost) \d/);
  }
  assert.deepEqual(
    searches.filter((row) => row[2] === "matched").map((row) => number(row[1])),
    matched.map((row) => number(row[6])),
  );
  for (const [, length, , why] of searches) {
    assert.match(why, length === "0 s" ? /^Matched in the second/ : /waited with it|formed at|No datacenter/);
  }
  // Back on its page, and hidden on others.
  await page.locator("[data-page=sweep]").click();
  await page.getByTestId("player-trail").waitFor({ state: "hidden" });
  await page.locator("[data-page=follow]").click();
  await page.getByTestId("player-trail").waitFor();
  // The link follows the same player, at once.
  const link = await page.evaluate(() => window.matchday.link());
  assert.ok(link.includes(`&who=${player}`), link);
  const again = await openPage(t, link);
  await summary(again).waitFor();
  assert.deepEqual(await cells(again.getByTestId("player-matches")), matches);
  // A press on somebody of its company follows that player, who was in the same match.
  const other = again
    .getByTestId("player-matches")
    .locator("tbody tr")
    .first()
    .getByRole("button", { name: /^Follow player/ })
    .first();
  const met = await other.textContent();
  await other.click();
  await again.getByText(`Player ${met}, from`).waitFor();
  assert.ok((await cells(again.getByTestId("player-matches"))).some((row) => row[0] === matches[0][0] && row[4].includes(player)));
  // Another scenario is another day, also for the player of this number.
  const before = await again.getByTestId("player-matches").textContent();
  await again.evaluate(() => {
    window.matchday.set({ seed: "8" });
    return window.matchday.run();
  });
  await again.waitForFunction((before) => {
    const table = document.querySelector("[data-testid=player-matches]");
    return table.checkVisibility() && table.textContent !== before;
  }, before);
});

full("who waits long is found, a press on the map finds who is near, and names that are none are said to be", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await name(page).waitFor();
  await name(page).fill("Atlantis");
  await page.getByTestId("follow-panel").getByTestId("run").click();
  await page.getByTestId("follow-panel").getByRole("alert").filter({ hasText: "No player and no place" }).waitFor();
  await name(page).fill("999999999");
  await page.getByTestId("follow-panel").getByTestId("run").click();
  await page.getByText("Player 999999999 is never online").waitFor();
  // South of Cape Town, where one of few players is nearest.
  await page.mouse.click(...(await pointOnMap(page, -33, 19)));
  await page
    .getByTestId("follow-page")
    .getByText(/from [23]\d\.\d° S [12]\d\.\d° E/)
    .waitFor();
  const near = await page.getByTestId("follow-page").locator("h3").first().textContent();
  await page.getByRole("button", { name: "Somebody who waits long" }).click();
  await page.waitForFunction((near) => document.querySelector("[data-testid=follow-page] h3")?.textContent !== near, near);
  await page.getByTestId("player-searches").waitFor();
  const searches = await cells(page.getByTestId("player-searches"));
  const time = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  const now = searches.filter(([from, length]) => time(from) < 64_800 && time(from) + number(length) >= 64_800);
  assert.equal(now.length, 1, `searches at 18:00: ${JSON.stringify(searches)}`);
});

test("a datacenter shows its players, servers and flows as they are on the map", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await page.locator("[data-kind=datacenter]").click();
  await page.getByTestId("follow-panel").getByLabel("Datacenter").selectOption({ label: "Frankfurt" });
  await page.getByTestId("group-title").filter({ hasText: "Frankfurt at 18:00:00" }).waitFor();
  const figures = new Map((await cells(page.getByTestId("group-figures"))).map(([what, ...values]) => [what, values]));
  const legend = number(await page.getByTestId("players-online").first().textContent());
  assert.equal(number(figures.get("Online")[1]), legend, "everybody is who is online");
  const playing = number(figures.get("In matches")[0].split("(")[0]);
  const flows = await cells(page.getByTestId("group-flows"));
  assert.ok(flows.length > 0 && flows.every(([, players]) => number(players) >= 1));
  assert.ok(flows.reduce((sum, flow) => sum + number(flow[1]), 0) <= playing + 4 * 3, `${playing} play`);
  assert.match(await page.getByTestId("follow-page").locator("p", { hasText: "Servers:" }).textContent(), /\d+ allocated/);
  assert.ok(await isDrawn(page));
  // A press on another datacenter follows that one.
  const london = await pointOnMap(page, 51.5, -0.1);
  await page.mouse.move(...london);
  await page.mouse.click(...london);
  await page.getByTestId("group-title").filter({ hasText: "London" }).waitFor();
  await page.getByTestId("group-matches").getByRole("button").first().click();
  await summary(page).waitFor();
});

full("a marked part of the map is held against everybody, and the whole map is everybody", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await page.locator("[data-kind=part]").click();
  await page.getByRole("button", { name: "Mark a part" }).click();
  const [left, top] = await pointOnMap(page, 60, -12);
  const [right, bottom] = await pointOnMap(page, 35, 30);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(right, bottom, { steps: 4 });
  await page.mouse.up();
  await page.getByTestId("marking").waitFor({ state: "hidden" });
  await page.getByTestId("group-figures").waitFor();
  const online = async () => (await cells(page.getByTestId("group-figures")))[0].slice(1).map(number);
  const [here, everybody] = await online();
  assert.ok(here > everybody / 10 && here < everybody / 2, `Europe has ${here} of ${everybody}`);
  const places = (await cells(page.getByTestId("group-flows"))).map(([place]) => place);
  assert.ok(places.some((place) => ["Frankfurt", "London", "Paris", "Amsterdam", "Madrid", "Stockholm", "Istanbul"].includes(place)));
  assert.ok(await isDrawn(page));
  await page.getByRole("button", { name: "What the map shows" }).click();
  await page.waitForFunction(
    (before) => !document.querySelector("[data-testid=group-figures] td").textContent.includes(before),
    String(here),
  );
  const [whole, all] = await online();
  assert.ok(whole > 0.95 * all, `${whole} of ${all}`);
  // Escape ends marking.
  await page.getByRole("button", { name: "Mark a part" }).click();
  await page.keyboard.press("Escape");
  await page.getByTestId("marking").waitFor({ state: "hidden" });
});
