// The score form as one types: every change goes to the server, which counts; nothing typed is lost on the way.
import { keypad, put, steppers, textOf } from "./number.js";

const form = document.querySelector("[data-score]");
const address = form.action;
const store = `lockup:${form.dataset.score}`;
const known = JSON.parse(form.elements.bases.value);
const news = document.getElementById("news");
const offline = document.querySelector("[data-offline]");
const waiting = new Map(Object.entries(kept()).filter(([name, { text }]) => known[name] !== text));
let sending = false;
let timer = 0;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(store)) ?? {};
  } catch {
    return {};
  }
}

function keep() {
  try {
    if (waiting.size) localStorage.setItem(store, JSON.stringify(Object.fromEntries(waiting)));
    else localStorage.removeItem(store);
  } catch {
    // Without storage a reload loses what no server has heard yet; the page goes on.
  }
}

const control = (name) => form.elements.namedItem(name);

function change(name, text) {
  waiting.set(name, { text, base: waiting.get(name)?.base ?? known[name] ?? "" });
  control(name)?.closest?.(".stepper")?.classList.add("waiting");
  keep();
  clearTimeout(timer);
  timer = setTimeout(send, 120);
}

async function send() {
  if (sending || !waiting.size) return;
  sending = true;
  const batch = new Map(waiting);
  const body = new URLSearchParams();
  const bases = {};
  for (const [name, { text, base }] of batch) {
    body.set(name, text);
    bases[name] = base;
  }
  body.set("bases", JSON.stringify(bases));
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    const state = await answer.json();
    for (const [name, { text }] of batch) {
      const now = waiting.get(name);
      if (now?.text === text) waiting.delete(name);
      else if (now) now.base = state.values[name] ?? now.base;
    }
    keep();
    offline.hidden = true;
    show(state);
  } catch {
    offline.hidden = false;
    setTimeout(send, 2000);
  } finally {
    sending = false;
  }
  if (waiting.size && offline.hidden) send();
}

async function look() {
  if (sending || waiting.size) return send();
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    // The page shows what it last heard; the next change says so if there is no connection.
  }
}

function show(state) {
  for (const [name, text] of Object.entries(state.values)) {
    known[name] = text;
    if (!waiting.has(name)) set(name, text);
  }
  for (const place of form.querySelectorAll("[data-out]")) {
    const text = state.outputs[place.dataset.out] ?? "";
    if (place.textContent !== text) place.textContent = text;
    if (place.classList.contains("error")) {
      place.hidden = !text;
      const input = control(place.dataset.out.replace(/\.error$/, ""));
      input?.toggleAttribute?.("aria-invalid", false);
      if (text) input?.setAttribute("aria-invalid", "true");
    }
  }
  for (const row of form.querySelectorAll("[data-row]")) {
    const shown = state.shown[row.dataset.row];
    if (shown !== undefined) row.hidden = !shown;
  }
  for (const [name, html] of Object.entries(state.chips)) form.querySelector(`[data-chips="${CSS.escape(name)}"]`).innerHTML = html;
  for (const [index, html] of Object.entries(state.why)) form.querySelector(`[data-why="${index}"]`).innerHTML = html;
  for (const button of form.querySelectorAll("[data-hold]")) {
    const side = button.closest("[data-side]").dataset.side;
    button.setAttribute("aria-pressed", String(state.values[button.dataset.hold] === side));
  }
  for (const [name, theirs] of Object.entries(state.conflicts)) conflict(name, theirs);
  if (state.outputs.lead) news.textContent = state.outputs.lead;
}

function set(name, text) {
  const input = control(name);
  if (!input) return;
  input.closest?.(".stepper")?.classList.remove("waiting");
  if (input instanceof RadioNodeList) input.value = text;
  else if (input === document.activeElement) return;
  else if (input.matches("[data-number]")) put(input, text);
  else input.value = text;
}

// Two phones set the same field: both values are shown, and this person chooses.
function conflict(name, theirs) {
  const input = control(name);
  const place = input?.closest?.(".row")?.querySelector(".conflict");
  if (!place) return set(name, theirs);
  const mine = textOf(input);
  place.replaceChildren(document.querySelector("[data-conflict]").content.cloneNode(true));
  for (const part of place.querySelectorAll("*")) part.textContent = part.textContent.replace("{theirs}", theirs || "0").replace("{mine}", mine || "0");
  place.hidden = false;
  const done = (text) => {
    place.hidden = true;
    put(input, text);
    if (text !== theirs) change(name, text);
  };
  place.querySelector("[data-keep]").addEventListener("click", () => done(theirs));
  place.querySelector("[data-use]").addEventListener("click", () => done(mine));
}

function choose(side) {
  for (const section of form.querySelectorAll("section[data-side]")) section.hidden = section.dataset.side !== side;
  for (const tab of form.querySelectorAll("[data-tab]")) {
    if (tab.dataset.tab === side) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  form.querySelector("[data-side-field]").value = side;
  scrollTo(0, 0);
}

const tabs = [...form.querySelectorAll("[data-tab]")];
const sideOf = (input) => Number(input.closest("[data-side]").dataset.side);
const firstField = () => form.querySelector("section[data-side]:not([hidden]) [data-number]");

const pad = keypad({
  change: (input) => change(input.name, textOf(input)),
  more: (input) => sideOf(input) + 1 < tabs.length,
  end: (input) => {
    choose(String(sideOf(input) + 1));
    firstField().focus({ preventScroll: true });
  },
});
steppers((input) => change(input.name, textOf(input)));

for (const tab of tabs) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    pad.close();
    choose(tab.dataset.tab);
  });
}

// One listener for all buttons of cards, chips and holders: they come and go.
form.addEventListener("click", (event) => {
  const button = event.target.closest('button[name="do"]');
  const [act, name, ...rest] = button?.value.split(":") ?? [];
  if (!["add", "remove", "hold"].includes(act)) return;
  event.preventDefault();
  if (act === "hold") return change(name, (waiting.get(name)?.text ?? known[name]) === rest[0] ? "" : rest[0]);
  const list = control(name);
  const entries = list.value.split(" ").filter(Boolean);
  if (act === "add") entries.push(entry(button, rest));
  else entries.splice(Number(rest[0]), 1);
  list.value = entries.join(" ");
  change(name, list.value);
});

function entry(button, [kind, valuable = ""]) {
  const picks = button.closest(".entry").querySelectorAll("[data-picks] input:checked");
  const shown = [...picks].map((pick) => pick.value).join("+");
  for (const pick of picks) pick.checked = false;
  return shown ? `${kind}:${valuable}:${shown}` : valuable ? `${kind}:${valuable}` : kind;
}

form.addEventListener("change", (event) => {
  if (event.target.matches('input[type="radio"]')) change(event.target.name, event.target.value);
});
form.addEventListener("input", (event) => {
  if (event.target.matches("[data-text]")) change(event.target.name, event.target.value);
});
form.addEventListener("submit", () => {
  // The whole form goes along, with what each field was when this page last heard of it.
  form.elements.bases.value = JSON.stringify(known);
  for (const input of form.querySelectorAll("[data-number]")) input.value = textOf(input);
});

addEventListener("online", send);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());

for (const [name, { text }] of waiting) set(name, text);
if (waiting.size) send();
const first = firstField();
if (first && !first.value && !location.hash) first.focus({ preventScroll: true });
document.documentElement.dataset.ready = "yes";
