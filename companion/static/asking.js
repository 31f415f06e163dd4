// @ts-check
// A question page that answers as one taps: the same form, asked again, its parts swapped. Without script it has a button.
import { pageOf } from "./answers.js";
import { dress, numbers, textOf } from "./number.js";
import "./unfold.js";

/** @type {any} */
const form = document.querySelector("[data-live]");
let asked = 0;
let timer = 0;

async function ask() {
  const turn = ++asked;
  const given = new FormData(form);
  for (const input of form.querySelectorAll("[data-number]")) given.set(input.name, textOf(input));
  const address = `${location.pathname}?${new URLSearchParams(given)}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || turn !== asked) return;
  const page = pageOf(await answer.text());
  if (turn !== asked) return;
  history.replaceState(null, "", address);
  for (const part of document.querySelectorAll("[data-live-part]")) swap(part, page);
  for (const list of document.querySelectorAll("[data-live-list]")) grow(list, page);
  for (const input of form.querySelectorAll("[data-number]")) {
    if (page.getElementById(input.id)?.hasAttribute("aria-invalid")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

function swap(part, page) {
  const other = page.querySelector(`[data-live-part="${CSS.escape(part.dataset.livePart)}"]`);
  // A field or choice that has the focus is as one left it; the parts around it change.
  if (!other || (part.contains(document.activeElement) && document.activeElement.matches("input"))) return;
  if (part.innerHTML !== other.innerHTML) part.innerHTML = other.innerHTML;
  // The keypad hides what it covers; nothing else may show that again.
  if (!("hand" in part.dataset)) part.hidden = other.hidden;
}

// A list only gets longer: what one is typing in stays.
function grow(list, page) {
  const others = page.querySelector(`[data-live-list="${CSS.escape(list.dataset.liveList)}"]`);
  for (const added of [...others.children].slice(list.children.length)) {
    list.append(added);
    dress(added);
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(ask, 120);
}

form.addEventListener("change", (event) => {
  if (event.target.matches("[data-number]")) return;
  if (event.target.name !== "players") return ask();
  // Another number of sides is another form; an answer to this one is not waited for.
  clearTimeout(timer);
  asked++;
  for (const input of form.querySelectorAll("[data-number]")) input.value = textOf(input);
  form.submit();
});
numbers({ change: soon, more: () => false, end: () => {} });
document.documentElement.dataset.ready = "yes";
