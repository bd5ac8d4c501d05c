// The guide: reached from the page, searched by keyboard, as wide as the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { full } from "../support/full.mjs";
import { openPage } from "../support/harness.mjs";
import { serveStatic } from "../support/static-server.mjs";

const NARROW = { viewport: { width: 390, height: 844 } };

test("the header of the page leads to the guide", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=100");
  await page.locator("#guide").click();
  await page.waitForURL(/\/guide\/index\.html$/);
  assert.equal(await page.locator("h1").textContent(), "Guide");
  await page.getByRole("link", { name: "Parameters" }).first().click();
  await page.waitForURL(/\/guide\/parameters\.html$/);
  assert.ok(await page.locator("td code", { hasText: /^replay$/ }).isVisible());
});

test("a heading is found and opened by the keyboard alone", async (t) => {
  const page = await openPage(t, "/guide/index.html");
  await page.keyboard.press("/");
  await page.keyboard.type("lockouts ready");
  await page.locator("#results a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  const target = await page.evaluate(() => document.activeElement.getAttribute("href"));
  assert.equal(target, "ranked.html#ready-check");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/guide\/ranked\.html#ready-check$/);
  const top = await page.locator("#ready-check").evaluate((heading) => heading.getBoundingClientRect().top);
  assert.ok(top >= 44, `the heading is below the header, at ${top}`);
});

test("the search says when nothing is found, and Escape clears it", async (t) => {
  const page = await openPage(t, "/guide/servers.html");
  const field = page.getByRole("searchbox");
  await field.fill("xyzzy");
  await page.getByText("Nothing found for “xyzzy”.").waitFor();
  await field.fill("fleet");
  await page.locator("#results a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  assert.equal(await field.inputValue(), "");
  assert.equal(await page.locator("#results").isVisible(), false);
  assert.ok(await field.evaluate((input) => input === document.activeElement));
});

test("the guide uses the theme that was chosen on the page", async (t) => {
  const page = await openPage(t, "/guide/index.html", { context: { colorScheme: "dark" } });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.locator("#theme").click();
  assert.equal(await theme(), "light");
  await page.goto(page.url().replace("index", "ranked"));
  assert.equal(await theme(), "light");
});

full("no page of the guide is wider than a phone", async (t) => {
  const page = await openPage(t, "/guide/index.html", { context: NARROW });
  const addresses = await page.locator("#pages a").evaluateAll((links) => links.map((link) => link.href));
  assert.ok(addresses.length > 10, addresses.join(" "));
  for (const address of addresses) {
    await page.goto(address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, NARROW.viewport.width, address);
  }
});

test("the guide of the site and of its version search in their own folder", async (t) => {
  const site = pathToFileURL(`${process.env.MATCHDAY_SITE}/`);
  const origin = await serveStatic((path) => new URL(path.slice(1), site));
  const page = await openPage(t, `${origin}/guide/index.html`);
  const [, version] = (await page.locator("head link").first().getAttribute("href")).match(/^\.\.\/(v[\d.]+\/)assets\//);
  for (const folder of ["", version]) {
    await page.goto(`${origin}/${folder}guide/servers.html`);
    await page.getByRole("searchbox").fill("ready check");
    await page.getByRole("link", { name: /^Ranked: Ready check/ }).click();
    await page.waitForURL(`${origin}/${folder}guide/ranked.html#ready-check`);
  }
});
