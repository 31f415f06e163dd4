// @ts-check
// An evening is read for long: whoever sat at its table is told when somebody opens the next game, and stays here.

import { lookAgain, nextGame } from "./look.js";

lookAgain((page, stop) => {
  const next = nextGame(page);
  if (!next) return;
  stop();
  document.querySelector("#main")?.prepend(next);
});
document.documentElement.dataset.ready = "yes";
