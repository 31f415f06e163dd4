// @ts-check
// The goons that lie on the board, typed on one screen: a row in ink is the one that is entered; a type, then its icons,
// go on to the next. What was chosen stands in the fields of the form itself, which without script are filled in as such.

const news = document.querySelector("#news");
/** The page hears no finger for a moment: its own script, which this one comes after, sees to it. */
const rest = () => document.dispatchEvent(new Event("rest"));
/** Another script of the page knows what lies over it. */
const show = (row) => document.dispatchEvent(new CustomEvent("show", { detail: row }));
const hall = () => document.querySelector("#goons");
const panel = () => document.querySelector("[data-goon-panel]");
const sheet = () => document.querySelector("[data-goon-sheet]");
const SEEN = ["type", "icons", "resource", "name"];
/** With what only a face of the box brings along. */
const PARTS = [...SEEN, "counts", "shows"];

/** As many faces of the box as the line has room for beside the button that shows them all. */
const FITTING = 3;

const closed = (one, is) => one.setAttribute("aria-disabled", String(is));
const isClosed = (one) => one.getAttribute("aria-disabled") === "true";

const rows = () => [...hall().querySelectorAll("[data-goon]")];
const fieldOf = (row, part) => row.querySelector(`[data-goon-${part}]`);
const valueOf = (row, part) => fieldOf(row, part)?.value ?? "";
const here = () => rows().find((row) => row.dataset.now !== undefined);
const isBandit = (row) => valueOf(row, "type") === "bandit";
const isDone = (row) => valueOf(row, "type") !== "" && valueOf(row, "icons") !== "" && (!isBandit(row) || valueOf(row, "resource") !== "");

function put(row, given) {
  for (const part of PARTS) {
    const field = fieldOf(row, part);
    if (!field || field.value === String(given[part] ?? "")) continue;
    field.value = given[part] ?? "";
    // Whoever looks after what is half filled in hears of it.
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

const read = (row) => Object.fromEntries(PARTS.map((part) => [part, valueOf(row, part)]));
const alike = (one, other) => SEEN.every((part) => String(one[part] ?? "") === String(other[part] ?? ""));
/** Two that look alike are two cards where it is known that they show other things. */
const sameFace = (one, other) => alike(one, other) && (!one.shows || !other.shows || one.shows === other.shows);

/** Whether the rows stand in the hand itself, above the keys, so that none lies under it. */
const inFlow = () => hall().closest(".in-flow") !== null;

function go(row) {
  for (const one of rows()) delete one.dataset.now;
  if (row) row.dataset.now = "";
  panel().removeAttribute("data-more-icons");
}

/** The next row that lacks something, from the one in ink on. */
function onwards(row) {
  const all = rows();
  const at = all.indexOf(row);
  go([...all.slice(at + 1), ...all.slice(0, at + 1)].find((one) => !isDone(one)));
}

const word = (text, className = "") => Object.assign(document.createElement("span"), { textContent: text, className });
/** What is still to be said of a row. */
const asks = (text) => word(text, "asks");
const cloneOf = (selector) => panel().querySelector(selector)?.cloneNode(true);

function shown(row) {
  const type = valueOf(row, "type");
  if (!type) return ["–"];
  const parts = [cloneOf(`[data-type="${type}"] .icon`), word(panel().querySelector(`[data-type="${type}"] .word`).textContent)];
  if (valueOf(row, "icons") === "") return [...parts, asks(panel().dataset.asksIcons)];
  const resource = valueOf(row, "resource");
  // Beside its icons the question would be read as one about the suspicion cube.
  if (isBandit(row) && !resource) return [...parts, asks(panel().dataset.whichCube)];
  parts.push(word(valueOf(row, "icons")), cloneOf("[data-sign] .cube"));
  return isBandit(row) ? [...parts, cloneOf(`[data-resource="${resource}"] .cube`)] : parts;
}

/** What the row of numbers asks: icons, more of them, or the cube of a Bandit. */
const numbersAsked = () => ["data-more-icons", "data-asks-cube"].filter((one) => panel().hasAttribute(one)).join();

/** The faces of the box: as many as fit the type that is chosen are in sight among all of them. */
function faces() {
  const row = here();
  const type = row && valueOf(row, "type");
  const all = [...sheet().querySelectorAll("[data-face-of]")].map((one) => ({ one, face: JSON.parse(one.dataset.faceOf) }));
  for (const { one, face } of all) one.hidden = !row || Boolean(type && type !== face.type);
  return all;
}

/**
 * Faces for the line, each with whether another row has it: who taps on finds all others where they were, and the next ones
 * only once these are used up. What lies on the table is among all of them alone.
 */
function inLine(all) {
  const row = here();
  if (!row) return [];
  const elsewhere = rows().filter((one) => one !== row && isDone(one)).map(read);
  const lineOf = (type) => {
    const fitting = all.filter(({ one, face }) => !("lies" in one.dataset) && (!type || type === face.type))
      .map(({ one, face }) => [one, elsewhere.some((other) => sameFace(other, face))]);
    const open = fitting.findIndex(([, taken]) => !taken);
    const from = open < 0 ? fitting.length - 1 : open;
    return fitting.slice(from - from % FITTING).slice(0, FITTING);
  };
  const type = valueOf(row, "type");
  // The tap on a face leaves beside it what stood there for the type that was chosen.
  const left = lineOf(panel().dataset.after ?? type);
  return left.some(([, taken]) => !taken) ? left : lineOf(type);
}

function paint() {
  const form = hall();
  if (!form) return;
  if (!here() && form.dataset.begun === undefined) go(rows().find((row) => !isDone(row)));
  form.dataset.begun = "";
  const now = here();
  for (const row of rows()) {
    const pick = row.querySelector(".goon-pick");
    pick.querySelector("[data-shown]").replaceChildren(...shown(row).map((part) => part ?? ""));
    if (row === now) pick.setAttribute("aria-current", "step");
    else pick.removeAttribute("aria-current");
    pick.ariaLabel = isDone(row) ? spoken(row) : null;
  }
  const type = now ? valueOf(now, "type") : "";
  for (const tile of panel().querySelectorAll("[data-type]")) tile.setAttribute("aria-pressed", String(Boolean(now) && tile.dataset.type === type));
  const asksCube = Boolean(now) && type === "bandit" && valueOf(now, "icons") !== "";
  panel().toggleAttribute("data-asks-cube", asksCube);
  for (const tile of panel().querySelectorAll("[data-type]")) closed(tile, !now);
  for (const tile of panel().querySelectorAll("[data-icons], [data-more]")) closed(tile, !type || asksCube);
  panel().toggleAttribute("data-all-done", !now);
  const all = panel().querySelector("[data-goon-all]");
  if (all) {
    const known = faces();
    const number = known.filter(({ one }) => !one.hidden).length;
    const strip = panel().querySelector("[data-goon-strip]");
    const offered = inLine(known).map(([one, taken]) => {
      const shown = Object.assign(one.cloneNode(true), { hidden: false });
      closed(shown, taken);
      return shown;
    });
    strip?.replaceChildren(...(offered.length || !here() ? offered : [strip.dataset.none]));
    all.textContent = all.dataset.goonAll.replace("0", String(number));
    all.hidden = !number;
  }
  const left = rows().filter((row) => !isDone(row)).length;
  document.querySelector("#fold-deck_empty")?.toggleAttribute("data-over", !left);
  const button = document.querySelector("[data-goons-done]");
  closed(button, left > 0);
  button.textContent = left ? JSON.parse(button.dataset.left)[left] : button.dataset.goonsDone;
}

/** A goon in words, as its row shows it in signs. */
function spoken(row) {
  const { colon, comma } = panel().dataset;
  const tile = (part) => panel().querySelector(`[data-${part}="${valueOf(row, part)}"]`);
  const parts = [tile("type").querySelector(".word").textContent, tile("icons").ariaLabel, isBandit(row) && tile("resource").querySelector(".word").textContent];
  return row.querySelector(".place").textContent.trim() + colon + parts.filter(Boolean).join(comma);
}

/** What was entered, and what is next; the button that enters all is heard as it gets the focus. */
function say(row) {
  if (news) news.textContent = [row && isDone(row) && spoken(row), here()?.dataset.next].filter(Boolean).join(". ");
}

/** What is asked next: the type of the goon in ink, its icons or its cube; at the end the button that enters all. */
function asked() {
  const row = here();
  if (!row) return document.querySelector("[data-goons-done]");
  const kind = !valueOf(row, "type") ? "type" : panel().hasAttribute("data-asks-cube") ? "resource" : "icons";
  return [...panel().querySelectorAll(`[data-${kind}]`)].find((one) => one.checkVisibility());
}

function tapped(target) {
  const face = target.closest("[data-face-of]");
  if (face && isClosed(face)) return;
  delete panel().dataset.after;
  const pick = target.closest(".goon-pick");
  if (pick) {
    const row = pick.closest("[data-goon]");
    // Once more on a Bandit whose cube is asked: its type was meant to be another.
    if (row === here()) put(row, { ...read(row), icons: "" });
    return go(row);
  }
  const row = here();
  if (face && row) {
    if (face.closest("[data-goon-strip]")) panel().dataset.after = valueOf(row, "type");
    sheet().close();
    put(row, JSON.parse(face.dataset.faceOf));
    // Another card stands in its place now.
    rest();
    return onwards(row);
  }
  if (target.closest("[data-goon-all]")) return sheet().showModal();
  if (target.closest("[data-close-sheet]")) return sheet().close();
  const tile = target.closest("[data-type], [data-icons], [data-more], [data-resource]");
  if (!tile || !row || isClosed(tile)) return;
  const { type, icons, resource } = tile.dataset;
  if (type) put(row, { type });
  else if (tile.dataset.more !== undefined) panel().toggleAttribute("data-more-icons");
  else {
    // What is tapped piece by piece is not the face of the box that stood there.
    put(row, { ...read(row), counts: "", shows: "", ...(resource ? { resource } : { icons }) });
    if (isDone(row)) onwards(row);
  }
}

document.addEventListener("click", (event) => {
  if (!hall() || !event.target.closest("#goons, [data-goon-panel], [data-goon-sheet], [data-goons-done]")) return;
  // A tap outside of the sheet closes it; its backdrop counts as the sheet itself.
  if (event.target === sheet()) {
    const { left, right, top, bottom } = sheet().getBoundingClientRect();
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) sheet().close();
    return;
  }
  const done = event.target.closest("[data-goons-done]");
  if (done) {
    if (isClosed(done)) event.preventDefault();
    return;
  }
  const before = here();
  const numbers = numbersAsked();
  tapped(event.target);
  paint();
  // What stands now where the icons were is another question: the second half of a double tap answers nothing.
  if (numbersAsked() !== numbers && here() === before) rest();
  // Keys go on with what is asked next; a finger is there already.
  if (!event.detail && !sheet()?.open && !event.target.closest(".goon-pick")) asked()?.focus({ preventScroll: true });
  // Alone the icons may lie under the button that enters all.
  if (here() && inFlow()) show(asked() ?? here());
  if (here() === before) return;
  // Where the page is full the button that enters all has come up over the keys, where the finger is.
  const enters = document.querySelector("[data-goons-done]");
  if (!here() && enters.getBoundingClientRect().top < panel().getBoundingClientRect().bottom) rest();
  if (here() && !inFlow()) show(here());
  say(before);
});

/** Take over the goons on the page. */
function dress() {
  if (hall()) paint();
}

document.addEventListener("dressed", dress);
dress();
