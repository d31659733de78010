"""Writes gluon_contrib.json with MXNet 1.9.1: python gluon_contrib_gen.py"""

import json
import os

import gluon_contrib_cases as cases
import mxnet as mx


def shorter(value):
    """Numbers with seven digits, so that the file stays small."""
    if isinstance(value, float):
        return float(f"{value:.7g}")
    if isinstance(value, (list, tuple)):
        return [shorter(one) for one in value]
    return {k: shorter(one) for k, one in value.items()} if isinstance(value, dict) else value


if __name__ == "__main__":
    found = {
        "runs": {case.__name__: cases.run(mx, case) for case in cases.RUNS},
        "mistakes": cases.fresh(mx, cases.mistakes),
        "warned": cases.fresh(mx, cases.warned),
        "layers": {name: cases.fresh(mx, cases.layer, name) for name in cases.LAYERS},
        "text": cases.text(mx),
        "samplers": cases.samplers(mx),
    }
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "gluon_contrib.json"), "w") as file:
        json.dump(shorter(found), file, separators=(",", ":"))
        file.write("\n")
