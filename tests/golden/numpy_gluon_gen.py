"""Writes numpy_gluon.json: what MXNet gives for numpy_gluon_cases.py. To be run with the real MXNet 1.9.1."""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy_gluon_cases


def main():
    import mxnet as mx

    with tempfile.TemporaryDirectory() as folder:
        golden = numpy_gluon_cases.every(mx, folder)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy_gluon.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(golden, file, indent=0, separators=(",", ":"))
        file.write("\n")
    print(list(golden))


if __name__ == "__main__":
    main()
