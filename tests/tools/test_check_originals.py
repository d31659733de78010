"""tools/check_originals.py: what is run of programs and pages, and how what stops is told."""

import json

import pytest

pytest.importorskip("resource", reason="programs are tried on Linux, where MXNet is")
from tools import check_originals as tool


@pytest.mark.parametrize("kinds, message, where, expected", [
    ("", "", "", ""),
    ("SystemExit", "0", "", ""),
    ("SystemExit", "2", "", "arguments"),
    ("ConnectionError RequestException OSError", "Max retries exceeded", "", "download"),
    ("RuntimeError", "Failed downloading url", "", "download"),
    ("ModuleNotFoundError ImportError", "No module named 'gym'", "", "package gym"),
    ("ModuleNotFoundError ImportError", "No module named 'mxnet.space'", "", "to look at"),
    ("ModuleNotFoundError ImportError", "No module named 'urllib2'", "", "Python or NumPy of another time"),
    ("NameError", "name 'xrange' is not defined", "", "Python or NumPy of another time"),
    ("AttributeError", "module 'numpy' has no attribute 'int'", "", "Python or NumPy of another time"),
    ("AttributeError", "module 'mxnet' has no attribute 'int'", "", "to look at"),
    ("FileNotFoundError OSError", "[Errno 2] No such file or directory: 'ptb.train.txt'", "", "data file"),
    ("MXNetError RuntimeError", "there is no gpu(0)", "", "GPU"),
    ("ValueError", "shapes differ", "", "to look at"),
])  # fmt: skip
def test_reason(kinds, message, where, expected):
    assert tool.reason(kinds, message, where) == expected


def test_a_folder_of_programs_and_pages(tmp_path, capsys):
    folder = tmp_path / "originals"
    folder.mkdir()
    page = "# A page\n\n```python\nx = 2\n```\n\n```bash\nrm x\n```\n\n```{.python .input}\nassert x == 2\nx.y\n```\n"
    (folder / "page.md").write_text(page)
    (folder / "helper.py").write_text("VALUE = 3\n")
    (folder / "program.py").write_text("import helper\nprint(helper.VALUE)\nopen('written', 'w').close()\n")
    (folder / "waits.py").write_text("import time\nif __name__ == '__main__':\n    time.sleep(60)\n")
    cells = [{"cell_type": "code", "source": ["%matplotlib inline\n", "a = 1"]}, {"cell_type": "markdown", "source": ["text"]}]
    (folder / "notebook.ipynb").write_text(json.dumps({"cells": cells}))
    assert tool.main([str(folder), "--seconds", "3", "--json", str(tmp_path / "found.json")]) == 0
    found = {each["file"]: each for each in json.loads((tmp_path / "found.json").read_text())}
    assert {name: each["outcome"] for name, each in found.items()} == {
        "notebook.ipynb": "runs", "page.md": "stops", "program.py": "runs", "waits.py": "cut off",
    }  # fmt: skip
    page = found["page.md"]
    assert (page["blocks"], page["ran"], page["block"], page["why"]) == (2, 1, 2, "to look at")
    assert page["error"] == "AttributeError: 'int' object has no attribute 'y'" and "page.md#2:2" in page["where"]
    assert sorted(path.name for path in folder.iterdir()) == ["helper.py", "notebook.ipynb", "page.md", "program.py", "waits.py"]
    assert "| stops: to look at | 1 |" in capsys.readouterr().out


def test_arguments_cpu_time_and_output(tmp_path):
    folder = tmp_path / "originals"
    folder.mkdir()
    (folder / "asks.py").write_text("import sys\nassert sys.argv[1:] == ['--epochs', '1 2'], sys.argv\nprint('said')\n")
    (folder / "computes.py").write_text("while True:\n    pass\n")
    (tmp_path / "given.json").write_text(json.dumps({"as*.py": "--epochs '1 2'"}))
    names = {"arguments": "given.json", "json": "found.json", "logs": "logs"}
    tool.main([str(folder), "--cpu-seconds", "1", *(f"--{key}={tmp_path / name}" for key, name in names.items())])
    asks, computes = json.loads((tmp_path / "found.json").read_text())
    assert (asks["outcome"], asks["lines"], computes["outcome"]) == ("runs", 1, "cut off") and 0.5 < computes["cpu"] < 3
    assert (tmp_path / "logs" / "asks.py.txt").read_text() == "said\n"


@pytest.mark.parametrize("here, there, expected", [
    (("runs", 6, 1), ("runs", 2, 1), 3),
    (("cut off", 30, 10), ("cut off", 30, 40), 4),
    (("cut off", 30, 0), ("runs", 10, 1), 3),
    (("stops", 6, 1), ("runs", 2, 1), 0),
])  # fmt: skip
def test_slowness(here, there, expected):
    names = ("outcome", "cpu", "lines")
    assert tool.slowness(dict(zip(names, here)), dict(zip(names, there))) == expected


def test_beside_another_run(tmp_path, capsys):
    stops = {"file": "a.py", "blocks": 1, "ran": 0, "outcome": "stops", "why": "to look at", "error": "E: m", "where": ""}
    runs = {"file": "a.py", "blocks": 1, "ran": 1, "outcome": "runs"}
    (tmp_path / "new.json").write_text(json.dumps([stops]))
    (tmp_path / "old.json").write_text(json.dumps([runs]))
    tool.main(["--from", str(tmp_path / "new.json"), "--beside", str(tmp_path / "old.json")])
    text = capsys.readouterr().out
    assert "Of 1 files 0 do not stop here, 1 do not stop in the other." in text and "a.py (0 of 1 blocks): E: m" in text
