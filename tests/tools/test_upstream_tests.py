"""tools/upstream_tests.py: which outcomes of MXNet's own tests agree with the list of known failures."""

import json

import pytest

from tools import upstream_tests

KNOWN = {"fails": {"a.py::known": "rounding"}, "slow": {"a.py::slow": "many shapes"}}
TESTS = {"a.py::good", "a.py::known", "a.py::slow"}
PASSED, FAILED = {"outcome": "passed"}, {"outcome": "failed", "exc": "AssertionError: 1 != 2"}


def test_outcomes_as_listed():
    assert upstream_tests.compare(TESTS, {"a.py::good": PASSED, "a.py::known": FAILED}, KNOWN) == []


def test_a_failure_that_is_not_listed():
    wrong = upstream_tests.compare(TESTS, {"a.py::good": FAILED, "a.py::known": FAILED}, KNOWN)
    assert wrong == ["failed: a.py::good: AssertionError: 1 != 2"]


def test_a_test_that_did_not_run():
    assert upstream_tests.compare(TESTS, {"a.py::known": FAILED}, KNOWN) == ["notrun: a.py::good: it did not run"]


def test_a_listed_test_that_passes():
    (wrong,) = upstream_tests.compare(TESTS, {"a.py::good": PASSED, "a.py::known": PASSED}, KNOWN)
    assert wrong == "passes, but is listed: a.py::known. Take it off upstream_known_failures.txt."


def test_a_listed_test_that_does_not_exist():
    results = {"a.py::good": PASSED, "a.py::known": FAILED}
    tests = TESTS - {"a.py::slow"}
    assert upstream_tests.compare(tests, results, KNOWN, tests) == ["listed, but no test that MXNet passes: a.py::slow"]
    assert upstream_tests.compare(tests, results, KNOWN, TESTS) == []


def test_a_listed_test_that_is_not_quick_is_not_asked_for():
    known = {"fails": {"a.py::long": "rounding"}, "slow": {}}
    assert upstream_tests.compare({"a.py::good"}, {"a.py::good": PASSED}, known, {"a.py::good", "a.py::long"}) == []


def test_lists_are_read(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("# a comment\n\nfails a.py::known rounding of exp\nslow a.py::slow many shapes\n")
    assert upstream_tests.read_list(path) == {"fails": {"a.py::known": "rounding of exp"}, "slow": {"a.py::slow": "many shapes"}}


@pytest.mark.parametrize(
    "text, message",
    [
        ("fails a.py::one", "list.txt:1: a line is 'fails NAME REASON'"),
        ("broken a.py::one why", "list.txt:1: a line is 'fails NAME REASON'"),
        ("fails a.py::one why\nslow a.py::one why", "list.txt:2: a.py::one is listed twice"),
    ],
)
def test_lines_without_a_reason(tmp_path, text, message):
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        upstream_tests.read_list(path)


def test_the_committed_list_is_well_formed():
    known = upstream_tests.read_list(upstream_tests.LIST)
    assert all("::" in name for names in known.values() for name in names)


def test_tests_of_mxnet(tmp_path):
    tests = {
        "unittest/a.py::quick": {"outcome": "passed", "seconds": 0.1},
        "unittest/a.py::long": {"outcome": "passed", "seconds": 0.6},
        "unittest/a.py::fails": {"outcome": "failed", "seconds": 0.1},
        "unittest/b.py::excluded": {"outcome": "passed", "seconds": 0.1},
        "unittest/b.py::other": {"outcome": "passed", "seconds": 0.5},
    }
    (tmp_path / "upstream_baseline.json").write_text(json.dumps({"tests": tests}))
    (tmp_path / "upstream_excluded.json").write_text(json.dumps({"tests": {"unittest/b.py::excluded": "NumPy"}}))
    every = {"unittest/a.py::quick", "unittest/a.py::long", "unittest/b.py::other"}
    assert upstream_tests.tests_of_mxnet(tmp_path) == every
    assert upstream_tests.tests_of_mxnet(tmp_path, seconds=0.5) == every - {"unittest/a.py::long"}
    assert upstream_tests.tests_of_mxnet(tmp_path, ["b.py"]) == {"unittest/b.py::other"}


def test_where_the_tests_are_expected(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("JMX_UPSTREAM", raising=False)
    assert upstream_tests.upstream_folder() == tmp_path / ".cache" / "mxnet-1.9.1"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert upstream_tests.upstream_folder() == tmp_path / "cache" / "mxnet-1.9.1"
    monkeypatch.setenv("JMX_UPSTREAM", str(tmp_path / "elsewhere"))
    assert upstream_tests.upstream_folder() == tmp_path / "elsewhere"


SUITE = """
import json, sys
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
left_out = json.load(open(given["--rerun"]))["tests"]
tests = {"unittest/a.py::good": {"outcome": "passed"}, "unittest/a.py::bad": {"outcome": %r, "exc": "boom"}}
json.dump({"tests": {n: t for n, t in tests.items() if n not in left_out}}, open(given["--out"], "w"))
"""


@pytest.mark.parametrize(
    "outcome, text, status",
    [
        ("passed", "", 0),
        ("failed", "", 1),
        ("failed", "fails unittest/a.py::bad why\n", 0),
        ("passed", "fails unittest/a.py::bad why\n", 1),
        ("failed", "slow unittest/a.py::bad why\n", 0),
    ],
)
def test_exit_status(tmp_path, monkeypatch, capsys, outcome, text, status):
    facts, suite, mxnet = tmp_path / "mxnet-1.9.1", tmp_path / "upstream" / "suite.py", tmp_path / "mxnet"
    facts.mkdir()
    suite.parent.mkdir()
    (mxnet / "tests" / "python").mkdir(parents=True)
    suite.write_text(SUITE % outcome)
    names = {f"unittest/a.py::{name}": {"outcome": "passed", "seconds": 0.1} for name in ("good", "bad")}
    (facts / "upstream_baseline.json").write_text(json.dumps({"tests": names}))
    (facts / "upstream_excluded.json").write_text(json.dumps({"tests": {}}))
    known = tmp_path / "list.txt"
    known.write_text(text)
    monkeypatch.setattr(upstream_tests, "LIST", known)
    assert upstream_tests.main(["--shared", str(tmp_path), "--upstream", str(mxnet)]) == status
    assert f"{1 if outcome == 'failed' or text.startswith('slow') else 2} of 2 passed" in capsys.readouterr().out


def test_nothing_ran(tmp_path, monkeypatch, capsys):
    test_exit_status(tmp_path, monkeypatch, capsys, "passed", "", 0)
    (tmp_path / "upstream" / "suite.py").write_text("raise SystemExit(2)\n")
    capsys.readouterr()
    assert upstream_tests.main(["--shared", str(tmp_path), "--upstream", str(tmp_path / "mxnet")]) == 2
    assert capsys.readouterr().out == "MXNet's tests: nothing ran\n"


@pytest.mark.parametrize("missing", ["upstream/suite.py", "mxnet/tests/python"])
def test_what_is_missing_is_named(tmp_path, capsys, missing):
    (tmp_path / "mxnet" / "tests" / "python").mkdir(parents=True)
    (tmp_path / "upstream" / "suite.py").mkdir(parents=True)
    (tmp_path / missing).rmdir()
    assert upstream_tests.main(["--shared", str(tmp_path), "--upstream", str(tmp_path / "mxnet")]) == 2
    assert f"{tmp_path / missing} is not there" in capsys.readouterr().out


def test_links_written_as_files_are_restored(tmp_path):
    source = tmp_path / "source"
    (source / "quantization").mkdir(parents=True)
    (source / "unittest").mkdir()
    (source / "unittest" / "common.py").write_text("value = 1\n")
    (source / "quantization" / "common.py").write_text("../unittest/common.py")
    (source / "quantization" / "outside.py").write_text("../../secret.py")
    (tmp_path / "secret.py").write_text("value = 2\n")
    copy = upstream_tests.copy_tests(source, tmp_path / "copy")
    assert (copy / "quantization" / "common.py").read_text() == "value = 1\n"
    assert (copy / "quantization" / "outside.py").read_text() == "../../secret.py"
    assert (source / "quantization" / "common.py").read_text() == "../unittest/common.py"
