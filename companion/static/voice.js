// @ts-check
// What is new at the table is said aloud, in the language of the page: the same sentences that the page tells a reader of
// screens, so that it has no sign of its own.

const root = document.documentElement;
const news = document.querySelector("#news");
const language = root.lang.split("-")[0];
/** Phones name Chinese voices by the country. */
const SPOKEN = { en: "en", pl: "pl-PL", zh: "zh-CN" };

const codeOf = (voice) => voice.lang.replace("_", "-").toLowerCase();

/** The voice for the language of the page, the one that needs no network first; undefined where there is none. */
function voice() {
  const fit = speechSynthesis.getVoices().filter((one) => codeOf(one).split("-")[0] === language);
  return fit.find((one) => one.localService) ?? fit[0];
}

/** Whether this phone can, stands on the page where one turns it on. */
function tell() {
  const found = "speechSynthesis" in window && voice();
  for (const one of document.querySelectorAll("[data-voice-told]")) one.textContent = one.dataset[found ? "there" : "none"];
}

function say(text) {
  if (!("speechSynthesis" in window)) return;
  // What was said of a page that is no longer there is not ended.
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = SPOKEN[language] ?? root.lang;
  words.voice = voice() ?? null;
  speechSynthesis.speak(words);
}

let last = "";
new MutationObserver(() => {
  // At a game the question is said by its focus; aloud it comes after what has happened.
  const text = [news, document.querySelector("#asked")].map((one) => one?.textContent.trim()).filter((one, place, all) => one && (!place || !all[0].includes(one))).join(" ");
  if (news.textContent.trim() && text !== last) say(text);
  last = text;
}).observe(news, { childList: true, characterData: true, subtree: true });
document.querySelector("[data-try=voice]")?.addEventListener("click", ({ currentTarget }) => say(currentTarget.dataset.words));
if ("speechSynthesis" in window) speechSynthesis.addEventListener("voiceschanged", tell);
tell();
root.dataset.ready = "yes";
