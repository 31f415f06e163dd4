"""What servers do: waitress for `lockup serve`, which gives each address a share of it, and what any server needs."""

from typing import Final

LASTS: Final = "lockup.lasts"
"""Under which name the environment of a request has how to say that its answer is a stream; other servers have none."""
