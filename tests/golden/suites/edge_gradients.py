"""Gradients of integers and booleans, and through them."""

import edge_gradients_cases as cases


def record(mx, output):
    found = {f"{name}/{dtype}": cases.of_integers(mx, name, dtype) for name in cases.CASES for dtype in cases.TYPES}
    output.rows({**found, **{name: cases.through_integers(mx, name) for name in cases.THROUGH}})
