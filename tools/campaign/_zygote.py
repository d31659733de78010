"""A process that has imported everything and computed nothing: it forks for each program that it is told to run.

It reads a line of JSON for each: {"code": a program, "output": a file for what it prints, "environment": {name: text}}. Its
answers are the process, {"pid": 1}, and its end, {"status": 0}. A program runs as the main module of its process does, and ends
as that does; it leads a session of its own, by which what it has started is found.
"""

import contextlib
import importlib
import json
import os
import signal
import sys

import mxnet
import mxnet.gluon
import mxnet.io

# JAX imports these late, and a process in which that was interrupted can never compile: nothing that jmx could mend.
importlib.import_module("jax.interpreters.mlir")
for _name in ("builtin", "func", "arith", "mhlo", "chlo", "stablehlo", "sdy", "shape", "math", "vector"):
    with contextlib.suppress(ImportError):
        importlib.import_module(f"jaxlib.mlir.dialects.{_name}")
for _name in ("nd", "sym", "autograd", "image", "recordio", "profiler", "kv", "mod", "optimizer"):
    getattr(mxnet, _name)

_order = None
while _order is None:
    _line = sys.stdin.readline()
    if not _line:
        break
    _order = json.loads(_line)
    _pid = os.fork()
    if _pid:
        print(json.dumps({"pid": _pid}), flush=True)
        _, _status = os.waitpid(_pid, 0)
        print(json.dumps({"status": os.waitstatus_to_exitcode(_status)}), flush=True)
        _order = None

if _order is not None:
    os.setsid()
    for _number, _flags in ((0, os.O_RDONLY), (1, os.O_WRONLY | os.O_CREAT | os.O_APPEND)):
        os.dup2(os.open(os.devnull if _number == 0 else _order["output"], _flags, 0o600), _number)
    os.dup2(1, 2)
    os.environ.update(_order["environment"])
    # a runner in the background may have been started with these ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for _ignored in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(_ignored, signal.SIG_DFL)
    exec(compile(_order["code"], "program", "exec"), {"__name__": "__main__"})
