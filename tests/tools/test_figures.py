"""tools/figures: what is kept of measurements, and that the pages show what is kept."""

import json

import pytest

from tools.figures import __main__ as command
from tools.figures import mxnet2_tests, mxnet_tests, names, regions, speed
from tools.figures.errors import FigureError

META = {"python": "3.13.0", "jax": "0.12.0", "numpy": "2.2.6", "timeout": 240.0}


@pytest.mark.parametrize("name", regions.recorded())
def test_pages_agree_with_what_is_recorded(name):
    assert regions.stale(names=[name]) == [], f"{regions.REGIONS[name].page}: run `python -m tools.figures write`"


@pytest.fixture
def shared(tmp_path):
    """MXNet's recorded outcomes: five tests in three files that it passes."""
    facts = tmp_path / "shared" / "mxnet-1.9.1"
    facts.mkdir(parents=True)
    tests = ("a.py::one", "a.py::two", "b.py::one", "c.py::one", "c.py::two")
    recorded = {f"unittest/test_{test}": {"outcome": "passed"} for test in tests}
    recorded["unittest/test_a.py::mxnet_fails"] = {"outcome": "failed"}
    (facts / "upstream_baseline.json").write_text(json.dumps({"tests": recorded}))
    (facts / "upstream_excluded.json").write_text(json.dumps({"tests": {}}))
    return tmp_path / "shared"


def outcomes(incomplete=(), **tests):
    """Results of the runner: outcomes by name, such as a_one="passed"."""
    found = {f"unittest/test_{name[0]}.py::{name[2:]}": {"outcome": outcome} for name, outcome in tests.items()}
    files = {name.partition("::")[0]: {} for name in found} | {
        f"unittest/test_{name}.py": {"incomplete": True} for name in incomplete
    }
    return {"meta": META, "files": files, "tests": found}


def test_tests_of_mxnet(shared, tmp_path, monkeypatch, capsys):
    known = tmp_path / "list.txt"
    known.write_text("fails unittest/test_c.py::one rounding of a | b\n")
    monkeypatch.setattr("tools.upstream_tests.LIST", known)
    results = outcomes(a_one="passed", a_two="passed", a_mxnet_fails="passed", b_one="timeout", c_one="failed")
    results["files"]["unittest/test_c.py"]["collect_error"] = "no module"
    summary = mxnet_tests.summarize([results], shared)
    assert summary["files"] == {"unittest/test_a.py": [2, 2], "unittest/test_b.py": [0, 1], "unittest/test_c.py": [0, 2]}
    assert summary["short"] == {
        "unittest/test_b.py::one": "timeout", "unittest/test_c.py::one": "failed", "unittest/test_c.py::two": "not collected"
    }  # fmt: skip
    assert capsys.readouterr().err.splitlines() == [
        "unittest/test_b.py::one: timeout, and no reason in list.txt: ",
        "unittest/test_c.py::two: not collected, and no reason in list.txt: no module",
    ]
    lines = mxnet_tests.render(summary).splitlines()
    assert "2 pass, 40.0 %" in " ".join(lines) and "240 seconds" in " ".join(lines)
    assert lines[lines.index("|---|---|---|") + 1 :][:3] == [
        r"| `test_c` | 0 / 2 | `one`: rounding of a \| b. `two`: not collected, not looked into |",
        "| `test_b` | 0 / 1 | `one`: timeout, not looked into |",
        "| the other 1 file | all | |",
    ]


def test_tests_with_one_reason_are_named_together(shared, monkeypatch, tmp_path):
    monkeypatch.setattr("tools.upstream_tests.LIST", tmp_path / "list.txt")
    (tmp_path / "list.txt").write_text("")
    summary = mxnet_tests.summarize(
        [outcomes(a_one="failed", a_two="failed", b_one="passed", c_one="passed", c_two="passed")], shared
    )
    assert "| `test_a` | 0 / 2 | `one`, `two`: failed, not looked into |" in mxnet_tests.render(summary).splitlines()


def test_later_results_count(shared):
    first = outcomes(a_one="passed", a_two="failed", b_one="passed", c_one="timeout", c_two="passed", incomplete="c")
    again = outcomes(a_two="passed", c_one="passed")
    with pytest.raises(FigureError, match=r"not run to their ends: unittest/test_c\.py"):
        mxnet_tests.summarize([first], shared)
    summary = mxnet_tests.summarize([first, again], shared)
    assert summary["short"] == {} and "**5 pass, 100.0 %**. 3 passed in the first run;" in mxnet_tests.render(summary)
    with pytest.raises(FigureError, match="different versions"):
        mxnet_tests.summarize([first, {**again, "meta": {**META, "jax": "0.11.0"}}], shared)


def test_tests_of_mxnet_2(tmp_path, monkeypatch):
    notes = tmp_path / "notes.txt"
    notes.write_text("# a comment\ntest_b.py downloads\n")
    monkeypatch.setattr(mxnet2_tests.read_notes, "__defaults__", (notes,))
    summary = mxnet2_tests.summarize([outcomes(a_one="passed", b_one="failed"), outcomes(b_one="passed", b_two="skipped")], None)
    assert summary == {"files": {"test_a.py": {"passed": 1}, "test_b.py": {"passed": 1, "skipped": 1}}}
    assert mxnet2_tests.render(summary).splitlines()[2:] == [
        "| test_a.py | 1 | 1 |  |", "| test_b.py | 1 | 2 | 1 skipped; downloads |", "| all | 2 | 3 | |"
    ]  # fmt: skip


def test_names():
    row = {"present": 1, "names": 2, "compatible": 3, "callables": 4}
    operators = [{"category": category, "both": 5, "ops": 6} for category in ("public", "internal")]
    findings = [
        {"status": "mismatch", "path": "mxnet.np.f", "detail": "x is not accepted"},
        {"status": "default", "path": "mxnet.np.g", "detail": "y=1, not 2"},
    ]
    result = {"namespaces": {"mxnet": row, "mxnet.np": row, "mxnet.np.linalg": row}, "ops": operators, "findings": findings,
              "ops_missing": [{"op": "_hidden"}]}  # fmt: skip
    summary = names.summarize([result], None)
    assert summary["parts"] == {"mx": [1, 2, 3, 4], "mx.np": [2, 4, 6, 8]}
    text = names.render(summary)
    assert "| names of the Python interface | 3 | 6 |" in text and "with MXNet's signature | 9 | 12 |" in text
    assert "| `mxnet.np.f` | x is not accepted |" in text and "mxnet.np.g" not in text and "`_hidden`" in text
    with pytest.raises(FigureError, match="--as-declared --missing --json"):
        names.summarize([{"namespaces": {}}], None)


def test_speed_refuses_results_of_another_command():
    with pytest.raises(FigureError, match="python -m benchmarks networks --json"):
        speed.summarize("networks", [{"format": 1, "suite": "operators"}], None)


def page(root, text):
    (root / "docs" / "dev" / "figures").mkdir(parents=True)
    (root / "docs" / "compatibility.md").write_text(text, encoding="utf-8")


SUMMARY = {"operators": {}, "absent": [], "differ": {}, "parts": {"mx": [1, 2, 3, 4]}}


def test_regions_are_written_between_their_marks(tmp_path, monkeypatch):
    monkeypatch.setitem(
        regions.REGIONS, "names", regions.Region("docs/compatibility.md", lambda found, shared: found[0], names.render)
    )
    page(tmp_path, "before\n<!-- generated: names -->\nold\n<!-- end of generated: names -->\nafter\n")
    regions.record("names", [SUMMARY], None, tmp_path)
    assert regions.recorded(tmp_path) == ["names"] == regions.stale(tmp_path) == regions.write(root=tmp_path)
    text = (tmp_path / "docs" / "compatibility.md").read_text(encoding="utf-8")
    assert text.startswith("before\n<!-- generated: names -->\n\n| | there") and text.endswith("names -->\nafter\n")
    assert "old" not in text and regions.stale(tmp_path) == []


@pytest.mark.parametrize("text", ["no marks", "<!-- end of generated: names -->\n<!-- generated: names -->\n"])
def test_pages_without_marks(tmp_path, text):
    page(tmp_path, text)
    (tmp_path / "docs" / "dev" / "figures" / "names.json").write_text(json.dumps(SUMMARY))
    with pytest.raises(FigureError, match=r"docs/compatibility\.md: expected one line '<!-- generated: names -->'"):
        regions.write(root=tmp_path)


def test_no_recorded_outcomes_of_mxnet(tmp_path):
    with pytest.raises(FigureError, match="--shared: no outcomes of MXNet's"):
        mxnet_tests.summarize([outcomes(a_one="passed")], tmp_path)


def test_files_that_are_no_results(tmp_path, capsys):
    file = tmp_path / "out.json"
    file.write_text("{")
    assert command.main(["record", "names", str(file)]) == 1
    assert "out.json: cannot be read as JSON" in capsys.readouterr().err
