// A question page that answers as one taps: the same form, asked again, its parts swapped. Without script it has a button.
import { keypad, steppers, textOf } from "./number.js";

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
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(null, "", address);
  for (const part of document.querySelectorAll("[data-live-part]")) {
    const other = page.querySelector(`[data-live-part="${CSS.escape(part.dataset.livePart)}"]`);
    // What one is typing in stays; its neighbours change.
    if (!other || part.contains(document.activeElement)) continue;
    if (part.innerHTML !== other.innerHTML) part.innerHTML = other.innerHTML;
    part.hidden = other.hidden;
  }
  for (const input of form.querySelectorAll("[data-number]")) {
    const other = page.getElementById(input.id);
    if (other?.hasAttribute("aria-invalid")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(ask, 120);
}

form.addEventListener("change", (event) => {
  // Another number of sides is another form.
  if (event.target.name === "players") form.submit();
  else if (!event.target.matches("[data-number]")) ask();
});
for (const button of form.querySelectorAll("[data-step]")) button.hidden = false;
keypad({ change: soon, more: () => false, end: () => {} });
steppers(soon);
document.documentElement.dataset.ready = "yes";
