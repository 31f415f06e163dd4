// @ts-check
// What is sent until it arrives: one attempt, and the time until the next.

import { fetchAgain, heard } from "./connection.js";

const AGAIN = 3000;
const BUSY = [502, 503, 504];

/**
 * The answer of an address and its text; null where there is none, be it that a server is just being started again.
 * @param {string} address
 * @param {RequestInit} options
 * @returns {Promise<[Response, string] | null>}
 */
export async function attempt(address, options = {}) {
  try {
    const answer = await fetchAgain(address, options);
    const text = await answer.text();
    if (BUSY.includes(answer.status)) return null;
    heard();
    return [answer, text];
  } catch {
    return null;
  }
}

/** Time until the next attempt: a while, or until there is a connection. */
export const later = () => new Promise((again) => {
  setTimeout(again, AGAIN);
  addEventListener("online", again, { once: true });
});
