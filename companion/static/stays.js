// @ts-check
// Whoever reads something else beside a table is still at it: as long as such a page is in sight, the table hears of them.

import { tableOfTab } from "./tab.js";

/** In ms: as exactly a table knows when it has last heard of a phone. */
const EVERY = 20000;
const address = tableOfTab();

function stay() {
  // What is not heard once is heard the next time; a page that is left open says nothing of connections.
  if (address && !document.hidden) fetch(address, { method: "HEAD" }).catch(() => {});
}

setInterval(stay, EVERY);
document.addEventListener("visibilitychange", stay);
// Where another script is, that one says when the page can be used.
if (document.scripts.length === 1) document.documentElement.dataset.ready = "yes";
