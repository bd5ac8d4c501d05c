// The view of rules: rule sets and code that form the matches of the day.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { dropFiles, filledView, finished, openPage, openTab, openView, paste, saved } from "../support/harness.mjs";

const SMALL = "/#v=1&ccu=300&seed=3";

/** Presses the button that runs the edited rules, and waits for their day. Returns its parameters. */
async function runRules(page, policy) {
  const run = page.getByRole("button", { name: "Run the day", exact: true });
  await run.click();
  await page.waitForFunction((policy) => window.matchday.get().policy === policy, policy);
  await page.evaluate(() => window.matchday.run());
  await finished(page);
  return page.evaluate(() => window.matchday.get());
}

/** The text of an editor. */
const textOf = (editor) => editor.evaluate((element) => element.value);

const figure = (page, name) =>
  page.locator(`main > [data-view=rules] [data-figure="${name}"] [data-testid=figure-value] span`).textContent();

test("a rule set is edited, run and held against the article", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const article = await page.evaluate(() => window.matchday.run());
  const view = await openView(page, "rules", "ruleset");
  const editor = view.getByTestId("rule-set-editor");
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]").value.includes("FairSkill"));
  assert.equal(await page.evaluate(() => window.matchday.get().policy), "article", "nothing runs before the press");

  const params = await runRules(page, "rules");
  assert.equal(JSON.parse(params.rules).name, "casual-4");
  const day = await page.evaluate(() => window.matchday.run());
  assert.notEqual(day.digest, article.digest);
  assert.equal(day.joined, article.joined, "the same players join");

  const refused = view.getByTestId("refused").locator("tbody tr");
  await refused.first().waitFor();
  assert.deepEqual(await refused.locator("th").allTextContents(), ["FairSkill", "SameMode", "FastEnough"]);
  assert.match(await refused.first().locator("td").last().textContent(), /^[\d.]+ %, [\d.]+ % alone$/);
  const groups = await view.getByTestId("searches").locator("tbody th").allTextContents();
  assert.ok(groups.includes("Europe") && groups.some((name) => name.startsWith("below ")), groups.join());
  assert.ok(Number((await figure(page, "candidates")).replaceAll(",", "")) > 1);
  assert.equal(Number(await figure(page, "wait")), Number(day.wait_mean_s.toFixed(2)));

  // A slider changes the number in the text, and the day runs again.
  const slider = view.getByTestId("rule-numbers").locator("[data-key=rule-main] input[type=range]");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /"maxDistance": 130/.test(window.matchday.get().rules));
  assert.match(await textOf(editor), /"maxDistance": 130/);
  const moved = await page.evaluate(() => window.matchday.run());
  assert.notEqual(moved.digest, day.digest);
  await finished(page);

  // What was tested is what is saved.
  const { name, bytes } = await saved(page, () => view.getByRole("button", { name: "Save the JSON" }).click());
  assert.equal(name, "casual-4.json");
  assert.equal(bytes.toString(), await page.evaluate(() => window.matchday.get().rules));

  // A link has it packed, and simulates the same day.
  const link = new URL(await page.evaluate(() => window.matchday.link()));
  assert.match(link.hash, /&rules=z\.[\w-]+/);
  const other = await openPage(t, `/${link.hash}`);
  await finished(other);
  assert.equal((await other.evaluate(() => window.matchday.run())).digest, moved.digest);
});

full("on a ranked day the example has its teams and reads the ratings, and what does not fit is an error in the editor", async (t) => {
  for (const [ranked, teams] of [
    ["1v1", '"minPlayers": 1, "maxPlayers": 1, "quantity": 2'],
    ["ffa8", '"minPlayers": 1, "maxPlayers": 1, "quantity": 8'],
    ["3v3", '"minPlayers": 3, "maxPlayers": 3, "quantity": 2'],
  ]) {
    const page = await openPage(t, `/#v=1&accounts=300&ccu=60&ranked=${ranked}&view=rules&page=ruleset`);
    const view = await filledView(page, "rules");
    await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]").value.includes("FairSkill"));
    assert.equal(await view.getByTestId("rule-set-errors").textContent(), "");
    const params = await runRules(page, "rules");
    assert.equal(params.attributes, "mode:tdm*3|ctf");
    assert.ok(params.rules.includes(teams), params.rules);
    assert.ok((await page.evaluate(() => window.matchday.run())).matches > 0);
    assert.equal(await page.locator("#notices").textContent(), "");
    if (ranked !== "1v1") continue;

    const editor = view.getByTestId("rule-set-editor");
    await paste(editor, params.rules.replace(teams, '"minPlayers": 4, "maxPlayers": 4'));
    await view.getByTestId("rule-set-errors").filter({ hasText: "1 error" }).waitFor();
    assert.match(
      await editor.locator(".error-block").textContent(),
      /no match of these teams is one of the ranked mode, 1v1: write 2 teams of 1 player each/,
    );
    await paste(editor, params.rules);
    await view.getByLabel("Attributes of players").fill("skill:normal(1500,300);mode:tdm");
    await page.keyboard.press("Enter");
    await view.getByTestId("rule-set-errors").filter({ hasText: "1 error" }).waitFor();
    assert.match(await editor.locator(".error-block").textContent(), /the attribute 'skill' is the player's rating: leave it out/);
  }
});

test("a link to a page that there is not opens the one of the policy", async (t) => {
  const page = await openPage(t, `${SMALL}&view=rules&page=constructor`);
  await page.locator('main > [data-view=rules] .tabs a[aria-current=page][data-page="code"]').waitFor();
});

test("what is wrong with a rule set stands at its line, and nothing runs", async (t) => {
  const page = await openPage(t, `${SMALL}&view=rules&page=ruleset`);
  const view = await filledView(page, "rules");
  const editor = view.getByTestId("rule-set-editor");
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]").value.includes("FairSkill"));
  const text = await textOf(editor);
  await paste(editor, text.replace('"type": "distance"', '"type": "distanz"'));
  const run = view.getByRole("button", { name: "Run the day", exact: true });
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-errors]").textContent === "1 error");
  assert.ok(await run.isDisabled());
  const line = text.split("\n").findIndex((line) => line.includes('"distance"')) + 1;
  assert.equal(await view.getByTestId("run-cost").textContent(), `Fix line ${line} to run.`);
  assert.match(await editor.locator(".error-block").textContent(), new RegExp(`^Line ${line}, column \\d+:.*distanz`));
  await paste(editor, text);
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-errors]").textContent === "");
  assert.ok(await run.isEnabled());
});

full("hostile rule sets have an error at their line at once, pasted or dropped, and leave the page alive", async (t) => {
  const page = await openPage(t, `${SMALL}&view=rules&page=ruleset`);
  const view = await filledView(page, "rules");
  const editor = view.getByTestId("rule-set-editor");
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]").value.includes("FairSkill"));
  const good = await textOf(editor);
  const before = (field) => good.replace("{", `{\n${field},`);
  const compound = (name, statement) => `{ "name": "${name}", "type": "compound", "statement": "${statement}" }`;
  const cycle = [compound("A", "not(B)"), compound("B", "not(C)"), compound("C", "not(A)")];
  const deep = before(`"deep": ${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const long = before(`"long": "${"x".repeat(990_000)}"`);
  const hostile = [
    [deep, /^Line 2, column \d+:.* nested more than 48 deep/],
    [before(`"deep": ${"[".repeat(500_000)}`), /^Line 2, column \d+:.* nested more than 48 deep/],
    [long, /^Line 1, column 1:.* AWS takes at most 65535/],
    [before("x".repeat(1_000_000)), /^Line 2, column 1:.* is not JSON/],
    [good.replace('"rules": [', `"rules": [\n${cycle.join(",\n")},`), /^Line \d+, column \d+:.* in a cycle/],
  ];
  for (const [text, says] of hostile) {
    await paste(editor, text);
    await page.waitForFunction((text) => document.querySelector("[data-testid=rule-set-editor]").value === text, text);
    const error = editor.locator(".error-block").first();
    await error.waitFor();
    assert.match(await error.textContent(), says);
    await paste(editor, good);
    await error.waitFor({ state: "detached" });
  }
  for (const text of [deep, long]) {
    await dropFiles(page, { "hostile.json": text });
    await page.waitForFunction((text) => document.querySelector("[data-testid=rule-set-editor]").value === text, text);
    await editor.locator(".error-block").first().waitFor();
  }
  await paste(editor, good);
  await runRules(page, "rules");
});

full("dropped rule sets open their view, with the regions that matches are limited to", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const rules = JSON.stringify({
    name: "duel",
    ruleLanguageVersion: "1.0",
    teams: [{ name: "team", minPlayers: 1, maxPlayers: 1, quantity: 2 }],
  });
  await dropFiles(page, { "duel.json": rules });
  const view = await filledView(page, "rules");
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]")?.value.includes("duel"));
  await runRules(page, "rules");
  const everywhere = await page.evaluate(() => window.matchday.run());
  const regions = view.getByTestId("aws-regions");
  await regions.locator("summary").click();
  await regions.getByRole("button", { name: "Limit matches to this table" }).click();
  await page.waitForFunction(() => window.matchday.get().regions.includes("us-east-1:ashburn"));
  const field = regions.getByRole("textbox", { name: "us-east-1", exact: true });
  await field.fill("miami");
  await field.blur();
  await page.waitForFunction(() => window.matchday.get().regions.includes("us-east-1:miami"));
  const limited = await page.evaluate(() => window.matchday.run());
  assert.notEqual(limited.digest, everywhere.digest);
});

test("the code of a link is compiled and run only after a press", async (t) => {
  const code = encodeURIComponent(await readFile(new URL("../../../www/views/rules/examples/nearest-first.ts", import.meta.url), "utf8"));
  const page = await openPage(t, `/#v=1&ccu=100&interval_s=15&policy=plugin&code=${code}`);
  const notice = page.locator("[data-code=UNSEEN_CODE]");
  await notice.waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "waiting");
  await notice.getByRole("button", { name: "Run it" }).click();
  await finished(page);
  assert.ok((await page.evaluate(() => window.matchday.run())).matches > 100);
});

full("code is compiled, run and moved by its sliders, and a link never runs it by itself", async (t) => {
  // Calls of the code are what takes time.
  const page = await openPage(t, `${SMALL}&interval_s=15&view=rules&page=code`);
  const view = await filledView(page, "rules");
  await page.waitForFunction(() => document.querySelector("[data-testid=code-editor]").value.includes("@slider"));
  const params = await runRules(page, "plugin");
  assert.ok(params.code.includes("export function match"));
  const day = await page.evaluate(() => window.matchday.run());
  assert.ok(day.matches > 100, JSON.stringify(day));
  const slider = view.getByTestId("rule-numbers").locator("[data-key=rule-main] input[type=range]");
  await slider.focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => window.matchday.get().constants !== "");
  const moved = await page.evaluate(() => window.matchday.run());
  assert.notEqual(moved.digest, day.digest);
  assert.equal((await page.evaluate(() => window.matchday.get())).code, params.code, "a slider needs no other code");
  await finished(page);

  const { hash } = new URL(await page.evaluate(() => window.matchday.link()));
  const other = await openPage(t, `/${hash}`);
  const notice = other.locator("[data-code=UNSEEN_CODE]");
  await notice.waitFor();
  assert.equal(await other.evaluate(() => document.documentElement.dataset.state), "waiting");
  await other.waitForFunction(() => document.querySelector("[data-testid=code-editor]")?.value.includes("@slider"));
  await notice.getByRole("button", { name: "Run it" }).click();
  await finished(other);
  assert.equal((await other.evaluate(() => window.matchday.run())).digest, moved.digest);
});

full("errors of code stand at their line, and code that does not end is stopped", async (t) => {
  const page = await openPage(t, `${SMALL}&view=rules&page=code`);
  const view = await filledView(page, "rules");
  const editor = view.getByTestId("code-editor");
  await page.waitForFunction(() => document.querySelector("[data-testid=code-editor]").value.includes("@slider"));
  const start = 'import { Tick, Match } from "matchday";\n\nexport function match(tick: Tick): void {\n';
  await paste(editor, `${start}  tick.emitt(new Match(0));\n}\n`);
  await editor.locator(".error-block").waitFor();
  assert.match(await editor.locator(".error-block").textContent(), /^Line 4, column \d+:.*emitt/);
  assert.ok(await view.getByRole("button", { name: "Run the day", exact: true }).isDisabled());

  // It goes well until noon.
  await paste(editor, `${start}  while (tick.now >= 5486400) {}\n}\n`);
  await page.waitForFunction(() => document.querySelector("[data-testid=code-errors]").textContent === "");
  await view.getByRole("button", { name: "Run the day", exact: true }).click();
  await page.locator("[data-code=PLUGIN_STOPPED]").waitFor();
  // The page goes on.
  await openTab(view, "article");
  await view.getByRole("button", { name: "Run the day of the article" }).click();
  await page.waitForFunction(() => window.matchday.get().policy === "article");
  assert.ok((await page.evaluate(() => window.matchday.run())).matches > 100);
});

full("policies are compared over the same seeds", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200&view=rules&page=ruleset");
  const view = await filledView(page, "rules");
  await page.waitForFunction(() => document.querySelector("[data-testid=rule-set-editor]").value.includes("FairSkill"));
  const worth = view.getByTestId("worth");
  await worth.getByRole("combobox").selectOption("2");
  await worth.getByRole("button", { name: /^Compare 2 policies over 2 seeds/ }).click();
  await worth.getByText("2 paired seeds.").waitFor();
  const heads = await worth.locator("thead th").allTextContents();
  assert.deepEqual(heads, ["", "Article", "casual-4"]);
  const rows = await worth.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(rows.length, 9);
  const [, , own] = rows.find(([name]) => name === "Wait, mean");
  assert.match(own, /^[\d.]+ s[+\u2212][\d.]+ ±\u00a0[\d.]+$/);
  // Four of a normal distribution of 300 are apart by 2.059 of it on average: the article asks nobody for a skill.
  const [, article, rules] = rows.find(([name]) => name.startsWith("Skill gap")).map((cell) => Number.parseFloat(cell.replaceAll(",", "")));
  assert.ok(Math.abs(article / 300 - 2.059) < 0.1, String(article));
  assert.ok(rules < article, `rules that ask for it form closer matches: ${rules}`);
});
