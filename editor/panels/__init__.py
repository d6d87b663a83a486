"""What stands beside and over the viewport."""
