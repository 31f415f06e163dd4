// @ts-check
// The page of a game that is taken along: its link is copied.

import "./copy.js";

document.documentElement.dataset.ready = "yes";
