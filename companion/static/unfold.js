// @ts-check
// What one unfolds with a tap comes into sight above what lies at the foot, as far as it does not lie there already.

const HANDS = ".table-hand, .hand";
let tapped = null;

/** How much of the window a hand covers that sticks to its foot; beside the page it covers nothing. */
function covered() {
  const hand = document.querySelector(HANDS);
  if (!hand || getComputedStyle(hand).position !== "sticky") return 0;
  return Math.max(innerHeight - hand.getBoundingClientRect().top, 0);
}

/** Bring a part of the page into sight above the hand; what is in sight stays where it is. */
function show(part) {
  part.style.scrollMargin = `3.5rem 0 ${covered()}px`;
  part.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  tapped = event.target instanceof Element ? event.target.closest("summary")?.parentElement : null;
});
// A page that is drawn anew unfolds what was unfolded: nothing moves for that.
document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (fold instanceof HTMLDetailsElement && fold === tapped && fold.open && !fold.closest(HANDS)) show(fold);
}, true);
// Another script of the page asks for it.
document.addEventListener("show", (event) => event instanceof CustomEvent && show(event.detail));
document.documentElement.dataset.ready = "yes";
