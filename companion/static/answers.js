// @ts-check
// What an answer of the server is to the page that asked.

/**
 * Whether an answer belongs to another page, which is to be opened.
 * @param {Response} answer
 */
export const elsewhere = (answer) => answer.redirected && new URL(answer.url).pathname !== location.pathname;

/**
 * The page that a text is.
 * @param {string} text
 */
export const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
