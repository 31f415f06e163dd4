"""Somebody with a reader of screens: what its tree of the page says, where the focus is, and keys."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from phones import Phone

MOST: Final = 80
"""So many keys lead to anything on a page, or nothing does."""

CONTROLS: Final = frozenset({"button", "link", "checkbox", "radio", "textbox", "combobox", "DisclosureTriangle"})
HAND: Final = "What now?"


@dataclass(frozen=True)
class Spoken:
    """What a reader of screens says of one thing on the page.

    Attributes:
        place: in the order of the page.
        role, name: what it is, and is called.
        within: the names of the regions and groups around it, outermost first.
        around: the places of all that it is in.
        key: the shortcut that is told with it.
        is_open: whether it does something.
        is_on: whether it is chosen.
        id: to find it again, and nothing else.
    """

    place: int
    role: str
    name: str
    within: tuple[str, ...]
    around: tuple[int, ...]
    key: str
    is_open: bool
    is_on: bool
    id: int


class Page:
    """A page as it is read from top to bottom."""

    def __init__(self, nodes: Sequence[Any]) -> None:
        self.things = [*_things(nodes)]

    @property
    def title(self) -> str:
        """Its first heading."""
        return next(one.name for one in self.things if one.role == "heading")

    def controls(self, within: str = "", name: str = "", role: str = "") -> list[Spoken]:
        """What can be pressed in a region, by a pattern of its name, where it does something."""
        return [
            one
            for one in self.things
            if one.role in CONTROLS and one.is_open
            and (not within or within in one.within)
            and (not role or one.role == role)
            and re.search(name, one.name)
        ]  # fmt: skip

    def says(self, text: str) -> re.Match[str] | None:
        """Whether anything on the page is called so, by a pattern."""
        return next((found for one in self.things if (found := re.search(text, one.name))), None)

    def text(self, within: str = "") -> list[str]:
        """All that is read, line by line."""
        return [one.name for one in self.things if one.role == "StaticText" and (not within or within in one.within)]

    def lines(self, role: str) -> list[str]:
        """The text of each thing of a role, put together."""
        return [
            " ".join(one.name for one in self.things if one.role == "StaticText" and thing.place in one.around)
            for thing in self.things
            if thing.role == role
        ]

    def leads(self, what: Spoken, focus: Spoken | None) -> bool:
        """Whether its digit leads to something: where the focus is, else in what is asked, else anywhere.

        Of several buttons with one digit each press leads to the next; of what is chosen at once, only the first is it.
        """
        if not re.fullmatch(r"\d", what.key) or (focus is not None and focus.role == "textbox"):
            return False
        bearing = [one for one in self.controls() if one.key == what.key]
        near = [one for one in bearing if focus is not None and focus.key and one.within == focus.within]
        found = near or [one for one in bearing if HAND in one.within] or bearing
        if what.role == "button":
            return what in found
        at = next((place for place, one in enumerate(found) if focus is not None and one.id == focus.id), -1)
        return found[(at + 1) % len(found)] == what


def _things(nodes: Sequence[Any]) -> Iterator[Spoken]:
    by_id = {one["nodeId"]: one for one in nodes}
    root = next(one for one in nodes if not one.get("parentId"))
    place = 0

    def walk(node: Any, within: tuple[str, ...], around: tuple[int, ...]) -> Iterator[Spoken]:
        nonlocal place
        role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "") or ""
        if role == "InlineTextBox":
            return
        if not node.get("ignored"):
            has = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            place += 1
            around = (*around, place)
            on = any(has.get(one) in {True, "true"} for one in ("checked", "pressed")) or node.get("value") == "on"
            name = name or str(node.get("value", {}).get("value", ""))
            yield Spoken(
                place, role, " ".join(name.split()), within, around, has.get("keyshortcuts", "") or "",
                not has.get("disabled"), on, node.get("backendDOMNodeId", 0),
            )  # fmt: skip
            if role in {"region", "group", "list", "article", "navigation", "main", "contentinfo", "banner", "form"}:
                within = (*within, name or role)
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from walk(by_id[child], within, around)

    return walk(root, (), ())


class Reader:
    """Somebody who hears a page and has keys.

    Attributes:
        phone: that is listened to.
        keys: how many keys were pressed since they were last counted.
        all_said: whatever the live region has said.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.keys = 0
        self._wire = phone.context.new_cdp_session(phone.page)
        self._wire.send("Accessibility.enable")

    def read(self) -> Page:
        """Read the page as it is."""
        return Page(self._wire.send("Accessibility.getFullAXTree")["nodes"])

    def said(self) -> list[str]:
        """What the live region has said since this was last asked."""
        said: list[str] = self.phone.page.evaluate("heard.said.splice(0)")
        return said

    @property
    def lost(self) -> int:
        """How many frames were drawn while nothing had the focus."""
        return int(self.phone.page.evaluate("heard.lost"))

    def press(self, key: str) -> None:
        """Press a key, and count it."""
        self.phone.page.keyboard.press(key)
        self.keys += 1

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.phone.page.keyboard.type(text)
        self.keys += len(text)

    def focus(self, page: Page) -> Spoken | None:
        """What keys go to now, on a page that was read."""
        at = self._wire.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        id_ = self._wire.send("DOM.describeNode", {"objectId": at})["node"]["backendNodeId"]
        return next((one for one in page.things if one.id == id_ and one.role != "RootWebArea"), None)

    def do(self, page: Page, what: Spoken, *, at_once: bool = False) -> None:
        """Lead the focus to something on a page that was read, and do it.

        Args:
            page: that was read.
            what: is to be done.
            at_once: whether it only chooses something, so that its digit does it.
        """
        if not self.reach(page, what, at_once=at_once):
            self.press("Space" if what.role in {"checkbox", "radio"} else "Enter")

    def reach(self, page: Page, what: Spoken, *, at_once: bool = False) -> bool:
        """Press what leads to something; whether its digit has done it already."""
        escapes, arrows = 2, False
        focus = self.focus(page)
        for _ in range(MOST):
            if focus is not None and focus.id == what.id:
                return False
            leads = page.leads(what, focus)
            way = what.key if leads else _way(page, focus, what, escapes=escapes, arrows=arrows)
            escapes -= way == "Escape"
            before = focus
            self.press(way)
            focus = self.focus(page)
            if leads and (at_once or what.role in {"checkbox", "radio", "link"}):
                return True
            if way in _BACK and before is not None and focus is not None and _between(before, what, focus):
                # It lies inside of one stop, this or the last: arrows lead on there.
                arrows = True
                if focus.within != what.within:
                    self.press(_BACK[way])
                    focus = self.focus(page)
        raise AssertionError(f"No key leads to {what}.")


_BACK: Final = {"Tab": "Shift+Tab", "Shift+Tab": "Tab"}


def _between(one: Spoken, what: Spoken, other: Spoken) -> bool:
    return what.id != other.id and (one.place < what.place) != (other.place < what.place)


def _way(page: Page, focus: Spoken | None, here: Spoken, *, escapes: int, arrows: bool) -> str:
    if focus is None:
        return "Escape" if escapes else "Tab"
    if focus.role == "checkbox" and "Your tokens" in focus.within and here.name.startswith("Assign to"):
        return "Enter"
    later = focus.place < here.place
    if arrows or (focus.role == here.role == "radio" and focus.within == here.within):
        ring = [one.id for one in page.controls() if one.within == here.within]
        if focus.id in ring:
            # Arrows go round a list.
            later = (ring.index(here.id) - ring.index(focus.id)) % len(ring) <= len(ring) // 2
        return "ArrowDown" if later else "ArrowUp"
    ends = sorted([focus.place, here.place])
    between = [one for one in page.controls() if ends[0] < one.place < ends[1]]
    if escapes and len(between) > 2 and HAND in here.within:
        return "Escape"
    return "Tab" if later else "Shift+Tab"
