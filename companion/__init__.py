"""The companion to Lockup: A Roll Player Tale.

Everything that is the game stands in `companion.rules` and `companion.scoring`, which know nothing of Flask and can
be imported alone; so the application is only built, and its parts only imported, when it is asked for.
"""

# Type checkers take it for true. To import it from `typing` takes so long that Ctrl-C would hit Python meanwhile.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from flask import Flask

    from companion.config import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """The Flask application.

    Args:
        settings: how it is set; left out, what the environment says (`companion.config`).
    """
    from companion.app import build  # noqa: PLC0415 - see above

    return build(settings)
