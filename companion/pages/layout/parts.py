"""Templates of parts that others import: each is made once a page, however many of its templates import it."""

from collections.abc import Mapping
from typing import Any, Final

from jinja2 import Template
from jinja2.environment import TemplateModule

MADE: Final = "parts_made"
"""In what every page is given: the parts that it has made so far, by their names."""


class PageTemplate(Template):
    """A template that, imported with context, is made once a page.

    Jinja makes it anew for each import, and what it imports too: a page of several players made 89 modules of 12 files.
    A part sees what its page is given, and nothing that the template sets which imports it.
    """

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """The part, for its page; outside of one, made as usual."""
        made: dict[str | None, TemplateModule] | None = (vars or {}).get(MADE)
        if made is None:
            return super().make_module(vars, shared, locals)
        if self.name not in made:
            made[self.name] = super().make_module(vars, shared)
        return made[self.name]
