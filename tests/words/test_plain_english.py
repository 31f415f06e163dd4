"""English that a newcomer understands at once: no puzzle on screens or in the README, and ever fewer elsewhere.

The ten rules are in `docs/decisions.md`, "How sentences are written". Each pattern here was nearly always a puzzle.
"""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

import companion
from companion.words.catalogue import LANGUAGES, SOURCE_LANGUAGE
from companion.words.messages import FILES

ROOT: Final = Path(companion.__file__).parent.parent
PUZZLES: Final = {
    "whoever": r"\bwho(?:m)?ever\b",
    "those who": r"\bthose (?:who|whom|that)\b",
    "that of": r"\b(?:that|those) of (?!course)",
    "a clause with what as the subject": r"(?:^|(?<=[.:;] ))(?-i:What) (?:\w+ ){1,4}"
    r"(?:that|has|have|is|are|was|were|can|may|does)\b(?![^.!]{0,80}\?)",
    "come to, for a result": r"\b(?:has|have|had) come to\b|\bcomes to\b(?! \{)",
    "as far as": r"\bas far as\b",
    "told, of software": r"\b(?:is|are|was|were|be|been|has|have) told\b|\btells? (?:of|it)\b",
    "one, for you": r"\bas one \w+s\b|\bone (?:may|can|must|has|sees|taps|types|asks|looks|goes)\b|\bone['’]s\b",
    "hands, for players": r"\bhands (?:do|move|have|keep|are|that|here)\b|\bwhat (?:your )?hands\b",
    "turn up, for reveal": r"\bturn(?:s|ed|ing)? (?:up|over)\b",
    "else, at the end": r"[,;] else\b",
}
MOST: Final = {"docs": 0, "docstrings": 0}
"""How many there may still be. Lower a number when you have mended some; never raise one."""

CODE: Final = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|>>>.*?(?=\n\n|\Z)", re.DOTALL)


def puzzles(text: str) -> list[str]:
    plain = " ".join(CODE.sub("X", text).split())
    return [
        f"{name}: …{plain[max(0, found.start() - 40) : found.end() + 40]}…"
        for name, pattern in PUZZLES.items()
        for found in re.finditer(pattern, plain, re.IGNORECASE)
    ]


def sentences_on_screens() -> list[str]:
    other = next(language for language in LANGUAGES if language != SOURCE_LANGUAGE)
    catalogue = ROOT / "companion" / "translations" / other / "LC_MESSAGES" / "messages.po"
    found = re.findall(r'^msgid(?:_plural)? ("[^\n]*"(?:\n"[^\n]*")*)', catalogue.read_text("utf-8"), re.MULTILINE)
    picked = [
        text for file in FILES.values() for message in file.values() for text in (message.one, message.many or "")
    ]
    return [*(ast.literal_eval(text.replace("\n", " ")) for text in found), *picked]


def docstrings() -> list[str]:
    found = []
    for path in sorted(ROOT.joinpath("companion").rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        found += [ast.get_docstring(node) or "" for node in nodes if isinstance(node, documented)]
    return found


def documents() -> list[str]:
    """The documents that people write; the rules are generated, and the README is looked at for itself."""
    written = [*ROOT.glob("*.md"), *ROOT.joinpath("docs").rglob("*.md")]
    return [path.read_text("utf-8") for path in written if path.name not in {"README.md", "rules.md", "NOTICES.md"}]


@pytest.mark.parametrize(
    "said", ["Whoever plays alone.", "What has been typed is kept.", "The card is turned up.", "as one types"]
)
def test_a_puzzle_is_found(said: str) -> None:
    assert len(puzzles(said)) >= 1


@pytest.mark.parametrize(
    "said", ["What does it show?", "Anyone may join.", "`whoever`", "Of course, that of course holds."]
)
def test_plain_english_is_left_alone(said: str) -> None:
    assert puzzles(said) == []


def test_no_sentence_on_a_screen_is_a_puzzle() -> None:
    said = sentences_on_screens()
    assert len(said) > 2000
    assert [found for text in said for found in puzzles(text)] == []


def test_the_readme_has_no_puzzle() -> None:
    assert puzzles(ROOT.joinpath("README.md").read_text("utf-8")) == []


@pytest.mark.parametrize("corpus", MOST)
def test_there_are_never_more_puzzles_in_documents_and_docstrings(corpus: str) -> None:
    found = [one for text in (documents if corpus == "docs" else docstrings)() for one in puzzles(text)]
    assert len(found) <= MOST[corpus], "\n".join(found)
