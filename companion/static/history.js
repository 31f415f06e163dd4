// @ts-check
// The code of a private link stands behind its #, where no log sees it; take it into the form and out of the address.
const code = location.hash.slice(1);
if (code) {
  document.getElementById("code").value = code;
  history.replaceState(null, "", location.pathname);
}
document.documentElement.dataset.ready = "yes";
