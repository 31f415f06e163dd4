"""Templates of parts that others import: each is made once a page, however many of its templates import it."""

from collections.abc import Mapping
from typing import Any, Final

from jinja2 import Template
from jinja2.environment import TemplateModule

MADE: Final = "parts_made"
"""The key of the parts that a page has made so far, by their names."""


class PageTemplate(Template):
    """A template that, imported with context, is made once a page.

    Jinja makes it again for each import, and its own imports too: a page of several players made 89 modules of 12
    files. A part sees the values of its page, and nothing that the importing template sets.
    """

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """Return the part for its page; outside of one, make it as usual."""
        made: dict[str | None, TemplateModule] | None = (vars or {}).get(MADE)
        if made is None:
            return super().make_module(vars, shared, locals)
        if self.name not in made:
            made[self.name] = super().make_module(vars, shared)
        return made[self.name]
