"""A browser without script: it opens pages, fills in their forms as they stand there, and sends what browsers send."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Final

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

VOID: Final = frozenset({"input", "br", "wbr", "hr", "img", "link", "meta", "use", "path"})
TICKED: Final = frozenset({"radio", "checkbox"})


@dataclass(eq=False, slots=True)
class Node:
    """An element of a page, whose nodes from `first` to `after` are inside of it."""

    tag: str
    given: Mapping[str, str]
    parent: "Node | None" = field(default=None, repr=False)
    inside: list["Node | str"] = field(default_factory=list, repr=False)
    page: list["Node"] = field(default_factory=list, repr=False)
    first: int = 0
    after: int = 0

    @property
    def below(self) -> list["Node"]:
        """The nodes inside of it, however deep, in the order of the page."""
        return self.page[self.first : self.after]

    def all(self, *tags: str, **given: str) -> Iterator["Node"]:
        """What is inside, by tag and attributes, in the order of the page; `data_x` stands for `data-x`."""
        wanted = [(name.strip("_").replace("_", "-"), value) for name, value in given.items()]
        for one in self.below:
            if one.tag in tags and all(one.given.get(name) == value for name, value in wanted):
                yield one

    def around(self, tag: str) -> "Node | None":
        """The nearest element of a tag that it is inside of."""
        node = self.parent
        while node is not None and node.tag != tag:
            node = node.parent
        return node

    @property
    def text(self) -> str:
        words = "".join(one if isinstance(one, str) else one.text for one in self.inside)
        return " ".join(words.split())


_VALUE: Final = r"""(?:="([^"]*)"|='([^']*)'|=([^\s"'<>]+))?"""
_GIVEN: Final = re.compile(rf"""([^\s"'<>/=]+){_VALUE}""")
_MARK: Final = re.compile(
    rf"""!doctype[^>]*|(?P<end>/?)(?P<tag>[a-z][a-z0-9]*)(?P<given>(?:\s+[^\s"'<>/=]+{_VALUE})*)\s*(?P<closed>/?)""",
    re.IGNORECASE,
)
"""All that may stand in angle brackets on our pages: what is written otherwise is a fault of theirs."""


@cache
def _read(mark: str) -> tuple[str, str | None, Mapping[str, str]]:
    """What stands in angle brackets: whether it opens, closes or is all of it, the tag, and what it is given."""
    found = _MARK.fullmatch(mark)
    assert found is not None, f"<{mark}>"
    tag = found["tag"]
    if tag is None or found["end"]:
        return "closes", tag, {}
    given = {name: unescape("".join(value)) for name, *value in _GIVEN.findall(found["given"])}
    return "all" if tag in VOID or found["closed"] else "opens", tag, given


def parsed(page: str) -> Node:
    """The page as a tree; in Python, many times as fast as the reader of its library, which forgives more."""
    nodes: list[Node] = []
    top = node = Node("", {}, page=nodes)
    begin, *marks = page.split("<")
    assert ">" not in begin, begin
    for piece in marks:
        mark, closed, text = piece.partition(">")
        assert closed, f"<{mark}"
        kind, tag, given = _read(mark)
        if tag is None:
            continue
        if kind == "closes":
            assert node.tag == tag, f"<{node.tag}> is closed by </{tag}>"
            assert node.parent is not None
            node.after = len(nodes)
            node = node.parent
        else:
            new = Node(tag, given, node, [], nodes)
            node.inside.append(new)
            nodes.append(new)
            new.first = new.after = len(nodes)
            if kind == "opens":
                node = new
        if text:
            node.inside.append(unescape(text) if "&" in text else text)
    top.after = len(nodes)
    return top


@dataclass
class Control:
    """A field of a form.

    Attributes:
        name, value: what it sends.
        kind: the type of an input, or `select`.
        on: whether it is ticked; fields that cannot be are always.
        options: what a select offers.
        legend: of the fields that it stands among.
    """

    name: str
    value: str
    kind: str
    on: bool
    options: tuple[str, ...]
    legend: str


@dataclass
class Button:
    """What sends a form: the name and value that it adds, and what stands on it."""

    name: str
    value: str
    label: str


@dataclass
class Form:
    """A form of a page, filled in as it stands there, or as somebody has changed it."""

    action: str
    controls: list[Control]
    buttons: list[Button]

    def named(self, name: str) -> list[Control]:
        return [one for one in self.controls if one.name == name]

    def value(self, name: str) -> str:
        """What the first field of that name would send; an empty text where there is none."""
        return next((one.value for one in self.named(name) if one.on), "")

    def values(self, name: str) -> list[str]:
        return [one.value for one in self.named(name) if one.on]

    def fill(self, name: str, *values: str) -> "Form":
        """Type into fields, choose in selects, or tick exactly these; only what the page offers can be chosen."""
        found = self.named(name)
        assert found, (name, [one.name for one in self.controls])
        left = [*values]
        for one in found:
            if one.kind not in TICKED:
                one.value = left.pop(0) if left else ""
                assert not one.options or one.value in one.options, (name, one.value)
            else:
                one.on = one.value in left
                if one.on:
                    left.remove(one.value)
        assert not left, (name, left)
        return self

    def button(self, value: str) -> Button:
        return next(one for one in self.buttons if one.value == value)

    def sent(self, button: Button | None = None) -> MultiDict[str, str]:
        """What a browser sends."""
        pairs = [(one.name, one.value) for one in self.controls if one.on and one.name]
        return MultiDict([*pairs, *([(button.name, button.value)] if button and button.name else [])])


class Page:
    """A page that was answered.

    Attributes:
        answer: with its status and bytes.
        forms: that it has, in order.
    """

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.top = parsed(answer.text)
        named = Counter(one.given["id"] for one in self.top.below if "id" in one.given)
        # Of two elements of one id a label, an anchor or a merge of pages takes one, and nobody knows which.
        assert len(named) == named.total(), [id_ for id_, number in named.items() if number > 1]
        self.forms = [self._form(node) for node in self.top.all("form")]

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def heading(self) -> str:
        return next((one.text for one in self.top.all("h2", data_heading="")), "")

    @property
    def problem(self) -> str:
        """What it refuses, in words."""
        return " ".join(one.text for one in self.top.all("p", "div", role="alert"))

    @property
    def scene(self) -> str:
        return next((one.given["data-scene"] for one in self.top.all("div") if "data-scene" in one.given), "")

    @property
    def version(self) -> int:
        """The version of the table that its forms are for."""
        return next((int(form.value("version")) for form in self.forms if form.value("version")), 0)

    @property
    def links(self) -> list[str]:
        """Where one goes to choose something that is not chosen yet."""
        found = self.top.all("a", data_swap="")
        return [one.given["href"] for one in found if "aria-current" not in one.given]

    def form(self, **fields: str) -> Form:
        """The first form whose fields have these values."""
        found = (form for form in self.forms if all(form.value(name) == value for name, value in fields.items()))
        return next(found)

    def _form(self, node: Node) -> Form:
        tags = ("input", "select", "button")
        inside = [one for one in node.all(*tags) if "form" not in one.given]
        named = node.given.get("id")
        outside = [one for one in self.top.all(*tags) if one.given.get("form") == named] if named else []
        form = Form(node.given.get("action", ""), [], [])
        for one in (*inside, *outside):
            kind = one.given.get("type", "submit" if one.tag == "button" else "text")
            if "disabled" in one.given or kind in {"button", "file"}:
                continue
            if one.tag == "button":
                form.buttons.append(
                    Button(one.given.get("name", ""), one.given.get("value", ""), one.given.get("aria-label", one.text))
                )
            else:
                form.controls.append(self._control(one, "select" if one.tag == "select" else kind))
        return form

    def _control(self, one: Node, kind: str) -> Control:
        options = [*one.all("option")]
        chosen = next((option for option in options if "selected" in option.given), None)
        value = one.given.get("value", "on" if kind in TICKED else "")
        fieldset = one.around("fieldset")
        legend = next((legend.text for legend in fieldset.all("legend")), "") if fieldset is not None else ""
        return Control(
            one.given.get("name", ""),
            chosen.given["value"] if chosen is not None else value,
            kind,
            kind not in TICKED or "checked" in one.given,
            tuple(option.given["value"] for option in options),
            legend,
        )


class PlainBrowser:
    """It has the cookies of its client, and follows where forms lead."""

    def __init__(self, client: FlaskClient, language: str = "en") -> None:
        self.client = client
        self._headers = {"Accept-Language": language}
        self.address = ""

    def open(self, path: str) -> Page:
        self.address = path
        return Page(self.client.get(path, headers=self._headers))

    def send(self, form: Form, button: Button | None = None) -> Page:
        """Send a form by one of its buttons, and go where that leads."""
        return self.post(form.action or self.address, form.sent(button))

    def leave(self, form: Form) -> str:
        """Send a form by its first button and look no further; where that leads."""
        answer = self._post(form.action or self.address, form.sent())
        assert answer.status_code == 303, Page(answer).problem
        return answer.location

    def post(self, path: str, fields: MultiDict[str, str]) -> Page:
        answer = self._post(path, fields)
        if answer.status_code == 303:
            return self.open(answer.location)
        self.address = path
        return Page(answer)

    def _post(self, path: str, fields: MultiDict[str, str]) -> TestResponse:
        data = {name: fields.getlist(name) for name in fields}
        return self.client.post(path, data=data, headers=self._headers)
