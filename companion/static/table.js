// A game: forms are sent without leaving the page, whose parts are swapped. Without script every form is a form, and the
// same server draws the whole page.

import { dress } from "./card.js";

const DEAF = 300;
const AGAIN = 3000;
const PARTS = [".top", "#main", '[data-part="hand"]', '[data-part="foot"]'];
const root = document.documentElement;
const news = document.querySelector("#news");
const banner = document.querySelector("[data-offline]");
let hears = 0;

/** Send a form until it arrives; a second arrival of the same form is the same line of the log. */
async function arrive(address, body) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body });
      // A server that is just being started again is no answer yet.
      if (![502, 503, 504].includes(answer.status)) return [answer, await answer.text()];
    } catch {
      // Without connection: again.
    }
    banner.hidden = false;
    await new Promise((again) => {
      setTimeout(again, AGAIN);
      addEventListener("online", again, { once: true });
    });
  }
}

async function send(form, button) {
  if ("sending" in root.dataset) return;
  root.dataset.sending = "";
  const given = new FormData(form);
  if (button?.name) given.append(button.name, button.value);
  button?.classList.add("tap-now");
  const [answer, text] = await arrive(form.action, new URLSearchParams(given));
  banner.hidden = true;
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
  swap(new DOMParser().parseFromString(text, "text/html"));
  delete root.dataset.sending;
}

const scene = () => document.querySelector("[data-scene]")?.dataset.scene;

function swap(page) {
  const before = scene();
  const focused = document.activeElement?.id;
  for (const part of PARTS) {
    const [now, next] = [document.querySelector(part), page.querySelector(part)];
    if (now && next) now.replaceWith(next);
    else if (next) banner.before(next);
    else now?.remove();
  }
  rest();
  const problem = document.querySelector(".problem");
  if (scene() !== before || scene() === "card" || (problem && !scene())) scrollTo(0, 0);
  (focused && document.getElementById(focused) || document.querySelector("[data-heading]"))?.focus({ preventScroll: true });
  // A refusal is said by itself.
  news.textContent = problem ? "" : [...document.querySelectorAll("[data-news] p, [data-heading]")]
    .map((one) => one.textContent.trim()).join(" ");
  dress();
}

// The second half of a double tap must not hit what stands there now.
function rest() {
  clearTimeout(hears);
  root.dataset.deaf = "";
  hears = setTimeout(() => delete root.dataset.deaf, DEAF);
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

// Keys do not bounce: their clicks have no detail.
document.addEventListener("click", (event) => {
  if (!event.detail || !("deaf" in root.dataset) || !event.target.closest("button, a, label")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=checkbox])")) return;
  const undo = document.querySelector("[data-undo]");
  if (!undo) return;
  event.preventDefault();
  send(undo, undo.querySelector("button"));
});

root.dataset.ready = "yes";
