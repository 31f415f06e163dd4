// @ts-check
// A game and the pages beside it: forms are sent without leaving the page, which changes in place. What only a table of
// several has, such as taps that wait in order and others' news, is there because its page says so. Without script every
// form is a form, and the same server draws the whole page.

import { elsewhere, pageOf } from "./answers.js";
import { attempt, later } from "./attempts.js";
import "./card.js";
import { arrived, behind, connect, draw, fetchAgain, follow, hangUp, heard, missed, shelf, table, waits } from "./connection.js";
import { deafen, mended, rest, showChosen, takingBack, tellSum } from "./fingers.js";
import { say, seen } from "./heard.js";
import { dress as dressNumbers, numbers, textOf } from "./number.js";
import { answered, follows, joined, pairOf, tapsIn } from "./queue.js";
import { sitsInTab } from "./stays.js";
import { sum } from "./sums.js";
import "./unfold.js";
import "./zone.js";
import "./vendor/idiomorph/idiomorph.min.js";

const UNARMED = 2000;
/** A finger that is on its way when somebody else brings something new comes down no later, be it on a link. */
const COMING_DOWN = 700;
const SETTLED = 700;
/** As high as what sticks to the top of the page. */
const BARS = 48;
/** What leads back. */
const BACK = new Set(["undo", "redo", "strike"]);
const root = document.documentElement;
const here = () => document.querySelector("[data-live-table]");
const code = here()?.dataset.liveTable;
const place = shelf(code);
/** Whether one tap is over before the next is heard: where nobody else plays, and on pages beside a table. */
const single = !code || "single" in here().dataset;
let going = false;

// What waits to be sent. It lies in the browser's storage until it is acknowledged, and survives a reload there.

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? [];
  } catch {
    return [];
  }
}

function keep(list) {
  try {
    if (code && list.length) localStorage.setItem(place, JSON.stringify(list));
    else localStorage.removeItem(place);
  } catch {
    // Without storage a tap waits as long as the page is open.
  }
  kept = list;
  waits(tapsIn(kept));
}

let kept = waiting();
let conflicts = [];

const once = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function line(form, button, extra = []) {
  const given = new FormData(form);
  if (button?.name) given.append(button.name, button.value);
  for (const [name, value] of extra) given.set(name, value);
  // A table of one knows a tap that comes twice by its page.
  if (!single) given.set("once", once());
  return { address: form.action, pairs: [...given.entries()], set: form.dataset.set ?? "", each: "each" in form.dataset, asked: here()?.dataset.asked };
}

function wait(item) {
  if (single && going) return;
  keep(joined(kept, item));
  gone();
  go();
}

/** A token that waits to be sent is chosen with no other, nor again. */
function gone() {
  for (const token of document.querySelectorAll("[name='f.tokens']")) {
    const side = token.form?.elements["f.side"]?.value;
    const waits = kept.some(({ pairs }) => pairOf({ pairs }, "f.side") === side && pairs.some(([name, value]) => name === token.name && value === token.value));
    if (!waits) continue;
    token.checked = false;
    token.disabled = true;
    delete token.dataset.dirty;
    const lies = token.parentElement.querySelector(".lies");
    if (lies) lies.checked = false;
  }
  mayLie();
  tellSum();
}

async function go() {
  if (going) return;
  going = true;
  root.dataset.sending = "";
  while (kept.length) {
    const [item] = kept;
    const found = await attempt(item.address, { method: "POST", body: new URLSearchParams(item.pairs) });
    if (!found) {
      missed(true);
      await later();
      continue;
    }
    const [answer, text] = found;
    const page = pageOf(text);
    const { version, asked } = page.querySelector("[data-version]")?.dataset ?? {};
    arrived(answer.ok, item.taps);
    keep(answered(kept, version, asked));
    for (const field of document.querySelectorAll("[name=version]")) {
      if (follows(line(field.form), item, version, asked)) field.value = version;
    }
    if (elsewhere(answer)) {
      location.assign(answer.url);
      return;
    }
    // What was being chosen is done; what is half typed is not.
    const half = halfTyped();
    history.replaceState(null, "", half ?? (answer.redirected ? answer.url : single ? location.href : location.pathname));
    if (half && !page.querySelector("form[data-stays]")) {
      // Another keeps the table by now.
      chosen = half;
      continue;
    }
    // Who else has set the same stays on the page until somebody has chosen.
    const conflict = page.querySelector(".conflict-box");
    if (conflict) conflicts.push(document.adoptNode(conflict));
    if (!kept.length || !answer.ok) show(page, BACK.has(pairOf(item, "kind")) ? "back" : "act");
  }
  going = false;
  delete root.dataset.sending;
  if (chosen) choose(chosen);
  else if (behind()) refresh();
}

/** The address of a form that is half typed and stays on this phone whoever keeps the table, where there is one. */
const halfTyped = () => document.querySelector("form[data-stays]:has([data-dirty])")?.dataset.stays;

// The page as it is now. It changes in place: what a finger is on, and what somebody is typing, stays.

/** Parts that belong to this phone, not to the table. */
const OWN = "[data-keypad], [data-connection], [data-beside], #news";
const isOwn = (node) => node.matches?.(`${OWN}, [data-dirty]`) || (counting() && node.matches?.("[data-out]"));

/** Whether somebody has typed a count that is not sealed: what it comes to is not on the page that the server sends. */
const counting = () => document.querySelector("[data-counting] [data-dirty]");

/** The player whose count is entered. */
const countsFor = (where) => where.querySelector("[data-counting] [name='f.side']")?.value;

/** A form that was half filled in for one step says nothing at the next. */
function forget(page) {
  for (const kind of document.querySelectorAll("[name=kind][value=act]")) {
    // That somebody else has sealed takes nothing from what is being counted here.
    if ("counting" in kind.form.dataset && countsFor(page) === countsFor(document)) continue;
    // What may be done at any time waits for no step.
    const apart = kind.form.closest("[data-apart]");
    if (apart && page.getElementById(apart.id)) continue;
    empty(kind.form);
  }
}

/** Where nobody else plays the page is as the server says; tokens in hand stay while something is looked up. */
function forgetAll(came) {
  for (const field of document.querySelectorAll("[data-dirty]")) {
    if (came !== "choice" || field.name !== "f.tokens") delete field.dataset.dirty;
  }
  for (const one of document.querySelectorAll("[data-added], [data-before]")) one.remove();
}

/** The item that is entered here, where others enter some at the same time. */
const itemOf = (where) => where.querySelector("#card [name='f.card']")?.value;

function empty(form) {
  for (const field of form?.elements ?? []) delete field.dataset.dirty;
  for (const sign of form?.querySelectorAll("[data-added]") ?? []) sign.remove();
  form?.reset();
}

let arms = 0;
let looking = 0;

/** What somebody else has brought here does nothing before the eye had time to see it. */
function unarm() {
  clearTimeout(arms);
  root.dataset.unarmed = "";
  arms = setTimeout(() => {
    // While two have set the same, nobody goes on.
    if (conflicts.length) return;
    delete root.dataset.unarmed;
    tellArmed();
  }, UNARMED);
}

function tellArmed() {
  for (const button of document.querySelectorAll(":is(.acts button, [data-act]):not([aria-disabled])")) {
    if (!("unarmed" in root.dataset)) break;
    button.dataset.unarmed = "";
    button.setAttribute("aria-disabled", "true");
  }
  for (const button of document.querySelectorAll("button[data-unarmed]")) {
    if ("unarmed" in root.dataset) break;
    delete button.dataset.unarmed;
    button.removeAttribute("aria-disabled");
  }
}

function still(event) {
  if (!("unarmed" in root.dataset) || !event.target.closest(".acts button, [data-act]")) return;
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("click", still, true);

// Why nothing can be undone has been read at the next tap anywhere.
document.addEventListener("click", (event) => {
  const why = document.querySelector("#no-undo[open]");
  if (why && !event.target.closest("#no-undo > summary")) why.open = false;
});

const primary = () => document.querySelector(".table-hand .primary")?.textContent ?? "";

/** What does a thing for all is asked for once more, where the button stood. */
const asksOnceMore = () => document.querySelector("[data-sure]") !== null;

/** What ends a turn stands in the foot as the turn comes, where another button was. */
const pass = () => document.querySelector(".table-foot .pass button")?.textContent ?? "";

/** Take over a page; it came as "news" of others, or of the own "act", "choice" or way "back". */
function show(page, came) {
  if (!page.querySelector("#main") || follow(page)) return;
  document.title = page.title;
  const own = came !== "news";
  const said = seen();
  const asked = here()?.dataset.asked;
  const [scene, button, passing, sure] = [sceneNow(), primary(), pass(), asksOnceMore()];
  const [laid, round] = [isLaying(), roundNow()];
  const [place, list, head, whose] = [placeName(), listed()?.textContent, heading(), countsFor(document)];
  const tops = [scrollY, document.querySelector("#main").scrollTop];
  if (!hasOdds()) unmoved = scrollY;
  const next = page.querySelector("[data-asked]")?.dataset.asked !== asked;
  if (single && own) forgetAll(came);
  else if (next) forget(page);
  else if (itemOf(page) !== itemOf(document)) empty(document.querySelector("#card"));
  morph(page, own);
  for (const one of conflicts) if (!one.isConnected) lie(one);
  if (document.querySelector("[data-keypad]")) dressNumbers(document);
  document.dispatchEvent(new Event("swapped"));
  gone();
  laying();
  tellTyped();
  const brought = next && document.querySelector("[data-by]");
  if (conflicts.length) root.dataset.unarmed = "";
  else if (brought) unarm();
  tellArmed();
  lookAgain();
  // Who keeps no table has no primary, before or after; links come under their finger too.
  const turned = pass() && pass() !== passing;
  const changed = brought || turned || primary() !== button || asksOnceMore() !== sure;
  if (single || changed) rest(!single && (turned || "unarmed" in root.dataset) ? COMING_DOWN : undefined);
  // Another place is seen from its name on, the next player's count from its first row, and so is a list that is new and
  // lies above the edge.
  const above = listed()?.getBoundingClientRect().top < BARS;
  const told = listed()?.textContent !== list;
  const problem = single && document.querySelector(".problem");
  const anew = single && (sceneNow() === "card" || (problem && !sceneNow() && !problem.closest(".hand")));
  if (sceneNow() !== scene || placeName() !== place || countsFor(document) !== whose || (above && told) || anew || (single && came === "back" && listed())) {
    scrollTo(0, 0);
    document.querySelector("#main").scrollTop = 0;
  } else if (single) {
    // On its side the phone scrolls the board, not the page.
    document.querySelector("#main").scrollTop = tops[1];
    scrollTo(0, hasOdds() ? tops[0] : unmoved);
  }
  showAsked();
  // Below those who have all chosen it would end under the hand; who has typed a card comes from another page.
  const stays = [placeName(), undefined].includes(place);
  if (stays && (told || heading() !== head) && document.querySelector(".ranking") && !document.querySelector(".offer")) showChosen();
  // A round opens at its top, and so does what is laid, and what comes after that.
  if (isLaying() !== laid || (own && roundNow() !== round)) scrollTo(0, 0);
  say(said, own);
  draw();
}

/** Change the page in place: what a finger is on, and what somebody is typing, stays. */
function morph(page, own) {
  // What belongs to this phone stands aside: beside what moves it would be taken for something else, or come twice.
  const aside = [...document.body.children].filter((one) => one.matches(OWN));
  for (const one of aside) one.remove();
  for (const one of [...page.body.children]) if (one.matches(OWN)) one.remove();
  // What is inside: a body itself would be put into the body.
  Idiomorph.morph(document.body, page.body.childNodes, {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed(node, next) {
        if (isOwn(node)) return false;
        // What somebody has folded or opened stays so, but for why nothing can be undone: it was read.
        if (node.tagName === "DETAILS" && !(single && own)) next.open = node.open && !node.matches(".no-undo");
        return true;
      },
      // Nor is what somebody has tapped of a card, which the page that the server sends knows nothing of.
      beforeNodeRemoved: (node) => !conflicts.includes(node) && !node.matches?.("[data-added]"),
    },
  });
  for (const one of aside) {
    if ("beside" in one.dataset) document.querySelector("#main").after(one);
    else document.body.append(one);
  }
}

const sceneNow = () => document.querySelector("[data-scene]")?.dataset.scene;

const placeName = () => document.querySelector(".place-head h2")?.textContent;

const listed = () => document.querySelector("#main [data-moves]");

/** How far the page was scrolled before odds lay over the board, which then moves up for the row that they are of. */
let unmoved = 0;
const hasOdds = () => document.querySelector("[data-odds]") !== null;

const isLaying = () => document.querySelector("[data-laying]") !== null;

/** The round, as the top of the page counts it. */
const roundNow = () => document.querySelectorAll(".round .on").length;

/** What the hand asks or says. */
const heading = () => document.querySelector(".table-hand [data-heading]")?.textContent;

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

/** Two have set the same number: that stands where the number does. */
function lie(conflict) {
  const row = document.querySelector(`.entry-rows [data-set="${conflict.dataset.over}"]`)?.closest(".row");
  if (row) row.before(conflict);
  else here()?.prepend(conflict);
  conflict.scrollIntoView({ block: "center" });
}

/** Who takes the page up anew is at the own numbers, not at those of another that were looked at last. */
document.addEventListener("visibilitychange", () => {
  const back = document.querySelector("[data-others] [data-back]");
  if (!document.hidden && back && !going) choose(back.href);
});

async function refresh() {
  // What is being sent brings the page with it, and looks afterwards whether that is the latest.
  if (going || (single && !behind())) return;
  const address = location.href;
  try {
    const answer = await fetchAgain(address);
    if (!answer.ok) return;
    if (elsewhere(answer)) {
      location.assign(answer.url);
      return;
    }
    const page = pageOf(await answer.text());
    if (going) return;
    heard();
    // What was chosen meanwhile is not on this page, and would be gone with it.
    if (location.href === address) show(page, "news");
    if (behind()) refresh();
  } catch {
    // Without connection: once it is back the stream says at which version the table is.
  } finally {
    lookAgain();
  }
}

/** A phone that falls asleep tells nobody: who waits for somebody looks now and then whether it has. */
function lookAgain() {
  clearTimeout(looking);
  const seconds = Number(here()?.dataset.look ?? 0);
  if (seconds) looking = setTimeout(() => (document.hidden ? lookAgain() : refresh()), seconds * 1000);
}

/** The table is deleted: what waits has nowhere to go, and the page that comes now says so. */
function leave() {
  hangUp();
  keep([]);
  // Without connection the page that is there says more than the browser would.
  if (navigator.onLine) location.reload();
  else addEventListener("online", () => location.reload(), { once: true });
}

// Numbers and forms.

let settling = 0;

function send(input) {
  clearTimeout(settling);
  delete input.dataset.dirty;
  const number = sum(textOf(input));
  const form = input.form;
  // What is no number is refused by the server, in words, as it was typed.
  const item = line(form, null, [["f.number", number === null ? textOf(input) : String(number)]]);
  item.pairs = item.pairs.filter(([name]) => name !== "f.number.more");
  input.closest(".stepper")?.classList.add("waiting");
  wait(item);
}

/** What somebody types or chooses stays as it is until it is sent, whatever happens elsewhere. */
function touch({ target }) {
  // A tick goes with its row, wherever that comes to stand; ticks.js keeps it.
  if ("tick" in target.dataset) return;
  const group = target.type === "radio" && target.form ? target.form.elements[target.name] : [target];
  for (const field of group.length ? group : [group]) field.dataset.dirty = "";
  // What is half typed stays on this phone though another keeps the table from now on.
  const stays = target.form?.dataset.stays;
  if (stays) history.replaceState(null, "", stays);
}

document.addEventListener("input", touch);
document.addEventListener("change", touch);

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post" || event.target.matches("[data-sit]")) return;
  event.preventDefault();
  const number = event.target.querySelector("[data-number]");
  if (event.target.dataset.set && number) {
    settled(event.target.closest(".conflict-box"));
    return send(number);
  }
  // What was chosen for a place waits already; without a token nothing goes to another.
  if (event.submitter?.matches(".slot") && !chosenOf(event.target).length && waitsAny(event.target)) return;
  event.submitter?.classList.add("tap-now");
  settled(event.target.closest(".conflict-box"));
  for (const field of event.target.elements) delete field.dataset.dirty;
  wait(line(event.target, event.submitter));
});

const tokensOf = (form) => [...form.elements].filter((one) => one.name === "f.tokens");
const chosenOf = (form) => tokensOf(form).filter((one) => one.checked);
const waitsAny = (form) => tokensOf(form).some((one) => one.disabled);

function settled(conflict) {
  if (!conflict) return;
  conflicts = conflicts.filter((one) => one !== conflict);
  conflict.remove();
  if (conflicts.length) return;
  delete root.dataset.unarmed;
  tellArmed();
}

document.addEventListener("click", (event) => {
  const stays = event.target.closest(".conflict-box a");
  if (!stays) return;
  event.preventDefault();
  settled(stays.closest(".conflict-box"));
});

/** A token lies face down by a tap of its own, which chooses it too; one that is not chosen lies nowhere. */
function lay({ target }) {
  if (!target.matches("[name='f.tokens'], .lies")) return;
  const pick = target.closest(".crew-pick");
  const [token, lies] = [pick.querySelector("[name='f.tokens']"), pick.querySelector(".lies")];
  if (target === lies && lies.checked) token.checked = true;
  // The only one that is left is chosen whatever is tapped.
  if (document.querySelectorAll("[name='f.tokens']:enabled").length === 1) token.checked = true;
  if (lies && !token.checked) lies.checked = false;
  for (const one of [token, lies]) if (one) one.dataset.dirty = "";
  mayLie();
  tellSum();
}

/** No more lie face down in a round than may. */
function mayLie() {
  const most = Number(document.querySelector("[data-may-lie]")?.dataset.mayLie);
  const full = document.querySelectorAll(".lies:checked").length >= most;
  for (const one of document.querySelectorAll(".lies")) {
    one.disabled = !one.checked && (full || one.closest(".crew-pick").querySelector("[name='f.tokens']").disabled);
  }
}

document.addEventListener("change", lay);

let chosen = "";
let choices = 0;

// What is chosen first, before a second tap does something, stands in the address; without connection nothing changes.
async function choose(address, link = null) {
  // What is being sent brings a page of its own, on which nothing is chosen: this one comes after it.
  chosen = going ? address : "";
  if (going) return;
  const choice = ++choices;
  root.dataset.sending = "";
  const found = await attempt(address);
  link?.classList.remove("tap-now");
  // What was chosen after it counts.
  if (choice !== choices) return;
  if (going) {
    // Alone, the act has led on from where this was chosen.
    if (!single) chosen = address;
    return;
  }
  delete root.dataset.sending;
  if (!found) return missed();
  const [answer, text] = found;
  if (!answer.ok || elsewhere(answer)) return location.assign(answer.url);
  history.replaceState(null, "", address);
  show(pageOf(text), "choice");
  showChosen();
  if (behind()) refresh();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-choose], [data-swap]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (single && going) return;
  const address = new URL(link.href);
  const held = [...document.querySelectorAll('[name="f.tokens"]:checked')].map((one) => one.value);
  // Odds are those of the token in hand, where there is one.
  if (held.length === 1 && address.searchParams.has("row") && !address.searchParams.has("with")) {
    address.searchParams.set("with", held[0]);
  }
  link.classList.add("tap-now");
  choose(address.href, link);
});

// The night leads to its figures; a finger on one of them, to its field.
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (!target.matches("[data-figures]")) return;
  const figure = document.elementsFromPoint(clientX, clientY).find((one) => one.dataset.figure);
  const address = new URL(target.href);
  if (figure) address.searchParams.set("at", figure.dataset.figure);
  target.href = address.href;
}, true);

/** Figures that are typed and not entered: what goes on in the hand would lose them. */
function tellTyped() {
  const fields = [...document.querySelectorAll("#figures input")];
  const typed = fields.some((one) => one.type === "radio"
    ? one.checked !== one.hasAttribute("checked") : one.value !== (one.getAttribute("value") ?? ""));
  root.toggleAttribute("data-typed", typed);
}

document.addEventListener("input", (event) => event.target.form?.id === "figures" && tellTyped());

/** How many of the cubes that go back are chosen stands on the button, which waits for the right number. */
function tellCount(form) {
  const button = form.querySelector("[data-needs]");
  if (!button) return;
  const chosen = form.querySelectorAll('[name="f.cubes"]:checked').length;
  button.disabled = chosen !== Number(button.dataset.needs);
  button.querySelector("[data-chosen]").textContent = `${chosen} / ${button.dataset.needs}`;
}

document.addEventListener("change", ({ target }) => target.name === "f.cubes" && tellCount(target.form));

// Escape leads back from what is asked over the page, as a tap outside does.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.querySelector(".scrim")?.click();
});

/** How many cubes are laid in one act, on its button; what too few of them bring, below. */
function laying() {
  const form = document.querySelector("[data-laying]");
  if (!form) return;
  const cubes = [...form.querySelectorAll("[data-number]")].reduce((all, one) => all + (sum(textOf(one)) ?? 0), 0);
  const button = document.querySelector("[data-lays]");
  button.textContent = button.dataset.lays.replace("{n}", String(cubes));
  button.toggleAttribute("disabled", !cubes);
  const short = form.querySelector("[data-short]");
  short.hidden = "never" in short.dataset || cubes <= Number(form.dataset.left);
}

let counted = 0;

/** What a count comes to so far, as the server says; nobody keeps it. */
async function countUp(form) {
  const turn = ++counted;
  const given = new URLSearchParams(new FormData(form));
  for (const input of form.querySelectorAll("[data-number]")) given.set(input.name, textOf(input) || "0");
  const answer = await fetch(form.dataset.counting, { method: "POST", body: given }).catch(() => null);
  if (!answer?.ok || turn !== counted) return;
  const points = await answer.json();
  if (turn !== counted) return;
  for (const place of document.querySelectorAll("[data-out]")) place.textContent = points[place.dataset.out] ?? "";
}

// A double tap hits the row that it has opened; a tap on another row means that one.
deafen(single ? "button, a:not(.place-row:not(.now) > .row-info), label" : ".table-hand button, .table-hand a, .table-foot button");
takingBack((form, button) => wait(line(form, button)));

if (document.querySelector("[data-keypad]")) {
  numbers({
    change(input) {
      input.dataset.dirty = "";
      mended();
      laying();
      if (input.form?.dataset.counting) countUp(input.form);
      if (!input.form?.dataset.set) return;
      // A step is done with one tap; a number is typed in several.
      if (input === document.activeElement) {
        clearTimeout(settling);
        settling = setTimeout(send, SETTLED, input);
      } else send(input);
    },
    end() {},
    more: () => false,
  });
}
document.addEventListener("focusout", (event) => {
  if (event.target.matches("[data-number][data-dirty]") && event.target.form?.dataset.set) send(event.target);
});

if (!single) rest();
laying();
lookAgain();
showAsked();
if (code) {
  if (!single) sitsInTab(table(code).asked);
  connect({
    ...table(code),
    version: () => Number(here()?.dataset.version ?? 0),
    refresh,
    back: () => kept.length && go(),
    gone: leave,
  });
}
gone();
waits(tapsIn(kept), true);
if (kept.length) go();
root.dataset.ready = "yes";
