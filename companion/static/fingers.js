// @ts-check
// What all pages of a game do with fingers and keys: no double tap hits what has just come, and Ctrl+Z takes back.

/** In ms: a second tap 350 ms after the first must not do what has come under the finger. */
const DEAF = 450;
const root = document.documentElement;
let hears = 0;

/** What the chosen tokens would add stands where they can go; a lookout adds an eye. */
export function tellSum() {
  const chosen = [...document.querySelectorAll('[name="f.tokens"]:checked')];
  const strength = chosen.reduce((sum, one) => sum + Number(one.dataset.strength), 0);
  const lookout = chosen.find((one) => one.value === '"lookout"')?.parentElement.querySelector(".icon");
  for (const slot of document.querySelectorAll(".slot:not(.tap-now)")) {
    slot.replaceChildren(chosen.length ? `+${strength}` : "+");
    if (lookout) slot.append(" ", lookout.cloneNode(true));
    slot.querySelector(".icon")?.classList.add("small-icon");
  }
}

/** The second half of a double tap must not hit what stands there now, nor a finger that was on its way before. */
export function rest(time = DEAF) {
  clearTimeout(hears);
  root.dataset.deaf = "";
  hears = setTimeout(() => delete root.dataset.deaf, time);
}

document.addEventListener("rest", () => rest());

/** What matches hears no finger while the page rests. */
export function deafen(what) {
  document.addEventListener("click", (event) => {
    // Keys do not bounce: their clicks have no detail.
    if (!event.detail || !("deaf" in root.dataset) || !event.target.closest(what)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

// What is typed takes the place of the number that stands there; a mouse that is let go would put its mark in it again.
const NUMBER = "input[inputmode=numeric], .correction [data-number]";
let entered = null;
document.addEventListener("focusin", ({ target }) => {
  entered = target.matches(NUMBER) ? target : null;
  setTimeout(() => entered?.select());
});
document.addEventListener("click", ({ target }) => {
  if (target === entered) target.select();
  entered = null;
});
if (document.activeElement?.matches(NUMBER)) document.activeElement.select();

/** A refusal is over once somebody mends it. */
export const mended = () => document.querySelectorAll(".table-hand > .problem, .folded > .problem").forEach((one) => one.remove());

for (const kind of ["input", "change"]) document.addEventListener(kind, mended);

/** Ctrl+Z sends the form that takes back, but in a field, where it takes back what was typed. */
export function takingBack(send) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=checkbox])")) return;
    const undo = document.querySelector("[data-undo]");
    if (!undo) return;
    event.preventDefault();
    send(undo, undo.querySelector("button"));
  });
}

/** What was chosen stands between the head and the hand, which asks what pays for it; else the list of what has moved. */
export function showChosen() {
  const head = document.querySelector(".board-head");
  const [card, list, hand] = [".offer.chosen", "#main .moves[data-moves]:not(.moving-back)", ".table-hand"]
    .map((one) => document.querySelector(one)?.getBoundingClientRect());
  const shown = card ?? list;
  // On its side, and on a laptop, the hand stands beside the cards.
  if (!shown || !hand || hand.left >= shown.right) return;
  const under = shown.bottom - hand.top + ABOVE_HAND;
  // Where notes stand above it, the head comes to stick only as the page is scrolled.
  const bar = document.querySelector(".top").getBoundingClientRect().bottom;
  const edge = head ? parseFloat(getComputedStyle(head).top) + head.getBoundingClientRect().height : bar;
  const over = shown.top - edge - ABOVE_HAND;
  if (under > 0 || over < 0) scrollBy(0, Math.min(Math.max(under, 0), over));
}

const ABOVE_HAND = 8;
