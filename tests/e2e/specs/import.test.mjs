// The reader's own files in the page: the data set made from them, refusals with reasons, and storage.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import { full } from "../support/full.mjs";
import { finished, openPage, openView, pressInMenu } from "../support/harness.mjs";

const golden = async (name) => JSON.parse(await readFile(new URL(`../../golden/${name}.json`, import.meta.url), "utf8"));
const own = await golden("own");
const { digest: builtIn } = (await golden("runs")).find(({ link }) => link === "v=1&ccu=1000");

const folder = await mkdtemp(path.join(tmpdir(), "matchday-"));
after(() => rm(folder, { recursive: true }));

const CELLS = 360 * 180;
const pad = (number) => String(number).padStart(2, "0");
const clock = (second) => `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`;
const utf16 = (words) => Buffer.from(`\ufeff${words}`, "utf16le");
const LIST = "id,name,lat,long\n1,here,50.11,8.68\n2,there,40.71,-74.0\n";

/** An 8-bit grey image. */
function png(width, height, grey) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Array.from({ length: height }, (_, row) => [0, ...Array.from({ length: width }, (_, column) => grey(row * width + column))]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const floats = (ms) => Buffer.from(Float32Array.from({ length: CELLS }, (_, cell) => ms(cell)).buffer);

/** The files of `golden/own.json`. The test of the command line writes the same files. */
function goldenFiles() {
  const row = (k) => `${clock((k * 7919) % 86_400)},${((k * 37) % 140) - 60}.5,${((k * 101) % 360) - 180}.25\n`;
  const joins = Array.from({ length: 20_000 }, (_, k) => row(k)).join("");
  return [
    { name: "joins.csv", buffer: Buffer.from(`time,lat,long\n25:00:00,1,2\n12:00:00,10,185\n${joins}`) },
    { name: "latency_here.bin", buffer: floats((cell) => (cell % 11 === 0 ? NaN : 20 + (cell % 50))) },
    { name: "latency_there.png", buffer: png(360, 180, (cell) => 30 + (cell % 200)) },
    { name: "datacenters.csv", buffer: Buffer.from(LIST) },
  ].map((file) => ({ mimeType: "application/octet-stream", ...file }));
}

const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

/** Sets parameters, and waits until the address has them, because a reload reads it. */
async function set(page, params) {
  await page.evaluate((params) => window.matchday.set(params), params);
  await page.waitForFunction((params) => {
    const carried = new URLSearchParams(location.hash.slice(1));
    return Object.entries(params).every(([key, value]) => carried.get(key) === String(value));
  }, params);
}

/** The digest of the present parameters. */
const digest = async (page) => (await page.evaluate(() => window.matchday.run())).digest;

/** Chooses files in the dialog and waits until all are read. Returns the report of each by its name. */
async function choose(page, files) {
  await openDialog(page);
  await page.setInputFiles("#own-files", files);
  return results(page);
}

async function openDialog(page) {
  if (!(await page.locator("[data-testid=own-data][open]").count())) await pressInMenu(page, "[data-own]");
  await page.waitForSelector("[data-testid=own-data][open]");
}

async function results(page) {
  await page.waitForSelector("[data-testid=own-data][open] [data-testid=own-data-files] > li");
  const lines = await page
    .locator("[data-testid=own-data-files] > li")
    .evaluateAll((all) => all.map((line) => [line.querySelector("b").textContent, line.innerText]));
  return Object.fromEntries(lines);
}

/** Uses the data of the read files. */
async function take(page) {
  await page.click("[data-testid=use-own-data]");
  await page.waitForSelector("[data-testid=own-data]:not([open])", { state: "attached" });
}

test("the reader's own files give the same day as on the command line, are stored, and can be removed", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  const said = await choose(page, goldenFiles());
  assert.match(said["datacenters.csv: Datacenters"], /2 rows/);
  assert.match(said["latency_here.bin: Latency map"], /cells, .* refused, 5,891 cells without data, .* faster than light/);
  assert.match(said["latency_there.png: Latency map"], /64,800 cells/);
  assert.match(said["joins.csv: Joins"], /20,001 rows, 1 refused, 57 brought into bounds[^]*joins\.csv, line 2, column 1: .*25:00:00/);
  assert.equal(await digest(page), builtIn, "nothing has changed before it is used");
  const compared = await page.locator("[data-testid=recorded-days] li").allTextContents();
  assert.match(compared[0], /^20,001 joins a day, as with a population of [\d,]+\.$/);
  assert.match(compared[1], /^Busiest hour from \d\d:00 UTC \(built in: \d\d:00\)\.$/);
  assert.equal(compared.length, 8, "and each continent");
  await take(page);
  // Every row joins at its own second of each day, whatever the population.
  const exact = await page.evaluate(() => window.matchday.run());
  assert.equal(exact.joined, 20_001);
  assert.ok(await page.locator("main > [data-view=matchmaking] aside [data-key=ccu] input[type=number]").isDisabled());
  await page.selectOption("#p-joins", "shape");
  await set(page, Object.fromEntries(new URLSearchParams(own.link.replace("v=1&", ""))));
  assert.equal(await digest(page), own.digest);
  await openView(page, "world");
  assert.match(await page.getByTestId("datacenters-on").textContent(), /2 of 2 on/);

  await page.reload();
  await finished(page);
  assert.equal(await digest(page), own.digest, "kept");
  assert.equal(await page.locator("#own").textContent(), "Your data");
  assert.match(await page.evaluate(() => window.matchday.link()), /&d=own-[0-9a-f]{8}/);
  await page.click("#share");
  assert.match(
    await page.locator("[data-testid=share-dialog][open] [data-testid=share-own-data]").innerText(),
    /Your own files are not in it/,
  );
  await page.keyboard.press("Escape");
  await openDialog(page);
  assert.match(await page.getByTestId("own-data-in-use").textContent(), /2 datacenters, 2 latency maps, joins from a file/);

  await page.getByRole("button", { name: "Remove your own data" }).click();
  await page.waitForSelector("[data-testid=own-data]:not([open])", { state: "attached" });
  await set(page, { ccu: 1000 });
  assert.equal(await digest(page), builtIn);
  await page.reload();
  await finished(page);
  assert.equal(await digest(page), builtIn, "gone for good");
  assert.ok(await page.locator("#own").isHidden());
});

test("every file of another format is named, and changes nothing", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  const zip = Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(200)]);
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 7) % 251));
  const imposters = [
    ["pointer.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", /Git LFS pointer/],
    ["page.csv", "<!doctype html><title>404</title>", /web page/],
    ["header.csv", "id,name,long,lat\n1,tokyo,139.7,35.7\n", /longitude stands before latitude/],
    ["columns.csv", "id,name,x,y\n1,tokyo,35.7,139.7\n", /the column "x" of "id,name,x,y" is not known/],
    ["values.csv", "id,name,lat,long\n1,tokyo,139.7,35.7\n2,lima,-77,-12\n", /swapped: in 1 of 2 rows/],
    ["swapped.csv", "12:00:00,139.7,35.7\n12:00:01,151.2,-33.9\n", /swapped: in 2 of 2 rows/],
    ["excel.csv", utf16(LIST), /UTF-16/],
    ["latency_lima.bin", Buffer.alloc(259_199), /259199 bytes.*259200/],
    ["latency_miami.png", png(10, 10, () => 9), /10 x 10|360 x 180/],
    ["latency_atlantis.bin", floats(() => 50), /no datacenter is called "atlantis"/],
    ["book.xlsx", zip, /ZIP archive or a spreadsheet/],
    ["zipped.csv.gz", gzipSync(zip), /ZIP archive or a spreadsheet/],
    ["torn.csv.gz", gzipSync(LIST.repeat(50)).subarray(0, 60), /./],
    ["empty.csv", "", /holds no rows/],
    ["semicolons.csv", "1;lima;-12;-77\n", /none of the files that can be imported/],
    ["bad.csv", "1,lima,-12,-77\n2,oslo,sixty,10\n", /line 2, column 8/],
    ["noise.dat", noise, /./],
  ];
  const said = await choose(
    page,
    imposters.map(([name, content]) => file(name, content)),
  );
  for (const [name, , pattern] of imposters) assert.match(said[name].slice(name.length), pattern, name);
  assert.equal(await page.getByTestId("use-own-data").isVisible(), false);
  assert.match(await page.locator("[data-testid=own-data] [role=status]").textContent(), /Everything is as it was/);

  const mixed = await choose(page, [...imposters.map(([name, content]) => file(name, content)), file("joins.csv", "12:00:00,50,8\n")]);
  assert.match(mixed["joins.csv: Joins"], /1 row[,.]/);
  await page.keyboard.press("Escape");
  assert.equal(await digest(page), builtIn);
});

full("a long file can be cancelled midway", async (t) => {
  const long = path.join(folder, "long.csv");
  await writeFile(long, "12:00:00,50.11,8.68\n".repeat(4_000_000));
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  await openDialog(page);
  await page.setInputFiles("#own-files", long);
  await page.waitForFunction(() => document.querySelector("[data-testid=own-data] progress").value > 0.05);
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator("[data-testid=own-data] [role=status]").textContent(), "Cancelled. Everything is as it was.");
  assert.equal(await page.getByTestId("use-own-data").isVisible(), false);
  assert.ok((await page.locator("[data-testid=own-data] progress").evaluate((bar) => bar.value)) < 1, "cancelled after the end");
  const said = await choose(page, [file("joins.csv", "12:00:00,50,8\n")]);
  assert.match(said["joins.csv: Joins"], /1 row[,.]/, "and the next file is read");
  await page.keyboard.press("Escape");
  assert.equal(await digest(page), builtIn);
});

full("dropped files open the dialog; lists may be gzipped, and pings become maps", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  const pings = `timestamp,lat,long,datacenter,rtt_ms\n${"2026-05-20T23:30:00Z,50.11,8.68,here,12.5\n".repeat(9)}`;
  const dropped = [
    ["pings.csv", pings],
    ["list.csv.gz", gzipSync(LIST)],
    ["joins.csv.gz", gzipSync("12:00:00,50.11,8.68\n".repeat(1000))],
  ];
  const base64 = dropped.map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    for (const type of ["dragover", "drop"]) {
      document
        .querySelector("main > [data-view]:not([hidden]) [data-testid=figures]")
        .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, base64);
  const said = await results(page);
  assert.match(said["pings.csv: Pings"], /9 rows/);
  assert.match(said["list.csv.gz: Datacenters"], /2 rows/);
  assert.match(said["joins.csv.gz: Joins"], /1,000 rows/);
  assert.match(said["Maps from pings"], /1 map, .*30 days, 1 cell measured, [\d,]+ cells filled/);
  await take(page);
  const summary = await page.evaluate(() => window.matchday.run());
  assert.equal(summary.rtt_p95_ms, 13, "all play from the cell that was measured");
});

full("without storage the files last for the visit", async (t) => {
  const before = (page) =>
    page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
  const page = await openPage(t, "/#v=1&ccu=1000", { before });
  await finished(page);
  await choose(page, [file("datacenters.csv", LIST)]);
  await take(page);
  await page.waitForSelector('[data-code="OWN_NOT_KEPT"]');
  assert.notEqual(await digest(page), builtIn);
  await page.reload();
  await finished(page);
  assert.equal(await digest(page), builtIn);
});

full("deleted storage is reported, and damaged data is not used", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  await page.evaluate(() => localStorage.setItem("matchday-own", "1"));
  await page.reload();
  await page.waitForSelector('[data-code="OWN_GONE"]');
  await finished(page);
  await choose(page, [file("joins.csv", "12:00:00,50,8\n")]);
  await take(page);
  // Damage a byte of the stored data.
  await page.evaluate(async () => {
    const ask = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const store = (await ask(indexedDB.open("matchday", 1))).transaction("own", "readwrite").objectStore("own");
    const kept = await ask(store.get(1));
    const { bytes } = kept.files[0];
    bytes[bytes.length - 1] ^= 1;
    await ask(store.put(kept, 1));
  });
  // The address asks for the joins that are lost.
  await page.waitForURL(/joins=exact/);
  await page.reload();
  await page.waitForSelector('[data-code="OWN_UNUSABLE"]');
  await page.locator('[data-code="LINK_ORIGIN"]', { hasText: "joins=exact was left out" }).waitFor();
  await finished(page);
  assert.equal(await digest(page), builtIn);
});

full("without a file of joins: shares of the continents, and a curve", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=1000");
  await finished(page);
  const before = await page.evaluate(() => window.matchday.run());
  await openDialog(page);
  await page.click("[data-testid=own-data] summary");
  const inputs = page.locator("[data-testid=own-data] fieldset input");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=own-data] fieldset input").value) > 0);
  const shares = await inputs.evaluateAll((all) => all.map(({ value }) => Number(value)));
  assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 100) < 0.5, `${shares} add up to 100`);
  for (let at = 0; at < 6; at += 1) await inputs.nth(at).fill(at === 2 ? "7" : "0");
  assert.deepEqual(await page.locator("[data-testid=own-data] output").allTextContents(), [
    "0.0 %",
    "0.0 %",
    "100.0 %",
    "0.0 %",
    "0.0 %",
    "0.0 %",
  ]);
  await page.fill("#own-weekday", "1 2 3");
  await page.getByRole("button", { name: "Use these weights" }).click();
  assert.equal(await page.locator("[data-testid=own-data] [role=alert]").textContent(), "3 numbers, not 24");
  // All players join at noon.
  const noon = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 1 : 0)).join("\t");
  await page.fill("#own-weekday", noon);
  await page.getByRole("button", { name: "Use these weights" }).click();
  await page.waitForSelector("[data-testid=own-data]:not([open])", { state: "attached" });
  const noonInEurope = await page.evaluate(() => window.matchday.run());
  const hour = noonInEurope.ccu_peak_at_s / 3600;
  assert.ok(hour > 9 && hour < 13.5, `the peak is at ${hour} UTC`);
  assert.ok(noonInEurope.rtt_mean_ms < before.rtt_mean_ms, "Europe is near its datacenters");
  await page.reload();
  await finished(page);
  assert.equal(await digest(page), noonInEurope.digest);
  await openDialog(page);
  assert.equal(await inputs.nth(2).inputValue(), "7");
  assert.match(await page.getByTestId("own-data-in-use").textContent(), /joins by your weights/);
});

full("scenarios and links with datacenters of another world do not break the page", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&dcs=lima");
  await finished(page);
  await choose(page, [file("datacenters.csv", LIST)]);
  await take(page);
  assert.equal(await page.evaluate(() => window.matchday.get().dcs), "", "switches of another world mean nothing");
  const mine = await digest(page);
  const scenarios = await page.locator("#scenario option").evaluateAll((all) => all.map(({ value }) => value).filter(Boolean));
  for (const name of scenarios) await page.selectOption("#scenario", name);
  await page.waitForSelector('[data-code="BAD_DATACENTERS"]');
  await page.evaluate(() => window.matchday.set({ ccu: 300, dcs: "", estimate: "map" }));
  await page.evaluate(() => (location.hash = "#v=1&ccu=300&dcs=-lima"));
  const notice = page.locator('[data-code="LINK_ORIGIN"]');
  await notice.waitFor();
  assert.match(await notice.innerText(), /datacenters were left out: .*`lima`/);
  await finished(page);
  assert.equal(await digest(page), mine);
});

full("a link of the built-in world offers that world with one press, and the reader's own data stays stored", async (t) => {
  const link = "#v=1&ccu=300&dcs=-dubai,lima&l=night,datacenters,one@lima";
  const page = await openPage(t, `/${link}`);
  await finished(page);
  const theirs = await digest(page);
  const whole = new URL(await page.evaluate(() => window.matchday.link())).hash;
  await choose(page, [file("datacenters.csv", LIST)]);
  await take(page);
  await finished(page);
  const mine = await digest(page);
  await page.evaluate((whole) => (location.hash = whole), whole);
  const notice = page.locator('[data-code="DIGEST"]');
  await notice.waitFor();
  assert.match(await notice.innerText(), /`dubai`|`lima`/);
  assert.match(await notice.innerText(), /map of lima was left out/);
  assert.equal(await digest(page), mine, "the day is simulated all the same");
  await notice.getByRole("button", { name: "Use the built-in world for this visit" }).click();
  await page.getByTestId("map-layers-title").filter({ hasText: "Round trip to Lima" }).waitFor();
  assert.equal(await digest(page), theirs);
  assert.equal(await page.locator("#notices").textContent(), "");
  await page.goto("about:blank");
  await page.goBack();
  await page.reload();
  await finished(page);
  await openView(page, "world");
  assert.match(await page.getByTestId("datacenters-on").textContent(), /2 of 2 on/);
});

full("questions about the old world are cancelled without an error when the data set changes", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  await page.getByTestId("map-canvas").hover();
  await page.getByTestId("map-placing").waitFor({ state: "attached" });
  await choose(page, [file("datacenters.csv", LIST)]);
  await page.evaluate(async () => {
    document.querySelector('header nav [data-view="world"]').click();
    // The next places are being computed.
    while (!document.querySelector("[data-testid=advice][aria-busy]")) await new Promise(requestAnimationFrame);
    document.querySelector("[data-testid=use-own-data]").click();
  });
  await page.getByRole("button", { name: "Switch off there" }).waitFor();
  assert.equal(await page.locator("#notices").textContent(), "");
});

full("a link made with own files says that these files are missing", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&d=own-01234567&x=0123456789abcdef");
  await finished(page);
  const notice = page.locator('[data-code="DIGEST"]');
  assert.match(await notice.innerText(), /own-01234567[^]*own files, which links do not contain/);
});

test("by keyboard alone, on a small screen", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300", { context: { viewport: { width: 390, height: 844 } } });
  await finished(page);
  assert.ok(await page.locator("#own").isHidden(), "a badge while own data is in use");
  await page.locator("#more").focus();
  await page.keyboard.press("Enter");
  await page.locator("#menu [data-own]").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-testid=own-data][open]");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    (async () => {
      await page.locator("#own-files").focus();
      await page.keyboard.press("Space");
    })(),
  ]);
  await chooser.setFiles([file("datacenters.csv", LIST), file(`${"long".repeat(30)}.csv`, `1;2;${"3".repeat(300)}`)]);
  await results(page);
  const { wide, small } = await page.getByTestId("own-data").evaluate((dialog) => ({
    wide: [dialog, ...dialog.querySelectorAll("*")]
      .filter((part) => part.getBoundingClientRect().right > innerWidth)
      .map(({ tagName }) => tagName),
    small: [...dialog.querySelectorAll("button, summary")]
      .filter((part) => part.offsetParent && part.offsetHeight < 24)
      .map(({ textContent }) => textContent),
  }));
  assert.deepEqual({ wide, small }, { wide: [], small: [] });
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-testid=own-data]:not([open])", { state: "attached" });
  await page.locator("#own").waitFor();
  await page.locator("#own").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-testid=own-data][open]");
});

full("ten million joins are read within 400 MB", async (t) => {
  const rows = 10_000_000;
  const huge = path.join(folder, "huge.csv");
  await writeHuge(huge, rows);
  // A browser of its own: the peak is that of all its pages.
  const page = await openPage(t, "/#v=1&ccu=1000", { onDisk: true, idle: true });
  await finished(page);
  // The module that reads the file is part of the page at rest, which loads it when it is idle.
  await page.locator("[data-pane=ccu] [data-testid=proof-badge]").waitFor();
  const idle = await memory(page);
  const start = performance.now();
  const said = await choose(page, huge);
  const seconds = (performance.now() - start) / 1000;
  const peak = await memory(page);
  t.diagnostic(`${rows} rows in ${seconds.toFixed(1)} s; the page's process at its most ${peak} MB, before ${idle} MB`);
  assert.match(said["huge.csv: Joins"], /10,000,000 rows/);
  assert.ok(peak - idle < 400, `${peak} MB, ${idle} MB before`);
  await take(page);
  const summary = await page.evaluate(() => window.matchday.run());
  assert.equal(summary.joined, rows);
  t.diagnostic(`while days are simulated from them, at its most ${await memory(page)} MB`);
});

/** Joins at all hours from 20,000 places. A few of them, like cities, have most of the players. */
async function writeHuge(name, rows) {
  const stream = createWriteStream(name);
  const places = Array.from({ length: 20_000 }, (_, k) => `${((k * 37) % 1300) / 10 - 60},${((k * 101) % 3600) / 10 - 180}\n`);
  let state = 1;
  const draw = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let row = 0; row < rows;) {
    const lines = [];
    for (const end = Math.min(rows, row + 100_000); row < end; row += 1) {
      lines.push(clock(row % 86_400), ",", places[Math.floor(20_000 * draw() ** 3)]);
    }
    if (!stream.write(lines.join(""))) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

/** The peak resident memory of the page's process with its workers, MB. */
async function memory(page) {
  const session = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1000;
    });
  return Math.round(Math.max(...(await Promise.all(peaks))));
}
