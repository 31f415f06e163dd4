// @ts-check
// Ticks of a list stay on this phone, under the name that the list has; they help, and nothing waits for them.

const shelf = (list) => `lockup.ticks.${list.dataset.ticks}`;
const boxes = (list) => [...list.querySelectorAll("[data-tick]")];
/** Where a row comes to say something else, nobody has done that yet. */
const key = (box) => `${box.dataset.tick} ${box.dataset.mark}`;

/** What is ticked, by shelf; without storage it stays as long as the page does. */
const ticked = new Map();

function kept(list) {
  const name = shelf(list);
  if (!ticked.has(name)) {
    let stored = [];
    try {
      stored = JSON.parse(localStorage.getItem(name)) ?? [];
    } catch {
      // Nothing is stored, or nothing can be.
    }
    ticked.set(name, new Set(stored));
  }
  return ticked.get(name);
}

/** How many are left stands beside the button that begins. */
function count(list) {
  const line = document.querySelector("[data-unticked]");
  if (!line) return;
  const left = boxes(list).filter((one) => !one.checked).length;
  line.querySelector("b").textContent = String(left);
  line.hidden = !left;
  document.querySelector("[data-all-ticked]").hidden = left > 0;
}

document.addEventListener("change", ({ target }) => {
  const list = target.closest("[data-ticks]");
  if (!list || !target.matches("[data-tick]")) return;
  count(list);
  kept(list)[target.checked ? "add" : "delete"](key(target));
  try {
    localStorage.setItem(shelf(list), JSON.stringify([...kept(list)]));
  } catch {
    // Without storage they stay as long as the page does.
  }
});

/** Tick what was ticked before, and nothing else: a row may have come to say something else. */
export function dress() {
  for (const list of document.querySelectorAll("[data-ticks]")) {
    for (const one of boxes(list)) one.checked = kept(list).has(key(one));
    count(list);
  }
}
