#!/usr/bin/env python
"""ONNX files read by `mx.onnx.import_model`: the figures and the list of operators in docs/leaving/onnx_import.md.

python tools/check_onnx_import.py              how many of ONNX's own test cases of operators are read, and are right
python tools/check_onnx_import.py --zoo NAME   a network of gluon.model_zoo written by `mx.onnx.export_model`, and read again
python tools/check_onnx_import.py --operators  the operators that can be read, by theme
"""

import argparse
import collections
import pathlib
import sys
import tempfile
import textwrap
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent / "tests/onnx"))

import numpy as np

import jmx as mx
from jmx.onnx.importing._forms import declared

#: what the modules of jmx.onnx.importing are called in the list
THEMES = {
    "basic": "Element by element",
    "layers": "Layers",
    "norms": "Normalization",
    "shaping": "Shapes",
    "indexing": "Indexing",
    "reductions": "Reductions",
    "resizing": "Images",
    "recurrent": "Recurrent layers",
}


def operators():
    """A line for each theme: its operators, with the opsets where they are not all from 7 on."""
    themes = collections.defaultdict(list)
    for name, forms in sorted(declared().items()):
        themes[forms[0].theme].append(f"`{name}`")
    for theme, title in THEMES.items():
        text = f"- **{title}**: {', '.join(themes[theme])}."
        yield "\n".join(textwrap.wrap(text, 130, subsequent_indent="  "))


def cases():
    """Prints how many test cases are read and right, with all inputs fed, and with all but the first as weights."""
    import test_import_operators as suite

    for title, as_constants in (("all inputs are fed", False), ("all inputs but the first are weights", True)):
        right = total = 0
        for name, tests in sorted(suite.cases().items()):
            if name in declared() or name in suite.FUNCTIONS:
                total += len(tests)
                right += sum(suite.check(test, as_constants) for test in tests)
        print(
            f"{title}: {right} of {total} cases of {len(declared())} operators are read, and all of these are right", flush=True
        )


def zoo(name):
    """Writes a network with an open batch, reads it, and prints the largest difference, relative to the largest output."""
    net = getattr(mx.gluon.model_zoo.vision, name)()
    net.initialize(mx.init.Xavier())
    size = 299 if name == "inceptionv3" else 224
    x = mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (2, 3, size, size)))
    wanted = net(x).asnumpy()
    with tempfile.TemporaryDirectory() as folder:
        mx.onnx.export(net, None, f"{folder}/net.onnx", {"data": ("batch", 3, size, size)})
        read = mx.onnx.import_to_gluon(f"{folder}/net.onnx", mx.cpu())
    read.hybridize()
    print(f"{name}: {np.abs(read(x).asnumpy() - wanted).max() / np.abs(wanted).max():.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zoo", metavar="NAME", nargs="+", help="networks of gluon.model_zoo.vision")
    parser.add_argument("--operators", action="store_true", help="print the list of operators")
    arguments = parser.parse_args()
    if arguments.operators:
        print("\n".join(operators()))
    elif arguments.zoo:
        for name in arguments.zoo:
            zoo(name)
    else:
        warnings.simplefilter("ignore")
        cases()


if __name__ == "__main__":
    main()
