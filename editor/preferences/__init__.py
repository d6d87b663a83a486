"""What the user prefers: values that are kept between starts, keys, and the dialog that shows both."""
