// What a page looks like to somebody picky: every function gives a list of what is wrong.
(() => {
  const MARGIN = 0.51;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const name = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 140);
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 1 && !one.closest(".unseen, .skip, [inert]");

  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim() && seen(walker.currentNode.parentElement)) found.push(walker.currentNode);
    return found;
  };

  // A link inside a sentence, a rule's id, and the link that a heading is: their lines are as high as text is.
  const alone = (one) => one.matches("p > a") && one.parentElement.textContent.trim() === one.textContent.trim();
  const inSentence = (one) => one.matches("p a:not(.button), li > a.id, li p a, .rule-entry h3 > a") && !alone(one);

  // What lets every tap through to something else is no target.
  const takesTaps = (one) => getComputedStyle(one).pointerEvents !== "none";

  const target = (one) => (one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") ?? one : one);

  // What decides how well a text is seen: its colour and size, and all that lies below it, which elsewhere may be another.
  const ground = (text) => {
    const own = getComputedStyle(text);
    const off = text.closest("[disabled], [aria-disabled=true]") !== null;
    const found = [text.matches("input, textarea, select"), off, own.color, own.fontSize, own.fontWeight, own.textShadow];
    for (let one = text; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(one);
      const plain = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join() === "rgba(0, 0, 0, 0),none,1,none,normal";
      if (!plain) found.push(backgroundColor, backgroundImage, opacity, filter, mixBlendMode);
      if (position !== "static" && position !== "relative") found.push(one.className);
    }
    return found.join();
  };

  window.measure = {
    // Marks one text on each ground that is not among those that were judged, and tells these grounds.
    grounds: (judged) => {
      const known = new Set(judged);
      for (const one of all("[data-judge]")) delete one.dataset.judge;
      const fields = all("input:not([type=hidden]), textarea, select").filter(seen);
      const fresh = [];
      for (const one of [...texts().map((text) => text.parentElement), ...fields]) {
        const its = ground(one);
        if (known.has(its)) continue;
        known.add(its);
        fresh.push(its);
        one.dataset.judge = "";
      }
      return fresh;
    },
    overflow: (width) => {
      const wide = document.scrollingElement.scrollWidth;
      const out = all("body *").filter((one) => seen(one) && !one.closest(".ledger-wrap, .sideways, svg") && box(one).right > width + MARGIN);
      return [...(wide > width ? [`the page is ${wide} wide`] : []), ...out.map(name)];
    },
    // What main ends with, scrolled to the end, that lies under what sticks to the foot of the window.
    covered: () => {
      const before = [scrollX, scrollY];
      scrollTo(0, document.documentElement.scrollHeight);
      const sticks = (one) => ["sticky", "fixed"].includes(getComputedStyle(one).position) && Math.abs(box(one).bottom - innerHeight) < 80 && box(one).width > 100;
      const feet = all("body *").filter((one) => one.checkVisibility() && sticks(one));
      const top = Math.min(...feet.map((one) => box(one).top));
      const found = all("#main :is(a, button, input, select, summary, p, h2, h3, li, td, th)")
        .filter((one) => seen(target(one)) && takesTaps(one) && !feet.some((foot) => foot.contains(one) || one.contains(foot)))
        .filter((one) => box(target(one)).bottom > top + 1)
        .map((one) => `under the foot: ${name(one)}`);
      scrollTo(...before);
      return found;
    },
    targets: (least) =>
      all("a[href], button, input:not([type=hidden]), textarea, select, summary")
        .filter((one) => seen(target(one)) && takesTaps(one) && !inSentence(one))
        .filter((one) => box(target(one)).width < least - MARGIN || box(target(one)).height < least - MARGIN)
        .map((one) => `${Math.round(box(target(one)).width)}x${Math.round(box(target(one)).height)} ${name(one)}`),
    small: (least) =>
      texts()
        .map((text) => text.parentElement)
        .filter((one) => !one.closest(".cube") && parseFloat(getComputedStyle(one).fontSize) < least)
        .map(name),
    cut: () => {
      // A long name of a seat may end in dots.
      const dotted = (one) => one.matches(":is(.corner, .board-side, .glance, .rank-row, .awaited, .screen-seats, .seat-pick, .figures-table) .name") && one.textContent.length > 10;
      const clips = (one) => getComputedStyle(one).overflowX !== "visible" && !one.matches(".ledger-wrap, .sideways, .answer, .tab .who span, .ledger thead th") && !dotted(one);
      // What is no number may be longer than its field; the sentence below says what is wrong with it.
      const word = (one) => one.matches("input") && !/^\d+$/.test(one.value);
      const cut = all("body *").filter((one) => seen(one) && clips(one) && !word(one) && one.scrollWidth > one.clientWidth + 1);
      // Text that runs out of what holds it is not cut, but lies over its neighbour.
      const holders = "td, th, button, .button, .card-button, .chip, label, .row-text, .key, .tag, p, li, h1, h2, h3";
      const spilled = texts().filter((text) => {
        const holder = text.parentElement.closest(holders);
        if (!holder || holder.matches(".ledger thead th") || text.parentElement.closest(".tab .who") || dotted(text.parentElement)) return false;
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].some((one) => one.right > box(holder).right + 1 || one.left < box(holder).left - 1);
      });
      return [...cut.map(name), ...spilled.map((text) => `spilled: ${name(text.parentElement)}`)];
    },
  };
})();
