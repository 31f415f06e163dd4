"""How templates are written. Formatters break inside words there and leave long lines; so a test holds the layout."""

import re
from pathlib import Path

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
