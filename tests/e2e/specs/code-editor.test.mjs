// The editor of rules and their compiler in Chromium, under the policy of the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full, sampled } from "../support/full.mjs";
import { address, openPage } from "../support/harness.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SOURCE = `import { Tick } from "matchday";
const START: f64 = 40; // ms @slider 20..100 the window at first
export function match(tick: Tick): void {
  tick.longest();
}
`;

/** Opens a page with nothing but an editor, with the policy of the page. */
async function openEditor(t, { theme = "dark", width = 620, expectedErrors = [] } = {}) {
  const policy = (await fetch(address("/index.html"))).headers.get("content-security-policy");
  const body = `<!doctype html><html lang="en" data-theme="${theme}"><head><title>Editor</title><link rel="stylesheet" href="style.css"></head>
    <body><main><h1>Rules</h1><button>before</button><code-editor></code-editor><button>after</button></main></body></html>`;
  const before = (page) =>
    page.route("**/bare.html", (route) =>
      route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": policy }, body }),
    );
  const page = await openPage(t, "/bare.html", { before, expectedErrors, context: { viewport: { width, height: 700 } } });
  await page.evaluate(async (source) => {
    await import("/views/rules/code-editor.js");
    window.editor = document.querySelector("code-editor");
    window.told = [];
    for (const name of ["change", "slide", "input"]) {
      document.body.addEventListener(name, ({ detail }) => window.told.push([name, detail]));
      window.editor.addEventListener(name, ({ detail }) => window.told.push([name, detail]));
    }
    window.editor.label = "Code of your rules";
    window.editor.value = source;
  }, SOURCE);
  await page.waitForFunction(() => window.editor.shadowRoot.querySelector("link").sheet);
  return page;
}

const ERROR = { line: 4, column: 8, end: 15, words: "Property 'longest' does not exist on type 'Tick'." };
const SLIDER = { name: "START", line: 2, value: 40, min: 20, max: 100, step: 1, unit: "ms", base: 60 };
const set = (page, properties) => page.evaluate((properties) => Object.assign(window.editor, properties), properties);
const told = (page) => page.evaluate(() => window.told.splice(0));

test("characters that turn text around, or are not shown, are visible", async (t) => {
  const page = await openEditor(t);
  const acting = "\u0007\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff";
  await set(page, { value: `// ${acting}` });
  assert.equal(await page.locator(".cm-specialChar").count(), acting.length);
});

test("the editor tells what is typed, and not what the page sets", async (t) => {
  const page = await openEditor(t);
  assert.deepEqual(await told(page), []);
  const field = page.getByRole("textbox", { name: "Code of your rules" });
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("a");
  assert.deepEqual(await told(page), [["change", { value: `${SOURCE}a` }]]);
  assert.equal(await page.evaluate(() => window.editor.value), `${SOURCE}a`);
  await set(page, { value: `// b\n${SOURCE}a`, language: "json" });
  await page.keyboard.type("c");
  assert.deepEqual(await told(page), [["change", { value: `// b\n${SOURCE}ac` }]], "the caret stays where it was");
  await set(page, { readOnly: true });
  await page.keyboard.type("d");
  assert.deepEqual(await told(page), []);
});

test("Tab moves through the editor, and leaves it", async (t) => {
  const page = await openEditor(t);
  await set(page, { sliders: [SLIDER] });
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return active?.getAttribute("role") ?? active?.getAttribute("aria-label") ?? active?.textContent;
    });
  await page.getByRole("button", { name: "before" }).focus();
  const seen = [];
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("Tab");
    seen.push(await focused());
  }
  assert.deepEqual(seen, ["textbox", "START", "after"]);
  assert.deepEqual(await told(page), [], "nothing was typed");
});

for (const theme of ["dark", "light"]) {
  sampled(theme === "dark")(`an error stands below its line, in words, and is legible (${theme})`, async (t) => {
    const page = await openEditor(t, { theme });
    await set(page, { errors: [ERROR], sliders: [SLIDER] });
    const block = page.locator("code-editor .error-block");
    assert.equal(await block.textContent(), `Line 4, column 8: ${ERROR.words}`);
    const line = page.locator("code-editor .error-line");
    assert.equal(await line.textContent(), "  tick.longest();");
    assert.equal(await page.locator("code-editor .error-place").textContent(), "longest");
    assert.equal(await page.locator("code-editor .cm-lineNumbers .error-number").first().textContent(), "4");
    const [above, below] = [await line.boundingBox(), await block.boundingBox()];
    assert.ok(below.y >= above.y + above.height - 1);
    const field = page.getByRole("textbox");
    assert.equal(await field.getAttribute("aria-describedby"), "error-1");
    assert.equal(await field.getAttribute("aria-invalid"), "true");

    await page.evaluate(AXE);
    // Its preloading copies the styles of shadow roots into elements, which the policy refuses.
    const { violations } = await page.evaluate(() => window.axe.run("main", { preload: false }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );

    await set(page, { errors: [] });
    assert.equal(await block.count(), 0);
    assert.equal(await field.getAttribute("aria-describedby"), null);
  });
}

test("an error and a slider move with their lines while the reader types", async (t) => {
  const page = await openEditor(t);
  await set(page, { errors: [ERROR], sliders: [SLIDER] });
  await page.evaluate(() => window.editor.goTo(1, 1));
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("code-editor .cm-lineNumbers .error-number").first().textContent(), "5");
  assert.match(await page.locator("code-editor .slider-line").textContent(), /^const START/);
});

test("a slider tells its value, and stays the same while the page sets it", async (t) => {
  const page = await openEditor(t);
  await set(page, { sliders: [SLIDER] });
  const slider = page.getByRole("slider", { name: "START" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "40 ms");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  const moved = { name: "START", value: 41 };
  assert.deepEqual(await told(page), [
    ["slide", { ...moved, done: false }],
    ["slide", { ...moved, done: true }],
  ]);
  const handle = await slider.elementHandle();
  await set(page, { value: SOURCE.replace("40", "41"), sliders: [{ ...SLIDER, value: 41 }] });
  assert.equal(await handle.evaluate((element) => element.isConnected && element.matches(":focus") && element.value), "41");
  assert.equal(await slider.getAttribute("aria-valuetext"), "41 ms");
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 });
  await page.mouse.up();
  const slides = await told(page);
  assert.deepEqual(slides.at(-1), ["slide", { name: "START", value: 100, done: true }]);
  assert.equal(slides.filter(([, { done }]) => done).length, 1);
});

test("on a phone the words of an error and the sliders are in sight", async (t) => {
  const page = await openEditor(t, { width: 390 });
  await set(page, { errors: [{ ...ERROR, words: "x ".repeat(200) }], sliders: [SLIDER] });
  for (const part of [".error-block", ".slider input", ".slider output"]) {
    const { x, width } = await page.locator(`code-editor ${part}`).boundingBox();
    assert.ok(x >= 0 && x + width <= 390.5, `${part}: ${x}, ${width}`);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

full("rules compile under the policy of the page, in its worker", async (t) => {
  const page = await openEditor(t);
  const compiled = await page.evaluate(async (source) => {
    const { CompilerBridge } = await import("/worker/compiler-bridge.js");
    const compiler = new CompilerBridge();
    const [wrong, right] = [
      await compiler.ask("compile", { source }),
      await compiler.ask("compile", { source: source.replace("longest()", "random()") }),
    ];
    compiler.close();
    return { errors: wrong.errors, none: wrong.module, magic: [...right.module.slice(0, 4)] };
  }, SOURCE);
  assert.deepEqual(compiled, { errors: [ERROR], none: null, magic: [0, 97, 115, 109] });
});

full("a compiler that cannot be fetched is an error, and the next attempt fetches it again", async (t) => {
  const page = await openEditor(t, { expectedErrors: [/503/] });
  const url = "**/libraries/binaryen.wasm";
  await page.context().route(url, (route) => route.fulfill({ status: 503 }), { times: 1 });
  const tries = await page.evaluate(async (source) => {
    const { CompilerBridge } = await import("/worker/compiler-bridge.js");
    const compiler = new CompilerBridge();
    const tried = () =>
      compiler.ask("compile", { source }).then(
        () => "compiled",
        ({ code, message }) => `${code} ${message}`,
      );
    return [await tried(), await tried()];
  }, SOURCE);
  assert.match(tries[0], /^WORKER_FETCH the compiler: .*503/);
  assert.equal(tries[1], "compiled");
});

test("the first view fetches no library", async (t) => {
  const asked = [];
  const before = async (page) => void page.on("request", (request) => asked.push(request.url()));
  const page = await openPage(t, "/#v=1&ccu=300", { before });
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready");
  assert.deepEqual(
    asked.filter((url) => url.includes("/libraries/")),
    [],
  );
});
