// @ts-check
// The games of a par are played a few at a time: at once for the one who played the deal, for others where they ask.

import { pageOf } from "./answers.js";

const waiting = () => document.querySelector("form[data-par]");
let playing = false;

async function playOn() {
  if (playing) return;
  playing = true;
  for (let form = waiting(); form; form = waiting()) {
    form.querySelector("button").hidden = true;
    const answer = await fetch(form.action, { method: "POST" }).catch(() => null);
    const part = answer?.ok && pageOf(await answer.text()).getElementById("par");
    if (!part) break;
    document.getElementById("par").replaceWith(document.importNode(part, true));
  }
  playing = false;
  // Where there is no answer, it can be asked for again.
  waiting()?.querySelector("button").toggleAttribute("hidden", false);
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof Element) || !event.target.matches("form[data-par]")) return;
  event.preventDefault();
  playOn();
});
if (waiting()?.dataset.par) playOn();
