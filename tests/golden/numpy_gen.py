"""Writes numpy.json: what MXNet gives for the expressions of numpy_cases.py. To be run with the real MXNet 1.9.1."""

import json
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy_cases


def main():
    import mxnet as mx

    warnings.simplefilter("ignore")
    golden = {family: numpy_cases.evaluate(mx, family) for family in numpy_cases.CASES}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(golden, file, indent=0, separators=(",", ":"))
        file.write("\n")
    print({family: len(found) for family, found in golden.items()})


if __name__ == "__main__":
    main()
