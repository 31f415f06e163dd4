"""What a server took for large requests it gives back to the system, whatever small things came in between."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have ways of their own")

WANTED = """
from pathlib import Path
from companion.serving.memory import give_back

def megabytes():
    return int(Path("/proc/self/status").read_text().partition("VmRSS:")[2].split()[0]) / 1000

# The first large block that is freed makes glibc keep the next ones among the small.
bytearray(800_000)
before = megabytes()
bodies, small = [], []
for _ in range(100):
    bodies.append(bytearray(b"x") * 700_000)
    small.append(bytearray(2_000))
bodies.clear()
kept = megabytes() - before
give_back()
print(kept, megabytes() - before)
"""


def test_what_large_bodies_took_is_given_back_though_something_small_lies_between_them() -> None:
    said = subprocess.run([sys.executable, "-c", WANTED], capture_output=True, text=True, check=True).stdout
    kept, still = map(float, said.split())
    assert kept > 50, "glibc has given it back by itself"
    assert still < 10
