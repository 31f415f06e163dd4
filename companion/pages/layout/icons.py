"""Icons: the short ones are drawn in place, the others out of the sprite.

A browser looks up and copies each icon of the sprite, which costs a slow phone a millisecond; each long icon in place
would make every page larger. So short icons, which are also most of the ones that pages repeat, have their own file.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

SPRITE: Final = "icons.svg"
SHORT: Final = Path(__file__).parents[2] / "templates/layout/short_icons.svg"

_ICON: Final = re.compile(r'^<(?P<tag>\w+) id="(?P<name>[\w-]+)"(?P<rest>.*)$', re.MULTILINE)


@cache
def drawn_in_place() -> dict[str, Markup]:
    """Return the shapes of the short icons by name."""
    return _shapes(SHORT)


@cache
def _in_sprite() -> dict[str, Markup]:
    return _shapes(Path(__file__).parents[2] / "static" / SPRITE)


def _shapes(file: Path) -> dict[str, Markup]:
    return {
        one["name"]: Markup(f"<{one['tag']}{one['rest']}")  # a file of ours  # noqa: S704  # nosec B704
        for one in _ICON.finditer(file.read_text("utf-8"))
    }


def shape(name: str) -> Markup:
    """Return the shape of an icon in a square of 24, for a picture by itself; nothing where there is none."""
    return drawn_in_place().get(name) or _in_sprite().get(name, Markup())


def icon(sprite: str, name: str, kind: str = "", *, says: str = "") -> Markup:
    """Return an icon with its word for screen readers, or next to a visible word.

    Args:
        sprite: the address of the sprite.
        name: which icon.
        kind: the classes that it has besides.
        says: the word.
    """
    drawn = _drawn(sprite, name, kind)
    return drawn + Markup('<span class="unseen">{}</span>').format(says) if says else drawn


@lru_cache(maxsize=2048)
def _drawn(sprite: str, name: str, kind: str) -> Markup:
    shape = drawn_in_place().get(name) or Markup('<use href="{}#{}"/>').format(sprite, name)
    return Markup('<svg class="icon {}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>').format(kind, shape)
