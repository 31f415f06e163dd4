// The page around the app: gets the files, starts the worker, shows the app in a frame, and lets one tab have it.

import { currentBuild, fetchBuild, filesOf, keepBuild, newestVersion, sizeOf, useBuild } from "./builds.js";

const PLACE = new URL(document.baseURI).pathname;
const HERE = new URL("./", import.meta.url).href;
const BUILD = HERE.split("/").at(-2);
const LANGUAGE = `lockup ${PLACE} language`;
const THEME = `lockup ${PLACE} theme`;
const CHECKED = `lockup ${PLACE} checked`;
const ASKED = `lockup ${PLACE} asked`;
const CHECKED_EVERY = 12 * 60 * 60 * 1000;
const SILENT = 2000;
const UNDISTURBED = 3000;
const LITTLE_MEMORY = 2;
const MEGABYTE = 1_000_000;

const words = JSON.parse(document.querySelector("#words").textContent);
const find = (selector) => document.querySelector(selector);
const root = document.documentElement;
const other = new BroadcastChannel(`lockup ${PLACE}`);

let language = localStorage.getItem(LANGUAGE) ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in words) ?? "en";
let chosen = "";
let told = null;
let worker = null;
let release = () => {};
let leaving = null;
let postponed = false;

const say = (key, data = {}) => words[language][key].replace(/{(\w+)}/g, (_, name) => data[name]);

// What is shown.

function draw() {
  root.lang = words[language].tag;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = say(place.dataset.word);
  find("#languages").setAttribute("aria-label", say("language"));
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
      language = chosen = name;
      localStorage.setItem(LANGUAGE, name);
      draw();
    });
    find("#languages").append(button);
  }
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
  const files = filesOf(version, true);
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
  localStorage.setItem(CHECKED, Date.now());
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

function askOtherTab() {
  const take = async () => {
    show(() => [say("other_tab"), say("one_tab")], () => say("use_here"), null);
    other.postMessage("yield");
    if (await own({ signal: AbortSignal.timeout(SILENT) })) return start();
    show(() => [say("silent_tab"), say("one_tab")], () => say("use_here"), async () => (await own({ steal: true })) && start());
  };
  show(() => [say("other_tab"), say("one_tab")], () => say("use_here"), take);
}

/** Let another tab have the app, once all that was asked is answered. */
function letGo() {
  worker?.terminate();
  worker = null;
  find("iframe")?.remove();
  find("#shell").hidden = false;
  find("#progress").hidden = find("#tip").hidden = true;
  release();
  askOtherTab();
}

other.addEventListener("message", ({ data }) => {
  if (data === "yield" && worker) worker.postMessage({ kind: "rest" });
});

// The app.

function start() {
  show(() => [], () => say("starting"), null);
  worker = new Worker(`${HERE}worker.js`, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.kind === "ready") open(data);
    if (data.kind === "rests") (leaving ?? letGo)();
    if (data.kind === "failed") tellFailure(data.reason);
  });
  worker.postMessage({
    kind: "start",
    place: PLACE.replace(/\/$/, ""),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
    cookies: chosen ? { lockup_language: chosen } : {},
  });
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
  const frame = document.createElement("iframe");
  frame.title = say("name");
  frame.addEventListener("load", () => follow(frame));
  frame.src = location.href;
  find("#shell").hidden = true;
  find("#warning").hidden = storage !== "memory";
  find("#warning").textContent = say("memory_only");
  document.body.append(frame);
  frame.addEventListener("load", () => keepBuild(BUILD).then(lookForUpdate), { once: true });
  if (!warm && storage === "private" && !(navigator.deviceMemory < LITTLE_MEMORY)) setTimeout(makeMemory, UNDISTURBED);
}

/** Have a second worker make what lets the next start be quick. */
function makeMemory() {
  const maker = new Worker(`${HERE}worker.js`, { type: "module" });
  maker.addEventListener("message", () => {
    maker.terminate();
    root.dataset.memory = "";
  });
  maker.postMessage({ kind: "make", place: PLACE.replace(/\/$/, "") });
}

// A newer build.

/** Look for a newer build now and then. */
function lookForUpdate() {
  if (navigator.onLine && Date.now() - Number(localStorage.getItem(CHECKED)) >= CHECKED_EVERY) look();
}

/** Fetch a newer build beside this one, where the host has one, and offer it once all of it is here; what was found. */
async function look() {
  localStorage.setItem(CHECKED, Date.now());
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
window.lockup = { look, install: null };

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.lockup.install = () => event.prompt();
});

/** Have the browser keep what is here for good; asked once, as the first game is over. */
function askToKeep() {
  if (localStorage.getItem(ASKED)) return;
  localStorage.setItem(ASKED, Date.now());
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
  offer.hidden = false;
  offer.querySelector("[data-later]").onclick = () => {
    offer.hidden = postponed = true;
  };
  offer.querySelector("[data-now]").onclick = () => {
    leaving = async () => {
      await useBuild(version.build, BUILD);
      location.reload();
    };
    worker.postMessage({ kind: "rest" });
  };
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
  setTimeout(() => URL.revokeObjectURL(address), SILENT);
}

/** Have the address, the title and the look of the page in the frame. */
function follow(frame) {
  const inside = frame.contentDocument;
  if (!inside || frame.contentWindow.location.href === "about:blank") return;
  history.replaceState(null, "", frame.contentWindow.location.href);
  document.title = inside.title;
  root.lang = inside.documentElement.lang;
  root.dataset.theme = inside.documentElement.dataset.theme ?? "";
  localStorage.setItem(THEME, root.dataset.theme);
  localStorage.setItem(LANGUAGE, root.lang.slice(0, 2));
  inside.addEventListener("click", giveFile);
  root.dataset.open = "";
  // A result: the game is over.
  if (location.pathname.startsWith(`${PLACE}s/`)) {
    askToKeep();
    if (postponed) find("#update").hidden = postponed = false;
  }
  frame.contentWindow.focus();
}

async function begin() {
  drawLanguages();
  root.dataset.theme = localStorage.getItem(THEME) ?? "";
  draw();
  if (!isSecureContext) return show(() => [say("not_secure")]);
  if (!navigator.serviceWorker || !navigator.locks || !globalThis.DecompressionStream) return show(() => [say("too_old")]);
  const first = (await currentBuild()) === null;
  if (first) await getFiles();
  await haveServiceWorker();
  if (!(await own({ ifAvailable: true }))) return askOtherTab();
  start();
}

begin().catch((fault) => show(() => [say("failed", { reason: fault.message })], () => say("again"), () => location.reload()));
