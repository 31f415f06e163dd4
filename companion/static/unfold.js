// @ts-check
// What one unfolds with a tap, or comes to by Tab, comes into sight above what lies at the foot, as far as it does not
// lie there already.

const FEET = ".table-hand, .table-foot, .hand, .answer, .keypad, .docked, [data-goons-done]";
let tapped = null;

/** What sticks to the foot of the window just now; what stands beside the page or in its flow does not. */
function feet() {
  return [...document.querySelectorAll(FEET)].filter((one) => {
    const { position, bottom } = getComputedStyle(one);
    return position === "sticky" && Math.abs(innerHeight - parseFloat(bottom) - one.getBoundingClientRect().bottom) < 1;
  });
}

/** Bring a part of the page into sight above its feet; what is in sight, or lies in one of them, stays where it is. */
function show(part) {
  const lying = feet();
  if (lying.some((one) => one.contains(part))) return;
  const top = Math.min(innerHeight, ...lying.map((one) => one.getBoundingClientRect().top));
  part.style.scrollMargin = `3.5rem 0 ${innerHeight - top}px`;
  part.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  tapped = event.target instanceof Element ? event.target.closest("summary")?.parentElement : null;
});
// A page that is drawn anew unfolds what was unfolded: nothing moves for that.
document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (fold instanceof HTMLDetailsElement && fold === tapped && fold.open) show(fold);
}, true);
document.addEventListener("keyup", (event) => {
  const focused = document.activeElement;
  if (event.key === "Tab" && focused && focused !== document.body) show(focused.closest("label") ?? focused);
});
// Another script of the page asks for it.
document.addEventListener("show", (event) => event instanceof CustomEvent && show(event.detail));
document.documentElement.dataset.ready = "yes";
