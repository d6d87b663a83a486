"""What happens when something goes wrong that nobody expected: it is told, written down, and told again next time."""
