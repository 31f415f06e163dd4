// @ts-check
// Sums as one types them. What counts is what the server reads; this only shows it. No page.

/**
 * The sum of a text such as "3+6+2", or null where it is none.
 * @param {string} text
 */
export function sum(text) {
  const plain = text.replaceAll("\u2212", "-").replaceAll(" ", "");
  if (!/^\d+([+-]\d+)*[+-]?$/.test(plain)) return null;
  return [...plain.matchAll(/([+-]?)(\d+)/g)].reduce((all, [, sign, digits]) => all + (sign === "-" ? -1 : 1) * Number(digits), 0);
}

/**
 * What a key of the keypad makes of a text.
 * @param {string} text
 * @param {string} key - a digit, plus, minus or "erase".
 * @param {boolean} fresh - whether nothing was typed since the field was opened: then a digit begins anew.
 */
export function pressed(text, key, fresh) {
  if (key === "erase") return fresh ? "" : text.slice(0, -1);
  if (/\d/.test(key)) return fresh ? key : text + key;
  return text !== "" && !/[+\u2212-]$/.test(text) ? text + key.replace("-", "\u2212") : null;
}
