"""An interrupt that comes while a finalizer runs: that ends, and the interrupt comes to the program afterwards."""

import signal
import subprocess
import sys

import pytest

from jmx.config.interrupts import uninterrupted

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
