"""What is done with whole poses: copying, pasting, going back to keys, a library of them."""
