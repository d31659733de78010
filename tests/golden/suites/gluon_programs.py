"""Whole programs in Gluon, step by step."""

import os
import sys


def record(mx, output):
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "gluon_programs"))
    import programs

    golden = {name: programs.run(mx, program) for name, program in programs.every().items()}
    output.rows(golden, "gluon_programs/golden.json")
