// @ts-check
// The score form as one types: every change goes to the server, which counts; nothing typed is lost on the way.
import { api, arrived, connect, fetchAgain, heard, missed, waits } from "./connection.js";
import { numbers, put, textOf } from "./number.js";
import { sum } from "./sums.js";
import "./unfold.js";

const form = document.querySelector("[data-score]");
const address = form.action;
const store = `lockup:${form.dataset.score}`;
const known = JSON.parse(form.elements.bases.value);
const news = document.getElementById("news");
const waiting = new Map(Object.entries(kept()).filter(([name, { text }]) => known[name] !== text));
const clashes = new Map();
const drawn = new Map();
let version = Number(form.dataset.version);
let sending = false;
let timer = 0;
let asked = {};
let tidy = false;
let touched = null;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(store)) ?? {};
  } catch {
    return {};
  }
}

function keep() {
  waits(waiting.size);
  form.toggleAttribute("data-waiting", waiting.size > 0);
  try {
    if (waiting.size) localStorage.setItem(store, JSON.stringify(Object.fromEntries(waiting)));
    else localStorage.removeItem(store);
  } catch {
    // Without storage a reload loses what no server has heard yet; the page goes on.
  }
}

const control = (name) => form.elements.namedItem(name);
const unsent = () => [...waiting].filter(([name]) => !clashes.has(name));

function change(name, text) {
  waiting.set(name, { text, base: waiting.get(name)?.base ?? known[name] ?? "" });
  control(name)?.closest?.(".stepper")?.classList.add("waiting");
  open(name, text);
  keep();
  if (clashes.has(name)) return choice(name);
  soon(120);
}

// What a goon calls for is asked for at once; the answer of the server then says what holds.
function open(name, text) {
  for (const row of form.querySelectorAll(`[data-opener="${CSS.escape(name)}"]`)) {
    const words = row.dataset.words.split(" ").filter(Boolean);
    if (words.length ? words.some((word) => text.split(/[ :+]/).includes(word)) : sum(text) > 0) row.hidden = false;
  }
}

function soon(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(send, milliseconds);
}

async function send() {
  const batch = unsent();
  if (sending || !batch.length) return;
  sending = true;
  let sent = false;
  const body = new URLSearchParams(batch.map(([name, { text }]) => [name, text]));
  body.set("bases", JSON.stringify(Object.fromEntries(batch.map(([name, { base }]) => [name, base]))));
  try {
    const answer = await fetchAgain(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if ([403, 404, 409].includes(answer.status)) return leave();
    if (!answer.ok) throw new Error(String(answer.status));
    const state = await answer.json();
    for (const [name, { text }] of batch) {
      const now = waiting.get(name);
      if (name in state.conflicts) clash(name, state.conflicts[name]);
      else if (now?.text === text) waiting.delete(name);
      else if (now) now.base = state.values[name] ?? now.base;
    }
    sent = true;
    heard();
    arrived(true);
    keep();
    show(state);
  } catch {
    missed();
    soon(2000);
  } finally {
    sending = false;
  }
  if (sent) send();
}

// The sheet was deleted, this device may not change it any more, or a program took out what the form needs; the server
// says which.
function leave() {
  waiting.clear();
  keep();
  location.assign(address);
}

async function look() {
  if (sending || unsent().length) return send();
  try {
    const answer = await fetchAgain(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    show(await answer.json());
    heard();
  } catch {
    // The page shows what it last heard; the next change says so if there is no connection.
  }
}

function show(state) {
  // Answers may overtake each other; what is older than the page says nothing new.
  if (state.version < version) return;
  const before = touched?.getBoundingClientRect().top;
  fill(state);
  // What was touched stays under the finger, whatever appeared above it.
  if (touched?.getClientRects().length) scrollBy(0, touched.getBoundingClientRect().top - before);
}

function fill(state) {
  version = state.version;
  for (const [name, text] of Object.entries(state.values)) {
    known[name] = text;
    if (clashes.has(name)) clash(name, text);
    else if (!waiting.has(name)) set(name, text);
  }
  for (const place of form.querySelectorAll("[data-out]")) {
    const text = state.outputs[place.dataset.out] ?? "";
    if (place.textContent !== text) place.textContent = text;
    if (place.classList.contains("error")) {
      place.hidden = !text;
      const input = control(place.dataset.out.replace(/\.error$/, ""));
      if (text) input?.setAttribute("aria-invalid", "true");
      else input?.removeAttribute("aria-invalid");
    }
  }
  asked = state.shown;
  rows();
  for (const [name, html] of Object.entries(state.chips)) swap(`[data-chips="${CSS.escape(name)}"]`, html);
  for (const [index, html] of Object.entries(state.why)) swap(`[data-why="${index}"]`, html);
  for (const button of form.querySelectorAll("[data-hold]")) {
    const side = button.closest("[data-side]").dataset.side;
    button.setAttribute("aria-pressed", String(state.values[button.dataset.hold] === side));
  }
  if (state.outputs.lead) news.textContent = state.outputs.lead;
}

// A row opens at once, but none goes from the side in sight while one fills it in: only a choice of the table takes it.
// An answer may be older than what waits here, which then opens its rows again.
function rows() {
  for (const row of form.querySelectorAll("[data-row]")) {
    const shown = asked[row.dataset.row];
    if (shown) row.hidden = false;
    else if (shown === false && row.matches("section *") && (tidy || row.closest("section").hidden)) row.hidden = true;
    if (row.matches("fieldset")) row.disabled = Boolean(row.hidden);
  }
  for (const [name, { text }] of waiting) open(name, text);
}

// What has not changed stays, and the focus in it; what had it and is gone leaves it to its neighbour.
function swap(selector, html) {
  if (drawn.get(selector) === html) return;
  const place = form.querySelector(selector);
  const had = controls(place).indexOf(document.activeElement);
  place.innerHTML = html;
  drawn.set(selector, html);
  if (had < 0) return;
  const row = place.closest("[data-row], .row, fieldset");
  (controls(place).slice(0, had + 1).at(-1) ?? controls(row)[0])?.focus({ preventScroll: true });
}

const controls = (place) => [...(place?.querySelectorAll("button, a, input, summary") ?? [])].filter((one) => one.checkVisibility());

function set(name, text) {
  const input = control(name);
  if (!input) return;
  input.closest?.(".stepper")?.classList.remove("waiting");
  if (input instanceof RadioNodeList) input.value = text;
  else if (textOf(input) === text) return;
  else if (input.matches("[data-number]")) {
    put(input, text);
    pad.heard(input);
  } else input.value = text;
}

// Two phones set the same field: both values are shown, and this person chooses; until then neither goes on.
function clash(name, theirs) {
  const mine = waiting.get(name);
  const input = control(name);
  if (input?.matches?.("[data-list]")) {
    waiting.set(name, { text: merged(mine.base, mine.text, theirs), base: theirs });
    input.value = waiting.get(name).text;
  } else if (mine.text === theirs || !placeOf(name)) {
    // Of two buttons pressed at once the first one holds.
    settle(name);
  } else if (clashes.get(name) !== theirs) {
    clashes.set(name, theirs);
    choice(name);
  }
}

const placeOf = (name) => control(name)?.closest?.(".row")?.querySelector(".conflict");

function settle(name) {
  const place = placeOf(name);
  // The buttons that were chosen from go, and the focus stays in their row.
  if (place?.contains(document.activeElement)) {
    (place.closest(".row").querySelector("[data-step]") ?? control(name)).focus({ preventScroll: true });
  }
  if (place) place.hidden = true;
  clashes.delete(name);
  waiting.delete(name);
  keep();
}

function choice(name) {
  const place = placeOf(name);
  const what = place.closest(".row").querySelector("label").textContent;
  const said = { what, theirs: clashes.get(name) || "0", mine: waiting.get(name).text || "0" };
  place.replaceChildren(document.querySelector("[data-conflict]").content.cloneNode(true));
  for (const part of place.children) part.textContent = part.textContent.replace(/\{(what|theirs|mine)\}/g, (_, whose) => said[whose]);
  place.hidden = false;
  place.querySelector("[data-keep]").addEventListener("click", () => {
    settle(name);
    set(name, known[name]);
  });
  place.querySelector("[data-use]").addEventListener("click", () => {
    const { text } = waiting.get(name);
    settle(name);
    change(name, text);
  });
}

// Two phones entered cards of one side: what this one added and took off is done again on the other's list.
function merged(base, mine, theirs) {
  const [before, after, list] = [base, mine, theirs].map((text) => text.split(" ").filter(Boolean));
  return [...without(list, without(before, after)), ...without(after, before)].join(" ");
}

function without(all, some) {
  const left = [...all];
  for (const one of some) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left;
}

function choose(side) {
  for (const section of form.querySelectorAll("section[data-side]")) section.hidden = section.dataset.side !== side;
  for (const tab of form.querySelectorAll("[data-tab]")) {
    if (tab.dataset.tab === side) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  form.querySelector("[data-side-field]").value = side;
  rows();
  scrollTo(0, 0);
}

const tabs = [...form.querySelectorAll("[data-tab]")];
const sideOf = (input) => Number(input.closest("[data-side]").dataset.side);
const firstField = () => form.querySelector("section[data-side]:not([hidden]) [data-number]");

const pad = numbers({
  change: (input) => change(input.name, textOf(input)),
  more: (input) => sideOf(input) + 1 < tabs.length,
  end: (input) => {
    choose(String(sideOf(input) + 1));
    firstField().focus({ preventScroll: true });
  },
});

for (const tab of tabs) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    const types = pad.isOpen();
    choose(tab.dataset.tab);
    // Who types goes on typing: the keys stay where they are, and what ends it stays away from under the finger.
    if (types) firstField().focus({ preventScroll: true });
  });
}

// From a reason to the house ruling that decided it.
form.addEventListener("click", (event) => {
  const place = event.target.closest("a.change") && document.querySelector(event.target.closest("a.change").hash);
  if (!place) return;
  event.preventDefault();
  place.closest("details").open = true;
  place.hidden = place.disabled = false;
  place.scrollIntoView({ block: "center" });
  place.querySelector("input:checked").focus({ preventScroll: true });
});

// One listener for all buttons of cards, chips and holders: they come and go.
form.addEventListener("click", (event) => {
  const button = event.target.closest('button[name="do"]');
  const [act, name, ...rest] = button?.value.split(":") ?? [];
  if (!["add", "remove", "hold"].includes(act)) return;
  event.preventDefault();
  if (act === "hold") return change(name, (waiting.get(name)?.text ?? known[name]) === rest[0] ? "" : rest[0]);
  const list = control(name);
  const entries = list.value.split(" ").filter(Boolean);
  // The chips stand in the order that the server knows.
  const next = act === "add" ? [...entries, entry(button, rest)] : without(entries, [known[name].split(" ")[rest[0]]]);
  list.value = next.join(" ");
  change(name, list.value);
});

/** @type {(button: Element, words: string[]) => string} */
function entry(button, [kind, valuable = ""]) {
  const picks = button.closest(".entry").querySelectorAll("[data-picks] input:checked");
  const shown = [...picks].map((pick) => pick.value).join("+");
  for (const pick of picks) pick.checked = false;
  return shown ? `${kind}:${valuable}:${shown}` : valuable ? `${kind}:${valuable}` : kind;
}

form.addEventListener("change", (event) => {
  if (!event.target.matches('input[type="radio"]')) return;
  tidy = true;
  change(event.target.name, event.target.value);
});
form.addEventListener("input", (event) => {
  if (event.target.matches("[data-word]")) change(event.target.name, event.target.value);
});
form.addEventListener("submit", () => {
  // The whole form goes along, with what each field was when this page last heard of it.
  form.elements.bases.value = JSON.stringify({ ...known, ...Object.fromEntries([...waiting].map(([name, { base }]) => [name, base])) });
  for (const input of form.querySelectorAll("[data-number]")) input.value = textOf(input);
});
form.addEventListener("formdata", (event) => {
  // What a side holds is no field of the form.
  for (const [name, { text }] of waiting) if (!control(name)) event.formData.set(name, text);
});

for (const kind of ["pointerdown", "focusin"]) {
  form.addEventListener(kind, (event) => {
    touched = event.target.closest("[data-keypad]") ? document.activeElement : event.target;
    tidy &&= event.target.matches('input[type="radio"]');
  });
}

// What others count shows here while the page is looked at.
connect({
  asked: `${api}/sheets/${form.dataset.score}`,
  read: (answer) => Number(answer.headers.get("ETag").replace(/\D/g, "")),
  every: 5000,
  version: () => version,
  refresh: look,
  back: send,
  gone: leave,
});

for (const [name, { text }] of waiting) set(name, text);
waits(waiting.size, true);
keep();
send();
const first = firstField();
const wrong = form.querySelector("[autofocus]");
if (wrong) wrong.focus();
else if (first && !first.value && !location.hash) first.focus({ preventScroll: true });
document.documentElement.dataset.ready = "yes";
