"""What Module.fit and its kin write to the log."""

import fitlog_cases as cases


def record(mx, output):
    output.json({case.__name__: cases.record(mx, case) for case in cases.CASES}, indent=0)
