// @ts-check
// The page of a new game: its steps, or all it can be told at once. Without script everything stands on the page.

import "./table.js";

const form = () => document.querySelector("#new");
let shown = form().classList.contains("all");

/** Why a choice is closed now, or null: the class names the difficulty whose cards are not known. */
function closed(input) {
  const difficulty = form().querySelector('[name="difficulty"]:checked')?.value;
  return difficulty && input.closest("label")?.classList.contains(`closed-${difficulty}`);
}

document.addEventListener("click", (event) => {
  const all = event.target.closest("[data-all-at-once]");
  if (all) {
    shown = form().classList.toggle("all");
    all.setAttribute("aria-pressed", String(shown));
    // What is shown now begins below the steps: who asks for it is brought there, and finds it open.
    const more = form().querySelector(".all-only > details");
    if (shown && more) {
      more.open = true;
      more.scrollIntoView({ block: "start" });
    }
    return;
  }
  const input = event.target.closest("label")?.querySelector('input[name="dealing"]');
  if (input && closed(input)) event.preventDefault();
});

/** A goal that is typed stands in the line of its slot. */
function name(slot) {
  const title = slot.querySelector("[data-slot-title]");
  title.dataset.label ??= title.textContent;
  const chosen = [...slot.querySelectorAll("input:checked + span")].map((one) => one.textContent.trim());
  const { label, colon, comma } = title.dataset;
  title.textContent = chosen.length ? label + colon + chosen.join(comma) : label;
}

/** Whoever has typed a name is called by it where it is asked who begins. */
function call() {
  const names = [...form().querySelectorAll('input[name^="name"]')].filter((one) => one.checkVisibility());
  for (const [seat, place] of form().querySelectorAll("[data-called]").entries()) {
    place.dataset.label ??= place.textContent;
    const typed = names[seat]?.value.trim();
    place.textContent = typed ? typed + place.dataset.called : place.dataset.label;
  }
}

/** The slot in which a finger chooses: arrow keys choose each tile on their way and fold nothing. */
let touched = null;

document.addEventListener("pointerdown", ({ target }) => (touched = target.closest(".goal-slot")));
document.addEventListener("keydown", () => (touched = null));

/** Whether all that is chosen from tiles in a slot is. */
function complete(slot) {
  const names = [...slot.querySelectorAll('input[type="radio"]')].filter((one) => one.checkVisibility()).map((one) => one.name);
  return names.every((one) => slot.querySelector(`[name="${one}"]:checked`));
}

document.addEventListener("change", ({ target }) => {
  const slot = target.closest(".goal-slot");
  if (!slot) return call();
  name(slot);
  if (slot !== touched || target.type !== "radio" || !complete(slot)) return;
  slot.open = false;
  slot.querySelector("summary").scrollIntoView({ block: "nearest" });
});

/** A page that was refused comes back as it was. */
function dress() {
  form()?.classList.toggle("all", shown);
  document.querySelector("[data-all-at-once]")?.setAttribute("aria-pressed", String(shown));
  for (const slot of document.querySelectorAll(".goal-slot")) name(slot);
  if (form()) call();
}

document.addEventListener("swapped", dress);
dress();
