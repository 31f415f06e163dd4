"""`python -m bench`: what the app costs, as ratios of one run on one machine."""

import argparse

from bench import games, live, memory, pages, rulings, tables, weight, writers


def main() -> None:
    """Measure and print everything."""
    print("All figures from this run on this machine; aims in brackets.")
    rulings.measure()
    weight.measure()
    pages.measure()
    memory.measure()
    games.measure()
    tables.measure()
    writers.measure()
    live.measure()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
