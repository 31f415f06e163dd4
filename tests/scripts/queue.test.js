import assert from "node:assert/strict";
import test from "node:test";

import { answered, joined, pairOf, tapsIn } from "../../companion/static/queue.js";

/**
 * A tap as a page would make it.
 * @param {Record<string, string>} fields
 * @param {object} more
 */
function tap(fields, more = {}) {
  /** @type {[string, string][]} */
  const pairs = Object.entries({ kind: "correction", version: "5", once: String(Math.random()), ...fields });
  return { address: "/t/ABC", pairs, set: "", each: false, asked: "roll_call", ...more };
}

const number = (/** @type {string} */ n, side = "0") => tap({ type: "set_reputation", "f.side": side, "f.number": n }, { set: "reputation" });
const versions = (/** @type {any[]} */ list) => list.map((one) => pairOf(one, "version"));

test("of two numbers for the same that both still wait the later is sent, and both are counted", () => {
  const list = [tap({ type: "pass" }), number("3"), number("4")].reduce(joined, []);
  assert.deepEqual(list.map((one) => pairOf(one, "f.number")), [undefined, "4"]);
  assert.equal(tapsIn(list), 3);
});

test("the first may be on its way: nothing takes its place", () => {
  const list = [number("3"), number("4")].reduce(joined, []);
  assert.deepEqual(list.map((one) => pairOf(one, "f.number")), ["3", "4"]);
});

test("numbers of two people wait side by side, and so does what is no number", () => {
  assert.equal([tap({}), number("3"), number("3", "1")].reduce(joined, []).length, 3);
  assert.equal([tap({}), tap({ type: "pass" }), tap({ type: "pass" })].reduce(joined, []).length, 3);
});

test("a correction that waits behind one's own is made on what that has come to", () => {
  const list = [number("3"), number("4", "1"), number("5", "2")].reduce(joined, []);
  assert.deepEqual(versions(answered(list, "6", "roll_call")), ["6", "6"]);
});

test("where others have acted too, only what sets the same again is taken over", () => {
  const list = [number("3"), number("4"), number("5", "1")].reduce(joined, []);
  assert.deepEqual(versions(answered(list, "8", "roll_call")), ["8", "5"]);
});

test("without a version in the answer everything stays on its own", () => {
  assert.deepEqual(versions(answered([number("3"), number("4")], undefined, undefined)), ["5"]);
});

test("an act is taken over to no other step, and is not done twice", () => {
  const [assign, pass] = [tap({ kind: "act", type: "assign" }), tap({ kind: "act", type: "pass" })];
  assert.deepEqual(versions(answered([assign, pass], "6", "roll_call")), ["6"]);
  assert.deepEqual(versions(answered([assign, pass], "6", "lights_out")), ["5"]);
  assert.deepEqual(versions(answered([assign, assign], "6", "roll_call")), ["5"]);
});

test("cubes that move one by one move as often as they are tapped", () => {
  const cube = () => tap({ kind: "act", type: "move_suspicion" }, { each: true });
  assert.deepEqual(versions(answered([cube(), cube()], "6", "roll_call")), ["6"]);
});
