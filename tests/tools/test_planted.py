"""Faults that are planted for the campaign: that each fits the sources, and what the runner says of seen and unseen ones."""

import ast
import collections
import os
import pathlib
import random
import subprocess
import sys

import pytest

from jmx.base import MXNetError

pytest.importorskip("resource", reason="the probes limit time and memory as POSIX does")
from tools.campaign import NAMES, _programs, _sandbox, edges_of_files, edges_of_states, orders, planted
from tools.campaign.planted import FAULTS, Fault

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_fits_the_sources(fault):
    text = planted.changed(fault)
    ast.parse(text)
    assert text != (ROOT / fault.file).read_text()


def test_each_probe_has_faults():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert {probe for fault in FAULTS for probe in fault.probes} == set(NAMES)
    count = collections.Counter(probe for fault in FAULTS for probe in fault.probes)
    assert min(count[name] for name in NAMES) >= 3, count


def test_a_fault_that_does_not_fit_is_an_error(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\nx = 1\n")
    for old in ("x = 1", "x = 2"):
        with pytest.raises(ValueError, match=r"its text stands [02] times in a.py"):
            planted.changed(Fault("f", ["saves"], "a.py", old, ""), tmp_path)


@pytest.fixture
def tree(tmp_path):
    """A small tree: the runner, a probe that looks at a module, and two faults of it."""
    folder = tmp_path / "tools" / "campaign"
    folder.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py", "planted.py"):
        (folder / name).write_text((ROOT / "tools" / "campaign" / name).read_text())
    for name in ("jmx", "compat"):
        (tmp_path / name).mkdir()
    (tmp_path / "jmx" / "numbers.py").write_text("one, two = 1, 2\n")
    (folder / "saves.py").write_text(
        "import runpy\nfrom tools.campaign import probe\n\n\n@probe(goal=9, unit='tries')\ndef run(rounds):\n"
        "    for number in rounds:\n"
        "        if runpy.run_path('jmx/numbers.py')['one'] != 1 and number == 2:\n            rounds.fail('one is wrong')\n"
    )
    faults = {"one": ("one, two = 1", "one, two = 3"), "two": ("= 1, 2", "= 1, 4"), "gone": ("three", "four")}
    text = "".join(
        f"[[fault]]\nname = '{name}'\nprobes = ['saves']\nfile = 'jmx/numbers.py'\nold = '{old}'\nnew = '{new}'\n"
        for name, (old, new) in faults.items()
    )
    (folder / "faults.toml").write_text(text)
    return tmp_path


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "tools.campaign", "--seconds", "20", "--planted", *arguments], cwd=folder, capture_output=True,
        text=True, timeout=300,
    )  # fmt: skip


def test_a_fault_that_is_seen(tree):
    done = run(tree, "one")
    assert done.returncode == 0, done.stderr
    assert "| one | saves | " in done.stdout and "round 2: one is wrong" in done.stdout
    assert "| no fault, saves | passed |" in done.stdout
    assert (tree / "jmx" / "numbers.py").read_text() == "one, two = 1, 2\n"


def test_faults_that_are_not_seen(tree):
    done = run(tree, "--report", str(tree / "report.md"))
    assert done.returncode == 1
    assert "| two | NOBODY | " in done.stdout and "two was not seen by saves" in done.stdout
    assert "gone was not seen by saves: gone: its text stands 0 times in jmx/numbers.py" in done.stdout
    assert (tree / "report.md").read_text() == done.stdout


def test_a_probe_that_fails_without_a_fault(tree):
    (tree / "jmx" / "numbers.py").write_text("one, two = 7, 2\n")
    done = run(tree, "two")
    assert done.returncode == 1
    assert "saves fails without a fault: round 2: one is wrong" in done.stdout


def test_an_unknown_fault(tree):
    done = run(tree, "nobody")
    assert done.returncode == 2
    assert "there is no fault nobody; there are one, two, gone" in done.stderr


# ---- what probes are made of


@pytest.mark.parametrize("edge", edges_of_states.all_edges(), ids=lambda edge: edge.name)
def test_states_at_a_limit(edge):
    from jmx._files.pickles import StatesError
    from jmx.optimizer import states

    if edge.read:
        states.loads(edge.data)
    else:
        with pytest.raises(StatesError) as raised:
            states.loads(edge.data)
        assert edge.said in str(raised.value)


@pytest.mark.parametrize("edge", list(edges_of_files.all_edges()), ids=lambda edge: edge.name)
def test_files_at_a_limit(edge, tmp_path, monkeypatch):
    monkeypatch.setenv("JMX_MAX_PIXELS", str(edges_of_files.PIXELS))
    path = tmp_path / edge.file
    path.write_bytes(edge.data)
    told = None
    try:
        edge.load(str(path))
    except MXNetError as error:
        told = str(error)
    if edge.read is None:
        assert told is None or edge.said not in told
    else:
        assert edge.read is (told is None), told
        assert told is None or edge.said in told


def test_lines_that_come_together():
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        lines = _programs.Lines(pipe)
        os.write(writer, b'{"a": 1}\n{"b": 2}\n{"c"')
        assert [lines.next(5), lines.next(5), lines.next(0.05)] == [{"a": 1}, {"b": 2}, None]
        os.write(writer, b": 3}\n")
        os.close(writer)
        assert [lines.next(5), lines.next(5)] == [{"c": 3}, None]


@pytest.mark.on_linux("reads /proc")
def test_programs_end_as_programs_do(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    programs = _programs.Programs(tmp_path, JMX_CACHE_DIR=str(tmp_path / "cache"))
    try:
        assert programs.run("print('hello')", 60) == (0, "hello\n")
        status, text = programs.run("import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(9)", 60)
        assert status == -2 and "KeyboardInterrupt" in text
        programs.start("import subprocess; subprocess.Popen(['sleep', '60'])")
        assert programs.end(60) == 0
        assert programs.left(0.1) == ["sleep"]
        assert programs.left(1) == []
        programs.start("import time; time.sleep(60)")
        assert programs.end(0.5) is None
    finally:
        programs.close()


@pytest.mark.parametrize(("error", "wrong"), [(MXNetError("x"), False), (ZeroDivisionError("x"), True), (ValueError("x"), True)])
def test_which_errors_are_declared(error, wrong):
    assert (_sandbox.judge(error) is not None) == wrong


def test_the_order_of_a_save(tmp_path):
    def save(path, number, size, way):
        aside = path + "~"
        with open(aside, "w") as file:
            file.write(str(number))
            if way == "flushed":
                file.flush()
                os.fsync(file.fileno())
        os.chmod(aside, os.stat(path).st_mode if os.path.exists(path) else 0o600)
        os.replace(aside, path)
        if way != "no folder":
            folder = os.open(os.path.dirname(path), os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    for number, (way, told) in enumerate({"flushed": None, "": "before it was flushed"}.items()):
        kind = orders_kind(lambda path, number, size, way=way: save(path, number, size, way))
        problem = orders.problem(random.Random(0), kind, str(tmp_path / str(number)), 1, "plain")
        assert problem is None if told is None else told in problem


def orders_kind(save):
    from tools.campaign.saves import Kind

    return Kind("x.txt", save, lambda path: int(pathlib.Path(path).read_text()))
