"""Programs that XLA compiles in a thread while NumPy runs them."""

import os
import subprocess
import sys
import threading
import time
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.config.compile_log import FOR_EVER
from jmx.core.numpy_tier import behind, tiered
from jmx.core.numpy_tier.interpreter import MOST_CALLS

X = jnp.asarray(np.random.default_rng(0).standard_normal((3, 4)), "float32")


def function(x):
    return jnp.tanh(x) * 2 + jnp.sin(x), x.sum()


def expected(x=X):
    return [np.asarray(value) for value in jax.jit(function)(x)]


@pytest.fixture(params=["operator", "graph"])
def made(request):
    """Compiled as operators are, by one function for all shapes, and as graphs are, by one for each."""
    tiered.graph_options()  # which are tried once in a process, by compiling something
    return tiered.jit(function, limit=None if request.param == "operator" else 8)


class Held:
    """Programs that compile only when they are let, on which threads they did, and how many."""

    def __init__(self, monkeypatch, error=None):
        self.go, self.threads = threading.Event(), []
        compile_now = jax.stages.Lowered.compile

        def held(lowered, *args, **options):
            self.threads.append(threading.current_thread().name)
            if self.threads[-1] == "jmx compiles":
                assert self.go.wait(60)
            if error is not None:
                raise error
            return compile_now(lowered, *args, **options)

        monkeypatch.setattr(jax.stages.Lowered, "compile", held)


def calls(made, count, x=X):
    for _ in range(count):
        for value, right in zip(made(x), expected(x)):
            np.testing.assert_allclose(value, right, rtol=1e-6)


def state(made):
    ((program, *_),) = made.interpreted.values()
    return program


def until_begun(made, waits=False):
    """Call it until the thread compiles it, or it waits for that; how many calls NumPy has left then."""
    calls(made, 1)
    program = state(made)
    first, second = program.calls_left, program.calls_behind
    assert first > 1 and second == (first + 1) // 2
    calls(made, first)
    assert not made.begun and program.calls_left == 0
    calls(made, 1)
    assert made.begun and program.calls_left == second - 1
    (job,) = made.begun.values()
    while not waits and job._done is None:
        time.sleep(0.001)
    return second - 1


def test_it_changes_hands_at_the_call_that_was_reckoned(made, monkeypatch):
    held = Held(monkeypatch)
    left = until_begun(made)
    held.go.set()
    calls(made, left)
    assert not made.compiled, "it is compiled, but not its turn yet"
    calls(made, 1)
    assert made.compiled and not made.interpreted and not made.begun
    assert held.threads == ["jmx compiles"]
    calls(made, 3)


def test_where_compiling_takes_longer_it_is_waited_for(made, monkeypatch):
    held = Held(monkeypatch)
    left = until_begun(made)
    calls(made, left)
    threading.Timer(0.2, held.go.set).start()
    calls(made, 1)
    assert held.go.is_set() and made.compiled
    assert held.threads == ["jmx compiles"]


def test_what_the_thread_has_not_begun_is_compiled_where_it_is_needed(made, monkeypatch):
    held = Held(monkeypatch)
    other = tiered.jit(lambda x: x + jnp.cos(x) * 3, limit=8)
    other(X)
    while not other.begun:
        other(X)
    calls(made, until_begun(made, waits=True) + 1)
    assert made.compiled and not held.go.is_set()
    assert sorted(held.threads) == ["MainThread", "jmx compiles"]
    held.go.set()


def test_so_many_programs_wait_and_no_more(made, monkeypatch):
    monkeypatch.setattr(behind, "_MOST_WAITING", 0)
    calls(made, 1)
    program = state(made)
    calls(made, program.all_calls_left)
    assert not made.begun and not made.compiled
    calls(made, 1)
    assert made.compiled


def test_what_xla_does_not_compile_stays_with_numpy_and_is_told_once(made, monkeypatch):
    held = Held(monkeypatch, RuntimeError("no memory for that"))
    left = until_begun(made)
    held.go.set()
    calls(made, left)
    with pytest.warns(RuntimeWarning, match="stays interpreted by NumPy.*no memory for that.*JMX_COMPILE=now") as told:
        calls(made, 1)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        calls(made, 300)
    assert not made.compiled and state(made).all_calls_left > FOR_EVER // 2


def test_an_interrupt_while_it_is_waited_for(made, monkeypatch):
    held = Held(monkeypatch)
    calls(made, until_begun(made))
    with monkeypatch.context() as patch:
        patch.setattr(threading.Event, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(X)
    held.go.set()
    calls(made, 2)
    assert made.compiled
    assert held.threads == ["jmx compiles"]


def interrupted(*args):
    raise KeyboardInterrupt


def test_equal_bits_while_it_is_compiled(made, monkeypatch):
    held = Held(monkeypatch)
    until_begun(made)
    held.go.set()
    with mx.util.bit_equal():
        for value, right in zip(made(X), expected()):
            assert np.array_equal(value, right)
    assert made.compiled and not made.begun
    assert held.threads == ["jmx compiles"]


def test_two_threads_with_one_program(made, monkeypatch):
    held = Held(monkeypatch)
    failures = []

    def run():
        try:
            calls(made, 2 * MOST_CALLS)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    threading.Timer(0.1, held.go.set).start()
    for thread in threads:
        thread.join()
    assert not failures and made.compiled
    assert len(held.threads) == 1, "it is compiled once"


def test_never_and_now(made, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "never")
    calls(made, 2 * MOST_CALLS)
    assert not made.compiled and not made.begun
    monkeypatch.setenv("JMX_COMPILE", "now")
    calls(made, 1, X[:2])
    assert len(made.compiled) == 1 and len(made.interpreted) == 1


def test_another_word_is_refused(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "later")
    with pytest.raises(mx.MXNetError, match="JMX_COMPILE='later': expected now, behind or never"):
        tiered.jit(function)(X)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_waits_for_the_thread(made, monkeypatch):
    held = Held(monkeypatch)
    until_begun(made)
    threading.Timer(0.2, held.go.set).start()
    right = expected()[0]  # the child compiles nothing
    child = os.fork()
    if not child:
        try:
            assert np.allclose(made(X)[0], right)
            os._exit(0 if held.go.is_set() and behind.now.thread is None and not made.begun else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    left = state(made).calls_left
    calls(made, left + 1)
    assert made.compiled
    assert held.threads == ["jmx compiles"]


_ENDS = """
import atexit, sys, time
import jax, jax.numpy as jnp
import jmx as mx
from jmx.core.numpy_tier import behind, tiered

def function(x):
    for i in range(40):
        x = jnp.tanh(x * i) @ x + jnp.sort(x, 0)
    return x

class Late:
    "What takes its time at the end of the interpreter, so that the compilation ends meanwhile."
    def __init__(self, sleep, seconds):
        self.sleep, self.seconds = sleep, seconds
    def __del__(self):
        self.sleep(self.seconds)

made, x = tiered.jit(function, limit=8), jnp.ones((32, 32))
while not made.begun:
    made(x)
sys.modules["late"] = Late(time.sleep, float(sys.argv[2]))
atexit.register(lambda: print(behind.now.thread is not None, flush=True))
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize("late", ["0", "3"])
@pytest.mark.parametrize("status", [0, 3])
@pytest.mark.on_linux("glibc ends threads by exceptions")
def test_a_process_ends_while_something_is_compiled(status, late):
    environment = {**os.environ, "JMX_CACHE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _ENDS, str(status), late], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == status, done.stderr
    assert done.stdout == "True\n" and not done.stderr
