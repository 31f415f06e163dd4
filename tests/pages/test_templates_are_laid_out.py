"""How templates are written. Formatters break inside words there and leave long lines; so a test holds the layout."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from flask import Flask
from jinja2 import meta, nodes

import companion

TEMPLATES = Path(companion.__file__).parent / "templates"
MOST_COLUMNS = 140
BLOCK = re.compile(
    r"<(?:html|head|body|header|main|footer|nav|aside|section|article|div|p|h[1-6]|ul|ol|li|table|thead|tbody|tfoot|tr"
    r"|th|td|form|fieldset|legend|details|summary|meta|link|title|script)\b"
)
JINJA = re.compile(r"\{[{%#].*?[}%#]\}", re.DOTALL)


def test_a_template_has_short_lines_and_one_block_a_line():
    found = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if len(line) > MOST_COLUMNS or len(BLOCK.findall(JINJA.sub("", line))) > 1:
                found.append(f"{path.relative_to(TEMPLATES)}:{number}: {line.strip()[:60]}")
    assert not found, "\n".join(found)


def assigned(node: nodes.Node) -> Iterator[str]:
    """What a template sets or imports itself, outside of its macros; loops keep theirs to themselves."""
    for one in node.iter_child_nodes():
        match one:
            case nodes.Assign():
                yield from (name.name for name in one.find_all(nodes.Name) if name.ctx == "store")
            case nodes.AssignBlock() | nodes.With():
                yield from (name.name for name in one.find_all(nodes.Name) if name.ctx in {"store", "param"})
            case nodes.FromImport():
                yield from (name if isinstance(name, str) else name[1] for name in one.names)
        if not isinstance(one, nodes.Macro):
            yield from assigned(one)


def test_a_part_that_is_made_once_a_page_asks_for_nothing_that_the_template_sets_which_imports_it(plain_app: Flask):
    env = plain_app.jinja_env
    trees = {
        path.relative_to(TEMPLATES).as_posix(): env.parse(path.read_text("utf-8")) for path in TEMPLATES.rglob("*.html")
    }
    asks_for = cache(lambda part: meta.find_undeclared_variables(trees[part]))
    parts = 0
    for name, tree in trees.items():
        own = {*assigned(tree)}
        for one in tree.find_all(nodes.FromImport):
            if one.with_context:
                assert isinstance(one.template, nodes.Const)
                parts += 1
                assert not asks_for(one.template.value) & own, (name, one.template.value)
    assert parts > 100
    assert not [name for name, tree in trees.items() if [*tree.find_all(nodes.Import)]]
