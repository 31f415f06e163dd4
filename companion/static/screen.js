// The second screen: it shows the table as it is, whatever happens, and says when the computer is not heard.

import { behind, connect, state } from "./connection.js";

const here = () => document.querySelector("[data-screen]");
const code = here().dataset.screen;
let asking = false;

function show(page) {
  if (!page.querySelector("[data-screen]")) return;
  document.title = page.title;
  Idiomorph.morph(document.body, page.body.childNodes, {
    morphStyle: "innerHTML",
    callbacks: { beforeNodeMorphed: (node) => !node.matches?.("[data-silent], [data-full]") },
  });
  tell();
}

async function refresh() {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // Without connection: once it is back the stream says at which version the table is.
  }
  asking = false;
  if (behind()) setTimeout(refresh, 1000);
}

/** Since when nothing was heard: over the top for all to see, and beside the light. */
function tell() {
  const { lost, last } = state();
  const banner = document.querySelector("p[data-silent]");
  const words = banner.querySelector("[data-words]");
  words.textContent = words.dataset.words.replace("0", String(Math.round((Date.now() - last) / 1000)));
  banner.hidden = !lost;
  const said = document.querySelector("[data-light] [data-live]");
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  said.textContent = lost ? said.dataset.lost.replace("0", time.format(last)) : said.dataset.live;
}

const full = document.querySelector("[data-full]");
full.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
full.addEventListener("click", () => document.documentElement.requestFullscreen());
document.addEventListener("fullscreenchange", () => {
  full.hidden = Boolean(document.fullscreenElement);
});

connect({
  address: `/api/v1/tables/${code}`,
  version: () => Number(here().dataset.version),
  refresh,
  changed: tell,
  gone: () => location.reload(),
});
document.documentElement.dataset.ready = "yes";
