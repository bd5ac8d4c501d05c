// Recorded queues: a file of tickets, replayed through any matchmaker beside what really became of it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { full } from "../support/full.mjs";
import { dropFiles, finished, openPage, openView } from "../support/harness.mjs";

const PAGE = "/#v=1&ccu=300&view=rules&page=queue";

/** The tickets of a simulated day, and its replay on the command line. */
let folder, csv, parquet, native;

before(async () => {
  const run = (...args) => promisify(execFile)(process.env.MATCHDAY_COMMAND, ["run", ...args], { maxBuffer: 1e8 });
  folder = await mkdtemp(path.join(os.tmpdir(), "matchday-queue-"));
  [csv, parquet] = ["day.csv", "day.parquet"].map((name) => path.join(folder, name));
  const day = ["--set", "ccu=60", "--set", "attributes=skill:normal(1500,300);mode:tdm*3|ctf"];
  await run(...day, "--write-tickets", csv);
  await run(...day, "--write-tickets", parquet);
  native = JSON.parse((await run("--set", `tickets=${csv}`, "--json")).stdout);
});
test.after(() => rm(folder, { recursive: true }));

/** Opens a file and replays it. @returns the heads of the results and the text of each figure */
async function replay(page, file, matchmaker = "Article") {
  const view = await openView(page, "rules", "queue");
  const queue = view.getByTestId("recorded-queue");
  if (file) await queue.locator("input[type=file]").setInputFiles(file);
  await queue.getByLabel("Matchmaker").selectOption({ label: matchmaker });
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await page.waitForFunction(() => /tickets,/.test(document.querySelector("[data-testid=queue-status]").textContent));
  return resultsOf(queue);
}

async function resultsOf(queue) {
  const table = queue.getByTestId("queue-results");
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
  return {
    heads: await table.locator("thead th").allTextContents(),
    figures: Object.fromEntries(rows.map(([name, ...cells]) => [name, cells])),
  };
}

test("a queue is replayed as on the command line, whatever its format", async (t) => {
  const page = await openPage(t, PAGE);
  const { heads, figures } = await replay(page, csv);
  assert.deepEqual(heads, ["", "Recorded", "Article"]);
  const { recorded, simulated } = native;
  assert.deepEqual(
    figures["Wait, mean"],
    [recorded, simulated].map(({ wait_mean_s }) => `${wait_mean_s.toFixed(1)} s`),
  );
  assert.deepEqual(
    figures["Found a match"],
    [recorded, simulated].map(({ success }) => `${(100 * success).toFixed(1)} %`),
  );
  assert.deepEqual((await replay(page, parquet)).figures, figures);
  const status = await page.getByTestId("queue-status").textContent();
  assert.match(status, new RegExp(`^${native.tickets.toLocaleString("en")} tickets, .*; 0 rows left out\\. Of those matched in both, `));
});

full("other rules stand beside the first ones", async (t) => {
  const page = await openPage(t, PAGE);
  await replay(page, csv);
  const { heads, figures } = await replay(page, null, "Rule set");
  assert.deepEqual(heads, ["", "Recorded", "Article", "casual-4"]);
  assert.notEqual(figures["Skill gap in a match"][1], figures["Skill gap in a match"][2]);
  const queue = page.getByTestId("recorded-queue");
  assert.ok((await queue.getByTestId("refused").locator("tbody tr").count()) > 0, "refusals by rule");
  // The charts have every replay in the tables behind them.
  const names = await queue.locator("figure tbody th").allTextContents();
  assert.deepEqual([...new Set(names)], ["Recorded", "Article", "casual-4"]);
});

test("a dropped queue opens its page, and a bad one is named there", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const header = "time,ticket,players,lat,long\n";
  await dropFiles(page, { "queue.csv": `${header}soon,t,1,50,8\n` });
  const queue = page.getByTestId("recorded-queue");
  await queue.waitFor();
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  const notice = queue.getByTestId("queue-notices").locator("li").first();
  assert.match(await notice.textContent(), /1 of 1 rows cannot be read; the first is line 2: time "soon" is not a time/);
  assert.equal(await queue.getByTestId("queue-results").isVisible(), false);

  // The page goes on: damaged tables, and a good file after them.
  const damaged = Buffer.concat([(await readFile(parquet)).subarray(0, 2_000), Buffer.alloc(500), Buffer.from("PAR1")]);
  await queue.locator("input[type=file]").setInputFiles({ name: "damaged.parquet", mimeType: "", buffer: damaged });
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await page.waitForFunction(() => /Parquet table cannot be read/.test(document.querySelector("[data-testid=queue-notices]").textContent));
  const flipped = Buffer.from(await readFile(parquet));
  flipped[flipped.length >> 1] ^= 4;
  await queue.locator("input[type=file]").setInputFiles({ name: "flipped.parquet", mimeType: "", buffer: flipped });
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await page.waitForFunction(() => /do not have its checksum/.test(document.querySelector("[data-testid=queue-notices]").textContent));
  const rows = Array.from({ length: 8 }, (_, at) => `${at},t${at},1,50,8\n`).join("");
  const { figures } = await replay(page, { name: "good.csv", mimeType: "", buffer: Buffer.from(header + rows) });
  assert.deepEqual(figures["Found a match"], ["100.0 %"]);
});

full("a replay that takes long can be stopped", async (t) => {
  const page = await openPage(t, PAGE);
  const view = await openView(page, "rules", "queue");
  const queue = view.getByTestId("recorded-queue");
  const line = (at) => `${Math.floor(at / 40)},t${at},1,50,8\n`;
  const text = `time,ticket,players,lat,long\n${Array.from({ length: 400_000 }, (_, at) => line(at)).join("")}`;
  await queue.locator("input[type=file]").setInputFiles({ name: "long.csv", mimeType: "", buffer: Buffer.from(text) });
  await queue.getByRole("button", { name: "Replay the queue" }).click();
  await queue.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("[data-testid=queue-status]").textContent === "Stopped.");
  assert.equal(await queue.getByRole("button", { name: "Replay the queue" }).isEnabled(), true);
});
