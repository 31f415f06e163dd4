// Numbers are typed as sums. What counts is what the server reads; this only shows it and steps by one.

/** The sum of a text such as "3+6+2", or null where it is none. */
export function sum(text) {
  const plain = text.replaceAll("\u2212", "-").replaceAll(" ", "");
  if (!/^\d+([+-]\d+)*[+-]?$/.test(plain)) return null;
  return [...plain.matchAll(/([+-]?)(\d+)/g)].reduce((all, [, sign, digits]) => all + (sign === "-" ? -1 : 1) * digits, 0);
}

/** What was typed into a number field: while it is not being typed in, it shows what that comes to. */
export const textOf = (input) => (input === document.activeElement ? input.value : (input.dataset.text ?? input.value));

/** Put a text into a number field. */
export function put(input, text) {
  input.dataset.text = text;
  input.value = input === document.activeElement ? text : (sum(text) ?? text);
}

/** Whether an element is on the page to be seen. */
const seen = (element) => element.getClientRects().length > 0;

/**
 * Dock the keypad to the number fields of a page.
 * @param {object} on - `change(input)` after every change, `end(input)` to go beyond the last field, and
 *   `more(input)` to say whether there is something beyond it.
 */
export function keypad(on) {
  const pad = document.querySelector("[data-keypad]");
  const hand = document.querySelector("[data-hand]");
  const shown = pad.querySelector("[data-sum]");
  const result = pad.querySelector("[data-result]");
  const word = pad.querySelector("[data-next-word]");
  const next = pad.querySelector('[data-key="next"]');
  let field = null;
  let fresh = true;

  const fields = () => [...document.querySelectorAll("[data-number]")].filter((one) => seen(one) && !one.closest("[data-skip]"));

  function show() {
    const text = field.value.replaceAll("-", "\u2212");
    field.classList.toggle("long", field.value.length > 4);
    shown.textContent = /[+\u2212]/.test(text) ? text.replace(/([+\u2212])/g, " $1 ") + " =" : "";
    result.textContent = field.value === "" ? "" : (sum(field.value) ?? "?").toString().replace("-", "\u2212");
    const last = fields().at(-1) === field && !on.more(field);
    word.textContent = last ? next.dataset.done : next.dataset.next;
  }

  function open(input) {
    field = input;
    fresh = true;
    pad.hidden = false;
    if (hand) hand.hidden = true;
    field.value = field.dataset.text ?? field.value;
    const place = scrollY;
    field.select();
    // Selecting moves the page in some browsers; only the keypad may.
    scrollTo(0, place);
    show();
    reveal();
  }

  // Bring the field above the keypad, and move the page no further than that.
  function reveal() {
    const row = field.closest(".row") ?? field;
    const over = row.getBoundingClientRect().bottom - pad.getBoundingClientRect().top;
    const under = (document.querySelector(".tabs") ?? document.querySelector(".top")).getBoundingClientRect().bottom - row.getBoundingClientRect().top;
    if (over > 0) scrollBy(0, over);
    else if (under > 0) scrollBy(0, -under);
  }

  function close() {
    pad.hidden = true;
    if (hand) hand.hidden = false;
    field?.blur();
    field = null;
  }

  function write(text) {
    field.value = text;
    fresh = false;
    show();
    on.change(field);
  }

  function go(by) {
    const all = fields();
    const place = all.indexOf(field);
    const target = place < 0 ? all.find((one) => field.compareDocumentPosition(one) & (by > 0 ? 4 : 2)) : all[place + by];
    if (target) target.focus({ preventScroll: true });
    else if (by > 0 && on.more(field)) on.end(field);
    else if (by > 0) close();
  }

  function press(key) {
    if (!field) return;
    if (key === "next") go(1);
    else if (key === "back") go(-1);
    else if (key === "erase") write(fresh ? "" : field.value.slice(0, -1));
    else if (/\d/.test(key)) write(fresh ? key : field.value + key);
    else if (field.value !== "" && !/[+-]$/.test(field.value)) write(field.value + key);
  }

  for (const key of pad.querySelectorAll("[data-key]")) {
    // The field keeps the focus, so that real keys go on working.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    key.addEventListener("click", () => press(key.dataset.key));
  }
  for (const input of document.querySelectorAll("[data-number]")) {
    input.inputMode = "none";
    put(input, input.value);
    input.addEventListener("focus", () => open(input));
    input.addEventListener("blur", () => put(input, input.value));
    input.addEventListener("input", () => {
      fresh = false;
      show();
      on.change(input);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Enter") go(1);
      else close();
    });
  }
  document.addEventListener("focusin", (event) => {
    if (field && !event.target.closest("[data-keypad], .stepper, .stepper *")) close();
  });
  return { close };
}

/** The plus and minus of every stepper: absolute values, never below 0. */
export function steppers(change) {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const input = button.parentElement.querySelector("input");
      const now = sum(textOf(input)) ?? 0;
      put(input, String(Math.min(9999, Math.max(0, now + Number(button.dataset.step)))));
      change(input);
    });
  }
}
