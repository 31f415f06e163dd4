// @ts-check
// Numbers are typed as sums. What counts is what the server reads; this only shows it and steps by one.

import { pressed, sum } from "./sums.js";

const MOST = 9999;
const DEAF = 300;
const FITS = /^(.{0,3}|\d{4})$/;
const DOCKED = matchMedia("(min-width: 20rem)");
const STAY = "[data-keypad], .stepper, .toggle, [data-tab]";
const STOPS = "[data-number], [data-stop]";

/** What was typed into a number field; while it is not being typed in, the field shows what that comes to. */
export const textOf = (input) => input.dataset.text ?? input.value;

/** Put a text into a number field. */
export function put(input, text) {
  input.dataset.text = text;
  const shown = input === document.activeElement ? text : String(sum(text) ?? text).replaceAll("-", "\u2212");
  if (input.value !== shown) input.value = shown;
  mark(input);
}

/** Make the number fields in a part of the page ready to be typed in. */
export function dress(part) {
  for (const input of part.querySelectorAll("[data-number]")) {
    input.inputMode = DOCKED.matches ? "none" : "tel";
    put(input, input.value);
  }
}

function mark(input) {
  const number = sum(textOf(input)) ?? 0;
  input.classList.toggle("long", !FITS.test(input.value));
  for (const button of input.parentElement.querySelectorAll("[data-step]")) {
    const atLimit = button.dataset.step < 0 ? number <= 0 : number >= MOST;
    button.setAttribute("aria-disabled", String(atLimit));
  }
}

/** Whether an element is on the page to be seen. */
const seen = (element) => element.getClientRects().length > 0;

/**
 * Dock the keypad to the number fields of a page, and let their plus and minus step.
 * @param {object} on - `change(input)` after every change, `end(input)` to go beyond the last field, and
 *   `more(input)` to say whether there is something beyond it.
 */
export function numbers(on) {
  const pad = document.querySelector("[data-keypad]");
  const hand = document.querySelector("[data-hand]");
  const shown = pad.querySelector("[data-sum]");
  const result = pad.querySelector("[data-result]");
  const word = pad.querySelector("[data-next-word]");
  const next = pad.querySelector('[data-key="next"]');
  const done = pad.querySelector('[data-key="done"]');
  let field = null;
  // Where Next goes on from: the row that was touched last, be it by its plus.
  let place = null;
  let going = null;
  let fresh = true;
  let beside = false;

  const stops = () => [...document.querySelectorAll(STOPS)].filter(seen);
  const isNumber = (one) => one.matches("[data-number]");

  function show() {
    const text = isNumber(field) ? textOf(field).replaceAll("-", "\u2212") : "";
    shown.classList.remove("words");
    shown.textContent = /[+\u2212]/.test(text) ? text.replace(/([+\u2212])/g, " $1 ") + " =" : "";
    result.textContent = text === "" ? "" : (sum(text) ?? "?").toString().replace("-", "\u2212");
    const last = stops().at(-1) === place && !on.more(place);
    word.textContent = last ? next.dataset.done : next.dataset.next;
    done.hidden = last;
  }

  function open(input) {
    field = place = input;
    going = null;
    fresh = true;
    // Where the page is enlarged so far that keys would cover it, the phone's own are better.
    pad.hidden = !DOCKED.matches;
    if (hand) hand.hidden = DOCKED.matches;
    if (isNumber(field)) {
      put(field, textOf(field));
      const height = scrollY;
      field.select();
      // Selecting moves the page in some browsers; only the keypad may.
      scrollTo(0, height);
    }
    show();
    reveal();
  }

  // Bring the field above the keypad, and move the page no further than that.
  function reveal() {
    const row = (field.closest(".row, .entry") ?? field).getBoundingClientRect();
    const keys = pad.getBoundingClientRect();
    // Where there is room the keypad stands beside the form and covers nothing.
    const lower = keys.left < row.right ? keys.top : innerHeight;
    const over = pad.hidden ? 0 : row.bottom - lower;
    const under = (document.querySelector(".tabs") ?? document.querySelector(".top")).getBoundingClientRect().bottom - row.top;
    if (over > 0) scrollBy(0, over);
    else if (under > 0) scrollBy(0, -under);
  }

  function close() {
    const left = field;
    field = place = null;
    pad.hidden = true;
    left?.blur();
    if (!hand?.hidden) return;
    hand.hidden = false;
    // The second half of a double tap must not hit what stands there now.
    for (const one of hand.querySelectorAll("a, button")) one.setAttribute("aria-disabled", "true");
    setTimeout(() => hand.querySelectorAll("a, button").forEach((one) => one.removeAttribute("aria-disabled")), DEAF);
  }

  function write(text) {
    field.value = text;
    typed(field);
  }

  function typed(input) {
    input.dataset.text = input.value;
    mark(input);
    fresh = false;
    show();
    on.change(input);
  }

  function go(by) {
    const all = stops();
    const now = all.indexOf(place);
    // Its row may have gone meanwhile.
    const target = now < 0 ? all.find((one) => place.compareDocumentPosition(one) & (by > 0 ? 4 : 2)) : all[now + by];
    going = target;
    if (target) target.focus({ preventScroll: true });
    else if (by > 0 && on.more(place)) on.end(place);
    else if (by > 0) finish();
  }

  /** What the page ends with stands where the keys were. */
  function finish() {
    const sends = [...(field.form?.elements ?? [])].findLast((one) => one.type === "submit");
    close();
    (hand ? hand.querySelector(".button") ?? hand : sends ?? document.querySelector("#asked"))?.focus({ preventScroll: true });
  }

  function press(key) {
    if (!field) return;
    if (key === "next") return go(1);
    if (key === "back") return go(-1);
    if (key === "done") return finish();
    // A button that Next has come to has no figures: it says so.
    if (!isNumber(field)) {
      shown.textContent = shown.dataset.noNumber;
      shown.classList.add("words");
      return;
    }
    const text = pressed(textOf(field), key, fresh);
    if (text !== null) write(text);
  }

  function step(button) {
    const input = button.parentElement.querySelector("input");
    const now = sum(textOf(input)) ?? 0;
    put(input, String(Math.min(MOST, Math.max(0, now + Number(button.dataset.step)))));
    touch(input);
    heard(input);
    on.change(input);
  }

  function touch(stop) {
    if (!field) return;
    place = stop;
    show();
  }

  // A field got another text than the one typed here: the next digit replaces it.
  function heard(input) {
    if (input !== field) return;
    fresh = true;
    show();
  }

  // The field keeps the focus, so that real keys go on working. A tap beside everything puts the keypad away; where a
  // tap began counts, for the page may have moved under the finger since.
  document.addEventListener("mousedown", (event) => {
    beside = !event.target.closest(`${STAY}, label`);
    if (field && event.target.closest("[data-keypad], .stepper button, .toggle")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const deaf = event.target.closest('[aria-disabled="true"]');
    // Keys do not bounce as fingers do; a click that comes from them has no detail.
    if (!deaf || (hand?.contains(deaf) && !event.detail)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    const button = event.target.closest("[data-step]");
    if (button) event.preventDefault();
    const stop = event.target.closest(".toggle[data-stop]");
    if (key) press(key.dataset.key);
    else if (button) step(button);
    else if (stop) touch(stop);
    // A tap into the field, or on the line around it, begins anew.
    else if (field && event.target.closest(".stepper")?.contains(field)) heard(field);
    else if (field && beside) close();
  });
  document.addEventListener("focusin", (event) => {
    // A button keeps the keypad where Next has come to it, not where a finger did.
    if (event.target.matches("[data-number]") || event.target === going) open(event.target);
    else if (field && !event.target.closest(STAY)) close();
  });
  document.addEventListener("focusout", (event) => event.target.matches("[data-number]") && put(event.target, textOf(event.target)));
  document.addEventListener("input", (event) => event.target.matches("[data-number]") && typed(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.target !== field || !["Enter", "Escape"].includes(event.key)) return;
    // Enter presses a button, as everywhere.
    if (event.key === "Enter" && !isNumber(field)) return;
    event.preventDefault();
    if (event.key === "Enter") go(1);
    else finish();
  });
  dress(document);
  // A field that was refused has the focus before this script hears of it.
  if (document.activeElement?.matches("[data-number]")) open(document.activeElement);
  return { close, heard, isOpen: () => !pad.hidden };
}
