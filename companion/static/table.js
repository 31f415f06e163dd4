// @ts-check
// A game: forms are sent without leaving the page, whose parts are swapped. Without script every form is a form, and the
// same server draws the whole page.

import "./card.js";
import { elsewhere, pageOf } from "./answers.js";
import { attempt, later } from "./attempts.js";
import { arrived, behind, connect, draw, fetchAgain, follow, missed, table, waits } from "./connection.js";
import { deafen, rest, showChosen, takingBack, tellSum } from "./fingers.js";
import { say, seen } from "./heard.js";
import "./unfold.js";
import "./zone.js";

const PARTS = ".top, #main, [data-part]";
const root = document.documentElement;
const banner = document.querySelector("[data-offline]");

/**
 * The answer of an address and its text, however long it takes; a second arrival of the same form is the same line of the log.
 * @param {string} address
 * @param {URLSearchParams} [body]
 */
async function arrive(address, body) {
  for (;;) {
    const found = await attempt(address, body ? { method: "POST", body } : {});
    if (found) return found;
    missed();
    await later();
  }
}

async function send(form, button) {
  const given = new FormData(form);
  if (button?.name) given.append(button.name, button.value);
  const before = listed()?.textContent;
  await exchange(button, form.action, new URLSearchParams(given));
  const list = listed();
  // A list that is new is seen, and what leads back stands above all that is asked again.
  if (list && (BACK.has(given.get("kind")) || (list.textContent !== before && list.getBoundingClientRect().top < BARS))) {
    scrollTo(0, 0);
    document.querySelector("#main").scrollTop = 0;
  }
}

const listed = () => document.querySelector("#main [data-moves]");

const BACK = new Set(["undo", "redo", "strike"]);

/** As high as what sticks to the top of the page. */
const BARS = 48;

/** Put the answer of an address in the place of this page's parts; a body is sent to it. */
async function exchange(button, address, body) {
  if ("sending" in root.dataset) return;
  root.dataset.sending = "";
  button?.classList.add("tap-now");
  if (body) waits(1);
  const [answer, text] = await arrive(address, body);
  if (body) arrived(answer.ok);
  if (elsewhere(answer)) return location.assign(answer.url);
  swap(pageOf(text), true);
  if (!body) {
    showChosen();
  }
  // The address says what the page lists, so that a reload lists the same.
  if (answer.redirected || !body) history.replaceState(null, "", answer.url);
  button?.classList.remove("tap-now");
  delete root.dataset.sending;
  waits(0);
  refresh();
}

/** Somebody else has acted: the page is drawn anew. */
async function refresh() {
  if (!behind() || "sending" in root.dataset) return;
  try {
    const answer = await fetchAgain(location.href);
    const page = pageOf(await answer.text());
    if (answer.ok && !("sending" in root.dataset)) swap(page, false);
  } catch {
    // Once there is a connection again the stream says at which version the table is.
  }
}

const here = () => document.querySelector("[data-live-table]");

/** Another place is seen from its name on. */
const placeName = () => document.querySelector(".place-head h2")?.textContent;

const scene = () => document.querySelector("[data-scene]")?.dataset.scene;

/** own: whether it answers a tap made here. */
function swap(page, own) {
  if (follow(page)) return;
  document.title = page.title;
  const before = scene();
  const name = placeName();
  const place = [scrollY, document.querySelector("#main").scrollTop];
  const said = seen();
  for (const part of document.querySelectorAll(PARTS)) part.remove();
  for (const part of page.querySelectorAll(PARTS)) banner.before(part);
  rest();
  tellTyped();
  const problem = document.querySelector(".problem");
  if (scene() !== before || placeName() !== name || scene() === "card" || (problem && !scene() && !problem.closest(".hand"))) scrollTo(0, 0);
  else {
    // On its side the phone scrolls the board, not the page.
    document.querySelector("#main").scrollTop = place[1];
    scrollTo(0, place[0]);
  }
  showAsked();
  say(said, own);
  document.dispatchEvent(new Event("swapped"));
  draw();
}

/** The places that are asked for stand between the head of the board and what lies over it. */
function showAsked() {
  // Where things lie is asked only with keys on the page: the answer costs a slow phone the layout of it.
  if (!document.querySelector("#pad, [data-odds]")) return;
  const rows = [...document.querySelectorAll("#board .row-tap, #board [form=pad]:checked, #board .now > :first-child")]
    .map((one) => one.closest(".place-row").getBoundingClientRect());
  const [head, hand] = [".board-head", ".at-board"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  // On its side the hand stands beside the board.
  if (!rows.length || hand.top < head.bottom) return;
  const over = head.bottom - Math.min(...rows.map((one) => one.top));
  const under = Math.max(...rows.map((one) => one.bottom)) - hand.top;
  scrollBy(0, over > 0 ? -over : Math.max(0, Math.min(under, -over)));
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

// The night leads to its figures; a finger on one of them, to its field.
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (!target.matches("[data-figures]")) return;
  const figure = document.elementsFromPoint(clientX, clientY).find((one) => one.dataset.figure);
  const address = new URL(target.href);
  if (figure) address.searchParams.set("at", figure.dataset.figure);
  target.href = address.href;
}, true);

// What is only looked at or chosen is drawn anew without leaving the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const held = [...document.querySelectorAll('[name="f.tokens"]:checked')].map((one) => one.value);
  const address = new URL(link.href);
  // Odds are those of the token in hand, where there is one.
  if (held.length === 1 && address.searchParams.has("row") && !address.searchParams.has("with")) {
    address.searchParams.set("with", held[0]);
  }
  exchange(link, address.href).then(() => hold(held));
});

/** Figures that are typed and not entered: what goes on in the hand would lose them. */
function tellTyped() {
  const fields = [...document.querySelectorAll("#figures input")];
  const typed = fields.some((one) => one.type === "radio"
    ? one.checked !== one.hasAttribute("checked") : one.value !== (one.getAttribute("value") ?? ""));
  root.toggleAttribute("data-typed", typed);
}

document.addEventListener("input", (event) => event.target.form?.id === "figures" && tellTyped());

// Where tokens can go stands what they would add there.
document.addEventListener("change", (event) => {
  if (event.target.name === "f.tokens") tellSum();
  if (event.target.name === "f.cubes") tellCount(event.target.form);
});

/** Whoever looks something up still has in hand what they had: nothing was asked anew. */
function hold(tokens) {
  for (const one of document.querySelectorAll('[name="f.tokens"]')) one.checked ||= tokens.includes(one.value);
  if (tokens.length) tellSum();
}

/** How many of the cubes that go back are chosen stands on the button, which waits for the right number. */
function tellCount(form) {
  const button = form.querySelector("[data-needs]");
  if (!button) return;
  const chosen = form.querySelectorAll('[name="f.cubes"]:checked').length;
  button.disabled = chosen !== Number(button.dataset.needs);
  button.querySelector("[data-chosen]").textContent = `${chosen} / ${button.dataset.needs}`;
}

deafen("button, a, label");
takingBack(send);
showAsked();
if (here()) {
  connect({
    ...table(here().dataset.liveTable),
    version: () => Number(here()?.dataset.version ?? 0),
    refresh,
    gone: () => location.reload(),
  });
}
root.dataset.ready = "yes";
