"""Links between documents lead somewhere."""

import re

import pytest
from documents import DOCUMENTS, ROOT, anchors, links, name_of, prose

_PATH = re.compile(r"`((?:companion|docs|migrations|tests|tools|bench|\.ci)/[^`\s]*)`")


def test_every_document_is_looked_at():
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "NOTICES.md", "docs/api.md", "docs/rules.md"} <= {
        *DOCUMENTS
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_relative_link_leads_to_a_file_and_an_anchor_in_it(document: str):
    broken = []
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (ROOT / document).parent.joinpath(path).resolve() if path else ROOT / document
        found = "://" in link or (target.exists() and (not anchor or anchor in anchors(name_of(target))))
        if not found:
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str):
    # `<language>` stands for any name.
    paths = [re.sub(r"<\w+>", "*", path).rstrip("/") for path in _PATH.findall(prose(document))]
    assert [path for path in paths if not any(ROOT.glob(path))] == []


def test_every_document_can_be_reached_from_the_readme():
    reached = {"README.md"}
    while True:
        targets = {
            (ROOT / document).parent.joinpath(link.partition("#")[0]).resolve()
            for document in reached
            for link in links(document)
            if "://" not in link and not link.startswith("#")
        }
        found = {path.relative_to(ROOT).as_posix() for path in targets if path.suffix == ".md"}
        if found <= reached:
            break
        reached |= found
    assert {*DOCUMENTS} - reached == set()
