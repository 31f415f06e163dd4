// What is wrong with a second screen: outside, over something else, too small, not under its player, or on the move.
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 120);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 0 && !one.closest(".unseen, .skip");
  const says = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const parts = () => all("body *").filter(seen);

  const outside = () => {
    const page = document.scrollingElement;
    const scrolls = page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
    const out = parts().filter((one) => {
      const { left, right, top, bottom } = box(one);
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    });
    return [...(scrolls ? ["the page scrolls"] : []), ...out.map((one) => `outside: ${name(one)}`)];
  };

  // Shapes say by what they are; their letters need not be read.
  const small = (least) =>
    parts()
      .filter((one) => says(one) && !one.closest(".cube, svg"))
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least - 0.01)
      .map((one) => `small: ${name(one)}`);

  const overlapping = () => {
    const rows = all(".screen > *").filter(seen);
    return rows.slice(1).flatMap((row, place) => (box(row).top < box(rows[place]).bottom - 1 ? [`over another: ${name(row)}`] : []));
  };

  /** The places from left to right of what belongs to each player lie below what names them. */
  const displaced = () => {
    const under = (heads, cells) =>
      cells.flatMap((row) =>
        row.flatMap((cell, place) => {
          const head = box(heads[place]);
          return box(cell).left >= head.left - 1 && box(cell).right <= head.right + 1 ? [] : [`not under its player: ${name(cell)}`];
        }),
      );
    const heads = all(".screen-scores thead th");
    const cells = all(".screen-scores :is(tbody, tfoot) tr").map((row) => all("td", row));
    const columns = all(":is(.screen-seats, .screen-losses) > li");
    return [...under(heads, cells), ...columns.flatMap((column) => under([column], all("p, .who", column).map((one) => [one])))];
  };

  /** What lies in a cell of the roll call, of a seat or of the board, and is cut off there. */
  const cut = () =>
    all(":is(.screen-roll, .screen-seats, .screen-board) :is(td .bar, [scope=col] span, .icon, .cube, b)")
      .filter(seen)
      .filter((one) => {
        const { left, right, top, bottom } = box(one.closest("td, th, li"));
        const mine = box(one);
        return mine.left < left - 1 || mine.right > right + 1 || mine.top < top - 1 || mine.bottom > bottom + 1;
      })
      .map((one) => `cut off: ${name(one)}`);

  /** What lies over something else in the same cell. */
  const covering = () =>
    all(".screen-seats > li, .screen-roll [scope=row], .screen-board > li").flatMap((cell) => {
      const parts = all(":is(b, .icon, .cube, .note)", cell).filter(seen).map((one) => [one, box(one)]);
      const overlap = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
      return parts.flatMap(([one, its], place) =>
        parts.slice(place + 1).flatMap(([other, lies]) => (!one.contains(other) && overlap(its, lies) ? [`over ${name(one)}: ${name(other)}`] : [])),
      );
    });

  /** Whatever a sentence says, and however long: nothing else moves, and nothing of it is cut off. */
  const moving = () => {
    const [first, second] = all(".screen-said :is(h2, p)");
    if (!second) return [];
    const places = () => all(".screen > *").map((one) => `${box(one).top} ${box(one).height}`).join();
    const before = [places(), first.innerHTML, first.className, second.innerHTML];
    const found = ["", "long"].flatMap((length) => {
      first.className = length;
      return ["", " at the Exercise Yard".repeat(length ? 3 : 1)].flatMap((more) => {
        first.textContent = `Isaac places tokens${more}`;
        second.textContent = "Isaac places tokens 3, 5 and 4 there. ".repeat(more ? 4 : 1);
        const held = box(first.closest(".screen-said"));
        const fits = box(first).top >= held.top - 1 && box(second).bottom <= held.bottom + 1;
        return places() === before[0] && fits ? [] : [`moves or is cut: ${length} ${second.textContent}`];
      });
    });
    [, first.innerHTML, first.className, second.innerHTML] = before;
    return found;
  };

  window.screens = { faults: (least) => [...outside(), ...small(least), ...overlapping(), ...displaced(), ...cut(), ...covering(), ...moving()] };
})();
