"""mx.rnn: cells, merged cells, iterators over sentences."""

import rnn_cases as cases


def record(mx, output):
    with mx.name.NameManager():
        names = list(cases.cells(mx))
    found = {"cells": {name: cases.describe(mx, name) for name in names}}
    found["merged"], found["sentences"] = cases.merged(mx), cases.sentences(mx)
    output.json(found, end="")
