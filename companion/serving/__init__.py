"""The server of `lockup serve`: waitress, with a share of it for each address. One phone cannot stop the house."""

from typing import Final

LASTS: Final = "lockup.lasts"
"""Under which name the environment of a request has how to say that its answer is a stream; other servers have none."""
