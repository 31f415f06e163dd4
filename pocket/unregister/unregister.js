// Leaves every version of the app: its service worker and its files go, the games stay. It needs none of them itself.

const place = new URL("../", location.href);
const words = JSON.parse(document.querySelector("#words").textContent);
const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in words) ?? "en";

document.documentElement.lang = words[language].tag;
for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[language][one.dataset.word];

document.querySelector("#go").addEventListener("click", async () => {
  document.querySelector("#go").disabled = true;
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) if (one.scope === place.href) await one.unregister();
  for (const name of await caches.keys()) if (name.startsWith(`lockup ${place.pathname} `)) await caches.delete(name);
  document.querySelector("#told").textContent = words[language].left;
  location.replace(place);
});
