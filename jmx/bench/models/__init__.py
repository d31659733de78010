"""Networks to measure: one file each, found by the `register` in it."""
