"""Writes visualization.json with MXNet 1.9.1 and graphviz 0.8.4: python visualization_gen.py"""

import contextlib
import io
import json
import os
import warnings

import mxnet as mx
import visualization_cases as cases


def describe(build, summaries, plots):
    with mx.name.NameManager():
        symbol = build(mx)
    texts = []
    for given in summaries:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            mx.viz.print_summary(symbol, **given)
        texts.append(out.getvalue())
    graphs = [mx.viz.plot_network(symbol, **given) for given in plots]
    return {
        "summaries": texts,
        "sources": [g.source for g in graphs],
        "formats": [[g.name, g.format, g.filename] for g in graphs],
    }


def error(call):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            call(mx)
    except Exception as raised:
        return [type(raised).__name__, str(raised).splitlines()[-1] if str(raised) else ""]
    return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    found = {name: describe(*case) for name, case in cases.CASES.items()}
    found["errors"] = {name: error(call) for name, call in cases.ERRORS.items()}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "visualization.json"), "w") as file:
        json.dump(found, file, indent=0, sort_keys=True)
