// @ts-check
// Arrow keys go an act back or forward; without script the two buttons do.

addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = document.querySelector(`[data-key="${event.key}"]`);
  if (!(link instanceof HTMLElement) || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  link.click();
});
document.documentElement.dataset.ready = "yes";
