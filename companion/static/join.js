// @ts-check
// What lets one sit down without asking stands after the # of the link: in no request and no log. Here it goes into the
// form, and out of the address.

const invite = document.querySelector("[name=invite]");
if (location.hash.length > 1) {
  invite.value = location.hash.slice(1);
  // Typed, as it were: what others do does not take it away.
  invite.dataset.dirty = "";
  history.replaceState(null, "", location.pathname);
}
