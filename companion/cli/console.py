"""The sentences of the command line, in the language of the environment."""

import locale
import os
import sys
from typing import Any, NoReturn

import click

from companion.words.catalogue import best_language, sentence
from companion.words.messages import CLI


def language() -> str:
    """Return the language of the environment, or the nearest one that the app has."""
    wanted = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return best_language([next((one for one in wanted if one), locale.getlocale()[0] or "").split(".")[0]])


def say(message: str, **data: Any) -> str:
    """Return a sentence of the command line."""
    return sentence(language(), CLI[message], data)


def wait_for_enter() -> None:
    """Leave time to read what was said last."""
    click.prompt(say("press_enter"), default="", show_default=False, prompt_suffix="")


def fail(message: str, **data: Any) -> NoReturn:
    """End the command with one sentence and no trace."""
    click.echo(say(message, **data), err=True)
    sys.exit(1)
