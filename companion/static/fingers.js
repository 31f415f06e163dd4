// What all pages of a game do with fingers and keys: no double tap hits what has just come, and Ctrl+Z takes back.

const DEAF = 300;
const root = document.documentElement;
let hears = 0;

/** The second half of a double tap must not hit what stands there now. */
export function rest() {
  clearTimeout(hears);
  root.dataset.deaf = "";
  hears = setTimeout(() => delete root.dataset.deaf, DEAF);
}

/** What matches hears no finger while the page rests. */
export function deafen(what) {
  document.addEventListener("click", (event) => {
    // Keys do not bounce: their clicks have no detail.
    if (!event.detail || !("deaf" in root.dataset) || !event.target.closest(what)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

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
