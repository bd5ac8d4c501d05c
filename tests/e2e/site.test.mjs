// The site for static hosts: under a sub-path, from a server that knows nothing of it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage } from "./harness.mjs";
import { serveStatic } from "./static-server.mjs";

const [{ link, digest }] = JSON.parse(await readFile(new URL("../golden/runs.json", import.meta.url), "utf8"));
const SUB_PATH = "/a/b/";
const site = pathToFileURL(`${process.env.MATCHDAY_SITE}/`);

/** The site under a sub-path of an origin of its own. */
async function serveSite(t) {
  const find = (path) => (path.startsWith(SUB_PATH) ? new URL(path.slice(SUB_PATH.length), site) : undefined);
  const origin = await serveStatic(t, find);
  return origin + SUB_PATH;
}

/** Waits until the run that a page or frame shows is complete. */
const finished = (frame) => frame.waitForFunction(() => document.documentElement.dataset.state === "ready", undefined, { timeout: 60_000 });

const digestOf = (frame) => frame.evaluate(async () => (await window.matchday.run()).digest);

/** Notes every answer that is not the file itself. */
function collectRefusals(page, refusals) {
  page.on("response", (response) => response.status() === 200 || refusals.push(`${response.status()} ${response.url()}`));
}

test("the site opens under a sub-path, and so does its version, with the same digest", async (t) => {
  const base = await serveSite(t);
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

test("the policy in the site's pages is obeyed", async (t) => {
  const base = await serveSite(t);
  const page = await openPage(t, `${base}#v=1&ccu=100`, { expectedErrors: [/Content Security Policy/] });
  await finished(page);
  const refused = await page.evaluate(() => {
    const script = Object.assign(document.createElement("script"), { textContent: "window.injected = true" });
    document.head.append(script);
    return !window.injected;
  });
  assert.ok(refused, "an inline script ran");
});
