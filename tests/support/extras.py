"""Packages of an extra, where they can be installed."""

import os
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


def brought_by(extra: str, module: str) -> ModuleType:
    """Return a module of an extra, or skip: where there is no wheel of it, and where it is not installed but in CI."""
    try:
        return import_module(module)
    except ImportError:
        extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
        markers = [Requirement(one).marker for one in extras[extra]]
        if "CI" in os.environ and all(marker is None or marker.evaluate() for marker in markers):
            raise
        pytest.skip(f"{module} is not installed: pip install '.[{extra}]'", allow_module_level=True)
