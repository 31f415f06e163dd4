// @ts-check
// Somebody has opened the next game: whoever still reads what this one has come to has a while for it, and sees how long.

/** For so many seconds what a game has come to is read once the next one is open. */
export const READ = { screen: 20, phone: 30 };

const COUNTED = 1000;
/** What says how long it still is, and what keeps this page. */
const ASIDE = "[data-leads], [data-stay]";
let counting = 0;

const show = (shown) => {
  for (const one of document.querySelectorAll(ASIDE)) one.hidden = !shown;
};

/** This page is kept, for good; the way on stays beside it. */
function stay() {
  clearInterval(counting);
  show(false);
  document.querySelector("[data-next-game] a")?.focus();
}

/**
 * Go to the next game after so many seconds, unless somebody taps to stay; the sentence that counts them is on the page or not.
 * @param {string} address
 * @param {number} seconds
 * @param {() => void} [leave] what ends with this page
 */
export function leadThere(address, seconds, leave = () => {}) {
  if (counting) return;
  const until = Date.now() + seconds * COUNTED;
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / COUNTED);
    const told = document.querySelector("[data-leads]");
    if (told) told.textContent = told.dataset.leads.replace("{n}", String(Math.max(left, 0)));
    show(true);
    if (left > 0) return;
    clearInterval(counting);
    leave();
    location.assign(address);
  };
  counting = setInterval(tick, COUNTED);
  document.addEventListener("click", (event) => event.target.closest("[data-stay]") && stay());
  tick();
}
