"""Programs that get a signal: SIGINT, SIGTERM or SIGHUP at some moment of training, saving, loading, or reading by workers.

SIGINT ends a program by KeyboardInterrupt, which it may catch: then it does something else, and gets the next one, several
times. SIGTERM and SIGHUP end it. Nothing that it has started may be there afterwards; files are old or new, and of a save that
was interrupted nothing is left.
"""

from __future__ import annotations

import os
import pathlib
import signal
import tempfile
import time

from jmx._files.params import load_file

from . import Rounds, probe
from ._programs import Programs, fatal

#: seconds for a program to begin, and to end after the signal
_BEGIN, _END = 60.0, 25.0
#: interrupts of a program that catches them, and seconds for each
_INTERRUPTS, _CAUGHT = 8, 15.0

_HEAD = """
import gc, os, sys, time
import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, nd
path = os.environ["CAMPAIGN_FILE"]
def began():
    os.write(1, b"began\\n")
def save(number):
    nd.save(path, {"w": nd.full((300, 300), number), "b": nd.full((3,), number)})
def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return file.read().split()
    except OSError:
        return []
def workers():  # a process that stays begins them
    return [worker for child in children(os.getpid()) for worker in children(child)]
def step():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(2))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    while True:
        x = nd.ones((16, 5))
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        trainer.step(16)
        loss.asscalar()
        yield
"""

#: what programs are doing: an expression of a generator that does it again and again
_WORK = {
    "eager": "(nd.dot(nd.ones((9, 9)), nd.ones((9, 9))).asnumpy() for _ in iter(int, 1))",
    "save": "(save(number) for number in __import__('itertools').count(1))",
    "workers": "(batch.asnumpy() for _ in iter(int, 1) for batch in loader(num_workers=2))",
    "write": "(a.__setitem__(i % 4, i) or a.__iadd__(1) for a in [nd.zeros((4, 50))] for i in __import__('itertools').count())",
    "train": "step()",
    "load": "(nd.load(path)['w'].asnumpy() for _ in iter(int, 1))",
    "states": "(trainer.save_states(path + '.states') for trainer in [trained()] for _ in iter(int, 1))",
    "threads": "(batch.asnumpy() for _ in iter(int, 1) for batch in loader(num_workers=2, thread_pool=True))",
}

_MORE = """
def trained():
    net = gluon.nn.Dense(100, in_units=100)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    with autograd.record():
        loss = net(nd.ones((2, 100))).sum()
    loss.backward()
    trainer.step(2)
    return trainer
def loader(**options):
    return gluon.data.DataLoader(gluon.data.ArrayDataset(np.arange(400, dtype="float32")), batch_size=4, **options)
save(0)
"""
_PLAIN = """
work = WORK
next(work)
began()
while True:
    next(work)
"""
_CATCHES = f"""
for number in range({_INTERRUPTS}):
    try:
        work = WORKS[number % len(WORKS)]()
        next(work)
        os.write(1, b"began %d\\n" % number)
        while True:
            next(work)
    except KeyboardInterrupt:
        work = None
    until = time.monotonic() + 5
    gc.collect()
    while workers() and time.monotonic() < until:
        time.sleep(0.02)
    assert not workers(), workers()
    left = sorted(set(os.listdir(os.path.dirname(path))) - {{"w.params", "w.params.states"}})
    assert not left, left
    os.write(1, b"caught %d\\n" % number)
for _, _ in zip(range(3), step()):
    pass
save(7)
assert nd.load(path)["w"].asnumpy()[0, 0] == 7
print("usable", flush=True)
sys.exit(7)
"""


@probe(goal=600, unit="programs with a signal")
def run(rounds: Rounds) -> None:
    """A program a round."""
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(folder, JMX_CACHE_DIR=os.path.join(folder, "cache"))
        slowest = 0.0
        for number in rounds:
            slowest = max(slowest, _one(rounds, rounds.random(number), number, programs, pathlib.Path(folder)))
        programs.close()
    rounds.figure("slowest to end, s", round(slowest, 1))


def _one(rounds, draw, number, programs, folder):
    names = list(_WORK)
    name = names[number % len(names)]
    which = draw.choice((*[signal.SIGINT] * 5, signal.SIGTERM, signal.SIGHUP))
    catches = number < len(names) or (which == signal.SIGINT and draw.random() < 0.8)
    which = signal.SIGINT if catches else which
    place = folder / f"files-{number}"
    place.mkdir()
    path = place / "w.params"
    turn = names[number % len(names) :] + names[: number % len(names)]
    works = f"WORKS = [{', '.join(f'lambda: {_WORK[one]}' for one in turn)}]\n"
    code = _HEAD + _MORE + (works + _CATCHES if catches else _PLAIN.replace("WORK", _WORK[name]))
    programs.start(code, CAMPAIGN_FILE=str(path))
    what = f"{name}, {which.name}{', caught' if catches else ''}"
    if not programs.wait_for("began", _BEGIN):
        programs.end(0)
        rounds.fail(f"{what}: did not begin: {programs.text[-1500:]}")
        return 0.0
    for again in range(_INTERRUPTS - 1 if catches else 0):
        began = programs.wait_for(f"began {again}\n", _BEGIN)
        time.sleep(draw.random() ** 2 * 0.1)
        if began:
            os.kill(programs.pid, which)
        if not began or not programs.wait_for(f"caught {again}\n", _CAUGHT):
            programs.end(0)
            rounds.fail(
                f"{what}: {f'caught interrupt {again} not in time' if began else 'did not begin again'}: {programs.text[-2500:]}"
            )
            programs.left()
            return 0.0
    if catches:
        programs.wait_for(f"began {_INTERRUPTS - 1}\n", _BEGIN)
    time.sleep(draw.random() ** 2 * 0.4)
    sent = time.monotonic()
    os.kill(programs.pid, which)
    status = programs.end(_END)
    took = time.monotonic() - sent
    text = programs.text
    expected = 7 if catches else -which
    if status is None:
        rounds.fail(f"{what}: did not end within {_END:g} s: {text[-2500:]}")
    elif status != expected:
        rounds.fail(f"{what}: ended with {status}, not {expected}: {text[-1500:]}")
    elif catches and "usable" not in text:
        rounds.fail(f"{what}: {text[-1500:]}")
    elif line := fatal(text):
        rounds.fail(f"{what}: printed {line!r}")
    elif which == signal.SIGINT and not catches and "KeyboardInterrupt" not in text:
        rounds.fail(f"{what}: ended without KeyboardInterrupt: {text[-500:]}")
    if left := programs.left():
        rounds.fail(f"{what}: {left} are left")
    try:
        arrays, _ = load_file(str(path))
        whole = {float(value) for array in arrays for value in array.reshape(-1)[[0, -1]]}
        if len(whole) != 1:
            rounds.fail(f"{what}: parts of several saves in one file: {whole}")
    except Exception as error:
        rounds.fail(f"{what}: {type(error).__name__}: {error}")
    remains = sorted(set(os.listdir(place)) - {"w.params", "w.params.states"})
    if remains and which == signal.SIGINT:
        rounds.fail(f"{what}: {remains} are left")
    return took
