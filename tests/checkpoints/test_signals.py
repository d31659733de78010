"""Training that a signal ends with a checkpoint; jobs are in tests/launch/test_saved.py."""

import signal
import threading

import pytest

import jmx as mx
from jmx.checkpoints import CheckpointManager

from . import saved_training as training

pytestmark = pytest.mark.not_on_windows("batch systems send SIGUSR1")


class Signalled(training.Losses):
    """Losses; step `at` is that in which the signal comes."""

    def __init__(self, at):
        super().__init__()
        self.at = at

    def add(self, step, loss):
        super().add(step, loss)
        if step == self.at:
            signal.raise_signal(signal.SIGUSR1)


@pytest.fixture(autouse=True)
def equal_bits(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")


@pytest.mark.parametrize("way", training.WAYS)
@pytest.mark.parametrize("at", [3, 5])
def test_it_ends_with_a_checkpoint_and_goes_on(way, at, tmp_path):
    """In the middle of a pass over the data, and at its end."""
    before = signal.getsignal(signal.SIGUSR1)
    whole = training.Losses()
    training.WAYS[way](whole, 10)
    found = {}
    part = Signalled(at)
    with pytest.raises(SystemExit) as ended:
        training.WAYS[way](part, 10, lambda **options: CheckpointManager(tmp_path, stop_on="SIGUSR1", **options))
    assert ended.value.code == 75
    found.update(part.by_step)
    last = CheckpointManager(tmp_path, net=training.network()[0]).latest_step()
    assert last == max(found) == at
    rest = training.Losses()
    training.WAYS[way](rest, 10, lambda **options: CheckpointManager(tmp_path, **options))
    assert min(rest.by_step) == last + 1 and {**found, **rest.by_step} == whole.by_step
    signal.signal(signal.SIGUSR1, before)


def test_signals_do_again_what_they_did(tmp_path):
    came = []
    before = signal.signal(signal.SIGUSR1, lambda *_: came.append(True))
    try:
        with CheckpointManager(tmp_path, net=training.network()[0], stop_on=["SIGUSR1", "SIGTERM"]) as manager:
            manager.stop_if_signalled(1)
            signal.raise_signal(signal.SIGUSR1)
            assert not came
        signal.raise_signal(signal.SIGUSR1)
        assert came == [True] and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("name, said", [("USR1", "is no signal of this system; there are SIG"), ("SIGKILL", "cannot be handled")])
def test_signals_that_are_none(name, said, tmp_path):
    before = signal.getsignal(signal.SIGUSR1)
    with pytest.raises(mx.MXNetError, match=said):
        CheckpointManager(tmp_path, net=training.network()[0], stop_on=["SIGUSR1", name])
    assert signal.getsignal(signal.SIGUSR1) == before


def test_another_thread_cannot_handle_signals(tmp_path):
    said = []

    def make():
        try:
            CheckpointManager(tmp_path, net=training.network()[0], stop_on="SIGUSR1")
        except mx.MXNetError as error:
            said.append(str(error))

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    assert "main thread" in said[0]
