// @ts-check
// A game for ears and keys: what is new is said once, the question has the focus, digits choose, arrows lead on in a list.
// `keys.html` tells of them.

const LISTS = ".places-list, .goon-rows, .tiles.bare, .before .tiles, .stash";
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** Who has done what, as far as others are told. */
const TOLD = "[data-by], [data-changed], [data-told], .raid-came";
/** What is to be moved, in sentences. */
const MOVED = ".move > .unseen, .moves-words li";
const news = document.querySelector("#news");

/** What is asked: by the hand, which may ask about a tome beside a card, else by the page. */
export const question = () => document.querySelector(".table-hand [data-heading]") ?? document.querySelector("#asked");

// A digit leads to what bears it, where the focus is or else where the page asks: what can be chosen is chosen, and what
// sends waits for Enter.
const TYPES = "input:not([type=radio], [type=checkbox]), select, textarea";

/** What bears a digit; of several the one after that which has the focus. */
function bearer(list, key) {
  const all = [...list.querySelectorAll(`[aria-keyshortcuts="${key}"]:not(:disabled, [aria-disabled=true])`)].filter((one) => one.checkVisibility());
  return all[(all.indexOf(document.activeElement) + 1) % all.length];
}

document.addEventListener("keydown", (event) => {
  if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPES)) return;
  const hand = document.querySelectorAll(".table-hand [data-digits]");
  const lists = [event.target.closest("[data-digits]"), ...hand, ...document.querySelectorAll("[data-digits]")];
  const one = lists.map((list) => list && bearer(list, event.key)).find(Boolean);
  if (!one) return;
  event.preventDefault();
  one.focus();
  if (one.type !== "submit") one.click();
});

// Escape leads back to the question, and from there to what goes on; what is open over the page closes first.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]") || !document.querySelector("#asked")) return;
  const asked = question();
  const primary = [...document.querySelectorAll(".table-hand .primary:not(:disabled)")].find((one) => one.checkVisibility());
  (document.activeElement === asked ? primary : asked)?.focus({ preventScroll: true });
});

/** Where a key leads: to the first of what it names, and from each on to the next; with Shift back. */
const JUMPS = { F2: "li.move, .moves-words li", F8: "[data-sum]" };

document.addEventListener("keydown", (event) => {
  if (!JUMPS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...document.querySelectorAll(JUMPS[event.key])].filter((one) => one.checkVisibility());
  if (!all.length) return;
  event.preventDefault();
  const at = all.indexOf(document.activeElement);
  const next = all.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % all.length);
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
  // What is typed into a number replaces it.
  next.select?.();
});

const textOf = (one) => one?.textContent.trim().replace(/\s+/g, " ") ?? "";
const textsOf = (what) => [...document.querySelectorAll(what)].map(textOf).filter(Boolean);
const here = () => document.querySelector("[data-list]")?.dataset ?? {};
/** What a control is, whatever page it stands on. */
const nameOf = (one) => one?.id || (one?.ariaLabel ?? textOf(one)) || one?.name;

/** What the page says, and what has the focus: to be told apart from what comes. */
export function seen() {
  const at = document.activeElement;
  const { list, result, version } = here();
  return { version, at, name: nameOf(at), asked: textOf(question()), told: textsOf(TOLD), moved: textsOf(MOVED), list, result };
}

/**
 * Say what is new, and put the focus where it belongs.
 *
 * What has the focus keeps it while it is the same and no new question comes of the own tap; what another has done moves
 * no focus but that of the question itself.
 * @param {ReturnType<typeof seen>} before
 * @param {boolean} own - whether this answers a tap made here, which all moves have come of.
 */
export function say(before, own) {
  const asked = question();
  const next = textOf(asked) !== before.asked;
  const same = before.at?.id ? document.getElementById(before.at.id) : before.at;
  const there = same?.isConnected && same !== document.body && same.checkVisibility({ visibilityProperty: true });
  const stays = there && same !== asked && nameOf(same) === before.name && !(own && next && !same.id);
  if (!stays) {
    // A new question is heard as one, though it stands in the place of the last.
    if (next) document.activeElement?.blur();
    asked?.focus({ preventScroll: true });
  } else if (same !== document.activeElement) same.focus({ preventScroll: true });
  stops();
  const { list, result, spoken, version } = here();
  const moved = textsOf(MOVED);
  const more = moved.filter((one) => !before.moved.includes(one));
  const parts = [
    ...textsOf(TOLD).filter((one) => !before.told.includes(one)),
    // What opens a question says what came of the last act no more.
    (own && version !== before.version) || result !== before.result ? result : "",
    // A list that goes on is not said from its beginning.
    ...((own && list !== before.list) || more.length === moved.length ? [spoken] : more),
    next && stays ? textOf(asked) : "",
  ];
  // A refusal is said by itself, and a question by its focus.
  const says = document.querySelector(".problem, .conflict-box") ? "" : parts.filter(Boolean).join(" ");
  if (says !== news.textContent && (own || says)) news.textContent = says;
}

const inside = (list) => [...list.querySelectorAll(":is(a, input, button):not(:disabled)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }));

/** The board, and signs to be tapped, are one stop each for the keyboard; arrows lead on inside them. */
export function stops() {
  for (const list of document.querySelectorAll(LISTS)) {
    const all = inside(list);
    // Of cards to choose among, a browser stops at the one that is chosen alone.
    const stop = all.find((one) => one === document.activeElement) ?? all.find((one) => one.checked) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  }
}

// Enter on a token leads to where it can go; of itself it would send the first of those places.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.name !== "f.tokens") return;
  event.preventDefault();
  document.querySelector(".slot")?.focus();
});

document.addEventListener("keydown", (event) => {
  const list = event.target.closest(LISTS);
  if (!list || !ARROWS[event.key]) return;
  const all = inside(list);
  const next = all.at((all.indexOf(event.target) + ARROWS[event.key]) % all.length);
  event.preventDefault();
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

stops();
// Who comes to the page is at its question; who follows a link to a part of it is there.
if (document.activeElement === document.body && !location.hash) question()?.focus({ preventScroll: true });
