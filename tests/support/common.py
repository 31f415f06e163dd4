"""What the tests share."""

import pytest

rule = pytest.mark.rule
"""Marks a test with the ids of the rules whose behaviour it shows: `@rule("L-12")`."""

SEED = "ci"
"""What random games follow from, where `--seed` gives nothing else: with another seed more of them are played."""
