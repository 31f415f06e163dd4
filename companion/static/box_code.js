// @ts-check
// The page of a copy's code: the text is copied, the link shared, and the way to the camera shown where there is one.

import { canScan } from "./camera.js";

if (document.querySelector("[data-copy]")) import("./copy.js");

const share = document.querySelector("[data-share]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }).catch(() => {}));
}

if (canScan) {
  document.querySelector("[data-scan]").hidden = false;
  document.querySelector("[data-type]").hidden = true;
}

document.documentElement.dataset.ready = "yes";
