"""Writes sparse.json: run it with the real MXNet 1.9.1 in the interpreter.

    python tests/golden/sparse_gen.py

Cases that read memory which MXNet never wrote differ from run to run; they are run twice, and dropped if they do.
"""

import json
import os
import sys

os.environ["MXNET_STORAGE_FALLBACK_LOG_VERBOSE"] = "0"

import mxnet as mx
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import sparse_cases

results, unsteady = {}, []
for _, program in sparse_cases.everything():
    first = sparse_cases.evaluate(program, mx, np)
    again = [sparse_cases.evaluate(program, mx, np) for _ in range(2)]
    if any(json.dumps(first) != json.dumps(other) for other in again):
        unsteady.append(program)
    else:
        results[program] = first
with open(os.path.join(here, "sparse.json"), "w") as file:
    lines = (f"{json.dumps(k)}: {json.dumps(v, sort_keys=True)}" for k, v in sorted(results.items()))
    file.write("{\n" + ",\n".join(lines) + "\n}\n")
print(len(results), "results; not the same every time:", unsteady)
