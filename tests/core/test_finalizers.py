"""An interrupt that comes while work is done that must not end halfway: it comes to the program afterwards."""

import os
import signal
import subprocess
import sys

import pytest

import jmx as mx
from jmx.config.interrupts import interrupted_after, uninterrupted

PROGRAM = """
import signal, time, weakref
from jmx.config.interrupts import uninterrupted

class Thing:
    pass

def last():
    signal.raise_signal(signal.SIGINT)
    for _ in range(1000):
        pass
    print("whole")

thing = Thing()
weakref.finalize(thing, uninterrupted(last))
try:
    del thing
    for _ in range(500):
        time.sleep(0.01)
    print("forgotten")
except KeyboardInterrupt:
    print("interrupted")
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


def test_it_comes_after_the_finalizer():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60)
    assert done.stdout == "whole\ninterrupted\n" and not done.stderr


def test_what_it_gives_and_raises_is_the_functions():
    before = signal.getsignal(signal.SIGINT)
    assert uninterrupted(lambda a: a + 1)(2) == 3
    with pytest.raises(ZeroDivisionError):
        uninterrupted(lambda: 1 / 0)()
    assert signal.getsignal(signal.SIGINT) is before


FORGOTTEN = """
import signal, sys, time
import jmx as mx
mx.nd.ones(2).asnumpy()

class Thing:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):
            pass

class Wrong:
    def __del__(self):
        raise ZeroDivisionError("told")

thing, wrong = Thing(), Wrong()
del wrong
try:
    del thing
    for _ in range(500):
        time.sleep(0.01)
    print("forgotten")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_one_that_a_users_finalizer_or_jax_forgets_comes_later():
    done = subprocess.run([sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n"
    assert "ZeroDivisionError: told" in done.stderr and "KeyboardInterrupt" not in done.stderr


def test_the_other_kind_raises_at_its_end():
    done = []

    def work():
        signal.raise_signal(signal.SIGINT)
        done.append("some")
        done.append("all")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(work)()
    assert done == ["some", "all"] and signal.getsignal(signal.SIGINT) is before
    assert interrupted_after(lambda: 3)() == 3


def test_interrupt_while_a_temporary_file_is_made(tmp_path, monkeypatch):
    make = os.open

    def interrupted(path, *options, **more):
        descriptor = make(path, *options, **more)
        if str(path).endswith(".jmx-tmp"):
            signal.raise_signal(signal.SIGINT)
        return descriptor

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mx.nd.save(str(tmp_path / "a.params"), [mx.nd.ones(2)])
    assert os.listdir(tmp_path) == []
