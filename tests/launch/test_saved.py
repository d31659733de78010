"""`checkpoints.CheckpointManager` in a job of two processes, which `jmx launch --max-restarts` begins again."""

import json
import os
import pathlib
import random

import pytest

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "checkpoints" / "saved_job.py"


def losses(folder, rank):
    """By step; a step that was computed twice came to the same."""
    found = {}
    for step, loss in map(json.loads, (folder / f"losses-{rank}").read_text().splitlines()):
        assert found.setdefault(step, loss) == loss, step
    return found


def test_losses_are_those_of_a_job_that_was_never_killed(launch, place):
    """Of each rank, which has dropout, shuffled data and random numbers of its own."""
    for folder in ("whole", "broken"):
        (place / folder).mkdir()
    kill = random.randrange(1, 20)
    environment = {"JMX_CACHE_DIR": os.environ.get("JMX_CACHE_DIR", str(place / "cache")), "OMP_NUM_THREADS": "1"}
    environment["JMX_COMPILE"] = "now"  # equal bits from the first calls on
    done = launch("-n", 2, "python", PROGRAM, "gluon", "whole", 20, **environment)
    assert done.returncode == 0, done.stderr
    options = ("-n", 2, "--max-restarts", 1, "--grace", 10)
    done = launch(*options, "python", PROGRAM, "gluon", "broken", 20, kill, timeout=300, **environment)
    assert done.returncode == 0 and done.stderr.count("begins again") == 1, (kill, done.stderr)
    for rank in (0, 1):
        found = losses(place / "whole", rank)
        assert losses(place / "broken", rank) == found and len(found) == 20, kill
    assert losses(place / "whole", 0) != losses(place / "whole", 1)
    state = json.loads((place / "broken" / "saved" / "18" / "state.json").read_text())
    assert len(state["ranks"]) == 2 and state["ranks"][0] != state["ranks"][1]
