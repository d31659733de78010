"""Calls at the edge of what is allowed, of mx.nd and mx.np."""

import calls_cases as cases


def record(mx, output):
    output.rows({line: cases.evaluate(mx, numpy, line) for numpy, line in cases.CASES})
