"""Writes fitlog.json with MXNet 1.9.1: python fitlog_gen.py"""

import json
import os
import tempfile

import fitlog_cases as cases
import mxnet as mx

if __name__ == "__main__":
    target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fitlog.json")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = {case.__name__: cases.record(mx, case) for case in cases.CASES}
    with open(target, "w") as file:
        json.dump(found, file, indent=0)
        file.write("\n")
