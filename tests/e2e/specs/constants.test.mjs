// Constants of rules with a slider, and texts in links.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { load } from "../support/rules.mjs";

const { readConstants, withConstant, withScenarioConstants } = await load("views/rules/constants.js");
const { MOST_BYTES, MOST_PACKED, pack, unpack } = await load("app/link/packed.js");

const SOURCE = `import { Tick } from "matchday";
const START: f64 = 40; // ms @slider 20..100 the window at first
  export const COUNT: i32 = -2 // @slider -5..5
const SHARE: f64 = .5; // @slider 0..1:0.05
const SMALL: f64 = 0.5; // % of all @slider 0..1
// A comment may speak of @slider 1..2.
const plain: f64 = 3;
export function match(tick: Tick): void {}
`;

test("a line of a constant with a mark is a slider", () => {
  const { constants, errors } = readConstants(SOURCE);
  assert.deepEqual(errors, []);
  const plain = { unit: "", words: "" };
  assert.deepEqual(constants, [
    { name: "START", type: "f64", value: 40, min: 20, max: 100, step: 1, unit: "ms", words: "the window at first", line: 2 },
    { name: "COUNT", type: "i32", value: -2, min: -5, max: 5, step: 1, ...plain, line: 3 },
    { name: "SHARE", type: "f64", value: 0.5, min: 0, max: 1, step: 0.05, ...plain, line: 4 },
    { name: "SMALL", type: "f64", value: 0.5, min: 0, max: 1, step: 0.01, ...plain, unit: "% of all", line: 5 },
  ]);
});

for (const [line, words] of [
  ["let A: f64 = 1; // @slider 0..2", /a slider needs a constant in its line/],
  ["const A: f64 = B; // @slider 0..2", /a slider needs a constant in its line/],
  ["const A: u8 = 1; // @slider 0..2", /of the type f64 or i32, not u8/],
  ["const A: f64 = 1; // @slider 0-2", /write the range after @slider/],
  ["const A: f64 = 1; // @slider 0..2:", /write the range after @slider/],
  ["const A: f64 = 1; // @slider 2..0", /the range has to grow, but 2 is not below 0/],
  ["const A: f64 = 3; // @slider 0..2", /3 is not within 0\.\.2/],
  ["const A: i32 = 1; // @slider 0.5..2", /whole numbers/],
  ["const A: i32 = 1; // @slider 0..2:0.5", /a whole step/],
  ["const A: f64 = 1; // @slider 0..2:3", /the step has to be above 0/],
]) {
  test(`a mark that cannot be a slider says why: ${line}`, () => {
    const { constants, errors } = readConstants(`\n${line}\r\n`);
    assert.deepEqual(constants, []);
    assert.equal(errors.length, 1);
    assert.deepEqual([errors[0].line, errors[0].column, errors[0].end], [2, line.indexOf("@slider") + 1, line.length + 1]);
    assert.match(errors[0].words, words);
  });
}

test("a name has one slider", () => {
  const line = "const A: f64 = 1; // @slider 0..2\n";
  assert.match(readConstants(line + line).errors[0].words, /A has a slider already/);
});

test("a constant gets another value, and nothing else of the source changes", () => {
  const changed = withConstant(SOURCE, "START", 55.5);
  assert.equal(changed, SOURCE.replace("= 40;", "= 55.5;"));
  assert.equal(readConstants(changed).constants[0].value, 55.5);
  assert.equal(withConstant(SOURCE, "plain", 5), SOURCE, "it has no slider");
});

test("the source for the compiler keeps its lines and the columns of its code", () => {
  const compiled = withScenarioConstants(SOURCE);
  assert.match(compiled, /const START: f64 = \w+\("START", 40\); \/\/ ms/);
  assert.match(compiled, /const COUNT: i32 = <i32>\w+\("COUNT", -2\) \/\//);
  const [before, after] = [SOURCE, compiled].map((source) => source.split("\n"));
  for (const [index, line] of before.entries()) if (!line.includes("// ms") && !/slider -?\d/.test(line)) assert.equal(after[index], line);
  assert.equal(withScenarioConstants("const A: f64 = 1;\n"), "const A: f64 = 1;\n", "without sliders it is the same");
});

test("a text comes out of a link as it went in", async () => {
  for (const text of ["", "a", SOURCE, "é \u{1f3ae}\r\n\ufeff".repeat(300)]) {
    const packed = await pack(text);
    assert.match(packed, /^[\w-]*$/);
    assert.equal(await unpack(packed), text);
  }
  assert.ok((await pack(SOURCE)).length < SOURCE.length * 0.9);
});

test("a text that a link has no room for is refused", async () => {
  let random = 1;
  const noise = Array.from({ length: 30_000 }, () => String.fromCharCode(33 + ((random = (random * 16_807) % 2_147_483_647) % 90))).join(
    "",
  );
  await assert.rejects(pack(noise), { code: "LINK_TOO_LONG", message: /takes \d+ kB of a link, and there is room for 16 kB/ });
  await assert.rejects(pack("a".repeat(MOST_BYTES + 1)), { code: "LINK_TOO_LONG" });
});

test("a hostile text in a link is refused before it fills the memory", async () => {
  const encode = (bytes) => Buffer.from(bytes).toString("base64url");
  const bomb = encode(deflateRawSync(Buffer.alloc(11_000_000)));
  assert.ok(bomb.length <= MOST_PACKED, `${bomb.length}`);
  await assert.rejects(unpack(bomb), { code: "LINK_PACKED", message: /longer than 256 kB/ });
  assert.equal((await unpack(encode(deflateRawSync(Buffer.alloc(MOST_BYTES, "a"))))).length, MOST_BYTES);
  await assert.rejects(unpack("a".repeat(MOST_PACKED + 1)), { code: "LINK_PACKED", message: /longer than 16 kB/ });
  const packed = await pack(SOURCE);
  for (const damaged of [
    packed.slice(0, -9),
    `${packed}=`,
    `${packed}!`,
    "A",
    "<script>",
    encode([255, 255, 255]),
    encode(deflateRawSync(Buffer.from([0xff]))),
  ]) {
    await assert.rejects(unpack(damaged), { code: "LINK_PACKED", message: /cut off or changed/ }, damaged);
  }
});
