"""`python -m bench`: what the app costs, as ratios of one run on one machine."""

from bench import memory, rulings, weight


def main() -> None:
    """Measure and print everything."""
    print("All figures from this run on this machine; aims in brackets.")
    rulings.measure()
    weight.measure()
    memory.measure()


if __name__ == "__main__":
    main()
