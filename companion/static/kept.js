// @ts-check
// In the pocket edition: whether the browser keeps what is here, how much that is, and whether there is a newer version.

import "./home_screen.js";

const SAVED = "lockup saved";
const MEGABYTE = 1_000_000;
const find = (name) => document.querySelector(`[data-${name}]`);
const shell = /** @type {any} */ (window.parent).lockup;
const onDay = (moment) => new Date(Number(moment)).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });

for (const link of document.querySelectorAll("[data-save]")) {
  link.addEventListener("click", () => {
    localStorage.setItem(SAVED, `${Date.now()}`);
    if (find("saved")) tellSaved();
  });
}

/** Say one of the sentences that an element has. */
function say(name, key, number = "") {
  const place = find(name);
  place.textContent = place.dataset[key].replace("{n}", number);
}

async function tell(asked) {
  const kept = await navigator.storage.persisted();
  if (kept) {
    say("kept", "yes");
    find("kept").classList.remove("open");
    say("how", "yes");
  } else if (asked) say("how", "refused");
  find("keep").hidden = kept;
  const { usage = 0 } = await navigator.storage.estimate();
  say("size", "used", (usage / MEGABYTE).toFixed(0));
}

function tellSaved() {
  const saved = localStorage.getItem(SAVED);
  if (!saved) return;
  say("saved", "last", onDay(saved));
  const since = find("changes").dataset.changes.split(" ").filter((one) => Number(one) > Number(saved));
  say("since", "games", `${since.length}`);
}

if (find("kept") && navigator.storage) {
  tell(false);
  tellSaved();
  find("ask").addEventListener("click", async () => {
    await navigator.storage.persist();
    tell(true);
  });
}

if (find("look") && shell) {
  find("look").hidden = false;
  if (shell.checked()) say("told", "last", onDay(shell.checked()));
  find("look").addEventListener("click", async () => say("told", await shell.look()));
  shell.before().then((before) => (find("before").hidden = !before));
  find("back").addEventListener("click", () => shell.goBack());
}
