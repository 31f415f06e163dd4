// @ts-check
// Whether the computer that serves is heard, and at which version its table is: for every page that lives on while others
// act. There is one stream, and where streams are refused one question again and again; either is a sign of life.

import { leadThere, READ } from "./lead.js";

/** Without a sign of life for so long the connection is lost; a while later it is opened anew, again and again. */
const SILENT = 12000;
const ANEW = 16000;
const PATIENCE = 8000;
const POLL = 2500;
const LOOK = 1000;
/** Whoever wakes is given time to connect before the page speaks of silence. */
const WAKING = 4000;
/** How long it stays told that what waited has gone in. */
const TOLD = 3500;
const MINUTE = 60000;
/** Which of the three forms of a sentence a number takes, by what its language calls it. */
const FORMS = { one: 0, few: 1, other: 1, many: 2 };
const NOBODY = { version: () => newest, every: POLL, refresh() {}, back() {}, gone() {}, read: async (answer) => (await answer.json()).version };

const root = document.documentElement;
const words = JSON.parse(document.querySelector("[data-sentences]")?.dataset.sentences ?? "{}");

let page = NOBODY;
let stream = null;
let asking = 0;
let opened = 0;
let flight = new AbortController();
let newest = 0;
let last = Date.now();
let due = last + SILENT;
let since = last;
let lost = false;
let stuck = false;

// What waits here, what became of it, and whether there was a silence meanwhile: nobody is told of what went well anyway.
let waiting = 0;
let went = 0;
let refused = 0;
let late = false;
let telling = 0;

/** What the page shows is older than what was heard of. */
export const behind = () => newest > page.version();

/** Something was heard: a beat, a version, an answer. A beat does not tell that a tap gets through which has not. */
export function heard(beat = false) {
  if (beat && stuck) return;
  stuck = false;
  last = Date.now();
  due = last + SILENT;
  if (!lost) return;
  lost = false;
  since = last;
  if (!waiting) announce(words.back);
  draw();
  page.back();
}

/** Something did not get through: nobody need wait for the silence to last. What waits is tried again. */
export function missed(waits = false) {
  stuck ||= waits;
  if (lost) return;
  lost = true;
  since = last;
  late ||= waiting > 0;
  announce(`${words.lost}. ${line()}`);
  draw();
}

/** So many taps wait here now. Those that wait from before the page was loaded have met a silence. */
export function waits(count, before = false) {
  waiting = count;
  late ||= count > 0 && (lost || before);
  if (!count) {
    if (late && went + refused) tell();
    else went = refused = 0;
    late = false;
  }
  draw();
}

/** A tap was answered, and taken or not. */
export function arrived(taken, taps = 1) {
  if (taken) went += taps;
  else refused += taps;
}

function tell() {
  const told = [went && counted(words.went, went), refused && counted(words.refused, refused)].filter(Boolean).join(words.gap);
  went = refused = 0;
  clearTimeout(telling);
  telling = setTimeout(() => {
    telling = 0;
    announce("");
    draw();
  }, TOLD);
  announce(told);
  draw(told);
}

// What is seen of it.

/** Hours and minutes. `Intl` would say them as well, and keep a slow phone from its page for a twentieth of a second. */
const oclock = (moment) => [new Date(moment).getHours(), new Date(moment).getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");

const counted = (forms, count) => (Array.isArray(forms) ? forms[FORMS[new Intl.PluralRules(root.lang).select(count)]] : forms).replace("{n}", count);

function line() {
  const silence = Date.now() - last;
  const ago = silence < MINUTE ? [words.seconds, Math.round(silence / 1000)] : [words.minutes, Math.round(silence / MINUTE)];
  return [ago[0].replace("{n}", ago[1]), ...(waiting ? [counted(words.waits, waiting)] : [])].join(words.gap);
}

function write(what, text) {
  const place = document.querySelector(what);
  if (place && place.textContent !== text) place.textContent = text;
}

function announce(text) {
  write("[data-connection-news]", text ?? "");
}

/** What is hidden already is left alone: a slow phone would look for what follows from it all over the page. */
function hide(element, is) {
  if (element.hidden !== is) element.hidden = is;
}

/** Pages take parts of theirs out and put others in: nothing is held between two drawings. */
export function draw(told = "") {
  root.toggleAttribute("data-silent", lost);
  const banner = document.querySelector("[data-offline]");
  if (banner && words.lost) {
    if (lost) {
      write("[data-offline-title]", words.lost);
      write("[data-offline-line]", line());
      write("[data-as-of]", words.as_of.replace("{time}", oclock(last)));
    } else if (told) {
      write("[data-offline-title]", words.back);
      write("[data-offline-line]", told);
      write("[data-as-of]", "");
    }
    hide(banner, !lost && !telling);
    banner.classList.toggle("is-back", !lost);
  }
  const sheet = document.querySelector("[data-lost]");
  if (sheet) hide(sheet, !lost || Date.now() - last < SILENT);
  // Where it lies is asked only once it is seen: the answer costs a slow phone the layout of its page.
  if (sheet && !sheet.hidden) {
    // Tokens are laid without connection too: what helps stands above them.
    const tokens = document.querySelector(".table-hand:has(.tray)");
    sheet.style.bottom = tokens ? `${innerHeight - tokens.getBoundingClientRect().top}px` : "";
    sheet.classList.toggle("low", Boolean(tokens));
  }
  const light = document.querySelector("[data-light]");
  if (!light || page === NOBODY) return;
  light.querySelector("summary").setAttribute("aria-label", lost ? words.light_lost : words.light_heard);
  write("[data-light-since]", (lost ? words.silent : words.heard).replace("{time}", oclock(since)));
}

// How it is heard.

function news(version) {
  newest = Math.max(newest, version);
  if (behind()) page.refresh();
}

function close() {
  clearTimeout(asking);
  stream?.close();
  stream = null;
}

function listen() {
  if (document.hidden || stream) return;
  close();
  opened = Date.now();
  if (!page.live) return ask();
  const mine = new EventSource(page.live);
  stream = mine;
  const live = () => {
    root.dataset.live = "stream";
    heard(true);
  };
  mine.addEventListener("open", live);
  mine.addEventListener("beat", live);
  mine.addEventListener("message", (event) => {
    live();
    news(JSON.parse(event.data).version);
  });
  mine.addEventListener("awake", () => {
    live();
    page.refresh();
  });
  mine.addEventListener("gone", () => {
    close();
    page.gone();
  });
  // A browser has few connections: its newest windows have the streams.
  mine.addEventListener("poll", () => {
    close();
    ask();
  });
  mine.addEventListener("error", () => {
    root.dataset.live = "lost";
    // A stream that was refused stays closed; one that was cut comes back by itself.
    if (mine !== stream || mine.readyState !== EventSource.CLOSED) return;
    stream = null;
    ask();
  });
}

async function ask() {
  clearTimeout(asking);
  if (document.hidden || stream) return;
  try {
    const answer = await fetch(page.asked, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) return page.gone();
    if (answer.ok) {
      root.dataset.live = "asked";
      heard();
      news(await page.read(answer));
    }
  } catch {
    root.dataset.live = "lost";
  }
  clearTimeout(asking);
  asking = setTimeout(ask, page.every);
}

/** A stream that says nothing any more is none, whatever the browser thinks of it. */
function look() {
  if (document.hidden) return;
  const now = Date.now();
  // A clock that was put back has measured nothing.
  if (now < last) last = now;
  due = Math.min(due, now + SILENT);
  if (now >= due) missed();
  if (now - last >= ANEW && now - opened >= PATIENCE) anew();
  if (lost) draw();
}

/** What hangs on a wire that is silent would hang for minutes: it is let go, and whoever sent it sends it again. */
function anew() {
  flight.abort();
  flight = new AbortController();
  close();
  listen();
}

/** Fetch what may be fetched again, for as long as there are signs of life. */
export const fetchAgain = (address, options = {}) => fetch(address, { ...options, signal: flight.signal });

function wake() {
  // A phone that sleeps loses its stream without being told.
  if (document.hidden) return close();
  due = Date.now() + WAKING;
  listen();
  page.refresh();
  page.back();
}

/**
 * Live from now on.
 *
 * live: the address of the stream of versions; left out, there is none.
 * asked: the address that answers with the version; `read` gets it out of an answer, and `every` is how often.
 * version: says which one the page shows.
 * refresh: the page is behind, or was asleep.
 * back: there is a connection again; what waits can go.
 * gone: what is listened to is deleted.
 */
export function connect(what) {
  page = { ...NOBODY, ...what };
  // Where this phone alone has the app, nobody else changes anything, and there is no connection to lose.
  if ("unshared" in root.dataset) return draw();
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => missed());
  document.addEventListener("click", (event) => {
    const light = document.querySelector("[data-light]");
    const named = event.target.closest("[data-named]");
    if (named) pack(named);
    else if (event.target.closest("[data-again]")) {
      anew();
      page.back();
    } else if (light?.open && !light.contains(event.target)) light.open = false;
  });
  // Before those who send the forms of the table.
  document.addEventListener("submit", moveTo, true);
  setInterval(look, LOOK);
  draw();
  listen();
}

// Taps that wait: where they lie, and how they travel in the fragment of an address when the computer has another one.

/** The name under which the taps of a table lie in the browser's storage. */
export const shelf = (code) => `lockup.waiting.${code}`;

/** Taps as a piece of an address; of their own address only the path, for the rest will be another. */
function packed(taps) {
  const text = JSON.stringify(taps.map((one) => ({ ...one, address: new URL(one.address, location.href).pathname })));
  const signs = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return signs.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What `packed` has packed. */
export function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** By name the computer is found wherever it is; the seat and what waits go along. */
function pack(link) {
  const { liveTable, transfer } = document.querySelector("[data-live-table]").dataset;
  if (transfer) link.hash = `${transfer}.${packed(JSON.parse(localStorage.getItem(shelf(liveTable)) ?? "[]"))}`;
}

/** An address as somebody types it from the screen of the computer; null where it is none. */
function typed(text) {
  try {
    const { protocol, origin, hostname } = new URL(/^https?:/i.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
    // Some browsers take anything for the name of a computer.
    return protocol.startsWith("http") && /^([\p{L}\d.-]+|\[[\da-f:]+\])$/iu.test(hostname) ? origin : null;
  } catch {
    return null;
  }
}

/** Whoever types the new address of the computer takes along what the link by its name takes along. */
function moveTo(event) {
  const form = event.target.closest("[data-new-address]");
  if (!form) return;
  event.preventDefault();
  event.stopPropagation();
  const input = form.querySelector("input");
  const origin = typed(input.value);
  input.setAttribute("aria-invalid", String(!origin));
  if (!origin) return input.focus();
  const link = Object.assign(document.createElement("a"), { href: origin + form.dataset.newAddress });
  pack(link);
  location.assign(link.href);
}

/** Where everybody goes on together: at another table, else at the result. */
const LEADS = ["data-next-game", "data-result-page"];

/** Somebody has shown the result, or opened the next game: who has the page open is led there. Whether that is so. */
export function follow(next) {
  for (const lead of LEADS) {
    const there = next.querySelector(`[${lead}]`)?.getAttribute(lead);
    // Whoever comes back to the page as it was left stays.
    if (!there) root.removeAttribute(lead);
    else if (lead === "data-next-game") {
      if (!document.querySelector(`[${lead}]`)) leadThere(there, READ[next.querySelector("[data-screen]") ? "screen" : "phone"], close);
    } else if (!document.querySelector(`[${lead}]`)) {
      root.setAttribute(lead, there);
      close();
      location.assign(there);
      return true;
    }
  }
  return false;
}

/** Where the API is: below the path under which a proxy serves the app. */
export const api = `${root.dataset.basePath ?? ""}/api/v1`;

/** A table with that code: how it is listened to. */
export const table = (code) => ({ live: `${api}/tables/${code}/live`, asked: `${api}/tables/${code}/version` });

/** Nothing more is listened to. */
export { close as hangUp };
