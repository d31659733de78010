"""Operators written by users: mx.operator.CustomOp."""

import custom_cases as cases


def record(mx, output):
    output.json({name: cases.outcome(mx, name) for name in cases.CASES}, end="")
