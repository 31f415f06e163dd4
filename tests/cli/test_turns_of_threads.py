"""How the threads of a server take turns."""

import sys

from companion.serving.turns import TURN_SECONDS, take_short_turns


def test_a_thread_that_has_written_waits_a_millisecond_for_one_that_computes():
    before = sys.getswitchinterval()
    try:
        take_short_turns()
        assert sys.getswitchinterval() == TURN_SECONDS < before
    finally:
        sys.setswitchinterval(before)
