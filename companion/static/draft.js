// @ts-check
// What is half typed of a card outlasts a reload of its page, for the question that it answers and for no other.

const here = () => document.querySelector("[data-live-table]");
/** @type {() => any} */
const form = () => here() && document.querySelector("#card, #goons");
const shelf = () => `lockup.draft.${here().dataset.liveTable}`;
const isTyped = (name) => /^(f\.|nothing$)/.test(name);

/** Which question a form answers: what is asked at that step of the table, or at that version of it. */
const question = () => `${here().dataset.asked ?? here().dataset.version} ${form().elements.type.value}`;

function put() {
  if (!form()) return;
  try {
    sessionStorage.setItem(shelf(), JSON.stringify([question(), [...new FormData(form())].filter(([name]) => isTyped(name))]));
  } catch {
    // Without storage it stays as long as the page does.
  }
}

function kept() {
  try {
    const [asked, pairs] = JSON.parse(sessionStorage.getItem(shelf()));
    return asked === question() ? pairs : null;
  } catch {
    return null;
  }
}

/** Fill in again what was typed; what is tapped is told once for each. */
function restore() {
  const pairs = form() && kept();
  if (!pairs) return;
  const isListed = (name) => document.querySelector(`[data-add="${name}"]`);
  for (const one of [...form().elements].filter(({ name, type }) => isTyped(name) && type !== "submit")) {
    const given = pairs.filter(([name]) => name === one.name).map(([, value]) => value);
    // What others do meanwhile does not take it away.
    one.dataset.dirty = "";
    if ("added" in one.dataset) one.remove();
    else if (["radio", "checkbox"].includes(one.type)) one.checked = given.includes(one.value);
    else one.value = isListed(one.name) ? "" : given[0] ?? "";
  }
  const tapped = pairs.filter(([name]) => isListed(name));
  document.dispatchEvent(new CustomEvent("restored", { detail: { form: form(), pairs: tapped } }));
}

addEventListener("pagehide", put);
document.addEventListener("visibilitychange", put);
restore();
