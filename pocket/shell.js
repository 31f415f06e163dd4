// The page around the app: gets the files, starts the worker, shows the app in a frame, and lets one tab have it.

import { currentBuild, fetchBuild, filesOf, keepBuild, newestVersion, sizeOf, useBuild } from "./builds.js";
import { hasGames } from "./storage.js";

const PLACE = new URL(document.baseURI).pathname;
const HERE = new URL("./", import.meta.url).href;
const BUILD = HERE.split("/").at(-2);
const LANGUAGE = `lockup ${PLACE} language`;
const THEME = `lockup ${PLACE} theme`;
const CHECKED = `lockup ${PLACE} checked`;
const ASKED = `lockup ${PLACE} asked`;
const PICTURE = `lockup ${PLACE} picture`;
const HOME = location.origin + PLACE;
const CHECKED_EVERY = 12 * 60 * 60 * 1000;
const SILENT = 2000;
const SAVED_BY = 60_000;
const UNDISTURBED = 3000;
const DEAF = 300;
const WAITS = 300;
const LITTLE_MEMORY = 2;
const MEGABYTE = 1_000_000;
const STEPS = 4;
const THEMES = ["", "dark", "light"];

const words = JSON.parse(document.querySelector("#words").textContent);
const find = (selector) => document.querySelector(selector);
const root = document.documentElement;
const shelf = shelfOrNone();
const other = new BroadcastChannel(`lockup ${PLACE}`);

let language = shelf.getItem(LANGUAGE) ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in words) ?? "en";
let chosen = {};
let told = null;
let worker = null;
let release = () => {};
let leaving = null;
let offered = false;
let postponed = false;
let waiting = 0;
let frame = null;
let picture = null;
let asking = false;

const say = (key, data = {}) => words[language][key].replace(/{(\w+)}/g, (_, name) => data[name]);

/** What this browser remembers of a page; nothing where it is told to. */
function shelfOrNone() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {}, refused: true };
  }
}

// What is shown.

function draw() {
  root.lang = words[language].tag;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = say(place.dataset.word);
  find("#languages").setAttribute("aria-label", say("language"));
  find("#theme span").textContent = say(`theme_${root.dataset.theme || "automatic"}`);
  for (const button of document.querySelectorAll("#languages button")) button.setAttribute("aria-pressed", button.lang === words[language].tag);
  if (told) told();
}

function drawLanguages() {
  for (const [name, text] of Object.entries(words)) {
    const button = document.createElement("button");
    button.type = "button";
    button.lang = text.tag;
    button.textContent = name === "zh" ? text.own_name : name.toUpperCase();
    button.addEventListener("click", () => {
      language = chosen.lockup_language = name;
      shelf.setItem(LANGUAGE, name);
      tellChosen();
      draw();
    });
    find("#languages").append(button);
  }
}

/** Automatic, dark, light, as the app has them. */
function changeTheme() {
  root.dataset.theme = chosen.lockup_theme = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
  shelf.setItem(THEME, root.dataset.theme);
  tellChosen();
  draw();
}

/** Have the app keep what was chosen around it, once; before it is started that waits. */
function tellChosen() {
  if (!worker || !Object.keys(chosen).length) return;
  worker.postMessage({ kind: "choose", cookies: chosen });
  chosen = {};
}

/** Say something, again in another language where one is chosen, with a button that does something or waits. */
function show(sentences, label, act) {
  told = () => {
    find("#told").replaceChildren(...sentences().map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    const button = find("#go");
    button.hidden = !label;
    button.textContent = label ? label() : "";
    button.disabled = !act;
    button.onclick = act;
  };
  told();
}

// The page that was shown last, as it was: one sees it while the app starts, and while another tab has the app.

function lastPicture() {
  const last = JSON.parse(shelf.getItem(PICTURE) ?? "null");
  return last?.build === BUILD ? last : null;
}

/** Remember what the app shows. An address with a question may show what only one player may see. */
function takePicture() {
  const inside = frame?.contentDocument;
  if (!inside?.body || !("open" in root.dataset)) return;
  const { href: address, search } = inside.location;
  const html = search ? "" : withoutScripts(inside.documentElement);
  try {
    shelf.setItem(PICTURE, JSON.stringify({ build: BUILD, address, title: inside.title.split(" · ")[0], at: Date.now(), html }));
  } catch (fault) {
    console.info(`No picture: ${fault.message}`);
  }
}

/** A page as text, without what would do something or what no policy lets in. */
function withoutScripts(page) {
  const copy = page.cloneNode(true);
  for (const one of copy.querySelectorAll("script, noscript")) one.remove();
  for (const one of copy.querySelectorAll("[style]")) one.removeAttribute("style");
  return copy.outerHTML;
}

/** Show a page as it was, with what is said below it; nothing of it can be tapped. */
function showPicture(given) {
  hidePicture();
  if (!given) return;
  picture = { ...given, place: document.createElement("iframe") };
  Object.assign(picture.place, { title: given.title, tabIndex: -1, inert: true, srcdoc: `<!doctype html>${given.html}` });
  picture.place.setAttribute("sandbox", "allow-same-origin");
  picture.place.setAttribute("aria-hidden", "true");
  document.body.prepend(picture.place);
  find("#below").append(find("#told"), find("#steps"), find("#go"));
  find("#shell").hidden = true;
  find("#below").hidden = false;
}

function hidePicture() {
  picture?.place.remove();
  picture = null;
  find("#foot").before(find("#told"), find("#steps"), find("#go"));
  find("#below").hidden = true;
  find("#shell").hidden = false;
}

function showStart() {
  show(() => [], () => say("starting"), null);
  drawSteps(0);
}

/** Show how many of the steps to the app's first page are done. */
function drawSteps(done) {
  find("#steps").hidden = false;
  find("#steps").max = STEPS;
  find("#steps").value = done;
}

function drawProgress(bytes, all) {
  const sizes = { n: Math.floor(bytes / MEGABYTE), all: Math.ceil(all / MEGABYTE) };
  find("#progress").hidden = find("#tip").hidden = false;
  find("#amount").textContent = say("amount", sizes);
  document.querySelectorAll(".filled path").forEach((stroke, index) => {
    const share = Math.min(1, Math.max(0, (bytes / all) * 6 - index));
    stroke.style.setProperty("--rest", 260 * (1 - share));
  });
  return sizes;
}

// The files.

/** Have all files of the newest build here, and the service worker that hands them out. */
async function getFiles() {
  const version = await newestVersion();
  // Games that are here already, as after all files were removed, may be of an earlier version.
  const files = filesOf(version, !(await hasGames(PLACE.replace(/\/$/, ""))));
  let sizes = drawProgress(0, sizeOf(files));
  show(() => [], () => say("opens", sizes), null);
  for (;;) {
    try {
      await fetchBuild(version, files, (bytes, all) => {
        sizes = drawProgress(bytes, all);
      });
      break;
    } catch (fault) {
      await new Promise((again) => show(() => [reasonOf(fault, sizes)], () => say("again"), again));
      show(() => [], () => say("opens", sizes), null);
    }
  }
  await useBuild(version.build);
  shelf.setItem(CHECKED, Date.now());
}

function reasonOf(fault, sizes) {
  if (fault.name === "QuotaExceededError") return say("no_room", sizes);
  if (fault.name === "DamagedFile") return say("damaged", { name: fault.message });
  return say("stopped", sizes);
}

async function haveServiceWorker() {
  await navigator.serviceWorker.register("sw.js", { scope: "./", updateViaCache: "none" });
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

// One tab at a time.

/** Have the app to oneself; resolves to whether that is so. */
function own(how) {
  return new Promise((resolve) => {
    const held = navigator.locks.request(`lockup ${PLACE}`, how, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise((end) => (release = end));
    });
    // Another tab did not want to wait for this one.
    held.catch(() => (worker ? letGo() : resolve(false)));
  });
}

/** Say which page is open in another tab, and show it; with a tap, this tab has the app. */
function askOtherTab() {
  const last = lastPicture();
  asking = true;
  find("#steps").hidden = true;
  showPicture(last?.html ? last : null);
  const time = () => new Date(last.at).toLocaleTimeString(root.lang, { timeStyle: "short" });
  const which = () => (last ? say("which_tab", { title: last.title }) : say("other_tab"));
  const sentences = (first) => () => [first(), say("one_tab"), ...(picture ? [say("as_of", { time: time() })] : [])];
  const begin = () => {
    // Who opened the app, and no page of it, goes on where it is.
    if (picture && location.href === HOME) history.replaceState(null, "", picture.address);
    start();
  };
  const take = async () => {
    show(sentences(which), () => say("use_here"), null);
    other.postMessage("yield");
    if (await own({ signal: AbortSignal.timeout(SILENT) })) return begin();
    show(sentences(() => say("silent_tab")), () => say("use_here"), async () => (await own({ steal: true })) && begin());
  };
  show(sentences(which), () => say("use_here"), take);
}

/** Let another tab have the app: the worker has heard that it asked, and has answered what was asked before. */
function letGo() {
  takePicture();
  worker?.terminate();
  worker = null;
  frame?.remove();
  frame = null;
  delete root.dataset.open;
  arrive();
  find("#steps").hidden = true;
  find("#progress").hidden = find("#tip").hidden = true;
  release();
  askOtherTab();
}

other.addEventListener("message", ({ data }) => {
  if (data === "show") takePicture();
});

// The app.

function start() {
  asking = false;
  showStart();
  worker = new Worker(`${HERE}worker.js`, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.kind === "step") drawSteps(data.done);
    if (data.kind === "ready") open(data);
    if (data.kind === "rests") (leaving ?? letGo)();
    if (data.kind === "failed") tellFailure(data.reason);
  });
  worker.postMessage({
    kind: "start",
    place: PLACE.replace(/\/$/, ""),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
  });
  tellChosen();
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (worker && data.kind === "ask") worker.postMessage(data, [ports[0], ...(data.body ? [data.body] : [])]);
});

/** The app does not start; where the build before it is still here, it can be had again. */
async function tellFailure(reason) {
  const { before } = await currentBuild();
  const sentence = () => (reason.includes("NewerDatabase") ? say("newer") : say("failed", { reason }));
  const act = async () => {
    if (before) await useBuild(before);
    location.reload();
  };
  show(() => [sentence()], () => say(before ? "go_back" : "again"), act);
}

function open({ storage, warm, milliseconds }) {
  root.dataset.start = `${warm ? "warm" : "cold"} ${milliseconds} ${storage}`;
  drawSteps(STEPS - 1);
  frame = document.createElement("iframe");
  frame.title = say("name");
  frame.className = "arriving";
  frame.addEventListener("load", reveal, { once: true });
  frame.addEventListener("load", follow);
  frame.src = location.href;
  find("#warning").hidden = storage !== "memory";
  find("#warning").textContent = say("memory_only");
  document.body.append(frame);
  frame.addEventListener("load", () => keepBuild(BUILD).then(lookForUpdate), { once: true });
  if (!warm && storage === "private" && !(navigator.deviceMemory < LITTLE_MEMORY)) setTimeout(makeMemory, UNDISTURBED);
}

/** The app's first page is there: it takes the place of what was shown till then. */
function reveal() {
  hidePicture();
  find("#shell").hidden = true;
  find("#steps").hidden = true;
  frame.className = "";
}

/** Have a second worker make what lets the next start be quick. */
function makeMemory() {
  const maker = new Worker(`${HERE}worker.js`, { type: "module" });
  maker.addEventListener("message", ({ data }) => {
    if (data.kind !== "made") return;
    maker.terminate();
    root.dataset.memory = "";
  });
  maker.postMessage({ kind: "make", place: PLACE.replace(/\/$/, "") });
}

// A newer build.

/** Look for a newer build now and then; also where the clock was ahead when one last looked. */
function lookForUpdate() {
  if (navigator.onLine && Math.abs(Date.now() - Number(shelf.getItem(CHECKED))) >= CHECKED_EVERY) look();
}

/** Fetch a newer build beside this one, where the host has one, and offer it once all of it is here; what was found. */
async function look() {
  shelf.setItem(CHECKED, Date.now());
  try {
    const version = await newestVersion();
    if (version.build === BUILD) return "newest";
    await fetchBuild(version, filesOf(version, false), () => {});
    offerUpdate(version);
    return "newer";
  } catch (fault) {
    // Without a network, or with a file missing or damaged, this build goes on.
    console.info(`No update: ${fault.message}`);
    return "unknown";
  }
}

/** What the page about the app asks for, which stands in the frame. */
window.lockup = { look, checked: () => Number(shelf.getItem(CHECKED)), install: null, before: async () => (await currentBuild())?.previous, goBack };

/** Open the build before this one; this one stays, in case the games are of a version that the other does not know. */
async function goBack() {
  leaveFor((await currentBuild()).previous);
}

/** Open another build, once all that was asked is answered. */
function leaveFor(build) {
  leaving = async () => {
    await useBuild(build, BUILD);
    location.reload();
  };
  worker.postMessage({ kind: "rest" });
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  // The browser asks once for each such event. Whether it was added is what comes of it.
  window.lockup.install = async () => {
    window.lockup.install = null;
    await event.prompt();
    return (await event.userChoice).outcome === "accepted";
  };
});

/** Have the browser keep what is here for good; asked once, as the first game is over. */
function askToKeep() {
  if (shelf.getItem(ASKED)) return;
  shelf.setItem(ASKED, Date.now());
  navigator.storage.persist?.();
}

function offerUpdate(version) {
  const offer = find("#update");
  const draw = () => {
    offer.querySelector("b").textContent = say("update");
    offer.querySelector("p").textContent = say("update_stays");
    offer.querySelector("[data-later]").textContent = say("update_later");
    offer.querySelector("[data-now]").textContent = say("update_now");
  };
  draw();
  offered = true;
  showOffer();
  offer.querySelector("[data-later]").onclick = () => {
    offer.hidden = postponed = true;
    offered = false;
  };
  offer.querySelector("[data-now]").onclick = () => leaveFor(version.build);
}

/** Show the offer below the page; while one of several players has the phone it waits until they hand it on. */
function showOffer() {
  if (!offered || !find("#update").hidden || new URLSearchParams(frame.contentWindow.location.search).has("side")) return;
  find("#update").hidden = false;
  document.body.classList.add("moved");
  setTimeout(() => document.body.classList.remove("moved"), DEAF);
}

/** Give a file of the app to whoever tapped its link: browsers ask the network for it, past the service worker. */
async function giveFile(event) {
  const link = event.target.closest("a[download]");
  if (!link) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1];
  const address = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: address, download: link.download || named || "lockup" }).click();
  // A phone under load reads it later than it was tapped; a file let go too early is not saved.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_BY);
}

/** Hear the taps on the page that comes after one, also while it loads: somebody may be quick to tap the link of a file. */
function hearNext(left) {
  const inside = frame?.contentDocument;
  if (inside === left) requestAnimationFrame(() => hearNext(left));
  else inside?.addEventListener("click", giveFile);
}

/** A browser shows nothing while a frame gets its next page: after a moment this page does. */
function wait() {
  clearTimeout(waiting);
  waiting = setTimeout(() => (root.dataset.waits = ""), WAITS);
}

function arrive() {
  clearTimeout(waiting);
  delete root.dataset.waits;
}

/** Have the address, the title and the look of the page in the frame. */
function follow() {
  arrive();
  const inside = frame.contentDocument;
  if (!inside || frame.contentWindow.location.href === "about:blank") return;
  history.replaceState(null, "", frame.contentWindow.location.href);
  document.title = inside.title;
  root.lang = inside.documentElement.lang;
  root.dataset.theme = inside.documentElement.dataset.theme ?? "";
  shelf.setItem(THEME, root.dataset.theme);
  shelf.setItem(LANGUAGE, root.lang.slice(0, 2));
  inside.addEventListener("click", giveFile);
  frame.contentWindow.addEventListener("beforeunload", wait);
  frame.contentWindow.addEventListener("pagehide", () => hearNext(inside));
  root.dataset.open = "";
  takePicture();
  // A result: the game is over.
  if (location.pathname.startsWith(`${PLACE}s/`)) {
    askToKeep();
    if (postponed) offered = true;
    postponed = false;
  }
  showOffer();
  new MutationObserver(showOffer).observe(inside.documentElement, { childList: true, subtree: true });
  frame.contentWindow.focus();
}

async function begin() {
  drawLanguages();
  find("#theme").addEventListener("click", changeTheme);
  root.dataset.theme = shelf.getItem(THEME) ?? "";
  draw();
  if (!isSecureContext) return show(() => [say("not_secure")]);
  if (shelf.refused) return show(() => [say("storage_off")], () => say("again"), () => location.reload());
  if (!navigator.serviceWorker || !navigator.locks || !globalThis.DecompressionStream) return show(() => [say("too_old")]);
  // Any other page may have changed since it was seen.
  const last = lastPicture();
  if (last?.html && last.address === location.href) {
    showPicture(last);
    showStart();
  }
  const first = (await currentBuild()) === null;
  if (first) await getFiles();
  await haveServiceWorker();
  if (await own({ ifAvailable: true })) return start();
  other.postMessage("show");
  askOtherTab();
}

addEventListener("storage", ({ key }) => {
  if (key === PICTURE && asking) askOtherTab();
});
addEventListener("pagehide", takePicture);
document.addEventListener("visibilitychange", takePicture);

begin().catch((fault) => show(() => [say("failed", { reason: fault.message })], () => say("again"), () => location.reload()));
