// @ts-check
// The page of a game that is taken along: its link is copied, its QR code fills the screen.

import "./copy.js";

const show = document.querySelector("[data-show]");
const large = document.querySelector("dialog");

show?.addEventListener("click", (event) => {
  event.preventDefault();
  large.showModal();
});
large?.addEventListener("click", () => large.close());
document.documentElement.dataset.ready = "yes";
