"""tools/gpu_checks: records, the time and the resuming of runs, and the workers, all tried without a GPU."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("fcntl", reason="GPUs are checked on Linux")
from tools.gpu_checks import __main__ as command
from tools.gpu_checks import parts, record, runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENTRY = {
    "part": "steps",
    "item": "a",
    "outcome": "measured",
    "card": "NVIDIA H200",
    "jax": "0.11.2",
    "jmx": "abc",
    "seconds": 1.5,
}


def write(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    "line, says",
    [
        ("{", "1: no JSON"),
        ("\xff", "1: no JSON"),
        ("[" * 100_000, "1: no JSON"),
        ("[]", "no object with a part"),
        ('{"part": "steps", "items": -1}', "counts -1 items"),
        ('{"part": "steps", "items": true}', "counts True items"),
        (json.dumps({**ENTRY, "outcome": "splendid"}), "outcome 'splendid'"),
        (json.dumps({**ENTRY, "seconds": float("nan")}), "'seconds' = nan, which is no number"),
        (json.dumps({**ENTRY, "figures": {"ms": "1"}}), "'ms' = '1', which is no number"),
        (json.dumps({**ENTRY, "figures": [1]}), "no object of at most 40 numbers"),
        (json.dumps({**ENTRY, "text": "x" * 601}), "no text of at most 600 characters"),
        (json.dumps({**ENTRY, "more": 1}), "'more', which no record has"),
        (json.dumps({"part": "steps", "item": "a"}), "has no card, jax, jmx, outcome, seconds"),
    ],
)
def test_a_record_that_is_none_is_refused_with_a_sentence(tmp_path, capsys, line, says):
    path = tmp_path / "record.jsonl"
    path.write_bytes(line.encode("latin-1") + b"\n")
    with pytest.raises(record.RecordError, match="record.jsonl:1: ") as caught:
        record.read(path)
    assert says in str(caught.value)
    for arguments in (["status", "--record", path], ["merge", tmp_path, "--record", tmp_path / "to"], ["next", tmp_path]):
        assert command.main([*map(str, arguments)]) == 1
        assert says in capsys.readouterr().err
    assert not (tmp_path / "to").exists()


def test_a_line_that_was_being_written_does_not_count_and_is_cut_off(tmp_path):
    path = write(tmp_path / "record.jsonl", ENTRY)
    path.write_bytes(path.read_bytes() + b'{"part": "st')
    assert len(record.read(path).entries) == 1
    record.Writer(path).write({**ENTRY, "item": "b"})
    assert [item for _, item, _ in record.read(path).entries] == ["a", "b"]


def test_merged(tmp_path):
    committed = write(tmp_path / "committed.jsonl", {"part": "steps", "items": 2}, {**ENTRY, "outcome": "failed"})
    entries = [ENTRY, {**ENTRY, "card": "cpu"}, {**ENTRY, "item": "b", "jmx": record.sources()}]
    write(tmp_path / "record.jsonl", {"part": "steps", "items": 3}, *entries)
    assert command.main(["merge", str(tmp_path), "--record", str(committed)]) == 0
    found = record.read(committed)
    assert found.counts == {"steps": 3}
    assert {key[1:]: entry["outcome"] for key, entry in found.entries.items()} == {
        ("a", "NVIDIA H200"): "measured", ("b", "NVIDIA H200"): "measured",
    }  # fmt: skip
    assert found.entries["steps", "b", "NVIDIA H200"]["jmx"] == record.version()  # the commit, where git knows it
    assert any(line.startswith("steps") and "1 of 3 left" in line for line in command.status(committed))


def test_what_counts_as_done(tmp_path):
    others = {**ENTRY, "item": "b", "outcome": "failed"}, {**ENTRY, "item": "c", "card": "cpu"}
    found = record.read(write(tmp_path / "r", ENTRY, *others))
    assert found.done("steps") == {"a", "b"}
    assert found.done("steps", "NVIDIA H100") == set()
    assert found.done("steps", again=("failed",)) == {"a"}


#: a worker that hangs in one item and crashes in another
IMITATION = """
import json, sys, time
print(json.dumps({"items": list("abcdef"), "card": "cpu", "jax": "0"}), flush=True)
for line in sys.stdin:
    if line == "b\\n":
        time.sleep(60)
    if line == "c\\n":
        sys.exit("lost")
    time.sleep(0.1)
    print(json.dumps({"outcome": "passed"}), flush=True)
"""
FAST = parts.Part("steps", "", 1, "none", alone=False)


@pytest.fixture
def imitation(monkeypatch):
    monkeypatch.setattr(runner, "command", lambda part, context: [sys.executable, "-c", IMITATION])
    monkeypatch.setitem(runner.PARTS, "steps", FAST)


def outcomes(folder):
    return {item: entry["outcome"] for (_, item, _), entry in record.read(folder / "record.jsonl").entries.items()}


@pytest.mark.parametrize("workers", [1, 3])
def test_items_that_hang_or_crash_are_written_down_and_the_others_go_on(tmp_path, imitation, workers):
    runner.run(tmp_path, 20, context="cpu", names=["steps"], workers=workers)
    assert outcomes(tmp_path) == dict(zip("abcdef", ["passed", "out of time", "crashed", "passed", "passed", "passed"]))
    assert "lost" in record.read(tmp_path / "record.jsonl").entries["steps", "c", "cpu"]["text"]
    lines = (tmp_path / "record.jsonl").read_text().count("\n")
    runner.run(tmp_path, 20, context="cpu", names=["steps"], workers=workers)  # nothing is left
    assert (tmp_path / "record.jsonl").read_text().count("\n") == lines + 1


def test_the_time_is_kept(tmp_path, imitation, monkeypatch):
    monkeypatch.setitem(runner.PARTS, "steps", parts.Part("steps", "", 50, "none", alone=False))
    start = time.monotonic()
    runner.run(tmp_path, 2, context="cpu", names=["steps"], workers=1)
    assert time.monotonic() - start < 10
    assert outcomes(tmp_path) == {"a": "passed"}  # b, which hangs, is left for the next time


def test_a_part_that_cannot_be_done_is_named_and_the_next_one_begins(tmp_path, monkeypatch):
    code = "import json; print(json.dumps({'error': 'no tests here'}), flush=True)"
    monkeypatch.setattr(runner, "command", lambda part, context: [sys.executable, "-c", code])
    said = []
    runner.run(tmp_path, 20, context="cpu", names=["steps", "memory"], tell=said.append)
    assert said == ["steps: no tests here", "memory: no tests here"]


def next_items(folder, seconds):
    arguments = ["next", folder, "--seconds", seconds, "--context", "cpu", "--parts", "operators"]
    return [sys.executable, "-m", "tools.gpu_checks", *map(str, arguments)]


@pytest.mark.on_linux("reads /proc")
def test_killed_at_any_moment_it_goes_on_where_it_stopped(tmp_path):
    first = subprocess.Popen(next_items(tmp_path, 100), cwd=ROOT, stdout=subprocess.DEVNULL)
    while len(outcomes(tmp_path)) < 3:
        assert first.poll() is None
        time.sleep(0.05)
    refused = subprocess.run(next_items(tmp_path, 5), cwd=ROOT, capture_output=True, text=True)
    assert refused.returncode == 1 and "another process works there" in refused.stderr
    (worker,) = pathlib.Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text().split()
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    end = time.monotonic() + 10
    while pathlib.Path(f"/proc/{worker}").exists() and "(zombie)" not in pathlib.Path(f"/proc/{worker}/status").read_text():
        assert time.monotonic() < end, "the worker outlives who started it"
        time.sleep(0.05)
    before = outcomes(tmp_path)
    assert subprocess.run(next_items(tmp_path, 12), cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0
    items = [json.loads(line)["item"] for line in (tmp_path / "record.jsonl").read_text().splitlines() if '"item"' in line]
    assert items[: len(before)] == list(before) and len(items) > len(before) and len(set(items)) == len(items)
    assert {"measured"} <= set(outcomes(tmp_path).values()) <= {"measured", "skipped"}


def test_without_a_gpu_it_says_so(tmp_path):
    arguments = ["next", tmp_path, "--seconds", "30", "--parts", "operators"]
    done = subprocess.run(
        [sys.executable, "-m", "tools.gpu_checks", *map(str, arguments)],
        cwd=ROOT, env={**os.environ, "JAX_PLATFORMS": "cpu"}, capture_output=True, text=True,
    )  # fmt: skip
    assert "there is no GPU here" in done.stdout and not outcomes(tmp_path)
