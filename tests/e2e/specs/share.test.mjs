// The share dialog: its links and codes open the same scenario.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { address, finished, openPage, pressInMenu } from "../support/harness.mjs";
import { serveStatic } from "../support/static-server.mjs";

const CLIPBOARD = { context: { permissions: ["clipboard-read", "clipboard-write"] } };

/** The frame of the preview, after its day is simulated. */
async function previewOf(page) {
  const frame = await (await page.waitForSelector("[aria-label=Preview] iframe")).contentFrame();
  await finished(frame);
  return frame;
}

async function openDialog(t, path, button = "#share", options = CLIPBOARD) {
  const page = await openPage(t, path, options);
  await finished(page);
  await (button === "#share" ? page.locator(button).click() : pressInMenu(page, button));
  await page.locator("[data-testid=share-dialog][open]").waitFor();
  return page;
}

test("the link is copied by keyboard alone, and focus returns", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&replay=0.6", CLIPBOARD);
  await finished(page);
  await page.locator("#share").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-testid=share-dialog][open]").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => window.matchday.link()));
  await page.keyboard.press("Escape");
  await page.locator("[data-testid=share-dialog][open]").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "share");
  assert.equal(await page.locator("[aria-label=Preview] iframe").count(), 0, "a closed preview costs nothing");
});

full("without access to the clipboard the link is selected", async (t) => {
  const refuse = (page) => page.addInitScript(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
  const page = await openDialog(t, "/#v=1&ccu=300", "#share", { before: refuse });
  await page.getByTestId("share-dialog").getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Ctrl + C" }).waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()), await page.locator("#share-link").inputValue());
});

full("the preview shows the figure of the present day, and follows the choices", async (t) => {
  const page = await openDialog(t, "/#v=1&ccu=300&replay=0.6&t=3600", "#embed");
  const before = await page.evaluate(() => history.length);
  const first = await previewOf(page);
  assert.equal((await first.evaluate(() => window.matchday.get())).replay, "0.6");
  assert.match(await first.getByTestId("clock").textContent(), /01:00/);
  assert.equal(await first.locator("figure").count(), 0);
  await page.locator('[data-choice="panes"] [value="ccu"]').check();
  await page.locator('[data-choice="controls"] [value="ccu"]').check();
  await page.locator("[name=theme]").selectOption("light");
  await page.waitForFunction(() => document.querySelector("#share-frame").value.includes("theme=light"));
  const second = await previewOf(page);
  assert.equal(await second.locator("figure").count(), 1);
  assert.deepEqual(await second.locator("[data-pane=params] [data-key]").evaluateAll((rows) => rows.map((row) => row.dataset.key)), [
    "replay",
    "ccu",
  ]);
  assert.equal(await second.evaluate(() => document.documentElement.dataset.theme), "light");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=share-dialog] [name=height]").value) > 500);
  assert.equal(await second.evaluate(() => document.body.scrollHeight > innerHeight), false, "as high as it needs");
  assert.equal(await page.evaluate(() => history.length), before, "the way back is the reader's");
});

full("both codes work in an article on another origin", async (t) => {
  const page = await openDialog(t, "/#v=1&ccu=300&replay=0.6&l=latency", "#embed");
  await page.locator("[name=width]").fill("500");
  await page.waitForFunction(() => document.querySelector("#share-frame").value.includes('width="500"'));
  const codes = await page.evaluate(() => [document.querySelector("#share-frame").value, document.querySelector("#share-element").value]);
  const digest = await page.evaluate(async () => (await window.matchday.run()).digest);
  const origin = await serveStatic((path) =>
    path === "/index.html" ? `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${codes.join("\n")}` : undefined,
  );
  const article = await openPage(t, `${origin}/`, { origins: [new URL(address("/")).origin] });
  const frames = await Promise.all([0, 1].map(async (i) => (await article.waitForSelector(`iframe >> nth=${i}`)).contentFrame()));
  for (const frame of frames) {
    await frame.waitForFunction(() => window.matchday);
    await article.evaluate((i) => document.querySelectorAll("iframe")[i].scrollIntoView(), frames.indexOf(frame));
    await finished(frame);
    assert.equal(await frame.evaluate(async () => (await window.matchday.run()).digest), digest);
    assert.equal(await frame.locator("#notices").textContent(), "");
  }
  const box = await article.locator("iframe").first().boundingBox();
  assert.equal(box.width, 500);
});

full("the dialog fits a phone", async (t) => {
  const page = await openDialog(t, "/#v=1&ccu=300", "#share", { context: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  await previewOf(page);
  const wide = await page.evaluate(() =>
    [document.documentElement, document.querySelector("[data-testid=share-dialog]")].some((box) => box.scrollWidth > box.clientWidth),
  );
  assert.equal(wide, false);
});

full("on a phone the share button opens the device's own sheet", async (t) => {
  const context = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const before = (page) => page.addInitScript(() => (navigator.share = async (data) => void (window.shared = data)));
  const page = await openPage(t, "/#v=1&ccu=60&replay=0.6", { context, before });
  await finished(page);
  await page.locator("#share").click();
  await page.waitForFunction(() => window.shared);
  const { title, url } = await page.evaluate(() => window.shared);
  assert.equal(title, "Matchday");
  assert.match(url, /#v=1&ccu=60&.*replay=0\.6.*&x=[0-9a-f]{16}/);
  assert.ok(await page.getByTestId("share-dialog").isHidden());
});
