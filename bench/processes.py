"""Numbers that the kernel has of a process that is measured (Linux)."""

import os
from pathlib import Path


def resident(process: int) -> float:
    """Return the resident memory in MB."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1000


def cpu_seconds(process: int) -> float:
    """Return the CPU time that it has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
