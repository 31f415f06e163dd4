// @ts-check
// A card is built tap by tap: a tap on a sign adds it, a tap on the face takes it off.

import { rest } from "./fingers.js";
import "./meaning.js";
import { dress as dressTicks } from "./ticks.js";

function part(signs, label, off) {
  const one = document.createElement("button");
  one.type = "button";
  one.className = "face-part";
  one.setAttribute("aria-label", label);
  one.append(...signs);
  one.addEventListener("click", off);
  return one;
}

const copy = (element) => [element.cloneNode(true)];

/** What is tapped stays until it is entered, whatever others do meanwhile. */
function put(input, given) {
  Object.assign(input, given);
  input.dataset.dirty = "";
}

function* parts(form) {
  const takenOff = (input, given) => () => (put(input, given), build(form));
  for (const input of form.querySelectorAll("input[type=radio]:checked")) {
    // What belongs to another type of card waits where it was chosen.
    if (!input.closest(".tile")?.checkVisibility()) continue;
    const tile = input.nextElementSibling;
    yield part(copy(tile), tile.textContent, takenOff(input, { checked: false }));
  }
  for (const input of form.querySelectorAll("input.more")) {
    if (input.value) yield part([input.value], input.value, takenOff(input, { value: "" }));
  }
  for (const input of form.querySelectorAll(".tiles [name=free]:checked")) {
    const tile = input.nextElementSibling;
    yield part(copy(tile), tile.textContent, takenOff(input, { checked: false }));
  }
  for (const input of form.querySelectorAll("[data-counter] input")) {
    const count = Number(input.value) || 0;
    const button = input.parentElement.querySelector("button");
    input.parentElement.classList.toggle("some", count > 0);
    if (count < 1) continue;
    const [figure, label] = count > 1 ? [[String(count)], `${count} ${input.getAttribute("aria-label")}`] : [[], input.getAttribute("aria-label")];
    yield part([...figure, ...copy(button.firstElementChild)], label, takenOff(input, { value: count - 1 || "" }));
  }
  for (const input of form.querySelectorAll("input[data-added]")) {
    const tile = form.querySelector(`[data-add="${input.name}"][value="${input.value}"]`);
    yield part(copy(tile.firstElementChild), tile.getAttribute("aria-label"), () => (input.remove(), build(form)));
  }
}

function build(form) {
  const face = document.querySelector("[data-face]");
  // Where several forms stand on a page, the face is that of the card.
  if (!face || form.id !== "card") return;
  const focused = face.contains(document.activeElement);
  const built = [...parts(form)];
  for (const one of face.querySelectorAll(".face-part")) one.remove();
  // What asks for a tap, or says that there is nothing to tap, stands there until something was.
  for (const one of face.children) one.hidden = built.length > 0;
  face.append(...built);
  // Who types a card has not entered it before: its face takes the room of those that were.
  const before = document.querySelector("[data-before]");
  if (before) before.hidden = built.length > 0;
  const blank = form.elements.namedItem("nothing");
  if (blank && built.length) put(blank, { checked: false });
  // What would be refused does not look ready.
  const says = built.length > 0 || Boolean(blank?.checked);
  document.querySelector("button[form=card].primary")?.classList.toggle("unarmed", !says);
  if (focused) (built.at(-1) ?? form.querySelector("input, button")).focus({ preventScroll: true });
}

function add(form, name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  input.dataset.added = "";
  form.append(input);
}

/** The faces that were offered last, and how far their list was scrolled. */
let offered = { list: null, top: 0 };

const valuesOf = (list) => [...list?.children ?? []].map((one) => one.value);

/** Faces entered before keep their places while one card after the other is entered; what is used up is closed. */
function keepPlaces() {
  const list = document.querySelector("[data-before] .tiles");
  if (list === offered.list) return;
  const left = valuesOf(list);
  const before = valuesOf(offered.list);
  if (left.length && left.every((one) => before.includes(one))) {
    for (const [place, one] of [...offered.list.children].entries()) {
      if (left.includes(one.value)) continue;
      one.disabled = true;
      list.insertBefore(one, list.children[place]);
    }
    list.scrollTop = offered.top;
  }
  offered = { list, top: list?.scrollTop ?? 0 };
  list?.addEventListener("scroll", () => (offered.top = list.scrollTop));
}

/** What asked for a tap is over with it; it keeps its room, so that nothing moves. */
const answered = () => document.querySelector(".problem[data-blank]")?.classList.add("answered");

document.addEventListener("click", (event) => {
  const more = event.target.closest("[data-counter] [data-more]");
  const sign = event.target.closest("[data-add]");
  if (more) {
    const input = more.parentElement.querySelector("input");
    put(input, { value: String((Number(input.value) || 0) + 1) });
    // What costs something is not free.
    for (const free of more.closest(".tiles").querySelectorAll("[name=free]")) put(free, { checked: false });
  } else if (sign) add(sign.form, sign.dataset.add, sign.value);
  if (!more && !sign) return;
  build((more ?? sign).form);
  answered();
});

document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "card") return;
  const tiles = target.closest(".tiles");
  // A number is tapped or typed, not both.
  if (target.matches(".more")) for (const radio of tiles.querySelectorAll("input:checked")) put(radio, { checked: false });
  else if (target.type === "radio") for (const typed of tiles.querySelectorAll(".more")) put(typed, { value: "" });
  else if (target.name === "free") for (const counted of tiles.querySelectorAll("[data-counter] input")) put(counted, { value: "" });
  build(target.form);
  answered();
});

const WIDE = matchMedia("(min-width: 75rem)");

/** How long a page that was swapped waits for the script of its goons before it hears fingers without it. */
const PATIENCE = 5000;
let comes = Boolean(document.querySelector("[data-goons]"));

/** Scripts that few pages need are fetched with what needs them; a page that begins with goons brings theirs itself. */
function fetchMore() {
  const goons = document.querySelector("[data-goons]")?.dataset.goons;
  const draft = document.querySelector("[data-draft]")?.dataset.draft;
  const wide = document.querySelector("[data-wide]")?.dataset.wide;
  if (goons && !comes) {
    comes = true;
    rest(PATIENCE);
    import(goons).catch(() => (comes = false)).finally(() => rest());
  }
  if (draft) import(draft);
  if (wide && WIDE.matches) import(wide);
}

/** Take over the cards on the page: lists that were filled in before stand on their faces. */
export function dress() {
  keepPlaces();
  for (const form of document.querySelectorAll("#card")) {
    for (const select of form.querySelectorAll("select.no-script:enabled")) {
      select.disabled = true;
      if (select.value) add(form, select.name, select.value);
    }
    build(form);
  }
  // What a refusal speaks of is not left below it.
  if (document.querySelector(".problem:not(.answered)")) document.querySelector(".blank")?.scrollIntoView({ block: "center" });
  document.dispatchEvent(new Event("dressed"));
  dressTicks();
  fetchMore();
}

document.addEventListener("swapped", dress);
document.addEventListener("restored", ({ detail }) => {
  for (const [name, value] of detail.pairs) add(detail.form, name, value);
  dress();
});
WIDE.addEventListener("change", fetchMore);
dress();
document.documentElement.dataset.ready = "yes";
