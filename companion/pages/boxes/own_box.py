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
    """Return a copy's name, a default one in the language of the request."""
    return called(request_language(), name, BOX_NAME)


def shown_name(name: str) -> str:
    """Return a copy's name as it is in a sentence."""
    return isolated(called_here(name))


def last_used() -> KeptBox | None:
    """Return the box used last; None before the first."""
    return next(iter(recent(page_caller(), most=1)), None)


def own_box() -> KeptBox:
    """Return the box used last; the first is made here and counted as new."""
    kept = last_used()
    if kept is None:
        count_made()
        kept = default_box(page_caller(), name_of_the_first())
    return kept
