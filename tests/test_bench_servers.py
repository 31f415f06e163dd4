"""Servers that the bench starts: it waits for none for ever, and says for which one it waited."""

import sys

import pytest

from bench import serving
from bench.serving import Unserved, started

DEAF = "import signal, time; signal.signal(15, signal.SIG_IGN); print('http://localhost:1', flush=True); time.sleep(60)"
MUTE = "import time; time.sleep(60)"


def test_one_that_does_not_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_ENDS_WITHIN", 0.1)
    with (
        pytest.raises(Unserved, match=r"SIG_IGN.* did not end within 0\.1 s"),
        started([sys.executable, "-c", DEAF]),
    ):
        pass


def test_one_that_says_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_STARTS_WITHIN", 0.1)
    with (
        pytest.raises(Unserved, match=r"import time.* did not say within 0\.1 s"),
        started([sys.executable, "-c", MUTE]),
    ):
        pass
