// @ts-check
// What lets one sit down without asking stands after the # of the link: in no request and no log. Here it goes into the
// form, and out of the address.

const invite = document.querySelector("[name=invite]");
if (location.hash.length > 1) {
  // A message that has a full stop behind the link has it behind this.
  invite.value = location.hash.slice(1).replace(/[^\w-]+$/, "");
  // Typed, as it were: what others do does not take it away.
  invite.dataset.dirty = "";
  history.replaceState(null, "", location.pathname);
}

// Which seat somebody has chosen, and whether it was free then: what others do meanwhile takes neither away, so that the
// table can say that another was quicker, though this page has gone on to the next free seat by itself.
const form = document.querySelector("#sit");

function note() {
  const chosen = form.querySelector("[name=seat]:checked");
  const { wanted, free } = form.elements;
  wanted.value = chosen?.value ?? "";
  free.value = chosen?.closest("label").querySelector("small") ? "" : wanted.value;
  for (const one of [wanted, free]) one.dataset.dirty = "";
}

// A tap on the seat that the page has gone on to chooses it, too, and changes nothing there.
form?.addEventListener("click", (event) => event.target.name === "seat" && note());
if (form) note();
