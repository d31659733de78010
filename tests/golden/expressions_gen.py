"""Writes expressions.json: run it with the real MXNet 1.9.1 in the interpreter.

python tests/golden/expressions_gen.py
"""

import json
import os
import sys

import mxnet as mx
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import expressions

results = {code: expressions.evaluate(code, mx, np) for _, code in expressions.everything()}
with open(os.path.join(here, "expressions.json"), "w") as file:
    json.dump(results, file, indent=0, sort_keys=True)
    file.write("\n")
print(len(results), "results")
