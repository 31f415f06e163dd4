// Forms whose entries a dead network must not take: they are sent from the page, and the answer takes its place. Without
// script a form is a form.

const DEAF = 300;
const banner = document.querySelector("[data-offline]");
const queue = [];
let sending = false;
let swapped = -DEAF;

const kept = (form) => form?.matches("[data-keep]");

async function send(id, name, value) {
  const form = document.getElementById(id);
  if (!form) return;
  const given = new FormData(form);
  if (name) given.append(name, value);
  const body = form.enctype === "multipart/form-data" ? given : new URLSearchParams(given);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const page = await answer?.text().catch(() => null);
  banner.hidden = page != null;
  if (page == null) queue.length = 0;
  else if (answer.redirected && new URL(answer.url).pathname !== location.pathname) location.assign(answer.url);
  else swap(new DOMParser().parseFromString(page, "text/html"), answer, `#${id} [name="${name}"][value="${value}"]`);
}

function swap(page, answer, button) {
  for (const part of ["main", ".hand"]) {
    const [now, next] = [document.querySelector(part), page.querySelector(part)];
    if (now && next) now.replaceWith(next);
    else if (next) banner.before(next);
    else now?.remove();
  }
  swapped = performance.now();
  document.dispatchEvent(new Event("swapped"));
  const alert = document.querySelector("main [role=alert]:not([hidden])");
  const said = alert ?? document.querySelector("main [role=status], main [data-said]");
  document.querySelector("#news").textContent = said?.textContent.trim() ?? "";
  if (alert) scrollTo(0, 0);
  else document.querySelector(button)?.focus({ preventScroll: true });
  if (answer.redirected) history.replaceState(null, "", answer.url);
}

// Taps that come while one is on its way wait their turn: each is a card.
async function work() {
  if (sending) return;
  sending = true;
  while (queue.length) await send(...queue.shift());
  sending = false;
}

document.addEventListener("submit", (event) => {
  if (!kept(event.target)) return;
  event.preventDefault();
  const button = event.submitter;
  // Only taps on the same keys can wait; a second tap on anything else is one too many.
  if (sending && !("again" in (button?.dataset ?? {}))) return;
  queue.push([event.target.id, button?.name ?? "", button?.value ?? ""]);
  work();
});

// The second half of a double tap must not hit what stands there now. Keys do not bounce: their clicks have no detail.
document.addEventListener("click", (event) => {
  if (!event.detail || performance.now() - swapped >= DEAF || !event.target.closest(".hand")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.documentElement.dataset.ready = "yes";
