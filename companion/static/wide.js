// @ts-check
// On a wide screen the board stands beside a location of lights out. It is fetched there, so that no phone pays for it.

const screen = matchMedia("(min-width: 75rem) and (scripting: enabled)");
const shown = () => document.querySelector("[data-beside]");
let asked = 0;

async function stand() {
  const turn = ++asked;
  if (!screen.matches || !document.querySelector(".with-board")) return shown()?.remove();
  const answer = await fetch(`${location.pathname}/board`).catch(() => null);
  // A board that does not come takes nothing away.
  if (turn === asked) document.documentElement.toggleAttribute("data-boardless", !answer?.ok);
  if (!answer?.ok || turn !== asked) return;
  const board = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-beside]");
  if (!board || turn !== asked) return;
  const top = shown()?.scrollTop;
  shown()?.remove();
  document.querySelector("#main").after(board);
  board.scrollTop = top ?? 0;
  // Where a screen is low the board scrolls; the location that is on stays in sight.
  board.querySelector(".now")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("swapped", stand);
screen.addEventListener("change", stand);
stand();
