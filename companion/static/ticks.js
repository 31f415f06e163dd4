// @ts-check
// Ticks of a list stay on this phone, under the name that the list has; they help, and nothing waits for them.

const shelf = (list) => `lockup.ticks.${list.dataset.ticks}`;
const boxes = (list) => [...list.querySelectorAll("[data-tick]")];

function kept(list) {
  try {
    return JSON.parse(localStorage.getItem(shelf(list))) ?? [];
  } catch {
    return [];
  }
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
  try {
    localStorage.setItem(shelf(list), JSON.stringify(boxes(list).filter((one) => one.checked).map((one) => one.dataset.tick)));
  } catch {
    // Without storage they stay as long as the page does.
  }
});

/** Tick what was ticked before. */
export function dress() {
  for (const list of document.querySelectorAll("[data-ticks]")) {
    const ticked = kept(list);
    for (const one of boxes(list)) one.checked ||= ticked.includes(one.dataset.tick);
    count(list);
  }
}
