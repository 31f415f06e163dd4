// @ts-check
// A tap is felt, where a phone lets a page do that.

const SHORT = 12;

document.addEventListener("click", ({ target }) => target.closest("button, label, summary, a") && navigator.vibrate?.(SHORT));
for (const one of document.querySelectorAll("[data-tick-told]")) {
  one.textContent = one.dataset[navigator.vibrate ? "there" : "none"];
}
document.documentElement.dataset.ready = "yes";
