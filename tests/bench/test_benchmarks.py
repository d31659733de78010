"""`python -m benchmarks`: its command line, rounds, files and tables, with workers that only pretend to measure."""

import ast
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from benchmarks import command_line, results, rounds, sides, tables
from benchmarks.cases import inputs
from benchmarks.suites import SUITES

pytestmark = pytest.mark.not_on_windows("benchmarks measure their processes by calls of POSIX")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

FAKE = """
import json, os, pathlib, sys, time
module, package, cores = sys.argv[1:]
tree = os.environ.get("PYTHONPATH", "").split(os.pathsep)[0]
side = package if package != "gluon" else "jmx" if tree == os.environ["FAKE_ROOT"] else "tree" if tree else "mxnet"
for line in sys.stdin:
    request = json.loads(line)
    if "case" not in request:
        jmx = tree or os.environ.get("FAKE_MXNET_IS_JMX")
        print(json.dumps({"version": "1." + side, "jmx": jmx if package == "gluon" else None}), flush=True)
        continue
    if (request["case"], side) == ("vgg11", "mxnet"):
        sys.exit("no such network")
    if (request["case"], side) == ("inceptionv3", "mxnet"):
        time.sleep(60)
    cache = pathlib.Path(os.environ["JMX_CACHE_DIR"])
    filled = (cache / "program").exists()
    (cache / "program").touch()
    threads = len(cores.split(","))
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(json.dumps([side, request["case"], filled, threads, os.environ["OMP_NUM_THREADS"], request["options"]]) + "\\n")
    value = {"jmx": 10, "mxnet": 20, "jax": 5, "torch": 15, "tree": 11}[side] * (1 if filled else 3)
    value *= float(os.environ.get("FAKE_FACTOR", "1")) if side == "jmx" else 1
    print(json.dumps({"cpu_ms": value, "cpu_us": value, "first_cpu_s": value, "peak_mb": 100, "per_second": value}), flush=True)
"""


@pytest.fixture
def log(monkeypatch, tmp_path):
    """Let all workers be fake ones; returns a function that reads what they were asked."""
    worker, path = tmp_path / "worker.py", tmp_path / "log"
    worker.write_text(FAKE)
    monkeypatch.setattr(rounds, "WORKER", str(worker))
    monkeypatch.setenv("FAKE_LOG", str(path))
    monkeypatch.setenv("FAKE_ROOT", str(ROOT))
    core = str(min(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else "0"

    def read():
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    read.run = lambda *words: command_line.main([*words, "--core", core])
    return read


MXNET = ("--mxnet", sys.executable)


def test_sides_take_turns_and_medians_are_compared(log, tmp_path, capsys):
    file = tmp_path / "new.json"
    words = ("networks", *MXNET, "--against", "oracle,jax,torch", "--cases", "resnet18*", "--phases", "train", "--rounds", "2")
    assert log.run(*words, "--json", str(file)) == 0
    order = ["jmx", "mxnet", "jax", "torch"]
    assert [entry[0] for entry in log()] == order + order[::-1] + order
    assert [entry[2] for entry in log()] == [False] * 4 + [True] * 8  # the round that fills the caches does not count
    assert {(entry[3], entry[4]) for entry in log()} == {(1, "1")}
    assert log()[0][5] == {"phase": "train", "batch": None, "seconds": 5.0}
    out = capsys.readouterr().out
    assert "resnet18_v1, train [1] CPU ms: jmx 10.0, MXNet 20.0 (2.00), JAX 5.0 (0.50), PyTorch 15.0 (1.50);" in out
    assert "training, speed: **0.50** beside JAX (geometric mean of 1, 0 at 1 or above)" in out
    kept = json.loads(file.read_text())
    assert kept["sides"] == order and kept["versions"]["torch"] == "1.torch"
    assert kept["rows"][0]["sides"]["mxnet"]["cpu_ms"] == [20, 20]


def test_cold_processes_begin_with_an_empty_cache(log):
    assert log.run("networks", "--cases", "digits", "--phases", "infer", "--rounds", "2", "--cold") == 0
    assert [entry[2] for entry in log()] == [False, False]


def test_compile_measures_each_side_cold_and_then_warm(log, tmp_path):
    file = tmp_path / "new.json"
    assert log.run("compile", *MXNET, "--cases", "digits", "--rounds", "2", "--batch", "8", "--json", str(file)) == 0
    assert [(entry[0], entry[2]) for entry in log()] == [
        (side, filled) for side in ("jmx", "mxnet", "mxnet", "jmx") for filled in (False, True)
    ]
    assert log()[0][5] == {"phase": "train", "batch": 8, "steps": 3}
    mine = json.loads(file.read_text())["rows"][0]["sides"]["jmx"]
    assert (mine["cold_first_cpu_s"], mine["warm_first_cpu_s"]) == ([30, 30], [10, 10])
    assert 0 < min(mine["cold_process_cpu_s"]) < 60


@pytest.mark.skipif(os.cpu_count() < 2 or not hasattr(os, "sched_setaffinity"), reason="needs two processors")
def test_numbers_of_threads(log, tmp_path):
    if not {0, 1} <= os.sched_getaffinity(0):
        pytest.skip("this process may not use processors 0 and 1")
    document = tmp_path / "page.md"
    document.write_text("".join(line + "\n" for line in tables.markers("operators")))
    words = ("operators", *MXNET, "--cases", "relu,topk", "--rounds", "1", "--threads", "1,2", "--write", str(document))
    assert command_line.main(words) == 0
    assert [(entry[3], entry[4]) for entry in log()] == [(1, "1")] * 6 + [(2, "2")] * 6  # `topk` has no gradient
    text = document.read_text()
    assert text.index("1 thread,") < text.index("2 threads,") and text.count("| `topk` | 10 | 20 (2.00) |") == 2


def test_a_side_that_fails_is_named_and_the_others_go_on(log, tmp_path, capsys):
    document = tmp_path / "page.md"
    document.write_text("".join(line + "\n" for line in tables.markers("networks")))
    words = ("--cases", "vgg11,digits", "--phases", "train", "--rounds", "2", "--write", str(document))
    assert log.run("networks", *MXNET, "--against", "oracle,jax", *words) == 1
    assert "MXNet: vgg11: the process ended with status 1\nno such network" in capsys.readouterr().err
    assert [entry[0] for entry in log() if entry[1] == "vgg11"] == ["jmx", "jax", "jax", "jmx", "jmx", "jax"]
    assert "| vgg11, train | 10.0 | failed | 5.0 (0.50) |" in document.read_text()
    assert "| digits, train | 10.0 | 20.0 (2.00) | 5.0 (0.50) |" in document.read_text()


def test_a_worker_that_hangs_is_ended(log, capsys):
    words = ("--cases", "inceptionv3", "--phases", "infer", "--rounds", "1", "--timeout", "3")
    assert log.run("networks", *MXNET, *words) == 1
    assert "MXNet: inceptionv3: the process took longer than 3 s" in capsys.readouterr().err


def test_another_source_tree_of_jmx(log, tmp_path, capsys):
    tree = tmp_path / "before"
    (tree / "jmx").mkdir(parents=True)
    assert log.run("eager", "--against", str(tree), "--cases", "add", "--rounds", "1") == 0
    assert "add [1] CPU us: jmx 30.0, before 33.0 (1.10)" in capsys.readouterr().out


def test_mxnet_that_is_jmx_is_noticed(log, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_MXNET_IS_JMX", "/somewhere")
    assert log.run("eager", *MXNET, "--cases", "add") == 1
    assert "MXNet: `import mxnet` gives jmx in /somewhere; expected MXNet 1.9.1" in capsys.readouterr().err
    assert log() == []


def test_a_run_that_was_cut_off_goes_on(log, tmp_path, capsys):
    file = tmp_path / "new.json"
    words = ("eager", *MXNET, "--rounds", "1", "--json", str(file))
    assert log.run(*words, "--cases", "add") == 0
    assert log.run(*words, "--cases", "add,exp", "--resume") == 0
    assert [entry[1] for entry in log()] == ["add", "add", "exp", "exp"], "what was measured is not measured again"
    assert [row["label"] for row in json.loads(file.read_text())["rows"]] == ["add", "exp"]
    assert log.run(*words[:-3], "2", "--json", str(file), "--resume") == 1
    assert "is of a run with rounds 1; this one has 2" in capsys.readouterr().err
    assert log.run("eager", "--resume") == 1
    assert "--resume: give --json FILE" in capsys.readouterr().err


def test_a_document_gets_the_table_between_its_markers(log, tmp_path):
    begin, end = tables.markers("data")
    document = tmp_path / "page.md"
    document.write_text(f"# Title\n\n{begin}\nold\n{end}\n\nafter\n")
    for _ in range(2):
        words = ("data", *MXNET, "--threads", "1", "--cases", "ImageIter", "--rounds", "1", "--write", str(document))
        assert log.run(*words) == 0
        text = document.read_text()
        assert text.startswith(f"# Title\n\n{begin}\n\n1 thread, medians of 1 interleaved rounds; jmx 1.jmx, MXNet 1.mxnet.")
        assert text.endswith(f"|\n\n{end}\n\nafter\n") and "old" not in text
        assert "| ImageIter | 10 | 20 (0.50) | 10.0 | 20.0 (2.00) | 100 | 100 (1.00) |" in text
        assert "rate: **0.50** beside MXNet (geometric mean of 1, 0 at 1 or above); furthest behind: ImageIter 0.50" in text


def test_reduced_results_give_the_same_table(log, tmp_path):
    file = tmp_path / "results.json"
    log.run("networks", *MXNET, "--cases", "vgg11,digits", "--phases", "train", "--rounds", "2", "--json", str(file))
    found = json.loads(file.read_text())
    found["rows"][1]["sides"]["jmx"]["cpu_ms"] = [10.04, 10.16]
    found["rows"][1]["sides"]["mxnet"]["cpu_ms"] = [5.13, 5.19]
    small = results.reduced(SUITES["networks"], found)
    assert small["rows"][1]["sides"]["jmx"]["cpu_ms"] == [10.1]
    assert small["rows"][1]["ratios"]["mxnet"]["cpu_ms"] == round(5.16 / 10.1, 4)
    assert small["rows"][0]["errors"] == {"mxnet": "failed"}
    assert tables.markdown(SUITES["networks"], small) == tables.markdown(SUITES["networks"], found)


def test_long_tables_show_the_rows_that_are_behind():
    suite = SUITES["surface"]
    figures = {"ahead": (1, 2), "behind": (3, 2), "level": (2, 2)}
    rows = [
        {"label": name, "threads": 1, "group": "large", "errors": {},
         "sides": {"jmx": {"forward_cpu_us": [mine]}, "mxnet": {"forward_cpu_us": [theirs]}}}
        for name, (mine, theirs) in figures.items()
    ]  # fmt: skip
    rows.append({"label": "failed", "threads": 1, "group": "large", "errors": {"jmx": "no"}, "sides": {}})
    found = {"sides": ["jmx", "mxnet"], "versions": {"jmx": "1", "mxnet": "2"}, "rounds": 1, "cold": False, "rows": rows}
    text = tables.markdown(suite, found)
    assert "Of 4 rows, the 2 that are below 0.9 in the steady state:" in text
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")][1:] == ["| behind", "| failed"]


@pytest.mark.parametrize("text", ["nothing", "{end}\n{begin}\n", "{begin}\n{end}\n{begin}\n{end}\n", "{begin}\n"])
def test_a_document_without_markers_is_refused_before_anything_runs(log, tmp_path, capsys, text):
    begin, end = tables.markers("eager")
    document = tmp_path / "page.md"
    document.write_text(text.format(begin=begin, end=end))
    before = document.read_text()
    assert log.run("eager", "--cases", "add", "--write", str(document)) == 1
    assert f"expected one line `{begin}` and after it one line `{end}`" in capsys.readouterr().err
    assert document.read_text() == before and log() == []


def test_what_changed_since_an_earlier_run(log, tmp_path, monkeypatch, capsys):
    old, new = str(tmp_path / "old.json"), str(tmp_path / "new.json")
    words = ("networks", *MXNET, "--phases", "train", "--rounds", "1")
    assert log.run(*words, "--cases", "digits", "--json", old) == 0
    monkeypatch.setenv("FAKE_FACTOR", "0.5")
    assert log.run(*words, "--cases", "digits,cifar", "--json", new, "--since", old) == 0
    out = capsys.readouterr().out
    assert f"changed since {old}:\ndigits, train, CPU ms: 10.0 -> 5.0 (better by 50 %), beside MXNet 2.00 -> 4.00\n" in out
    assert "cifar, train: new" in out
    asked = len(log())
    assert log.run("networks", "--from", old, "--since", new) == 0
    out = capsys.readouterr().out
    assert "digits, train, CPU ms: 5.0 -> 10.0 (worse by 100 %), beside MXNet 4.00 -> 2.00" in out
    assert log.run("networks", "--from", old, "--since", old) == 0
    assert f"nothing changed since {old}" in capsys.readouterr().out and len(log()) == asked


def test_answers_that_overlap_are_no_change():
    (figure,) = SUITES["eager"].figures

    def run(*values):
        return {"rows": [{"label": "x", "threads": 1, "sides": {"jmx": {figure.key: list(values)}}}], "sides": ["jmx"]}

    assert results.changes(SUITES["eager"], run(8, 10, 12), run(10.5, 11, 14)) == []
    assert results.changes(SUITES["eager"], run(8, 10, 12), run(12.5, 13, 14)) == ["x, CPU us: 10.0 -> 13.0 (worse by 30 %)"]


def test_more_is_better_where_it_is():
    (rate,) = (figure for figure in SUITES["data"].figures if figure.key == "per_second")
    rows = [
        {"label": "x", "threads": 1, "sides": {"jmx": {"per_second": [value]}, "mxnet": {"per_second": [50]}}}
        for value in (100, 50)
    ]
    assert results.ratio(rows[0], "mxnet", rate) == 2
    before, after = ({"rows": [row], "sides": ["jmx", "mxnet"]} for row in rows)
    (line,) = results.changes(SUITES["data"], before, after)
    assert line == "x, per second: 100 -> 50 (worse by 50 %), beside MXNet 2.00 -> 1.00"


@pytest.mark.parametrize(
    "words, message",
    [
        (["networks", "--against", "oracle"], "--against oracle: give --mxnet COMMAND"),
        (["networks", "--against", "caffe"], "--against caffe: expected oracle, jax, torch, or a folder"),
        (["networks", "--against", "jax,jax"], "JAX is there twice"),
        (["operators", "--against", "jax"], "operators has no cases for JAX"),
        (["networks", "--cases", "resnet19"], "--cases resnet19: networks has no such case; it has resnet18_v1,"),
        (["networks", "--cases", "convolution", "--phases", "train"], "none of the cases has this phase"),
        (["networks", "--threads", "4096"], "--threads 4096 --core"),
        (["eager", "--mxnet", "/no/such/python"], "MXNet: cannot run /no/such/python: No such file or directory"),
        (["eager", "--since", "/no/such/file"], "/no/such/file: cannot be read: No such file or directory"),
        (["eager", "--cases", "add", "--rounds", "1", "--json", "/no/such/folder/file"], "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_done_is_said(log, capsys, words, message):
    assert log.run(*words) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["nothing"], ["eager", "--rounds", "0"], ["eager", "--threads", "1,1"], ["eager", "--phases", "train"],
              ["networks", "--phases", "test"], ["networks", "--seconds", "nan"]]
)  # fmt: skip
def test_unknown_options(words):
    with pytest.raises(SystemExit) as error:
        command_line.main(words)
    assert error.value.code == 2


def test_files_of_other_runs_are_refused(tmp_path, capsys):
    file = tmp_path / "file.json"
    for text, message in (
        ("[1]", "no results of this command"),
        ("{", "no results"),
        ('{"format": 1, "suite": "data"}', "of `data`"),
    ):
        file.write_text(text)
        assert command_line.main(["eager", "--from", str(file)]) == 1
        assert message in capsys.readouterr().err


def test_names_of_cases_are_unique_and_need_no_quotes_in_lists():
    for suite in SUITES.values():
        assert len(set(suite.cases)) == len(suite.cases) and set(suite.default) <= set(suite.cases)
        assert not [case for case in suite.cases if "," in case or "*" in case or "[" in case]


def test_workers_keep_to_the_python_of_mxnet():
    files = [
        ROOT / "benchmarks" / "worker.py",
        ROOT / "benchmarks" / "__init__.py",
        *(ROOT / "benchmarks" / "cases").rglob("*.py"),
    ]
    assert len(files) > 10
    for file in files:
        tree = ast.parse(file.read_text(), feature_version=(3, 8))
        if not file.name.startswith("plain_") and (file.parent.name != "programs" or file.name == "__init__.py"):
            modules = {alias.name.split(".")[0] for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
            assert modules <= sys.stdlib_module_names, file


def test_the_page_on_performance_has_places_for_the_tables():
    for name in ("networks", "compile", "operators", "data"):
        tables.check_block(ROOT / "docs" / "performance.md", name)


@pytest.mark.parametrize(
    "case", ["digits", "cifar", "resnet50_v1", "squeezenet1.0", "mobilenetv2_1.0", "language_model", "transformer_layer"]
)
def test_networks_of_all_packages_have_the_same_parameters(case):
    import jax
    import mxnet as mx

    from benchmarks.cases import gluon_networks, plain_jax, plain_networks

    net = gluon_networks.network(case)
    net.infer_shape(mx.nd.array(inputs.arrays(case)[0]))
    pen = plain_jax.Pen(draw=np.random.RandomState(0))
    jax.eval_shape(lambda x: plain_networks.network(case)(pen, x), inputs.arrays(case, last=True)[0])
    bias = 2 * 4 * 200 if case == "language_model" else 0  # MXNet's LSTM has two biases for each of two layers
    assert sum(np.prod(p.shape) for p in net.collect_params().values()) == sum(v.size for v in pen.values) + bias


@pytest.mark.on_linux("processes are bound to processors")
def test_a_worker_measures(tmp_path):
    side = sides.sides("", None, None)[0]
    worker = rounds.Worker(side, "operators", [min(os.sched_getaffinity(0))], str(tmp_path), 300)
    assert worker.ask({})["jmx"] == str(ROOT)
    for back in (False, True):
        assert 0 < worker.ask({"case": "square", "options": {"back": back}})["cpu_us"] < 1e6
    assert worker.close() > 0


def test_the_package_is_a_command():
    done = subprocess.run([sys.executable, "-m", "benchmarks", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "operators|surface|networks|eager|compile|memory|data|modules|programs" in done.stdout
