"""The box that a page uses where nobody has chosen one."""

from companion.boxes.models import KeptBox
from companion.boxes.repository import default_box, recent
from companion.pages.layout.frame import page_text
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.words.catalogue import SOURCE_LANGUAGE, isolated
from companion.words.telling import BOX_NAME, called


def name_of_the_first() -> str:
    """Return the stored name of an unnamed first copy; `called_here` translates it."""
    return page_text(SOURCE_LANGUAGE, "box.mine")


def called_here(name: str) -> str:
    """The name of a copy; the one that nobody typed in the language of the request."""
    return called(request_language(), name, BOX_NAME)


def shown_name(name: str) -> str:
    """The same, as it stands in a sentence."""
    return isolated(called_here(name))


def last_used() -> KeptBox | None:
    """The box that was used last; None before the first."""
    return next(iter(recent(page_caller(), most=1)), None)


def own_box() -> KeptBox:
    """The same; the first is made here, and counts as something new does."""
    kept = last_used()
    if kept is None:
        count_made()
        kept = default_box(page_caller(), name_of_the_first())
    return kept
