// @ts-check
// Any key goes on, where the page asks for nothing but that; so does a remote, and the button is as large as a hand.

const KEYS = new Set(["Enter", "PageDown", "ArrowRight", "MediaTrackNext"]);
/** What hears keys itself. */
const HEARS = "a, button, input, select, textarea, summary";
const root = document.documentElement;

/** The one button that goes on, if there is one and its form lacks nothing. */
function next() {
  const found = [...document.querySelectorAll(":is(.table-hand .primary, button.turn):not(:disabled, [aria-disabled])")];
  const [one, ...more] = found.filter((button) => button.checkVisibility());
  return !more.length && (one?.form?.checkValidity() ?? true) ? one : undefined;
}

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || "deaf" in root.dataset) return;
  if (event.key.length > 1 && !KEYS.has(event.key)) return;
  const button = event.target.closest(HEARS) ? undefined : next();
  if (!button) return;
  event.preventDefault();
  button.click();
});
root.dataset.ready = "yes";
