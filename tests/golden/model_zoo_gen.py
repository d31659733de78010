"""Makes the golden values of the model zoo tests, with the real MXNet 1.9.1: `python tests/golden/model_zoo_gen.py`."""

import json
import os
import sys

import mxnet as mx

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gluon"))
import zoo_cases

assert mx.__version__ == "1.9.1" and "jmx" not in sys.modules
result = {"names": {name: zoo_cases.describe(mx, name) for name in zoo_cases.NAMES}, "outputs": {}}
result["shapes"] = {name: zoo_cases.shapes(mx, name) for name in zoo_cases.NAMES}
for name in zoo_cases.SMALL:
    result["outputs"][name] = [float(value) for value in zoo_cases.output(mx, name).reshape(-1)]
with open(os.path.join(HERE, "model_zoo.json"), "w") as stream:
    json.dump(result, stream, indent=1)
    stream.write("\n")
