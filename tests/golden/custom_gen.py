"""Writes custom.json with MXNet 1.9.1: python custom_gen.py"""

import json
import os

import custom_cases as cases
import mxnet as mx

if __name__ == "__main__":
    found = {name: cases.outcome(mx, name) for name in cases.CASES}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "custom.json"), "w") as file:
        json.dump(found, file, separators=(",", ":"))
