// A game: forms are sent without leaving the page, whose parts are swapped. Without script every form is a form, and the
// same server draws the whole page.

import { dress } from "./card.js";

const DEAF = 300;
const AGAIN = 3000;
const news = document.querySelector("#news");
const banner = document.querySelector("[data-offline]");
let sending = false;
let swapped = -DEAF;

/** Send a form until it arrives; a second arrival of the same form is the same line of the log. */
async function arrive(address, body) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body });
      const page = await answer.text();
      banner.hidden = true;
      return [answer, page];
    } catch {
      banner.hidden = false;
      await new Promise((again) => {
        setTimeout(again, AGAIN);
        addEventListener("online", again, { once: true });
      });
    }
  }
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  const given = new FormData(form);
  if (button?.name) given.append(button.name, button.value);
  for (const one of document.querySelectorAll(".tap-now")) one.classList.remove("tap-now");
  button?.classList.add("tap-now");
  const [answer, text] = await arrive(form.action, new URLSearchParams(given));
  sending = false;
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.querySelector("[data-scene]")) return location.assign(answer.url);
  swap(page);
}

function swap(page) {
  const scene = document.querySelector("[data-scene]").dataset.scene;
  const place = document.querySelector("#main").scrollTop;
  const focused = document.activeElement?.id;
  for (const part of [".top", "#main", '[data-part="hand"]', '[data-part="foot"]']) {
    const [now, next] = [document.querySelector(part), page.querySelector(part)];
    if (now && next) now.replaceWith(next);
    else if (next) banner.before(next);
    else now?.remove();
  }
  swapped = performance.now();
  const next = document.querySelector("[data-scene]").dataset.scene;
  if (next !== scene || next === "card") scrollTo(0, 0);
  else document.querySelector("#main").scrollTop = place;
  (focused && document.getElementById(focused) || document.querySelector("[data-heading]"))?.focus({ preventScroll: true });
  const problem = document.querySelector(".problem");
  news.textContent = [document.querySelector("[data-news] p"), problem ?? document.querySelector("[data-heading]")]
    .filter(Boolean).map((one) => one.textContent.trim()).join(" ");
  dress();
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-leave], .figures") || event.defaultPrevented) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

// The second half of a double tap must not hit what stands there now. Keys do not bounce: their clicks have no detail.
document.addEventListener("click", (event) => {
  if (event.detail && performance.now() - swapped < DEAF && event.target.closest("button, a, label")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=checkbox])")) return;
  const undo = document.querySelector("[data-undo]");
  if (!undo) return;
  event.preventDefault();
  send(undo, undo.querySelector("button"));
});

document.documentElement.dataset.ready = "yes";
