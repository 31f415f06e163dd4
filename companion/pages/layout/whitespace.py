"""White space that only readers of templates need, and that is not sent."""

import re
from collections.abc import Iterator
from typing import Final

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_BLOCK: Final = (
    r"(?:html|head|body|header|main|footer|nav|aside|section|article|div|p|h[1-6]|ul|ol|li|table|thead|tbody|tfoot|tr|th"
    r"|td|form|fieldset|legend|details|summary)\b"
)
_INSIDE_BLOCKS: Final = re.compile(rf"(?P<begin><{_BLOCK}[^<>]*>)\s*\n\s*|\s*\n\s*(?=</{_BLOCK})")
_ANGLES: Final = re.compile("([<>])")


class Unindented(Extension):
    """Freely indented templates: indentation is not sent, nor the end of a line at the begin or end of a block.

    Between attributes the end of a line is sent as a blank, elsewhere as it is: it counts as a blank does, and keeps
    the words of two blocks apart for programs that read only texts. After a tag of Jinja it is not sent
    (`trim_blocks`), nor next to a `-` in one.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template without indentation; its lines keep their numbers."""
        return _INDENTATION.sub("", source)

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the template without ends of lines that a browser would drop; each of its tags is on one line."""
        in_tag = False
        for token in stream:
            if token.type == "data":
                parts = _ANGLES.split(_INSIDE_BLOCKS.sub(_begin_alone, token.value))
                for i, part in enumerate(parts):
                    if part in {"<", ">"}:
                        in_tag = part == "<"
                    elif in_tag:
                        parts[i] = part.replace("\n", " ")
                yield Token(token.lineno, token.type, "".join(parts))
            else:
                yield token


def _begin_alone(found: re.Match[str]) -> str:
    return found["begin"] or ""
