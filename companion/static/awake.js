// @ts-check
// The screen stays on: by a wake lock where the browser has one; else, as on plain http, by a silent picture that plays.

const REST = 30 * 60 * 1000;
const FRAME = 1000;
const root = document.documentElement;
/** WebKit keeps the screen on only for a video with sound; the others for any that is a stream. */
const wantsSound = navigator.vendor.startsWith("Apple");
let lock = null;
let sound = null;
let picture = null;
let resting = 0;
let state = "waits";

/** What is so stands on the page, in words that the page has for it. */
function tell(next = state) {
  state = root.dataset.awake = next;
  for (const one of document.querySelectorAll("[data-awake-told]")) one.textContent = one.dataset[state];
}

/** What was held is held no more; a rest that was told stays told. */
const lost = () => (state === "held" || state === "asked") && tell("waits");

/** Before the first tap a browser may want that tap. */
const refused = () => tell(navigator.userActivation?.hasBeenActive === false ? "waits" : "refused");

/** A video of two pixels that are drawn anew every second, from no file: a page without https may play that. */
function silent() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const pen = canvas.getContext("2d");
  const draw = () => {
    pen.fillStyle = pen.fillStyle === "#000000" ? "#010101" : "#000000";
    pen.fillRect(0, 0, 2, 2);
  };
  draw();
  setInterval(draw, FRAME);
  const stream = canvas.captureStream();
  if (wantsSound) {
    sound = new AudioContext();
    const silence = sound.createConstantSource();
    silence.offset.value = 0;
    const track = sound.createMediaStreamDestination();
    silence.connect(track);
    silence.start();
    stream.addTrack(track.stream.getAudioTracks()[0]);
  }
  const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: !wantsSound, playsInline: true });
  video.className = "awake-picture";
  video.setAttribute("aria-hidden", "true");
  video.addEventListener("playing", () => tell("asked"));
  // A browser may stop it by itself.
  video.addEventListener("pause", lost);
  // Beside the body, whose parts come and go.
  root.append(video);
  return video;
}

async function lockIt() {
  lock = await navigator.wakeLock.request("screen");
  // A page that is covered loses it, and so does a phone that saves power.
  lock.addEventListener("release", lost);
  tell("held");
}

async function play() {
  picture ??= silent();
  sound?.resume();
  await picture.play();
}

/** The screen stays on from now until nobody has done anything for half an hour. */
async function hold() {
  clearTimeout(resting);
  resting = setTimeout(free, REST);
  if (document.hidden || state === "held" || state === "asked") return;
  try {
    await (navigator.wakeLock ? lockIt() : play());
  } catch (fault) {
    if (fault.name !== "AbortError") refused();
  }
}

function free() {
  tell("rested");
  lock?.release();
  picture?.pause();
}

for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, hold, true);
document.addEventListener("visibilitychange", () => !document.hidden && state !== "rested" && hold());
// Parts that are new have their words anew; and what others do at the table is no rest.
new MutationObserver(() => state !== "rested" && hold()).observe(document.querySelector("#news"), { childList: true });
document.addEventListener("swapped", () => tell());
tell();
hold();
root.dataset.ready = "yes";
