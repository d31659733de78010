"""Values of metrics and their classes."""

import metric_types_cases as cases


def record(mx, output):
    output.rows({name: cases.describe(mx, name) for name in cases.CASES})
