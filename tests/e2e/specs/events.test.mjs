// The page of events: the rows of the command, a player's day, and what is refused.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { full } from "../support/full.mjs";
import { finished, openPage, saved } from "../support/harness.mjs";

const ADDRESS = "/#v=1&ccu=300&fleet=broker&buffer=3&view=experiments&page=events&t=64800";

const said = (page) => page.getByTestId("events-said");
const list = (page) => page.getByRole("button", { name: "List events" }).click();
const rows = (page) =>
  page
    .getByTestId("events-page")
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));

/** The file that the page saves. */
async function savedEvents(page) {
  const { bytes } = await saved(page, () => page.getByRole("button", { name: "Events as CSV" }).click());
  return bytes.toString();
}

test("the events of ten minutes are listed, and are those of the command", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  const [from, to] = ["From", "to"].map((label) => page.getByLabel(label, { exact: true }));
  await from.waitFor();
  assert.deepEqual([await from.inputValue(), await to.inputValue()], ["18:00", "18:10"]);
  await list(page);
  await said(page).filter({ hasText: "from 18:00 to 18:10" }).waitFor();
  const csv = await savedEvents(page);
  const folder = await mkdtemp(join(tmpdir(), "matchday-events-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "events.csv");
  const scenario = ["--set", "ccu=300", "--set", "fleet=broker", "--set", "buffer=3"];
  await promisify(execFile)(process.env.MATCHDAY_COMMAND, ["run", ...scenario, "--events", file, "--between", "18:00..18:10"]);
  assert.equal(csv, await readFile(file, "utf8"));
  const shown = await rows(page);
  assert.equal(shown.length, Math.min(200, csv.trim().split("\n").length - 1));
  assert.ok(shown.every(([time]) => /^18:0\d:\d\d$/.test(time)));
  // One kind at one datacenter.
  await page.getByRole("combobox", { name: "Event", exact: true }).selectOption("match");
  await page.getByRole("combobox", { name: "Datacenter", exact: true }).selectOption({ label: "Frankfurt" });
  await list(page);
  const lines = csv.split("\n").filter((line) => line.includes(",match,") && line.includes(",frankfurt,"));
  await said(page)
    .filter({ hasText: new RegExp(`^${lines.length} events? from`) })
    .waitFor();
  assert.ok(lines.length > 0);
});

full("a press on a player opens its page, and from there all its events", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await list(page);
  await said(page).waitFor();
  const follow = page.getByTestId("events-page").locator("tbody tr", { hasText: "is matched" }).first().getByRole("button");
  const player = await follow.textContent();
  await follow.click();
  await page.getByTestId("follow-page").getByText(`Player ${player}, from`).waitFor();
  await page.getByRole("button", { name: "All events of this player" }).click();
  await said(page)
    .filter({ hasText: `Player ${player}: ` })
    .waitFor();
  const events = await rows(page);
  assert.ok(events.every((row) => row[2] === player));
  const kinds = events.map((row) => row[1]);
  assert.deepEqual(kinds.slice(0, 2), ["comes online", "searches"]);
  // It may search farther before.
  assert.equal(kinds[kinds.indexOf("is matched") + 1], "match starts");
  assert.match(kinds.at(-1), /leaves|gives up|quits/);
  // Another scenario has other events.
  await page.evaluate(() => window.matchday.set({ seed: "8" }));
  await said(page).waitFor({ state: "hidden" });
});

test("a time or a player that cannot be is refused with the reason", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  const warn = page.getByTestId("events-panel").getByRole("alert");
  for (const [label, value, says] of [
    ["From", "18:20", /end after they begin/],
    ["From", "six", /hours and minutes UTC/],
    ["Player", "-1", /whole number/],
  ]) {
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill(value);
    await list(page);
    await warn.filter({ hasText: says }).waitFor();
    await field.fill(before);
  }
  await list(page);
  await said(page)
    .filter({ hasText: /\d events from/ })
    .waitFor();
  assert.equal(await warn.textContent(), "");
});

full("who waited longest in a time is found and followed", async (t) => {
  const page = await openPage(t, ADDRESS);
  await finished(page);
  await list(page);
  await said(page).waitFor();
  const waits = (await savedEvents(page))
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const longest = Math.max(...waits.map((row) => Number(row[7])));
  await page.getByRole("button", { name: "Follow who waited longest" }).click();
  await page.getByTestId("player-summary").waitFor();
  const player = await page.getByLabel("Player or place").inputValue();
  assert.ok(waits.some((row) => row[2] === player && Number(row[7]) === longest));
});
