"""`jmx launch --max-restarts`: jobs that are begun again."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

HERE = pathlib.Path(__file__).resolve().parent
RESUMABLE = HERE.parent / "cluster" / "resumable.py"
#: fails in all starts but the third
THIRD = "import os, sys; n = os.environ.get('JMX_RESTART', '-'); print(n, flush=True); sys.exit(0 if n == '2' else 5)"


def test_a_job_is_begun_again_until_it_succeeds(launch):
    done = launch("-n", 2, "--max-restarts", 5, "--grace", 5, "python", "-c", THIRD)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == ["-", "-", "1", "1", "2", "2"]
    said = [line for line in done.stderr.splitlines() if "begins again" in line]
    assert said == [f"jmx launch: the job ended with status 5, and begins again ({i} of 5)" for i in (1, 2)]


def test_each_start_has_a_port_and_a_secret_of_its_own(launch):
    show = "import os; print(os.environ['JMX_COORDINATOR'], os.environ['JMX_JOB_SECRET'], flush=True); raise SystemExit(5)"
    lines = launch("-n", 2, "--max-restarts", 2, "--grace", 5, "python", "-c", show).stdout.split()
    assert len(lines) == 12 and len(set(lines[::2])) == len(set(lines[1::2])) == 3


def test_it_has_the_status_of_the_last_start(launch):
    done = launch("-n", 1, "--max-restarts", 1, "python", "-c", THIRD)
    assert done.returncode == 5 and done.stdout.split() == ["-", "1"]
    assert launch("-n", 1, "python", "-c", THIRD).stdout.split() == ["-"]


@pytest.mark.parametrize("status", [2, 75, 126, 127])
def test_what_would_end_in_the_same_way_is_not_begun_again(launch, status):
    done = launch("-n", 1, "--max-restarts", 3, "python", "-c", f"print('began'); raise SystemExit({status})")
    assert done.returncode == status and done.stdout.split() == ["began"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_launcher_that_is_told_to_end_begins_nothing_again(place, number):
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "--max-restarts", "3", "--grace", "2", "python", "-u", "-c"]
    launcher = subprocess.Popen(
        [*command, "import time\nprint('began')\nwhile True: time.sleep(0.05)"], cwd=place, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert launcher.stdout.readline() == "began\n" and launcher.stdout.readline() == "began\n"
    launcher.send_signal(number)
    out, err = launcher.communicate(timeout=60)
    assert launcher.returncode == 128 + number and out == "" and "begins again" not in err


@pytest.mark.parametrize("options, said", [
    (("--min-ranks", 2), "--min-ranks is for --launcher ssh, not local"),
    (("--launcher", "ssh", "-H", "hosts", "--min-ranks", 1), "give --max-restarts"),
    (("--launcher", "ssh", "-H", "hosts", "--min-ranks", 3, "--max-restarts", 1), "--min-ranks 3 is more than -n 2"),
    (("--max-restarts", -1), "--max-restarts"),
])  # fmt: skip
def test_options_that_make_no_sense(launch, place, options, said):
    (place / "hosts").write_text("one\n")
    done = launch("-n", 2, *options, "python", "show.py")
    assert done.returncode == 2 and said in done.stderr


#: the machine `two` is lost, and with it its worker
LOST = """
import os, sys
if os.environ['DMLC_NODE_HOST'] == 'two':
    open({lost!r}, 'w').write('two')
    sys.exit(5)
print(os.environ['DMLC_NODE_HOST'], os.environ['JMX_NUM_PROCESSES'], os.environ['JMX_PROCESS_ID'], flush=True)
sys.exit(0 if 'JMX_RESTART' in os.environ else 5)
"""


def test_it_goes_on_without_the_machines_that_are_lost(launch, place):
    (place / "hosts").write_text("one\ntwo\nthree\n")
    (place / "lost.py").write_text(LOST.format(lost=str(place / "lost")))
    options = ("-n", 3, "-H", "hosts", "--host-ip", "127.0.0.1", "--grace", 5, "--max-restarts", 2)
    done = launch(*options, "--min-ranks", 2, "python", "lost.py", FAKE_SSH_LOST=str(place / "lost"))
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines())[-3:] == ["one 3 0", "three 2 1", "three 3 2"] and "one 2 0" in done.stdout
    assert "two: no answer by ssh; the job goes on with 2 workers" in done.stderr
    (place / "lost").unlink()
    done = launch(*options, "--min-ranks", 3, "python", "lost.py", FAKE_SSH_LOST=str(place / "lost"))
    assert done.returncode == 1
    assert "two: no answer by ssh; 2 workers are left, and --min-ranks asks for 3" in done.stderr


def losses(folder):
    """By step; a step that was computed twice came to the same."""
    found = {}
    for step, loss in map(json.loads, (folder / "losses").read_text().splitlines()):
        assert found.setdefault(step, loss) == loss
    return found


def test_losses_are_those_of_a_job_that_was_never_killed(launch, place):
    for folder in ("whole", "broken"):
        (place / folder).mkdir()
    kills = sorted(random.sample(range(1, 40), 3))
    environment = {"JMX_CACHE_DIR": os.environ.get("JMX_CACHE_DIR", str(place / "cache")), "OMP_NUM_THREADS": "1"}
    environment["JMX_COMPILE"] = "now"  # equal bits from the first calls on
    done = launch("-n", 2, "python", RESUMABLE, "whole", 40, **environment)
    assert done.returncode == 0, done.stderr
    began = time.monotonic()
    options = ("-n", 2, "--max-restarts", 3, "--grace", 10)
    done = launch(*options, "python", RESUMABLE, "broken", 40, 5, 0, ",".join(map(str, kills)), timeout=300, **environment)
    assert done.returncode == 0, (kills, done.stderr)
    assert done.stderr.count("begins again") == 3 and time.monotonic() - began < 200, (kills, done.stderr)
    assert losses(place / "broken") == losses(place / "whole"), kills
