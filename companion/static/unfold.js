// @ts-check
// What one unfolds comes into sight above the bar at the foot, as far as it does not lie there already.

for (const one of document.querySelectorAll("details")) {
  one.addEventListener("toggle", () => one.open && one.scrollIntoView({ block: "nearest" }));
}
document.documentElement.dataset.ready = "yes";
