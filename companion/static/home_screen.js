// @ts-check
// In the pocket edition: the app goes to the home screen, by the browser's own question where it has one.

const shell = /** @type {any} */ (window.parent).lockup;
const way = /** @type {HTMLElement | null} */ (document.querySelector("[data-way]"));
const put = /** @type {HTMLElement | null} */ (document.querySelector("[data-install]"));

put?.addEventListener("click", async () => {
  if (!shell?.install) {
    // Only Safari on a phone says whether it runs from the home screen.
    way.textContent = "standalone" in navigator ? way.dataset.share : way.dataset.menu;
    put.hidden = true;
  } else if (await shell.install()) {
    /** @type {HTMLElement | null} */ (document.querySelector("[data-installed]"))?.click();
  }
});
document.documentElement.dataset.ready = "yes";
