"""What the tests share."""

import pytest

rule = pytest.mark.rule
"""Marks a test with the ids of the rules whose behaviour it shows: `@rule("L-12")`."""
