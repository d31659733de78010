"""The probe of long runs: what it calls growth, and that it runs."""

import importlib

import pytest

from tools import campaign

soak = importlib.import_module("tools.campaign.soak")


def test_growth():
    steps = range(0, 20_000, 100)
    flat = [(step, 300 + min(step, 5000) * 0.02 + step % 3) for step in steps]
    more, allowed = soak.growth(flat)
    assert abs(more) < 1 and 20 <= allowed < 21
    leaking = [(step, 300 + step * 0.003) for step in steps]
    more, allowed = soak.growth(leaking)
    assert 29 < more < 31 and more > allowed


def test_a_step():
    natural = [0.0, 4.0, 0.0, 0.0, 0.36, 0.0, 0.0, -2.0, 0.0, 0.0, 1.5, 0.0]
    assert soak.a_step(natural) == 0
    assert soak.a_step([more + 1 for more in natural]) == 1
    assert soak.a_step([50.0] * 4 + [0.0] * 8) == 0  # at first much is loaded


@pytest.mark.on_linux("reads /proc")
def test_steps():
    rounds = campaign.Rounds("soak", 0, 3, 60)
    soak.run.run(rounds)
    assert (rounds.done, rounds.failures) == (3, 0), rounds.texts
    assert set(rounds.figures) == {"megabytes at first", "in the middle", "at the end"}
