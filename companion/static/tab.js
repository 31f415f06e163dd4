// @ts-check
// At which table somebody sits in this tab of a browser: its address, where it says at which version it is.

const NAME = "lockup.table";

export function tableOfTab() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    // Without storage nobody knows, and only the table's own page keeps a seat awake.
    return null;
  }
}

/** @param {string} address */
export function sitsInTab(address) {
  try {
    sessionStorage.setItem(NAME, address);
  } catch {
    // As above.
  }
}
