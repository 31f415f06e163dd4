// @ts-check
// The second screen: it shows the table as it is, whatever happens, and says when the computer is not heard.

import { behind, connect, draw, fetchAgain, follow, hangUp, heard, table } from "./connection.js";
import { leadThere, READ } from "./lead.js";
import "./vendor/idiomorph/idiomorph.min.js";

const AGAIN = 1000;
const SAID = ".screen-said :is(h2, p), .raid-head :is(h1, p)";
const news = document.querySelector("#news");
const here = () => document.querySelector("[data-screen]");
let asking = false;
let looking = 0;

/** Parts that belong to this screen, not to the table. */
const own = (node) => node.matches?.("[data-connection], [data-full], [data-awake-told], [data-leads], #news");

function show(page) {
  if (!page.querySelector("[data-screen]") || follow(page)) return;
  document.title = page.title;
  Idiomorph.morph(document.body, page.body.childNodes, {
    morphStyle: "innerHTML",
    callbacks: { beforeNodeMorphed: (node) => !own(node) },
  });
  draw();
  const said = [...document.querySelectorAll(SAID)].map((one) => one.textContent.trim()).join(" ");
  if (news.textContent !== said) news.textContent = said;
}

async function refresh() {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetchAgain(location.href, { headers: { Accept: "text/html" } });
    const text = await answer.text();
    heard();
    if (answer.ok) show(new DOMParser().parseFromString(text, "text/html"));
  } catch {
    // Without connection: once it is back the stream says at which version the table is.
  }
  asking = false;
  if (behind()) setTimeout(refresh, AGAIN);
  lookAgain();
}

/** A phone that falls asleep tells nobody: now and then the screen looks who keeps the table. */
function lookAgain() {
  clearTimeout(looking);
  const seconds = Number(here()?.dataset.look ?? 0);
  if (seconds) looking = setTimeout(refresh, seconds * 1000);
}

const full = document.querySelector("[data-full]");
const fill = () => {
  full.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
};
full.addEventListener("click", () => document.documentElement.requestFullscreen());
document.addEventListener("fullscreenchange", fill);
fill();

connect({
  ...table(here().dataset.screen),
  version: () => Number(here()?.dataset.version ?? 0),
  refresh,
  gone: () => location.reload(),
});
lookAgain();
// Nobody taps a screen: one that is loaded anew meanwhile goes on as well.
if (here().dataset.nextGame) leadThere(here().dataset.nextGame, READ.screen, hangUp);
document.documentElement.dataset.ready = "yes";
