// @ts-check
// The page of the computer that serves: it looks again every few seconds, and keeps the computer awake if it may.

const AGAIN = 3000;
const part = "[data-host-part]";
let shown = document.querySelector(part).innerHTML;

async function look() {
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector(part)?.innerHTML;
    const asked = (text) => text.replace(/name="once" value="[^"]*"/g, "");
    // What somebody has unfolded or is about to press stays where nothing has changed.
    if (answer.ok && next && asked(next) !== asked(shown)) {
      const open = document.querySelector(`${part} details`)?.open;
      document.querySelector(part).innerHTML = shown = next;
      const details = document.querySelector(`${part} details`);
      if (details) details.open = Boolean(open);
    }
  } catch {
    // The app was stopped: what is shown is what was last known.
  }
  setTimeout(look, AGAIN);
}

const awake = document.querySelector("[data-awake]");
const button = awake.querySelector("button");
const told = awake.querySelector("[data-awake-told]");
const first = told.textContent;
let lock = null;

async function hold() {
  try {
    lock = await navigator.wakeLock.request("screen");
    told.textContent = told.dataset.held;
    button.setAttribute("aria-pressed", "true");
  } catch {
    told.textContent = told.dataset.refused;
    button.setAttribute("aria-pressed", "false");
  }
}

async function free() {
  await lock?.release();
  lock = null;
  told.textContent = first;
  button.setAttribute("aria-pressed", "false");
}

awake.hidden = false;
button.addEventListener("click", () => (lock ? free() : hold()));
// A page that is covered loses the lock.
document.addEventListener("visibilitychange", () => lock && !document.hidden && hold());

setTimeout(look, AGAIN);
document.documentElement.dataset.ready = "yes";
