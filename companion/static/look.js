// @ts-check
// Whoever reads what a game has come to looks whether somebody has corrected it, or opened the next game.

/** As often, in milliseconds. */
const LOOK = 5000;

/**
 * Look again and again how the page is now.
 * @param {(page: any, stop: () => void) => void} seen is given the page as it is now, and what ends the looking
 */
export function lookAgain(seen) {
  const looking = setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.ok) seen(new DOMParser().parseFromString(await answer.text(), "text/html"), () => clearInterval(looking));
  }, LOOK);
}

/** What says that the next game is open, with the way there, to be put on this page; null while there is none. */
export function nextGame(page) {
  const next = page.querySelector("[data-next-game]");
  return next && document.importNode(next, true);
}
