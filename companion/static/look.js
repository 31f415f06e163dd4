// @ts-check
// Whoever may play again, and reads what a game has come to, looks whether somebody else has opened the next game.

/** As often, in milliseconds. */
const LOOK = 5000;

/**
 * Look until it is open.
 * @param {(next: any) => void} told is given what says so, to be put on the page, with the way there
 */
export function lookOut(told) {
  const looking = setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const next = page?.querySelector("[data-next-game]");
    if (!next) return;
    clearInterval(looking);
    told(document.importNode(next, true));
  }, LOOK);
}
