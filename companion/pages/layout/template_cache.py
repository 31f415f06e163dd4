"""Compiled templates, kept from one start to the next as Python keeps its modules: in `__pycache__` next to them."""

import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError
from typing import Final

import jinja2
from jinja2.bccache import Bucket, FileSystemBytecodeCache

_LAYOUT: Final = Path(__file__).parent
_COMPILED_BY: Final = (_LAYOUT / "frame.py", _LAYOUT / "whitespace.py")
"""The files that, besides its source, decide how a template is compiled."""


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates; to compile them all takes a second, which each first page waited for.

    Args:
        templates: the folder that they are in.
    """

    def __init__(self, templates: Path) -> None:
        super().__init__(str(Path(cache_from_source(str(templates / "any.py"))).parent))
        compilers = [jinja2.__version__, sys.version, *(path.read_text("utf-8") for path in _COMPILED_BY)]
        self._compiler = sha256("\0".join(compilers).encode()).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """Return a checksum of the template's source and of the files that compile it."""
        return super().get_source_checksum(self._compiler + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Look for a template; an unreadable one is compiled again."""
        with suppress(OSError, EOFError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where that is possible; where it is not, nobody hears of it, as with modules."""
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
