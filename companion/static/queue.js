// @ts-check
// Taps that wait to be sent: which of them stand for one another, and what becomes of them once one is answered. No page.

/**
 * A form that waits: where it goes, its fields, what it sets if it sets something, whether each tap is an act of its own,
 * what the page asked when it was tapped, and for how many taps it stands.
 * @typedef {{address: string, pairs: [string, string][], set: string, each: boolean, asked: string, taps?: number}} Item
 */

/**
 * How many taps wait: of those on the same number the last alone is sent.
 * @param {Item[]} list
 */
export const tapsIn = (list) => list.reduce((all, one) => all + (one.taps ?? 1), 0);

/**
 * What a field of a tap says.
 * @param {{pairs: [string, string][]}} item
 * @param {string} name
 */
export const pairOf = (item, name) => item.pairs.find(([one]) => one === name)?.[1];

const OF_ONE_TAP = ["once", "version", "f.number", "f.number.more"];

/**
 * What a form sets: of two taps on the same thing that both still wait, the later is enough.
 * @param {Item} item
 */
const aim = (item) => JSON.stringify(item.pairs.filter(([name]) => !OF_ONE_TAP.includes(name)));

/**
 * The taps that wait once one more does.
 * @param {Item[]} list
 * @param {Item} item
 */
export function joined(list, item) {
  const last = list.at(-1);
  // The first may be on its way already.
  const over = item.set && list.length > 1 && last.set === item.set && aim(last) === aim(item);
  return [...(over ? list.slice(0, -1) : list), { ...item, taps: over ? tapsIn([last]) + 1 : 1 }];
}

/**
 * The taps that still wait once the first was answered.
 * @param {Item[]} list
 * @param {string | undefined} version - of the table, in the answer.
 * @param {string | undefined} asked - what is asked there now.
 */
export function answered(list, version, asked) {
  const [item, ...rest] = list;
  return rest.map((one) => (follows(one, item, version, asked) ? based(one, version) : one));
}

/**
 * A tap as one on a version of the table.
 * @param {Item} item
 * @param {string} version
 */
function based(item, version) {
  /** @type {[string, string][]} */
  const pairs = item.pairs.map(([name, value]) => [name, name === "version" ? version : value]);
  return { ...item, pairs };
}

/**
 * Whether a tap is made on what one's own last tap has come to, so that it is no conflict.
 *
 * What is done at a step is not taken over to the next one, nor done twice: two taps on one button are one act, but for
 * cubes that move one by one.
 * @param {Item} one
 * @param {Item} item - the last tap.
 * @param {string | undefined} version
 * @param {string | undefined} asked
 */
export function follows(one, item, version, asked) {
  const sent = pairOf(item, "version");
  if (!version || pairOf(one, "version") !== sent) return false;
  const same = aim(one) === aim(item);
  const next = Number(version) === Number(sent) + 1;
  if (pairOf(one, "kind") !== "act") return next || same;
  return one.asked === asked && (same ? one.each : next);
}
