"""What the tests share: clients, builders, players, witnesses."""
