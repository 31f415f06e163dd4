// What is wrong with a second screen: outside, over something else, too small, or not under its player.
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

  window.screens = { faults: (least) => [...outside(), ...small(least), ...overlapping(), ...displaced()] };
})();
