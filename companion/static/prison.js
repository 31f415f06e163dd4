// @ts-check
// The week of this phone: around midnight from Sunday to Monday the server may be in another one, and is asked again.

import "./zone.js";

/** Today here, as the page has its days: 2026-11-29. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

const { firstDay, lastDay } = document.querySelector("[data-first-day]").dataset;
const here = new URL(location.href);
if (!here.searchParams.has("zone") && (today() < firstDay || lastDay < today())) {
  here.searchParams.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  location.replace(here);
}
document.documentElement.dataset.ready = "yes";
