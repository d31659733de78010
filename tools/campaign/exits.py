"""Programs that end in different ways, while threads, workers and servers of theirs run: with the status that they ask for.

Nothing of theirs may be there afterwards, and what is printed must be theirs: no interpreter or library that gives up.
"""

from __future__ import annotations

import os
import tempfile

from . import Rounds, probe
from ._programs import Programs, fatal

#: seconds for a whole program
_LIMIT = 40.0

_HEAD = """
import atexit, multiprocessing, os, signal, sys, tempfile, threading, time
import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, nd
data = gluon.data.ArrayDataset(np.arange(400, dtype="float32"))
nd.ones((2, 2)).asnumpy()
def compute(times):
    x = nd.ones((64, 64))
    for _ in range(times):
        (x * 2 + 1).sum().asscalar()
"""

_PROCESS = "child = multiprocessing.get_context('{}').Process(target=time.sleep, args=(0.1,)); child.start()"
#: what runs when a program ends -> what it prints at its end, if anything
BESIDE = {
    "nothing": ("", ""),
    "records": (
        """folder = tempfile.mkdtemp()
writer = mx.recordio.MXIndexedRecordIO(folder + "/r.idx", folder + "/r.rec", "w")
for i in range(64):
    writer.write_idx(i, mx.recordio.pack_img(mx.recordio.IRHeader(0, i, i, 0), np.zeros((8, 8, 3), "uint8")))
writer.close()
images = mx.io.ImageRecordIter(path_imgrec=folder + "/r.rec", data_shape=(3, 8, 8), batch_size=4, preprocess_threads=2)
next(images)""", "",
    ),
    "an iterator that fetches ahead": (
        "ahead = mx.io.PrefetchingIter(mx.io.NDArrayIter(np.zeros((99, 3)), batch_size=4)); next(ahead)", "",
    ),
    "workers": ("loader = iter(gluon.data.DataLoader(data, 4, num_workers=2)); next(loader)", ""),
    "a pool of threads": ("loader = iter(gluon.data.DataLoader(data, 4, num_workers=2, thread_pool=True)); next(loader)", ""),
    "workers that were not asked": ("loader = gluon.data.DataLoader(data, 4, num_workers=2); first = iter(loader)", ""),
    "a thread that ends": ("threading.Thread(target=compute, args=(200,)).start()", ""),
    "a thread that prints": (
        "threading.Thread(target=lambda: (compute(100), print('last word', flush=True))).start()", "last word",
    ),
    "a function at exit": ("atexit.register(lambda: print('sum', nd.ones((3,)).sum().asscalar(), flush=True))", "sum 3.0"),
    "the profiler": (
        "mx.profiler.set_config(profile_all=True, filename=tempfile.mkdtemp() + '/p')\nmx.profiler.set_state('run'); compute(3)",
        "",
    ),
    "a store": ("store = mx.kv.create('local'); store.init('w', nd.ones(3)); store.push('w', nd.ones(3))", ""),
    "a recorded pass": ("x = nd.ones(3); x.attach_grad()\nwith autograd.record():\n    y = (x * 2).sum()", ""),
    "a forked process": (_PROCESS.format("fork"), ""), "a spawned process": (_PROCESS.format("spawn"), ""),
    "arrays in a cycle": ("class Node: pass\nnode = Node(); node.own = node; node.array = nd.ones((9, 9))", ""),
    "an object that computes when it goes": (
        "class Last:\n    def __del__(self): print('gone', nd.ones((2,)).sum().asscalar(), flush=True)\nlast = Last()", "",
    ),
    "daemon threads that compute": (
        "for _ in range(3): threading.Thread(target=compute, args=(10**9,), daemon=True).start()\ntime.sleep(0.3)", "",
    ),
    "a daemon thread that reads": (
        "def read():\n    while True:\n        for batch in gluon.data.DataLoader(data, 4): batch.asnumpy()\n"
        "threading.Thread(target=read, daemon=True).start()\ntime.sleep(0.3)", "",
    ),
}  # fmt: skip

#: how programs end -> with what status, and whether what waits for the end of the interpreter still comes
ENDS = {
    "": (0, True),
    "sys.exit(3)": (3, True),
    "sys.exit('a reason')": (1, True),
    "raise ValueError('a reason')": (1, True),
    "mx.nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))": (1, True),
    # CPython forgets that it was an interrupt where a finalizer evaluates a string, and exits with 1
    "os.kill(os.getpid(), signal.SIGINT); time.sleep(9)": ((-2, 1), True),
    "os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)": (-15, False),
    "os._exit(4)": (4, False),
    "signal.signal(signal.SIGTERM, lambda *_: sys.exit(5)); os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)": (5, True),
}


@probe(goal=600, unit="programs that end")
def run(rounds: Rounds) -> None:
    """A program a round."""
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(folder, JMX_CACHE_DIR=os.path.join(folder, "cache"))
        for number in rounds:
            draw = rounds.random(number)
            name = list(BESIDE)[number % len(BESIDE)]
            _one(rounds, programs, name, *BESIDE[name], draw.choice(list(ENDS)))
        programs.close()


def _one(rounds, programs, name, code, word, ending):
    expected, comes = ENDS[ending]
    programs.start(f"{_HEAD}\n{code}\n{ending}\n")
    status = programs.end(_LIMIT)
    text = programs.text
    what = f"{name}, {ending or 'to its end'}"
    if status is None:
        rounds.fail(f"{what}: did not end within {_LIMIT:g} s: {text[-2500:]}")
    elif status not in (expected if isinstance(expected, tuple) else (expected,)):
        rounds.fail(f"{what}: ended with {status}, not {expected}: {text[-1500:]}")
    elif line := fatal(text):
        rounds.fail(f"{what}: printed {line!r}")
    elif comes and word not in text:
        rounds.fail(f"{what}: did not print {word!r}: {text[-1000:]}")
    # what a finalizer may not do any more is told, and forgotten by Python
    told = any(word in text for word in ("KeyboardInterrupt", "MXNetError: Python is ending"))
    if (status is None or expected != 1) and "Traceback" in text and not told:
        rounds.fail(f"{what}: {text[-1500:]}")
    if left := programs.left():
        rounds.fail(f"{what}: {left} are left")
