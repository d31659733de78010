"""What is written: lines, JSON, a page, and the exit status of `jmx scan`."""

import html.parser
import json
import re

import pytest

from jmx import cli
from jmx.scan import page, report
from jmx.scan.project import FileReport
from jmx.scan.sources import Problem
from jmx.scan.uses import Use


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "train.py"
    path.write_text("import mxnet as mx\nmx.nd.zeros((1,), mx.gpu())\nmx.rtc.CudaModule\nmx.nd.Convolution(workspace=1)\n")
    return path


def jmx_scan(capsys, *words):
    try:
        status = cli.main(["scan", *map(str, words)])
    except SystemExit as error:
        status = error.code
    out, err = capsys.readouterr()
    return status, out, err


def test_lines(capsys, program):
    status, out, err = jmx_scan(capsys, program, "--all")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[:2] == [f"{program}:1:8  works               mxnet", f"{program}:2:1  works               mxnet.ndarray.zeros"]
    assert re.fullmatch(rf"{program}:2:19  works differently   mxnet\.gpu  -- a GPU of JAX: .*", lines[2])
    assert lines[-5:] == [
        "1 files with 4 lines, 1 of them with MXNet; 6 uses of it", "       3   50.0 %  works",
        "       1   16.7 %  works differently", "       1   16.7 %  without effect", "       1   16.7 %  not there",
    ]  # fmt: skip


def test_what_works_is_counted_and_not_listed(capsys, program):
    _, out, _ = jmx_scan(capsys, program)
    _, everything, _ = jmx_scan(capsys, program, "--all")
    works = [line for line in everything.splitlines() if line.startswith(f"{program}:") and "  works     " in line]
    assert len(works) == 3 and [line for line in everything.splitlines() if line not in works] == out.splitlines()
    _, out, _ = jmx_scan(capsys, program, "--only", "works")
    assert [line for line in out.splitlines() if line.startswith(f"{program}:")] == works


def test_only_and_summary(capsys, program):
    _, out, _ = jmx_scan(capsys, program, "--only", "not-there")
    assert [line.split("  ")[0] for line in out.splitlines() if line.startswith(str(program))] == [f"{program}:3:1"]
    _, out, _ = jmx_scan(capsys, program, "--summary")
    assert str(program) not in out and "6 uses" in out


@pytest.mark.parametrize("words, status", [
    ([], 0), (["--fail-on", "unknown"], 0), (["--fail-on", "not-there"], 1),
    (["--fail-on", "unknown", "--fail-on", "differs"], 1),
    (["--only", "works", "--fail-on", "not-there"], 1), (["--fail-on", "nothing"], 2), (["--only", "nothing"], 2),
    (["--processes", "-1"], 2), (["nothing.py"], 2), (["--html", "/nothing/x.html"], 2), (["--json", "/nothing/x"], 2),
])  # fmt: skip
def test_exit_status(capsys, program, words, status):
    got, out, err = jmx_scan(capsys, program, *words)
    assert got == status and (status != 2 or err.startswith("jmx scan: ") and out == "")


def test_json(capsys, program, tmp_path):
    _, out, _ = jmx_scan(capsys, program, "--json", "-")
    _, said, _ = jmx_scan(capsys, program, "--json", tmp_path / "x.json")
    content = json.loads(out)
    assert content == json.loads((tmp_path / "x.json").read_text()) and "6 uses" in said
    assert content["format"] == 1 and content["mxnet"] == "1.9.1"
    assert content["summary"]["verdicts"] == {
        "works": 3, "differs": 1, "no-effect": 1, "not-there": 1, "not-in-mxnet": 0, "unknown": 0,
    }  # fmt: skip
    (file,) = content["files"]
    assert file["uses"][3] == {
        "line": 3, "column": 1, "verdict": "not-there", "name": "mxnet.rtc.CudaModule", "probable": False,
        "path": "rtc.CudaModule", "advice": file["uses"][3]["advice"],
    }  # fmt: skip


EVIL = "</style></table><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\x1b[31m\udce9\n"


class _Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text.append(data)


def test_nothing_of_a_program_gets_into_the_page_unescaped():
    reports = [
        FileReport(
            EVIL,
            1,
            True,
            [Use(1, 1, "not-there", EVIL, EVIL), Use(1, 2, "works", "mxnet.cpu", "", cell=3)],
            [Problem(1, EVIL, 2)],
        )
    ]
    text = page.page(reports)
    text.encode("utf-8")
    reader = _Reader()
    reader.feed(text)
    assert {"script", "img", "link", "iframe", "object", "base", "form"}.isdisjoint(reader.tags)
    assert not [name for name, _ in reader.attributes if name.startswith("on") or name in ("src", "href", "style")]
    assert "\x1b" not in text and "".join(reader.text).count("<script>alert(1)</script>") == 4
    assert "default-src 'none'" in text and "color-scheme: light dark" in text and "http" not in text.replace("http-equiv", "")
    assert "\x1b" not in "".join(report.text(reports)) and "cell 3:1:2" in "".join(report.text(reports))


def test_names_out_of_strings_are_escaped(capsys, tmp_path):
    path = tmp_path / "a.py"
    path.write_text("import mxnet as mx\ngetattr(mx.nd, '<b>\\x1b')\n")
    status, out, _ = jmx_scan(capsys, path, "--html", tmp_path / "a.html")
    assert "mxnet.ndarray.<b>\\x1b" in out and "\x1b" not in out
    assert "mxnet.ndarray.&lt;b&gt;\\x1b" in (tmp_path / "a.html").read_text()


def test_the_page_shows_and_hides_verdicts(program):
    from jmx.scan import scan

    text = page.page(scan([str(program)]))
    assert '<input type="checkbox" id="show-not-there" checked>' in text and '<input type="checkbox" id="show-works">' in text
    assert "body:has(#show-works:not(:checked)) main tr.works { display: none; }" in text
    assert text.count("<tr ") == 6 and 'id="show-unknown"' not in text
