"""The shared rules module: what the game is.

Pure: no framework, no clock, no chance of its own, and no I/O but the edition tables that travel with the package
and are read once. Questions come in as plain values, answers go out as frozen values with their `Reason`s. Every
statement cites the id under which `docs/rules.md` states it.
"""
