"""Games by ear: somebody with keys alone, who hears what the page says and knows where the focus is."""

from typing import Final, NamedTuple, Self

from everybody import Everybody
from phones import Phone
from playwright.sync_api import ElementHandle, Locator
from tables import Toucher, settled

MOST: Final = 60
"""So many keys lead to anything on a page, or nothing does."""

LISTENING: Final = """
    window.heard = { said: [], lost: 0 };
    document.addEventListener("DOMContentLoaded", () => {
        const news = document.querySelector("#news");
        const note = () => news.textContent.trim() && heard.said.push(news.textContent.trim().replace(/\\s+/g, " "));
        if (news) new MutationObserver(note).observe(news, { childList: true, characterData: true, subtree: true });
        const look = () => {
            looks = false;
            if (document.activeElement === document.body) heard.lost += 1;
        };
        let looks = false;
        const soon = () => {
            if (!looks) requestAnimationFrame(look);
            looks = true;
        };
        new MutationObserver(soon).observe(document, { childList: true, subtree: true, attributes: true });
        document.addEventListener("focusout", soon);
        soon();
    });
"""
"""What the live region says is noted, and each frame after a change that is drawn while the focus is on nothing."""

CONTROL: Final = "(one) => one.matches('label') ? one.control : one.querySelector('input') ?? one"

WAY: Final = """(target) => {
    const at = document.activeElement;
    if (at === target) return "";
    const list = target.closest("[data-digits]");
    const lists = [".table-hand [data-digits]", "[data-digits]"].flatMap((one) => [...document.querySelectorAll(one)]);
    const first = lists.find((one) => one.checkVisibility());
    const near = list && (list.contains(at) || (list === first && at.matches("[data-heading]")));
    if (near && target.ariaKeyShortcuts) return target.ariaKeyShortcuts;
    const asked = document.querySelector("[data-heading]");
    const held = document.querySelector("[name='f.tokens']:checked");
    if (held && target.matches(".slot") && at === asked) return held.ariaKeyShortcuts;
    const goesOn = target.matches(".table-hand .primary");
    const back = goesOn || (asked.closest(".table-hand") && target.closest(".table-hand"));
    if (at.closest("main") && (at === asked ? goesOn : back)) return "Escape";
    if (at.name === "f.tokens" && target.matches(".slot")) return "Enter";
    const later = at === document.body || at.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    const alike = target.type === "radio" && at.type === "radio" && at.name === target.name && at.form === target.form;
    const inside = target.tabIndex < 0 && target.closest(".places-list, .goon-rows, .tiles, .stash")?.contains(at);
    if (alike || inside) return later ? "ArrowDown" : "ArrowUp";
    return later ? "Tab" : "Shift+Tab";
}"""
"""The key that leads on from what has the focus: a digit, Tab, or an arrow inside what is one stop."""

FOCUS: Final = """() => {
    const one = document.activeElement;
    return one === document.body ? "" : (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " ") || one.name;
}"""

OTHERS: Final = "others"
"""The type of what somebody else did."""

ASKED: Final = "document.activeElement.matches('[data-heading]')"


class Heard(NamedTuple):
    """An act, as it was heard.

    Attributes:
        type: of the act; "choose" for what only draws the page anew, "enter" for one of several cards of a form.
        keys: how many led to it and did it.
        said: what the live region said, each time.
        focus: what has the focus now, by its name; empty: nothing has.
        asked: whether that is the question.
        title: of the page now.
        phase: that the top bar names.
    """

    type: str
    keys: int
    said: tuple[str, ...]
    focus: str
    asked: bool
    title: str
    phase: str

    @property
    def words(self) -> int:
        """How many words were said."""
        return len(" ".join(self.said).split())


class Listener(Toucher):
    """A `Toucher` with keys in the place of a finger.

    Attributes:
        heard: what it has done so far, and heard.
        keys: how many keys it has pressed since the last act.
    """

    def __init__(self, phone: Phone, seed: str) -> None:
        super().__init__(phone, seed)
        self.heard: list[Heard] = []
        self.keys = 0

    @classmethod
    def alone(cls, code: str, phone: Phone, seed: str) -> Self:
        """Somebody who goes on with a game alone, and hears all of it from there."""
        phone.context.add_init_script(LISTENING)
        phone.go(f"/t/{code}")
        return cls(phone, seed)

    @classmethod
    def at_table(cls, code: str, *phones: Phone) -> Everybody:
        """Everybody of a table by ear, each on a phone."""
        for phone in phones:
            phone.context.add_init_script(LISTENING)
            phone.go(f"/t/{code}")
            phone.page.wait_for_selector(":root[data-live=stream]", state="attached")
            settled(phone)
        return Everybody(*phones, person=cls)

    @property
    def lost(self) -> int:
        """How many frames were drawn while nothing had the focus."""
        return int(self.phone.page.evaluate("heard.lost"))

    def step(self) -> None:
        """Do one thing, and note what is heard of it."""
        super().step()
        self._note(self.done[-1].type)

    def hear(self) -> None:
        """Note what is heard of what another did."""
        settled(self.phone)
        self._note(OTHERS)

    def _note(self, kind: str) -> None:
        page = self.phone.page
        said = page.evaluate("heard.said.splice(0)")
        phase = page.locator(".top h1").inner_text()
        self.heard.append(
            Heard(kind, self.keys, (*said,), page.evaluate(FOCUS), page.evaluate(ASKED), page.title(), phase)
        )
        self.keys = 0

    def _choose(self, what: Locator) -> None:
        super()._choose(what)
        self._note("choose")

    def _count(self, what: Locator) -> None:
        control = what.evaluate_handle(CONTROL).as_element()
        assert control is not None
        kind = control.evaluate("(one) => one.matches('h1') ? 'heading' : one.type || 'link'")
        if kind == "heading":
            # A tap beside the rows puts the keypad away.
            self._press("Escape")
            return
        done = self._reach(control, kind)
        if not (done or (kind == "radio" and control.is_checked())):
            self._press("Space" if kind in {"checkbox", "radio"} else "Enter")
        if kind == "button" and self.phone.page.evaluate("heard.said.length"):
            self._note("enter")

    def _reach(self, control: ElementHandle, kind: str) -> bool:
        """Press what leads to a control: a digit, or one stop after the other; whether that has chosen it."""
        for _ in range(MOST):
            way = control.evaluate(WAY)
            if not way:
                return False
            self._press(way)
            if way.isdecimal() and kind != "submit":
                if kind != "link" or control.evaluate("(one) => one === document.activeElement"):
                    return True
                # It has chosen the first of a card, and leads to the next when it is pressed again.
                settled(self.phone)
                self._note("choose")
                control = self.phone.page.query_selector(f"#{control.get_attribute('id')}")
                assert control is not None
        raise AssertionError(f"No key leads to {control.evaluate('(one) => one.outerHTML.slice(0, 200)')}")

    def _press(self, key: str) -> None:
        self.phone.page.keyboard.press(key)
        self.keys += 1
        self.phone.taps += 1
