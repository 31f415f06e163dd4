// @ts-check
// Forms whose entries a dead network must not take: they are sent from the page, and the answer takes its place. Without
// script a form is a form.

import { elsewhere, pageOf } from "./answers.js";
import { deafen, rest } from "./fingers.js";

const banner = document.querySelector("[data-offline]");
const queue = [];
const root = document.documentElement;
let inHand = false;

const kept = (form) => form?.matches("[data-keep]");

async function send(id, name, value) {
  const form = document.forms.namedItem(id);
  if (!form) return;
  const given = new FormData(form);
  if (name) given.append(name, value);
  const body = form.enctype === "multipart/form-data" ? given : new URLSearchParams(given);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const page = await answer?.text().catch(() => null);
  banner.hidden = page != null;
  if (page == null) queue.length = 0;
  else if (elsewhere(answer)) location.assign(answer.url);
  else swap(pageOf(page), answer, `:is(#${id} *, [form=${id}])[name="${name}"][value="${value}"]`);
}

function swap(page, answer, button) {
  for (const part of ["main", ".hand"]) {
    const [now, next] = [document.querySelector(part), page.querySelector(part)];
    if (now && next) now.replaceWith(next);
    else if (next) banner.before(next);
    else now?.remove();
  }
  if (inHand) rest();
  document.dispatchEvent(new Event("swapped"));
  const said = document.querySelector("main [role=alert]:not([hidden])") ?? document.querySelector("main [data-said]");
  document.querySelector("#news").textContent = said?.textContent.trim() ?? "";
  const pressed = document.querySelector(button);
  pressed?.focus({ preventScroll: true });
  // Keys stay under the finger; anything else begins anew.
  if (!pressed?.matches("[data-again]")) scrollTo(0, 0);
  if (answer.redirected) history.replaceState(null, "", answer.url);
}

// Taps that come while one is on its way wait their turn: each is a card.
async function work() {
  root.dataset.sending = "";
  while (queue.length) await send(...queue.shift());
  delete root.dataset.sending;
}

document.addEventListener("submit", (event) => {
  if (!kept(event.target)) return;
  event.preventDefault();
  const button = event.submitter;
  const sending = "sending" in root.dataset;
  // Only taps on keys can wait; a second tap on anything else is one too many.
  if (sending && !button?.matches("[data-again]")) return;
  inHand = Boolean(button?.closest(".hand"));
  queue.push([event.target.id, button?.name ?? "", button?.value ?? ""]);
  if (!sending) work();
});

deafen(".hand");

root.dataset.ready = "yes";
