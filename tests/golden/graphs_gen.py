"""Writes graphs.json. Run with a Python that has Apache MXNet 1.9.1 (CPU): python tests/golden/graphs_gen.py"""

import json
import pathlib

import graphs_cases
import mxnet as mx

found = {**graphs_cases.calls(mx), **graphs_cases.products(mx)}
made = {name: [graphs_cases.described(x) for x in arrays] for name, arrays in found.items()}
pathlib.Path(__file__).with_name("graphs.json").write_text(json.dumps(made, separators=(",", ":")))
