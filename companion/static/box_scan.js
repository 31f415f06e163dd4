// @ts-check
// A code of a copy that is scanned or entered, and what is chosen of it.

import { canScan, scan } from "./camera.js";
import "./forms.js";

const find = (selector) => document.querySelector(selector);

function offer() {
  const button = find("[data-scan]");
  if (button) button.hidden = !canScan;
}

let seen = null;

async function look() {
  const place = find("[data-camera]");
  if (place === seen) return;
  seen = place;
  find("[data-no-camera]").hidden = true;
  const text = await scan(place);
  if (seen === place) seen = null;
  if (!place.isConnected) return;
  find("[data-no-camera]").hidden = text !== null;
  if (text === null) return;
  find("#code").value = text;
  find("#enter").requestSubmit();
}

/** The button says how many cards come with what is chosen so far. */
function count() {
  let more = 0;
  for (const one of document.querySelectorAll("#add input[value=theirs]:checked")) more += Number(one.dataset.more);
  for (const one of document.querySelectorAll("[data-sum]")) one.hidden = Number(one.dataset.sum) !== more;
}

document.addEventListener("click", ({ target }) => target.closest("[data-scan]") && look());
document.addEventListener("change", ({ target }) => target.matches("#add input") && count());
document.addEventListener("swapped", offer);
offer();
if (canScan && location.hash === "#scan" && find("[data-camera]")) look();
