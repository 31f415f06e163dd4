// @ts-check
// A phone comes back under another address. What it brings stands after the # of the link: in no request and no log. The
// seat goes into a form, the taps that waited into the storage of this address; each is sent once, under the key it has.

import { shelf, unpacked } from "./connection.js";

const form = document.querySelector("[data-move]");
const [secret, taps] = location.hash.slice(1).split(".");
history.replaceState(null, "", location.pathname);

/** What waits here already came first. */
function store(brought) {
  const key = shelf(form.dataset.move);
  const here = JSON.parse(localStorage.getItem(key) ?? "[]");
  const known = new Set(here.map(({ pairs }) => JSON.stringify(pairs)));
  localStorage.setItem(key, JSON.stringify([...here, ...brought.filter(({ pairs }) => !known.has(JSON.stringify(pairs)))]));
}

if (secret) {
  if (taps) store(unpacked(taps));
  // By a code of the computer only the seat comes along.
  form.elements.alone.disabled = taps !== undefined;
  form.elements.transfer.value = secret;
  form.submit();
}
document.documentElement.dataset.ready = "yes";
