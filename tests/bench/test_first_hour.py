"""benchmarks/first_hour.sh on two ranks of this machine, and its comparison with the model."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from benchmarks import first_hour, scaling_model

ROOT = pathlib.Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.on_linux("timeout and realpath as GNU has them")
SETUP = {"local": False, "gpu": False, "gbit": 10, "inside": "nvlink", "between": "ib200", "per_node": 8, "parts": {}}
ALONE = {"part": "train", "network": "resnet18", "ranks": 1, "overlap": False, "bytes": 46_000_000, "buckets": 7,
         "forward": 0.1, "compute": 0.3, "update": 0.02, "step": 0.33, "sum": 0.001}  # fmt: skip


def script(*options, **variables):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "compat"))), **variables}
    command = ["bash", ROOT / "benchmarks" / "first_hour.sh", *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


def test_two_ranks_of_this_machine(tmp_path):
    done = script("--local", 2, "--skip", "doctor,restart", "--networks", "small", "--megabytes", "0.001,4", "--seconds", 0.1,
                  "--python", sys.executable, "--output", tmp_path / "results")  # fmt: skip
    assert done.returncode == 0, done.stdout + "".join(p.read_text() for p in tmp_path.glob("results/*.txt"))
    report = json.loads((tmp_path / "results" / "report.json").read_text())
    assert report["wrong"] == [] and report["setup"]["parts"]["train-small-2-1"] == 0
    assert [line["what"] for line in report["lines"]] == [
        "sum of 0.001 MB, 2 ranks", "sum of 4 MB, 2 ranks", "small, 1 rank: a step",
        "small, 2 ranks, sums behind the backward pass: a step", "small, 2 ranks, sums behind the backward pass: efficiency",
        "small, 2 ranks, sums beside the backward pass: a step", "small, 2 ranks, sums beside the backward pass: efficiency",
    ]  # fmt: skip
    assert all(line["measured"] > 0 and (line["model"] is None) == ("1 rank:" in line["what"]) for line in report["lines"])
    assert "off by" in done.stdout and done.stdout == done.stdout.rstrip("\n") + "\n"
    assert (tmp_path / "results" / "report.txt").read_text() in done.stdout


def test_a_dry_run(tmp_path):
    (tmp_path / "names").write_text("# machines\nnode1 slots=2\n me@node2:2222  # slow\n")
    done = script(
        "--hosts", tmp_path / "names", "--ranks", 3, "--networks", "resnet50", "--dry-run", "--output", tmp_path / "out"
    )
    assert done.returncode == 0 and not (tmp_path / "out").exists(), done.stderr
    lines = done.stdout.splitlines()
    assert any(line.rstrip().endswith("versions node1 node2") for line in lines)
    trained = [line.split(" -n ")[1].split()[0] + line.split("JMX_OVERLAP")[1][1] for line in lines if " train " in line]
    assert trained == ["10", "20", "21", "30", "31"]
    assert all(f"-H {tmp_path}/names" in line for line in lines if " launch " in line)


@pytest.mark.parametrize("options, said", [
    ((), "say where"), (("--local",), "a value is missing"), (("--local", "0"), "expected a whole number"),
    (("--hosts", "/no/such"), "cannot be read"), (("--slurm",), "no allocation"), (("--colour",), "no such option"),
    (("--local", "2", "--skip", "sum"), "no such part"), (("--local", "2", "--between", "ib"), "expected ib400"),
])  # fmt: skip
def test_options_that_are_wrong(options, said):
    done = script(*options, SLURM_JOB_ID="")
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_help_and_the_names_of_parts():
    done = script("--help")
    assert done.returncode == 0 and "--dry-run" in done.stdout
    assert set(first_hour.BETWEEN) <= set(done.stdout.replace(",", " ").split())


def test_comparison_on_cpus():
    sums = [{"part": "sum", "ranks": 4, "bytes": 64e6, "sum": 0.12, "right": True}]
    four = [{**ALONE, "ranks": 4, "overlap": overlap, "step": step} for overlap, step in ((False, 0.5), (True, 0.4))]
    lines = {line.what: line for line in first_hour.comparison(SETUP, [*sums, ALONE, *four])}
    total = lines["sum of 64 MB, 4 ranks"]
    assert total.model > 1.5 * 64e6 / 1.25e9 and total.off == pytest.approx(total.model / 0.12 - 1)
    behind, beside = (lines[f"resnet18, 4 ranks, sums {how} the backward pass: a step"] for how in ("behind", "beside"))
    assert 0.32 < beside.model < behind.model
    share = lines["resnet18, 4 ranks, sums behind the backward pass: efficiency"]
    assert share.measured == pytest.approx(0.66) and share.model == pytest.approx(0.33 / behind.model)
    assert lines["resnet18, 1 rank: a step"].off is None
    assert "off by" in behind.text() and "model" not in lines["resnet18, 1 rank: a step"].text()


def test_without_a_rate_it_is_that_of_the_largest_sum():
    sums = [{"part": "sum", "ranks": 2, "bytes": size, "sum": size / 1e9, "right": True} for size in (1e6, 64e6)]
    assert first_hour.Cpus({**SETUP, "gbit": None}, sums).rate == pytest.approx(1e9)


def test_comparison_on_gpus():
    sixteen = {**ALONE, "ranks": 16, "overlap": True, "step": 0.34}
    lines = {line.what: line for line in first_hour.comparison({**SETUP, "gpu": True}, [ALONE, sixteen])}
    cluster = scaling_model.sized(next(c for c in scaling_model.CLUSTERS if "200" in c.name), 16)
    expected = 0.32 + scaling_model.reduction(46e6, cluster) + scaling_model.LAUNCH
    assert lines["resnet18, 16 ranks, sums beside the backward pass: a step"].model == pytest.approx(expected)
    slower = first_hour.Gpus({**SETUP, "inside": "pcie", "between": "ib400"}).sum(8, 46e6)
    assert slower > 3 * first_hour.Gpus(SETUP).sum(8, 46e6)


def test_what_is_wrong():
    hosts = [{"host": f"h{i}", "versions": {"jax": f"0.{i}", "jmx": "1"}, "unknown": ["h0"] * i} for i in range(2)]
    found = [*hosts, {"part": "sum", "bytes": 4e6, "right": False}, {"part": "restart", "killed": 1.0}]
    said = list(first_hour.wrong({**SETUP, "parts": {"restart": 0, "train-x-1-0": 124}}, found))
    assert said == [
        "hosts have different versions of jax", "h1 does not know the names h0", "the sum of 4 MB is wrong",
        "the job did not begin again after a rank was killed", "train-x-1-0: ended with status 124",
    ]  # fmt: skip


def test_a_rank_that_kills_itself(tmp_path):
    """The part `restart` as the script starts it, and the line that it makes."""
    done = script("--local", 2, "--skip", "doctor,hosts,sums,train", "--python", sys.executable, "--output", tmp_path / "r")
    assert done.returncode == 0, (tmp_path / "r" / "restart.txt").read_text()
    (line,) = json.loads((tmp_path / "r" / "report.json").read_text())["lines"]
    assert line["what"].startswith("from a rank's end") and 0.5 < line["measured"] < 60
