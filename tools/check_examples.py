"""Run the examples of docstrings under Apache MXNet 1.9.1, and say which print something else there.

Run: python tools/check_examples.py --mxnet COMMAND [FUNCTION ...]
     python tools/check_examples.py --mxnet COMMAND --modules MODULE [MODULE ...]

COMMAND runs Python with MXNet. Without modules the examples are those of the operators; with names of functions (`relu`,
`contrib.box_nms`) only theirs. With modules (`gluon.rnn`) they are those of the modules' classes and functions. What they print
here is tested by tests/core/test_documentation.py and tests/test_docstrings.py. Exit status 1 if an example differs.
"""

import argparse
import doctest
import json
import operator
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: namespaces of mx.nd whose functions MXNet has under the same names
SPACES = ("op", "contrib", "image", "linalg", "random", "sparse")
#: data sets whose examples would download them
DOWNLOADED = tuple(f"gluon.data.vision.{name}" for name in ("MNIST", "FashionMNIST", "CIFAR10", "CIFAR100"))
#: functions that MXNet 1.9.1 has, and in which every call fails
FAILING = ("sym.contrib.adamw_update", "sym.contrib.mp_adamw_update")
#: a name below a module, as examples write it
NAME = re.compile(r"(?<![\w.])(?:mx|nd|gluon|autograd)(?:\.[A-Za-z_]\w*)+")


def examples():
    """{name of a function below mx.nd: its example}, each operator once."""
    sys.path.insert(0, str(ROOT))
    import jmx as mx
    from jmx.core import facade
    from jmx.core.declare.documentation import complete, take_apart

    found, seen = {}, set()
    assert mx.nd.op  # declares all operators
    for space in SPACES:
        for public in facade.public_names(space):
            op = facade.lookup(space, public)
            example = take_apart(complete(op), []).examples
            if example and id(op) not in seen:
                seen.add(id(op))
                found[public if space == "op" else f"{space}.{public}"] = example
    return found


def examples_of_modules(modules):
    """{name of a class or function below mx: its docstring with an example}."""
    sys.path.insert(0, str(ROOT))
    from tests.test_docstrings import own_doc, public

    found = {f"{module}.{name}": own_doc(thing) for module in modules for name, thing in public(module).items()}
    return {name: text for name, text in found.items() if ">>> " in text}


def lacks(example, names):
    """The first name in an example that MXNet does not have, or None."""
    for name in NAME.findall(example):
        module, _, below = name.partition(".")
        try:
            operator.attrgetter(below)(names[module])
        except AttributeError:
            return name
    return None


def run():
    """Under MXNet: the examples from standard input, a report to standard output."""
    import mxnet as mx
    import numpy as np

    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False)
    names = {"mx": mx, "nd": mx.nd, "gluon": mx.gluon, "autograd": mx.autograd, "np": np}
    for name, example in json.load(sys.stdin).items():
        missing = lacks(example, names)
        if missing or name in DOWNLOADED or name in FAILING:
            reason = f"has no {missing}" if missing else "would download the data" if name in DOWNLOADED else "fails in it"
            print(f"{name}: left out, as MXNet {reason}")
            continue
        with mx.name.NameManager():
            runner.run(doctest.DocTestParser().get_doctest(example, dict(names), name, None, None), clear_globs=True)
        sys.stdout.flush()
    print(f"{runner.tries} lines run, {runner.failures} differ")
    sys.exit(runner.failures > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", required=True, help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION")
    parser.add_argument(
        "--modules", nargs="+", metavar="MODULE", help="modules below mx, such as gluon.rnn, in place of operators"
    )
    options = parser.parse_args()
    found = examples_of_modules(options.modules) if options.modules else examples()
    unknown = [name for name in options.functions if name not in found]
    if unknown:
        parser.error(f"no examples of {', '.join(unknown)}")
    asked = {name: found[name] for name in options.functions or found}
    print(f"{len(asked)} examples", flush=True)
    command = [*shlex.split(options.mxnet), __file__, "--run"]
    sys.exit(subprocess.run(command, input=json.dumps(asked), text=True).returncode)


if __name__ == "__main__":
    if sys.argv[1:] == ["--run"]:
        run()
    else:
        main()
