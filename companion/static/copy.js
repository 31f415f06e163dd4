// @ts-check
// A button that copies the text of its page.

const button = document.querySelector("[data-copy]");
button.hidden = false;

button.addEventListener("click", async () => {
  const word = button.querySelector("span");
  const text = document.getElementById("text");
  text.select();
  // Over plain http there is no clipboard; the older way still works, and the text is marked in any case.
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(text.value).then(() => true, () => false)
    : document.execCommand("copy");
  word.textContent = copied ? word.dataset.copied : word.dataset.marked;
});
