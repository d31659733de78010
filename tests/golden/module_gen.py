"""Writes module.json with MXNet 1.9.1: python module_gen.py"""

import json
import logging
import os
import warnings

import module_cases as cases
import mxnet as mx

warnings.simplefilter("ignore")
logging.disable(logging.NOTSET)


def refusal(function):
    try:
        function()
    except BaseException as error:
        return [type(error).__name__, str(error)]
    return None


if __name__ == "__main__":
    found = {}
    for name, function in cases.CASES.items():
        with mx.name.NameManager():
            found[name] = cases.plain(function(mx))
    with mx.name.NameManager():
        found["refusals"] = {name: refusal(function) for name, function in cases.refusals(mx).items()}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "module.json"), "w") as file:
        json.dump(found, file, separators=(",", ":"))
