"""Writes rnn.json with MXNet 1.9.1: python rnn_gen.py"""

import json
import os

import mxnet as mx
import rnn_cases as cases

if __name__ == "__main__":
    with mx.name.NameManager():
        names = list(cases.cells(mx))
    found = {"cells": {name: cases.describe(mx, name) for name in names}}
    found["merged"], found["sentences"] = cases.merged(mx), cases.sentences(mx)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rnn.json"), "w") as file:
        json.dump(found, file, separators=(",", ":"))
