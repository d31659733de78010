"""A few hundred drawn files of optimizer states; `python -m tools.campaign --probe states` tries 100,000."""

import random
import signal

import pytest

pytest.importorskip("resource", reason="the probes limit time and memory as POSIX does")
from tools.campaign import pickled, states


@pytest.fixture(scope="module")
def watch():
    old = signal.signal(signal.SIGALRM, states.stop)
    states.warm()
    yield states.Watch()
    signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("make", [pickled.by_grammar, pickled.changed, pickled.tensors, pickled.repeated])
def test_drawn_files(watch, make):
    read = watch.read
    for number in range(150):
        data = make(random.Random(f"{make.__name__}/{number}"))
        assert watch.problem(states.set_states, data) is None, (number, data[:400])
    assert 0 < watch.read - read < 150, "some are good files, and some are not"


def test_the_watch_sees_what_must_not_happen(watch, tmp_path):
    """What it looks for is found."""

    def opens(data):
        (tmp_path / "x").write_bytes(data)

    def changes(data):
        states.mx.lr_scheduler.FactorScheduler.added = 1

    def runs(data):
        exec(data)

    def hangs(data):
        while True:
            pass

    assert "open" in watch.problem(opens, b"x")
    assert "exec" in watch.problem(runs, b"x = 1")
    assert "ZeroDivisionError" in watch.problem(lambda data: 1 / 0, b"")
    assert "FactorScheduler" in watch.problem(changes, b"")
    del states.mx.lr_scheduler.FactorScheduler.added
    assert "did not end within" in watch.problem(hangs, b"")
    assert watch.problem(lambda data: None, b"") is None
