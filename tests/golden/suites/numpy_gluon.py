"""Gluon under npx.set_np()."""

import tempfile

import numpy_gluon_cases as cases


def record(mx, output):
    with tempfile.TemporaryDirectory() as folder:
        output.json(cases.every(mx, folder), indent=0, separators=(",", ":"))
