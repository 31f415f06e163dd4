import assert from "node:assert/strict";
import test from "node:test";

import { pressed, sum } from "../../companion/static/sums.js";

test("a sum is what the server reads of it", () => {
  for (const [text, is] of [["7", 7], ["3+6+2", 11], ["12\u22125", 7], ["12-5", 7], ["3 + 4", 7], ["3+", 3], ["0", 0]]) {
    assert.equal(sum(String(text)), is);
  }
  for (const text of ["", "+3", "3++4", "3*4", "x", "1.5", "\u22123"]) assert.equal(sum(text), null);
});

test("a digit begins anew in a field that was just opened, and goes on otherwise", () => {
  assert.equal(pressed("12", "3", true), "3");
  assert.equal(pressed("12", "3", false), "123");
});

test("a sign follows a number and no sign", () => {
  assert.equal(pressed("12", "+", true), "12+");
  assert.equal(pressed("12", "-", false), "12\u2212");
  for (const text of ["", "12+", "12-", "12\u2212"]) assert.equal(pressed(text, "+", false), null);
});

test("erasing takes the last sign, or all that stood there before", () => {
  assert.equal(pressed("12+", "erase", false), "12");
  assert.equal(pressed("12", "erase", true), "");
  assert.equal(pressed("", "erase", false), "");
});
