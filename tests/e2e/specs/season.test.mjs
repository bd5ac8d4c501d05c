// Pages of a stored season: overview, leaderboards, profiles, SQL. Each has an address.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { full } from "../support/full.mjs";
import { filledView, finished, openPage as openIn, openTab } from "../support/harness.mjs";

const SMALL = "v=1&accounts=150&ccu=100&ranked=1v1";
const season = (page) => page.getByTestId("season");
const numberOf = (text) => Number(text.replaceAll(",", "").match(/-?[\d.]+/)[0]);

const openPage = (test, path) => openIn(test, path, { onDisk: true });

/** Simulates a day into the store. */
async function simulateDay(page) {
  await season(page).getByRole("button", { name: "Simulate 1 more day" }).click();
  await season(page)
    .getByText(/^Kept: [\d,]+ matches/)
    .waitFor();
}

/** The cells of each row of a table by its caption. */
const rows = (page, caption) =>
  season(page)
    .locator("table", { has: page.locator(`caption:text-is("${caption}")`) })
    .locator("tbody tr")
    .evaluateAll((lines) => lines.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));

/** The numbers of rows in the season, without its table of settings. */
const contents = async (page) => (await rows(page, "What is in it")).filter(([table]) => table !== "matchday_meta");

const tab = (page, name) => page.locator("main > [data-view=ranked] [data-page]", { hasText: name });

/** Opens a page by its tab, and waits until it is shown. */
async function turnTo(page, name) {
  await tab(page, name).click();
  await page.waitForFunction(
    (name) => document.querySelector("main > [data-view=ranked] [data-page][aria-current=page]")?.textContent === name,
    name,
  );
}

/** Runs a query in the console. Returns the rows. */
async function query(page, sql) {
  const box = season(page).locator("textarea");
  // The console is ready when it has examples.
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=sql] option").length > 5);
  await box.fill(sql);
  await season(page)
    .getByText(/rows? in \d+ ms|^No rows\.$/)
    .evaluateAll((said) => said.forEach((line) => (line.textContent = "")));
  await box.press("Control+Enter");
  await season(page)
    .locator("p[role=status]", { hasText: /in [\d,]+ ms|No rows/ })
    .waitFor();
  return rows(page, "Result");
}

test("a stored day has the results of the ladder, and is still there after a reload", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await finished(page);
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await simulateDay(page);
  await turnTo(page, "Leaderboard");
  await season(page).locator("tbody tr:visible").nth(5).waitFor();
  const kept = (await rows(page, "Leaderboard")).slice(0, 25);
  // The same day as a run of the page, whose ladder was never in the store.
  await openTab(await filledView(page, "ranked"), "day");
  await page.waitForFunction(() => !location.hash.includes("page="));
  await page.locator("[data-testid=boards] tbody tr").nth(5).waitFor();
  const seats = await page
    .locator("[data-testid=boards] table")
    .first()
    .locator("tbody tr")
    .evaluateAll((lines) => lines.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
  assert.equal(kept.length, seats.length);
  for (const [at, [account, points, , tier, matches, won, lost, streak]] of seats.entries()) {
    const [place, player, rating, , division, ...counts] = kept[at];
    assert.deepEqual([place, `Account ${player.replaceAll(",", "")}`, rating, division], [String(at + 1), account, points, tier]);
    assert.deepEqual(counts, [matches, won, lost, streak], account);
  }

  await page.goBack();
  await tab(page, "Leaderboard").waitFor();
  const [, first] = kept[0];
  await season(page).getByRole("link", { name: first, exact: true }).first().click();
  await page.waitForFunction((player) => location.hash.includes(`page=player:${player}:1`), first.replaceAll(",", ""));
  await season(page)
    .getByRole("heading", { name: `Account ${first.replaceAll(",", "")}` })
    .waitFor();
  await season(page).locator("figure tbody tr").first().waitFor({ state: "attached" });
  const before = {
    matches: await rows(page, "Matches"),
    season: await rows(page, "Season 1"),
    opponents: await rows(page, "Met most often"),
  };
  assert.ok(before.matches.length === 20 && before.opponents.length > 3, JSON.stringify(before));
  // The rating after the last match is that of the leaderboard.
  assert.equal(before.matches[0][3], kept[0][2]);
  const colours = await season(page)
    .locator("figure canvas")
    .first()
    .evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  assert.ok(colours > 20, `${colours} colours: nothing is drawn`);
  await page.reload();
  await season(page).locator("figure tbody tr").first().waitFor({ state: "attached" });
  await season(page).getByRole("button", { name: "Earlier matches" }).waitFor();
  assert.deepEqual(
    { matches: await rows(page, "Matches"), season: await rows(page, "Season 1"), opponents: await rows(page, "Met most often") },
    before,
  );
  await season(page).getByRole("button", { name: "Earlier matches" }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-testid=season] table")].some(
      ({ caption, rows }) => caption?.textContent === "Matches" && rows.length > 40,
    ),
  );
  const matches = await rows(page, "Matches");
  assert.equal(new Set(matches.map(String)).size, matches.length, "matches that are listed twice");
  // The rating after a match, plus the change of the next match, is the rating after that.
  const points = matches
    .filter(([, , change]) => change)
    .map(([, , change, rating]) => [numberOf(change.replace("\u2212", "-")), numberOf(rating)]);
  assert.ok(
    points.length > 30 && points.slice(1).every(([, rating], at) => Math.abs(points[at][1] - points[at][0] - rating) <= 1),
    JSON.stringify(points),
  );
});

full("a season continues after its stored days with the same days as without a stop", async (t) => {
  const count = "select count(*), sum(rating), sum(matches_played), max(streak) from player_ranked_ratings";
  const page = await openPage(t, `/#${SMALL}&seed=3&page=season`);
  await simulateDay(page);
  await page.reload();
  await season(page)
    .getByText(/^Kept up to/)
    .waitFor();
  await simulateDay(page);
  await turnTo(page, "SQL");
  const inSteps = await query(page, count);
  // No match is stored twice.
  assert.deepEqual(
    await query(page, "select count(*) from (select 1 from ranked_match_participants group by player_id, match_id having count(*) > 1)"),
    [["0"]],
  );
  const other = await openPage(t, `/#${SMALL}&seed=3&page=season`);
  await season(other).getByRole("button", { name: "Simulate 7 more days" }).waitFor();
  await simulateDay(other);
  await simulateDay(other);
  await turnTo(other, "SQL");
  assert.deepEqual(await query(other, count), inSteps);
});

full("the console runs queries, explains errors, and downloads rows as CSV", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  await turnTo(page, "SQL");
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=sql] option").length > 5);
  const examples = season(page).locator("[data-testid=sql] select");
  for (const sql of await examples.locator("option").evaluateAll((options) => options.map(({ value }) => value).filter(Boolean))) {
    assert.ok((await query(page, sql)).length > 0, sql);
  }
  const counting = "select state, count(*) from ranked_matches group by state order by state";
  const counted = await query(page, counting);
  assert.ok(
    counted.some(([state]) => state === "finished"),
    JSON.stringify(counted),
  );
  // The list of tables has their columns, and a press on a name shows rows.
  await season(page).getByText("Tables", { exact: true }).click();
  await season(page).locator("[data-testid=sql] dd", { hasText: "player_id, season_id, rating, rd, volatility, matches_played" }).waitFor();
  await season(page).getByRole("button", { name: "matchday_days" }).click();
  await season(page).locator("th", { hasText: "wait_sum_s" }).waitFor();
  await season(page).locator("textarea").fill(" ");
  await page.keyboard.press("Control+Enter");
  await season(page).getByText("Write a query, or choose an example.").waitFor();
  assert.deepEqual(await query(page, counting), counted);
  const saving = page.waitForEvent("download");
  await season(page).getByRole("button", { name: "Download CSV" }).click();
  const csv = readFileSync(await (await saving).path(), "utf8");
  assert.equal(csv, `state,count(*)\r\n${counted.map((row) => row.join(",")).join("\r\n")}\r\n`);
  // A formula becomes a text for spreadsheets, and quotes and commas are escaped.
  await query(page, `select 'say "hi", all' as "a,b", '=1+1' as c, null as d, -5 as e`);
  const quoting = page.waitForEvent("download");
  await season(page).getByRole("button", { name: "Download CSV" }).click();
  assert.equal(readFileSync(await (await quoting).path(), "utf8"), `"a,b",c,d,e\r\n"say ""hi"", all",'=1+1,,-5\r\n`);
  // An endless query is stopped, and the worker continues.
  await season(page).locator("textarea").fill("with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n");
  await page.keyboard.press("Control+Enter");
  await season(page)
    .getByText(/^Given up: the query takes too long/)
    .waitFor();
  for (const sql of [
    "delete from ranked_matches",
    "select nothing from ranked_matches",
    "pragma user_version = 9",
    "attach 'x' as y",
    "select 1; select 2",
  ]) {
    await season(page).locator("textarea").fill(sql);
    await page.keyboard.press("Control+Enter");
    await season(page)
      .getByText(/^The query could not be run/)
      .waitFor();
    assert.deepEqual(await query(page, counting), counted, sql);
  }
});

full("a downloaded season that is opened in another browser is the same", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const tables = await rows(page, "What is in it");
  const saving = page.waitForEvent("download");
  await season(page).getByRole("button", { name: "Download .sqlite" }).click();
  const file = await (await saving).path();
  assert.equal(readFileSync(file).subarray(0, 15).toString(), "SQLite format 3");
  // The same file by the button of its row.
  const byName = page.waitForEvent("download");
  await season(page).getByRole("button", { name: "Download", exact: true }).click();
  assert.deepEqual(readFileSync(await (await byName).path()), readFileSync(file));
  // A stored season that is longer than the file is replaced only after a second press.
  await simulateDay(page);
  await season(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "older.sqlite", mimeType: "", buffer: readFileSync(file) });
  await season(page).getByText("More of this season is kept here than is in older.sqlite.").waitFor();
  await season(page)
    .getByText(/^Kept up to Fri, day 3, 00:00/)
    .waitFor();
  await season(page).getByRole("button", { name: "Take the file in its place" }).click();
  await season(page)
    .getByText(/^Kept up to Thu, day 2, 00:00/)
    .waitFor();
  assert.deepEqual(await rows(page, "What is in it"), tables);
  const other = await openPage(t, "/#v=1&ccu=500&ranked=1v1&page=season");
  await season(other).getByText("Nothing is kept of this season yet").waitFor();
  await season(other)
    .locator("input[type=file]")
    .setInputFiles({ name: "season.sqlite", mimeType: "", buffer: readFileSync(file) });
  await other.waitForFunction(() => location.hash.includes("ccu=100"));
  await season(other)
    .getByText(/^Kept up to/)
    .waitFor();
  assert.deepEqual(await rows(other, "What is in it"), tables);
  await season(other)
    .locator("input[type=file]")
    .setInputFiles({ name: "rubbish.sqlite", mimeType: "", buffer: Buffer.from("SQLite format 3\0 but no") });
  await season(other)
    .locator("p span[role=status]", { hasText: /^(The season’s file is damaged|The file is not a season of Matchday)/ })
    .first()
    .waitFor();
  assert.deepEqual(await rows(other, "What is in it"), tables);
});

full("a season of the command line is opened and continued in the page", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "matchday-season-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "season.sqlite");
  const command = process.env.MATCHDAY_COMMAND;
  assert.ok(command, "MATCHDAY_COMMAND is not set: run `cargo xtask test e2e`");
  const { stdout } = await promisify(execFile)(command, ["season", "--json", "--db", file, "--link", SMALL]);
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await season(page).locator("input[type=file]").setInputFiles(file);
  await season(page)
    .getByText(/^Kept up to Thu, day 2, 00:00/)
    .waitFor();
  assert.equal(numberOf((await rows(page, "What is in it")).find(([table]) => table === "ranked_matches")[1]), JSON.parse(stdout).matches);
  // Both have the same days bit for bit, so the season continues without gaps and repeats.
  await simulateDay(page);
  await season(page)
    .getByText(/^Kept up to Fri, day 3, 00:00/)
    .waitFor();
  const both = await contents(page);
  const own = await openPage(t, `/#${SMALL}&page=season`);
  await season(own).getByText("Nothing is kept of this season yet").waitFor();
  await simulateDay(own);
  // The command line stores all days in full.
  await season(own).getByLabel("Days of which all is kept").selectOption("All");
  await simulateDay(own);
  assert.deepEqual(await contents(own), both);
});

full("a second tab only reads, shows the same, and takes over when the first is closed", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  await season(page).getByText("This tab keeps the season.").waitFor();
  await turnTo(page, "Leaderboard");
  await season(page).locator("tbody tr:visible").nth(5).waitFor();
  const board = await rows(page, "Leaderboard");

  const second = await page.context().newPage();
  await second.goto(page.url());
  await season(second).getByText("Another tab keeps seasons. This one reads along").waitFor();
  await season(second).locator("tbody tr:visible").nth(5).waitFor();
  assert.deepEqual(await rows(second, "Leaderboard"), board);
  await turnTo(second, "Season");
  const more = season(second).getByRole("button", { name: "Simulate 1 more day" });
  await more.waitFor();
  assert.ok((await more.isDisabled()) && (await season(second).locator("input[type=file]").isDisabled()));
  assert.equal(await season(second).getByRole("button", { name: "Remove" }).count(), 0);
  assert.ok(await season(second).getByRole("button", { name: "Download .sqlite" }).isEnabled());

  await page.close();
  await season(second).getByText("This tab keeps the season.").waitFor();
  await season(second)
    .getByText(/^Kept up to Thu, day 2, 00:00/)
    .waitFor();
  await simulateDay(second);
  await season(second)
    .getByText(/^Kept up to Fri, day 3, 00:00/)
    .waitFor();
});

full("the number of full days is stored by season, and opening another season stops the simulation", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const first = await contents(page);
  const keep = season(page).getByLabel("Days of which all is kept");
  await keep.selectOption("All");
  await page.evaluate(() => (location.hash = location.hash.replace("ccu=100", "ccu=80")));
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await simulateDay(page);
  assert.equal(await keep.inputValue(), "2", "of a season that begins");
  await season(page).getByRole("button", { name: "Simulate 29 more days" }).click();
  await season(page)
    .getByText(/^Simulating .*, kept up to/)
    .waitFor();
  await season(page).getByRole("link", { name: "Open", exact: true }).click();
  // All, as chosen before.
  await page.waitForFunction(
    () => location.hash.includes("ccu=100") && document.querySelector("[data-testid=season] label select").value === "0",
  );
  await season(page).getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  assert.deepEqual(await contents(page), first);
  await simulateDay(page);
  assert.equal(await keep.inputValue(), "0", "all, when it goes on");
  await page.reload();
  await season(page)
    .getByText(/^Kept up to Fri, day 3, 00:00/)
    .waitFor();
  assert.equal(await keep.inputValue(), "0");
});

full("addresses of missing players and pages are explained", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const go = (place) => page.evaluate((place) => (location.hash = location.hash.replace(/page=[^&]*/, `page=${place}`)), place);
  for (const unknown of ["abc", "-5", "99999999999", "123456"]) {
    await go(`player:${unknown}`);
    await season(page).getByText(`No match of account ${unknown} is stored.`).waitFor();
    assert.equal(await season(page).locator("figure").isVisible(), false);
  }
  await go("board:99:xyz:100000");
  await season(page)
    .getByText(/^There is no place 100,001: \d+ players have one here\.$/)
    .waitFor();
  assert.equal(await season(page).locator("select[aria-label=Season]").inputValue(), "1");
  await season(page).getByRole("link", { name: "Higher places" }).click();
  await season(page).locator("tbody tr:visible").nth(2).waitFor();
});

full("a link to a page of a season that is not stored offers to simulate days, and then shows that page", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=board:1:bronze`);
  const shown = () => season(page).locator("table, select, a:not(nav a)").filter({ visible: true }).count();
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  assert.equal(await shown(), 0, "what has nothing in it");
  // All texts on the way are recorded, because each is short-lived.
  await season(page).evaluate((season) => {
    window.said = [];
    new MutationObserver(() => window.said.push(season.innerText)).observe(season, { subtree: true, childList: true, characterData: true });
  });
  await season(page).getByRole("button", { name: "Simulate 1 more day" }).click();
  await season(page).locator("tbody tr:visible").nth(2).waitFor();
  const first = (await page.evaluate(() => window.said)).filter((text) => /Simulating .*, nothing kept yet/.test(text));
  assert.ok(first.length > 0 && first.every((text) => !text.includes("Nothing is kept of this season yet")), first[0]);
  assert.match(page.url(), /page=board:1:bronze(&|$)/);
  assert.equal(await season(page).locator("select[aria-label=Tier]").inputValue(), "Bronze");
  assert.ok((await rows(page, "Leaderboard")).every(([, , , , division]) => division.startsWith("Bronze")));
  assert.equal(
    await season(page)
      .getByRole("button", { name: /^Simulate/ })
      .filter({ visible: true })
      .count(),
    0,
  );
  // The other pages of a season without stored days.
  for (const place of ["player:7:1", "sql"]) {
    await page.evaluate((place) => (location.hash = `#v=1&accounts=150&ccu=90&ranked=1v1&page=${place}`), place);
    await season(page).getByText("Nothing is kept of this season yet").waitFor();
    await season(page).getByRole("button", { name: "Simulate 1 more day" }).waitFor();
    assert.equal((await shown()) + (await season(page).locator("textarea, input").filter({ visible: true }).count()), 0, place);
  }
});

full("player actions in stored days are refused, and the stored season stays as it was", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const before = await rows(page, "What is in it");
  const joinAt = (second) =>
    page.evaluate(
      (second) => (location.hash = location.hash.replace(/&player_actions=[^&]*|$/, `&player_actions=${second}:join:50.11:8.68:1500:0`)),
      second,
    );
  await joinAt(64_800);
  await page.waitForFunction(() => window.matchday.get().player_actions.startsWith("64800:join"));
  await season(page).getByRole("button", { name: "Simulate 1 more day" }).click();
  const refusal =
    "Player actions in stored days: The stored season does not include this link’s player actions. Remove them from the link, or remove the stored season.";
  await season(page).locator("p span[role=status]", { hasText: refusal }).waitFor();
  await season(page)
    .getByText(/^Kept up to Thu, day 2, 00:00/)
    .waitFor();
  assert.deepEqual(await rows(page, "What is in it"), before);
  // Actions after the stored days are simulated.
  await joinAt(90_000);
  await page.waitForFunction(() => window.matchday.get().player_actions.startsWith("90000:join"));
  await simulateDay(page);
  await season(page)
    .getByText(/^Kept up to Fri, day 3, 00:00/)
    .waitFor();
});

full("no more days are offered than a season has", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  const offers = () =>
    season(page)
      .getByRole("button", { name: /^Simulate/ })
      .filter({ visible: true })
      .allTextContents();
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  assert.deepEqual(await offers(), ["Simulate 1 more day", "Simulate 7 more days", "Simulate 30 more days"]);
  await simulateDay(page);
  assert.deepEqual(await offers(), ["Simulate 1 more day", "Simulate 7 more days", "Simulate 29 more days"]);
  // Sets the number of stored days, because simulating them would take half a minute.
  const keepUpTo = async (days) => {
    await page.evaluate(async (days) => {
      const season = (await import("/views/ranked/season/season.js")).seasonOf();
      season.status.through_s = days * 86400;
      season.changed();
    }, days);
    await season(page)
      .getByText(new RegExp(`^Kept up to .*, day ${days + 1}, 00:00.* A season has at most 30 days\\.$`))
      .waitFor();
    return offers();
  };
  assert.deepEqual(await keepUpTo(25), ["Simulate 1 more day", "Simulate 5 more days"]);
  assert.deepEqual(await keepUpTo(29), ["Simulate 1 more day"]);
  assert.deepEqual(await keepUpTo(30), []);
});

full("a profile shows from which time it has all matches, if earlier ones were deleted", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const profile = async () => {
    await page.evaluate(() => (location.hash = location.hash.replace("page=season", "page=player:7")));
    await season(page).locator("figure tbody tr").first().waitFor({ state: "attached" });
    await season(page).locator("caption:text-is('Streaks')").waitFor();
  };
  const since = season(page).getByRole("heading", { name: "In the days that are kept in full, from Wed, day 1, 00:00" });
  await profile();
  assert.equal(await season(page).getByText("In the days that are kept in full").filter({ visible: true }).count(), 0);
  await turnTo(page, "Season");
  await season(page).getByLabel("Days of which all is kept").selectOption("1");
  await profile();
  await since.waitFor();
});

full("leaderboards and the list of stored seasons fit a phone", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  await page.evaluate(() => (location.hash = location.hash.replace("ccu=100", "ccu=90")));
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await simulateDay(page);
  await page.setViewportSize({ width: 390, height: 844 });
  /** Tables that are wider than the room for them. */
  const tooWide = () =>
    season(page)
      .getByTestId("table")
      .filter({ visible: true })
      .evaluateAll((boxes) =>
        boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.querySelector("caption").textContent),
      );
  await season(page).getByRole("link", { name: "Open", exact: true }).waitFor();
  assert.deepEqual(await tooWide(), []);
  await turnTo(page, "Leaderboard");
  await season(page).locator("tbody tr:visible").nth(2).waitFor();
  assert.deepEqual(await tooWide(), []);
  assert.ok(await season(page).getByRole("columnheader", { name: "Streak" }).isVisible());
});

full("a second tab does not mix up two seasons", async (t) => {
  const page = await openPage(t, `/#${SMALL}&page=season`);
  await simulateDay(page);
  const second = await page.context().newPage();
  await second.goto(page.url().replace("ccu=100", "ccu=90"));
  await season(second).getByText("Another tab keeps seasons, and has none open of this scenario.").waitFor();
  await turnTo(second, "Leaderboard");
  await season(second).getByText("has none open of this scenario").last().waitFor();
  assert.match(second.url(), /ccu=90.*page=board/);
  // The season that is open in the first tab, until that tab opens another.
  await second.goto(page.url());
  await season(second)
    .getByText(/^Kept up to Thu/)
    .waitFor();
  await page.evaluate(() => (location.hash = location.hash.replace("ccu=100", "ccu=80")));
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await simulateDay(page);
  await turnTo(second, "Leaderboard");
  await season(second)
    .getByText(/^Another tab keeps the seasons: another tab has another season open/)
    .waitFor();
});
