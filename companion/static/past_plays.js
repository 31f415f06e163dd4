// @ts-check
// A file of old games is imported with the time zone of this phone.

import "./zone.js";

document.documentElement.dataset.ready = "yes";
