// @ts-check
// At which table somebody sits in this tab of a browser. Whoever reads something else beside it is still at it: as long as
// such a page is in sight, the table hears of them.

const NAME = "lockup.table";
/** In ms: as exactly a table knows when it has last heard of a phone. */
const EVERY = 20000;

function tableOfTab() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    // Without storage nobody knows, and only the table's own page keeps a seat awake.
    return null;
  }
}

/** @param {string} address Where the table says at which version it is. */
export function sitsInTab(address) {
  try {
    sessionStorage.setItem(NAME, address);
  } catch {
    // As above.
  }
}

const address = tableOfTab();

function stay() {
  // What is not heard once is heard the next time; a page that is left open says nothing of connections.
  if (address && !document.hidden) fetch(address, { method: "HEAD" }).catch(() => {});
}

if (!document.querySelector("[data-live-table]")) {
  setInterval(stay, EVERY);
  document.addEventListener("visibilitychange", stay);
}
// Where another script is, that one says when the page can be used.
if (document.scripts.length === 1) document.documentElement.dataset.ready = "yes";
