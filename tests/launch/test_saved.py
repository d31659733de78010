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


@pytest.mark.parametrize("way", ["gluon", "module"])
def test_a_signal_to_one_rank_ends_all_with_a_checkpoint(launch, place, way):
    """All at the step at which they compare; the job then goes on as if it had not been stopped, with status 75 in between."""
    for folder in ("whole", "broken"):
        (place / folder).mkdir()
    environment = {"JMX_CACHE_DIR": os.environ.get("JMX_CACHE_DIR", str(place / "cache")), "OMP_NUM_THREADS": "1"}
    environment["JMX_COMPILE"] = "now"
    command = ("-n", 2, "python", PROGRAM, way)
    done = launch(*command, "whole", 20, **environment)
    assert done.returncode == 0, done.stderr
    done = launch(*command, "broken", 20, SIGNAL_AT="4", **environment)
    assert done.returncode == 75 and "Error" not in done.stderr, done.stderr
    assert [max(losses(place / "broken", rank)) for rank in (0, 1)] == [10, 10]
    assert "10" in {path.name for path in (place / "broken" / "saved").iterdir()}
    done = launch(*command, "broken", 20, **environment)
    assert done.returncode == 0, done.stderr
    for rank in (0, 1):
        assert losses(place / "broken", rank) == losses(place / "whole", rank)
