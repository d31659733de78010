"""A process that measures cases of one sub-command; `rounds.py` starts it.

    worker.py MODULE PACKAGE CORES

Requests are lines of JSON on standard input, `{"case": NAME, "options": {...}}`; each is answered by a line of JSON with
the figures. Without a case the answer says what package it is. The Python of MXNet runs this file too: it keeps to Python 3.8.
"""

import importlib
import importlib.metadata
import json
import os
import sys


def about(package):
    """Return the version of a package, and the folder of jmx where it is jmx."""
    module = importlib.import_module("mxnet" if package == "gluon" else package)
    jmx = sys.modules.get("jmx")
    if jmx is None:
        return {"version": module.__version__, "jmx": None}
    python = "{}.{}".format(*sys.version_info)
    version = f"{jmx.__version__} (JAX {importlib.metadata.version('jax')}, Python {python})"
    return {"version": version, "jmx": os.path.dirname(os.path.dirname(jmx.__file__))}


def main(module, package, cores):
    """Answer requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # so that nothing that a package prints is taken for an answer
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [int(core) for core in cores.split(",")])
    folder = os.path.dirname(os.path.abspath(__file__))
    # Last, because jmx may be that of another source tree.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != folder] + [os.path.dirname(folder)]
    cases = importlib.import_module("benchmarks.cases." + module)
    for line in sys.stdin:
        request = json.loads(line)
        answer = cases.measure(package, request["case"], **request["options"]) if "case" in request else about(package)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
