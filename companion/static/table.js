// A game: forms are sent without leaving the page, whose parts are swapped; cards are built tap by tap. Without script
// every form is a form, and the same server draws the whole page.

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
  (focused && document.getElementById(focused) || document.querySelector("[data-heading]"))?.focus({ preventScroll: true });
  const problem = document.querySelector(".problem");
  news.textContent = [document.querySelector("[data-news] p"), problem ?? document.querySelector("[data-heading]")]
    .filter(Boolean).map((one) => one.textContent.trim()).join(" ");
  for (const form of document.querySelectorAll("#card")) build(form);
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

// A card: a tap adds a sign, a tap on the face takes it off.

function part(signs, label, off) {
  const one = document.createElement("button");
  one.type = "button";
  one.className = "face-part";
  one.setAttribute("aria-label", label);
  one.append(signs.cloneNode(true));
  one.addEventListener("click", off);
  return one;
}

function build(form) {
  const face = document.querySelector("[data-face]");
  if (!face) return;
  const parts = [];
  for (const input of form.querySelectorAll("input[type=radio]:checked")) {
    parts.push(part(input.nextElementSibling, input.nextElementSibling.textContent, () => {
      input.checked = false;
      build(form);
    }));
  }
  for (const input of form.querySelectorAll("[data-counter] input")) {
    const count = Number(input.value) || 0;
    const button = input.parentElement.querySelector("button");
    input.parentElement.classList.toggle("some", count > 0);
    for (let n = 0; n < count && n < 20; n++) {
      parts.push(part(button.firstElementChild, input.getAttribute("aria-label"), () => {
        input.value = count - 1 || "";
        build(form);
      }));
    }
  }
  for (const input of form.querySelectorAll("input[data-added]")) {
    const tile = form.querySelector(`[data-add][value="${input.value}"]`);
    parts.push(part(tile.firstElementChild, tile.getAttribute("aria-label"), () => {
      input.remove();
      build(form);
    }));
  }
  face.hidden = false;
  if (!form.dataset.empty) form.dataset.empty = face.innerHTML;
  if (parts.length) face.replaceChildren(...parts);
  else face.innerHTML = form.dataset.empty;
}

document.addEventListener("click", (event) => {
  const more = event.target.closest("[data-more]");
  const add = event.target.closest("[data-add]");
  if (more) {
    const input = more.parentElement.querySelector("input");
    input.value = (Number(input.value) || 0) + 1;
    build(more.form);
  } else if (add) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: add.dataset.add, value: add.value });
    input.dataset.added = "";
    add.form.append(input);
    build(add.form);
  }
});
document.addEventListener("change", (event) => event.target.form?.id === "card" && build(event.target.form));

for (const form of document.querySelectorAll("#card")) build(form);
document.documentElement.dataset.ready = "yes";
