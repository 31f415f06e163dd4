// @ts-check
// Three short sounds, made here and loaded from nowhere: something has happened, a raid, and it is on this phone.

/** Of each note the pitch, when it begins and how long it sounds, in seconds. */
const SOUNDS = {
  news: [[392, 0, 0.09]],
  turn: [[523, 0, 0.1], [784, 0.11, 0.16]],
  raid: [[196, 0, 0.16], [185, 0.2, 0.16], [175, 0.4, 0.3]],
};
const LOUD = 0.2;
const QUIET = 0.0001;
const LATE = 1500;
const root = document.documentElement;
let context = null;

/** Before the first tap no browser lets a page sound, and after it some take a moment; what comes late is no news. */
async function play(name) {
  const begun = performance.now();
  await context?.resume();
  if (context?.state !== "running" || performance.now() - begun > LATE) return;
  root.dataset.sound = name;
  for (const [pitch, start, length] of SOUNDS[name]) {
    const [note, loud] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + start;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(LOUD, from);
    loud.gain.exponentialRampToValueAtTime(QUIET, from + length);
    note.connect(loud).connect(context.destination);
    note.start(from);
    note.stop(from + length);
  }
}

const asks = () => Boolean(document.querySelector(".table-hand .primary:not(:disabled), .table-hand [name='f.tokens']"));
const raids = () => Boolean(document.querySelector("[data-scene=raid], .verdict-line"));
let [asked, raided] = [asks(), raids()];

/** What is most to be heard of a page that is new. */
function heard() {
  const [was, raid] = [asked, raided];
  [asked, raided] = [asks(), raids()];
  if (raided && !raid) return "raid";
  return asked && !was ? "turn" : "news";
}

const wake = () => (context ??= new AudioContext());
for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, wake, true);
new MutationObserver(() => play(heard())).observe(document.querySelector("#news"), { childList: true });
document.querySelector("[data-try=sounds]")?.addEventListener("click", () => {
  Object.keys(SOUNDS).forEach((name, place) => setTimeout(play, place * 900, name));
});
root.dataset.ready = "yes";
