// @ts-check
// Ways to share that need script; what a browser cannot do at home is not offered.

import "./copy.js";
import { deafen, rest } from "./fingers.js";
import { leadThere, READ } from "./lead.js";
import { lookAgain, nextGame } from "./look.js";
import "./par.js";
import "./unfold.js";
import "./zone.js";

/** In ms: whoever is led here by another may have a finger on its way to what stood there. */
const LED = 2000;

deafen("[data-again] :is(button, a)");
rest(LED);

for (const hidden of document.querySelectorAll("[data-png], [data-print]")) hidden.hidden = false;

document.querySelector("[data-print]").addEventListener("click", () => print());

document.querySelector("[data-png]").addEventListener("click", async (event) => {
  const address = event.currentTarget.dataset.png;
  const svg = URL.createObjectURL(await (await fetch(address)).blob());
  const picture = new Image();
  picture.src = svg;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  URL.revokeObjectURL(svg);
  canvas.toBlob((png) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = "lockup.png";
    link.click();
  }, "image/png");
});

/** What a correction changes: the points, why, and the result as text. */
const POINTS = ".docket, .ledger-wrap, .ranks, #why, #text, .share [target=_blank]";

/** Show the points as they are now, where somebody has corrected them since. */
function correct(page) {
  const [mine, theirs] = [document, page].map((one) => [...one.querySelectorAll(POINTS)]);
  if (mine.length !== theirs.length) return location.reload();
  for (const [place, one] of mine.entries()) {
    const now = theirs[place];
    if (one.textContent !== now.textContent || one.getAttribute("href") !== now.getAttribute("href"))
      one.replaceWith(document.importNode(now, true));
  }
}

lookAgain((page) => {
  correct(page);
  const again = document.querySelector("[data-again]");
  const next = again && !document.querySelector("[data-next-game]") && nextGame(page);
  if (!next) return;
  // What has won is still being read: the way on stands beside it, and is gone in a while.
  // Below the docket, where it sticks to the top however far somebody has scrolled.
  document.querySelector(".verdict").closest("section").after(next);
  again.hidden = true;
  leadThere(next.dataset.nextGame, READ.phone);
});
document.documentElement.dataset.ready = "yes";
