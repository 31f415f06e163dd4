// @ts-check
// The page of a card of a box: it is built tap by tap, and sent without leaving the page.

import "./card.js";
import "./forms.js";
