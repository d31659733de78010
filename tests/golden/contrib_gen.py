"""Writes contrib.json with MXNet 1.9.1: python contrib_gen.py"""

import json
import os
import warnings

import contrib_cases as cases
import mxnet as mx

warnings.simplefilter("ignore")

if __name__ == "__main__":
    found = {}
    for name, function in cases.CASES.items():
        with mx.name.NameManager():
            found[name] = function(mx)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "contrib.json"), "w") as file:
        json.dump(found, file, separators=(",", ":"))
