// @ts-check
// An evening is read for long: whoever sat at its table is told when somebody opens the next game, and stays here.

import { lookOut } from "./look.js";

lookOut((next) => document.querySelector("#main")?.prepend(next));
document.documentElement.dataset.ready = "yes";
