// Constants of rules with a slider.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../support/rules.mjs";

const { readConstants, withConstant, withScenarioConstants } = await load("worker/rule-constants.js");

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
