// The site for static hosts: under a sub-path, from a server without special settings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { full } from "../support/full.mjs";
import { finished, openPage, pressInMenu } from "../support/harness.mjs";
import { serveStatic } from "../support/static-server.mjs";

const [{ link, digest }] = JSON.parse(await readFile(new URL("../../golden/runs.json", import.meta.url), "utf8"));
const SUB_PATH = "/a/b/";
const site = pathToFileURL(`${process.env.MATCHDAY_SITE}/`);

/** Serves the site under a sub-path of another origin. */
async function serveSite() {
  const find = (path) => (path.startsWith(SUB_PATH) ? new URL(path.slice(SUB_PATH.length), site) : undefined);
  const origin = await serveStatic(find);
  return origin + SUB_PATH;
}

const digestOf = (frame) => frame.evaluate(async () => (await window.matchday.run()).digest);

/** Records all answers that are not files. */
function collectRefusals(page, refusals) {
  page.on("response", (response) => response.status() === 200 || refusals.push(`${response.status()} ${response.url()}`));
}

test("the site opens under a sub-path, and so does its version, with the same digest", async (t) => {
  const base = await serveSite();
  const version = (await readFile(new URL("index.html", site), "utf8")).match(/"(v[\d.]+\/)assets/)[1];
  for (const folder of ["", version]) {
    for (const name of ["", "embed.html"]) {
      const refusals = [];
      const page = await openPage(t, `${base}${folder}${name}#${link}`, { before: async (page) => collectRefusals(page, refusals) });
      await finished(page);
      assert.equal(await digestOf(page), digest, `${folder}${name}`);
      assert.deepEqual(refusals, [], `${folder}${name}`);
      assert.equal(await page.locator("#notices").textContent(), "");
    }
  }
});

full("the pages of the site obey their security policy", async (t) => {
  const base = await serveSite();
  const page = await openPage(t, `${base}#v=1&ccu=100`, { expectedErrors: [/Content Security Policy/] });
  await finished(page);
  const refused = await page.evaluate(() => {
    const script = Object.assign(document.createElement("script"), { textContent: "window.injected = true" });
    document.head.append(script);
    return !window.injected;
  });
  assert.ok(refused, "an inline script ran");
});

full("the share dialog of the site links to the figure of its own version", async (t) => {
  const base = await serveSite();
  const page = await openPage(t, `${base}#v=1&ccu=100`);
  await finished(page);
  await pressInMenu(page, "#embed");
  await page.waitForFunction(() => document.querySelector("#share-element")?.value);
  const [frame, element] = await page.evaluate(() => [
    document.querySelector("#share-frame").value,
    document.querySelector("#share-element").value,
  ]);
  assert.match(frame, new RegExp(`src="${base}v[\\d.]+/embed\\.html\\?panes=`));
  assert.match(element, new RegExp(`src="${base}v[\\d.]+/embed\\.js"`));
  const preview = await (await page.waitForSelector("[aria-label=Preview] iframe")).contentFrame();
  await finished(preview);
});

full("the figures of the example run when they are visible, and exchange messages with the article", async (t) => {
  const base = await serveSite();
  const page = await openPage(t, `${base}embed/example.html`);
  const frameOf = async (id) => (await page.waitForSelector(`#${id} iframe`)).contentFrame();
  const first = await frameOf("replay");
  await finished(first);
  await first.locator("[aria-label=Pause]").waitFor();
  const said = (id, what) => page.locator(`output[data-figure="${id}"][data-show="${what}"]`).textContent();
  const isSaid = (id, what) =>
    page.waitForFunction(
      ([id, what]) => /\d/.test(document.querySelector(`output[data-figure="${id}"][data-show="${what}"]`).textContent),
      [id, what],
    );
  await isSaid("replay", "ccu_peak");
  const before = Number((await said("replay", "ccu_peak")).replace(/\D/g, ""));
  await page.getByRole("button", { name: "one of two" }).click();
  await page.waitForFunction((before) => Number(document.querySelector("output").textContent.replace(/\D/g, "")) < 0.6 * before, before);
  assert.equal(await page.getByRole("button", { name: "one of two" }).getAttribute("aria-pressed"), "true");

  // It is not visible yet.
  assert.equal(await said("places", "rtt_mean_ms"), "…");
  for (const id of ["small", "places"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await isSaid(id, id === "small" ? "failed" : "far");
    assert.equal(await (await frameOf(id)).locator("#notices").textContent(), "", id);
  }
  await page.getByRole("button", { name: "Sydney" }).click();
  await page.waitForFunction(() => document.querySelector("output[data-figure=places]").closest(".stale"));
  await page.waitForFunction(() => !document.querySelector("output[data-figure=places]").closest(".stale"));
  assert.equal(await first.locator("[aria-label=Pause]").count(), 0, "scrolled away, it pauses");
});

full("the example fits a phone, in both themes", async (t) => {
  const base = await serveSite();
  for (const theme of ["dark", "light"]) {
    // The reader's choice on the site, unlike the system's.
    const before = (page) => page.addInitScript((theme) => localStorage.setItem("matchday-theme", theme), theme);
    const colorScheme = theme === "dark" ? "light" : "dark";
    const page = await openPage(t, `${base}embed/example.html`, {
      before,
      context: { viewport: { width: 390, height: 844 }, colorScheme, reducedMotion: "reduce" },
    });
    await page.locator("#replay").scrollIntoViewIfNeeded();
    const frame = await (await page.waitForSelector("#replay iframe")).contentFrame();
    await finished(frame);
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), theme, "the figure follows the article");
    assert.equal(await frame.locator("[aria-label=Pause]").count(), 0, "little motion");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  }
});
