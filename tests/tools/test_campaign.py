"""The runner of tools/campaign: what it says of probes that hold, fail and end early."""

import pathlib
import re
import subprocess
import sys

import pytest

from tools.campaign import Rounds

pytestmark = pytest.mark.not_on_windows("probes are limited as POSIX does it")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def campaign(*arguments, folder=ROOT):
    return subprocess.run(
        [sys.executable, "-m", "tools.campaign", *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )


@pytest.fixture
def pretended(tmp_path):
    """A copy of the runner beside a probe that the test writes."""

    def write(body):
        folder = tmp_path / "tools" / "campaign"
        folder.mkdir(parents=True)
        for name in ("__init__.py", "__main__.py"):
            (folder / name).write_text((ROOT / "tools" / "campaign" / name).read_text())
        head = "import os, time\nfrom tools.campaign import probe\n\n\n@probe(goal=9, unit='tries')\ndef run(rounds):\n"
        (folder / "saves.py").write_text(head + "".join(f"    {line}\n" for line in body.splitlines()))
        return tmp_path

    return write


def test_a_probe_that_holds(pretended):
    folder = pretended("for number in rounds:\n    rounds.random(number)\nrounds.figure('kills', 3)")
    done = campaign("--seconds", "20", folder=folder)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\| saves \| 9 tries \| 9 \| 0 \| 0 \| \d+ \| kills 3 \|", done.stdout)


def test_a_failure_is_told_with_the_command_that_repeats_it(pretended, tmp_path):
    folder = pretended(
        "for number in rounds:\n    if number == 4:\n        rounds.fail(f'drew {rounds.random(number).random():.6f}')"
    )
    done = campaign("--seconds", "20", "--report", str(tmp_path / "report.md"), folder=folder)
    assert done.returncode == 1
    drawn = re.search(
        r"saves, round 4: drew ([\d.]+)\n    python -m tools.campaign (--seed 0 --probe saves --only 4)\n", done.stdout
    )
    assert drawn, done.stdout
    assert (tmp_path / "report.md").read_text() == done.stdout
    again = campaign(*drawn[2].split(), folder=folder)
    assert f"drew {drawn[1]}" in again.stdout
    assert "| saves | 1 tries |" in again.stdout


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("os.abort()", "the probe ended by SIGABRT"),
        ("os._exit(3)", "the probe ended with status 3"),
        ("raise ValueError('of the probe')", "ValueError: of the probe"),
    ],
)
def test_a_probe_that_ends_early_failed_in_its_round(pretended, body, told):
    done = campaign("--seconds", "20", folder=pretended(f"for number in rounds:\n    if number == 5:\n        {body}"))
    assert done.returncode == 1
    assert "saves, round 5: the probe ended" in done.stdout
    assert told in done.stdout


def test_rounds_end_with_the_time():
    rounds = Rounds("x", 0, 10**9, 0.05)
    assert 0 < sum(1 for _ in rounds) == rounds.done < 10**9


def test_seeds_and_rounds_draw_different_numbers():
    drawn = {Rounds("x", seed, 1, 1).random(number).random() for seed in range(3) for number in range(3)}
    assert len(drawn) == 9
    assert Rounds("x", 1, 1, 1).random(2).random() == Rounds("x", 1, 5, 9).random(2).random()
