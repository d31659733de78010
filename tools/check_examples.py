"""Run the examples of the operators' docstrings under Apache MXNet 1.9.1, and say which print something else there.

Run: python tools/check_examples.py --mxnet COMMAND [FUNCTION ...]

COMMAND runs Python with MXNet. With names of functions (`relu`, `contrib.box_nms`) only their examples are run. What they print
here is tested by tests/core/test_documentation.py. Exit status 1 if an example differs.
"""

import argparse
import doctest
import json
import operator
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: namespaces of mx.nd whose functions MXNet has under the same names
SPACES = ("op", "contrib", "image", "linalg", "random", "sparse")


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


def run():
    """Under MXNet: the examples from standard input, a report to standard output."""
    import mxnet as mx
    import numpy as np

    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False)
    for name, example in json.load(sys.stdin).items():
        try:
            operator.attrgetter(name)(mx.nd)
        except AttributeError:
            print(f"left out, as MXNet has no mx.nd.{name}")
            continue
        with mx.name.NameManager():
            test = doctest.DocTestParser().get_doctest(example, {"mx": mx, "nd": mx.nd, "np": np}, f"mx.nd.{name}", None, None)
            runner.run(test, clear_globs=True)
        sys.stdout.flush()
    print(f"{runner.tries} lines run, {runner.failures} differ")
    sys.exit(runner.failures > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", required=True, help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION")
    options = parser.parse_args()
    found = examples()
    unknown = [name for name in options.functions if name not in found]
    if unknown:
        parser.error(f"no examples of {', '.join(unknown)}")
    asked = {name: found[name] for name in options.functions or found}
    print(f"{len(asked)} functions", flush=True)
    command = [*shlex.split(options.mxnet), __file__, "--run"]
    sys.exit(subprocess.run(command, input=json.dumps(asked), text=True).returncode)


if __name__ == "__main__":
    if sys.argv[1:] == ["--run"]:
        run()
    else:
        main()
