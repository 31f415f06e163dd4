// @ts-check
// In the pocket edition: whether the browser keeps what is here, how much that is, and whether there is a newer version.

const SAVED = "lockup saved";
const MEGABYTE = 1_000_000;
const find = (name) => document.querySelector(`[data-${name}]`);
const shell = /** @type {any} */ (window.parent).lockup;

for (const link of document.querySelectorAll("[data-save]")) link.addEventListener("click", () => localStorage.setItem(SAVED, `${Date.now()}`));

/** Say one of the sentences that an element has. */
function say(name, key, number = "") {
  const place = find(name);
  place.textContent = place.dataset[key].replace("{n}", number);
}

async function tell(asked) {
  const kept = await navigator.storage.persisted();
  say("kept", kept ? "yes" : asked ? "refused" : "no");
  find("ask").hidden = kept;
  const { usage = 0 } = await navigator.storage.estimate();
  say("size", "used", (usage / MEGABYTE).toFixed(0));
}

function tellSaved() {
  const saved = localStorage.getItem(SAVED);
  if (saved) say("saved", "last", new Date(Number(saved)).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" }));
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
  find("look").addEventListener("click", async () => say("newest", await shell.look()));
  shell.before().then((before) => (find("back").hidden = !before));
  find("back").addEventListener("click", () => shell.goBack());
  find("install").hidden = !shell.install;
  find("install").addEventListener("click", () => shell.install());
}
document.documentElement.dataset.ready = "yes";
