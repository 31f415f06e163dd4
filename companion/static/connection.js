// Whether the computer that serves is heard, and at which version its table is: for every page that lives on while others
// act. There is one stream, and where streams are refused one question again and again; either is a sign of life.

/** Without a sign of life for so long the connection is lost; a while later it is opened anew, again and again. */
export const SILENT = 12000;
const ANEW = 16000;
const PATIENCE = 8000;
const POLL = 2500;
const LOOK = 1000;
/** Whoever wakes is given time to connect before the page speaks of silence. */
const WAKING = 4000;

const root = document.documentElement;

const NOBODY = { version: () => newest, refresh() {}, back() {}, changed() {}, gone() {} };

let page = NOBODY;
let stream = null;
let asking = 0;
let opened = 0;
let newest = 0;
let last = Date.now();
let due = last + SILENT;
let since = last;
let lost = false;

/** What the page shows is older than what was heard of. */
export const behind = () => newest > page.version();

/** What a page may want to show: whether there is silence, since when it is so, and when there was a sign of life last. */
export const state = () => ({ lost, since, last });

function say(how) {
  root.dataset.live = how;
}

/** Something was heard: a beat, a version, an answer. */
export function heard() {
  last = Date.now();
  due = last + SILENT;
  if (!lost) return;
  lost = false;
  since = last;
  delete root.dataset.silent;
  page.changed();
  page.back();
}

/** Something did not get through: nobody need wait for the silence to last. */
export function missed() {
  if (lost) return;
  lost = true;
  since = last;
  root.dataset.silent = "";
  page.changed();
}

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
  const mine = new EventSource(`${page.address}/live`);
  stream = mine;
  const live = (event) => {
    heard();
    say("stream");
    return event;
  };
  mine.addEventListener("open", live);
  mine.addEventListener("beat", live);
  mine.addEventListener("message", (event) => news(JSON.parse(live(event).data).version));
  mine.addEventListener("gone", () => {
    close();
    page.gone();
  });
  mine.addEventListener("error", () => {
    say("lost");
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
    const answer = await fetch(`${page.address}/version`, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) return page.gone();
    if (answer.ok) {
      const { version } = await answer.json();
      heard();
      say("asked");
      news(version);
    }
  } catch {
    say("lost");
  }
  clearTimeout(asking);
  asking = setTimeout(ask, POLL);
}

/** A stream that says nothing any more is none, whatever the browser thinks of it. */
function look() {
  if (document.hidden) return;
  const now = Date.now();
  // A clock that was put back has measured nothing.
  if (now < last) last = now;
  due = Math.min(due, now + SILENT);
  if (now >= due) missed();
  if (stream && now - last >= ANEW && now - opened >= PATIENCE) {
    close();
    listen();
  }
  if (lost) page.changed();
}

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
 * address: of what is listened to, which has a `live` and a `version`.
 * version: says which one the page shows.
 * refresh: the page is behind.
 * back: there is a connection again; what waits can go.
 * changed: what `state` says has changed, or grown older.
 * gone: what is listened to is deleted.
 */
export function connect(what) {
  page = { ...NOBODY, ...what };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  setInterval(look, LOOK);
  listen();
}

/** Nothing more is listened to. */
export { close as hangUp };
