// @ts-check
// A tap on a row of the board says what it gives, and marks it: a token that is tapped then goes there at once.

const meanings = () => document.querySelectorAll("[data-means]");
const rowOf = (link) => document.querySelector(`.place-row:has([data-row="${link.dataset.row}"])`);

function mark(link) {
  const again = link && rowOf(link).classList.contains("now");
  for (const row of document.querySelectorAll(".place-row.now")) row.classList.remove("now");
  for (const one of meanings()) one.hidden = again || !link || one.dataset.means !== link.dataset.row;
  if (!link || again) return;
  rowOf(link).classList.add("now");
  document.querySelector("#news").textContent = [...meanings()].find((one) => !one.hidden)?.textContent ?? "";
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-row]");
  if (!link) return;
  event.preventDefault();
  mark(link);
});

document.addEventListener("change", ({ target }) => {
  if (target.name !== "f.tokens" || !target.checked) return;
  /** @type {any} */
  const slot = document.querySelector(".place-row.now .slot");
  // What somebody else has just brought is not tapped by way of its row either.
  if (slot && slot.getAttribute("aria-disabled") !== "true" && document.querySelectorAll('[name="f.tokens"]:checked').length === 1) slot.form.requestSubmit(slot);
});
