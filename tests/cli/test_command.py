"""The command line as a whole: its commands, their help, and how options are spelled."""

import argparse
import contextlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

from jmx import cli
from jmx.cli.arguments import Parser

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
#: where the options of a command are documented
PAGES = {
    "bench": "bench.md", "convert": "leaving/checkpoints.md", "export": "leaving/export.md", "launch": "cluster.md",
    "rewrite": "leaving/rewrite.md", "scan": "leaving/scan.md", "show": "leaving/checkpoints.md",
}  # fmt: skip


def jmx(*words, **options):
    command = [sys.executable, "-m", "jmx", *words]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **options)


def parsers():
    """name of a command -> its parser"""
    whole = cli.parser(with_options=True)
    (commands,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    return commands.choices


def long_options(parser):
    return [(action, name) for action in parser._actions for name in action.option_strings if name.startswith("--")]


def test_every_command_has_its_own_help(capsys):
    for name, (_, _, purpose) in cli.COMMANDS.items():
        for words in ([name, "--help"], [name, "-h"], ["help", name]):
            with contextlib.suppress(SystemExit):
                assert cli.main(words) == 0
            out, err = capsys.readouterr()
            assert out.startswith(f"usage: jmx {name} ") and "exit status:" in out and err == ""
        with contextlib.suppress(SystemExit):
            cli.main(["--help"])
        assert f"  {name} " in (out := capsys.readouterr().out) and purpose in " ".join(out.split())


def test_help_of_run(capsys):
    assert cli.main(["run", "--help"]) == 0
    out = capsys.readouterr().out
    for text in ("jmx run [PYTHON-OPTIONS] -m MODULE", "options of Python", "-W FILTER", "environment:", "examples:",
                 "PYTHONPATH", "exit status:"):  # fmt: skip
        assert text in out


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_help(capsys, words):
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    out, err = capsys.readouterr()
    assert caught.value.code == 0 and out.startswith("usage: jmx COMMAND") and err == ""


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(capsys, option):
    with pytest.raises(SystemExit) as caught:
        cli.main([option])
    assert caught.value.code == 0 and capsys.readouterr().out == "jmx 0.2.0 (MXNet 1.9.1)\n"


@pytest.mark.parametrize("words, text", [
    (["bnech"], "jmx: 'bnech' is not a command. Did you mean `jmx bench`?\nSee `jmx --help`.\n"),
    (["rum", "x.py"], "jmx: 'rum' is not a command. Did you mean `jmx run`?\nSee `jmx --help`.\n"),
    (["qqq"], f"jmx: 'qqq' is not a command. The commands are {', '.join(cli.COMMANDS)}.\nSee `jmx --help`.\n"),
    (["run"], "jmx run: which program? Such as: jmx run train.py\nSee `jmx run --help`.\n"),
])  # fmt: skip
def test_a_command_that_does_not_exist(capsys, words, text):
    assert cli.main(words) == 2
    assert capsys.readouterr() == ("", text)


@pytest.mark.parametrize("words", [["--nothing"], ["info", "more"], ["bench", "--nothing"], ["launch", "x"], ["shim", "put"],
                                   ["shim"], ["im2rec"], ["completions", "fish"]])  # fmt: skip
def test_bad_options_are_said_in_one_line(capsys, words):
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    command = "jmx" if words[0].startswith("-") else f"jmx {words[0]}"
    out, err = capsys.readouterr()
    first, second = err.splitlines()
    assert caught.value.code == 2 and out == "" and first.startswith(f"{command}: ") and second == f"See `{command} --help`."


def _join(option, words):
    return [option + words[0]] if words and words[0].startswith("=") else [option, *words]


def test_options_have_dashes_and_underscores_are_read(capsys):
    """Of every command: options are shown and documented with dashes, and either spelling gives the same."""
    count = 0
    for name, parser in parsers().items():
        page = (ROOT / "docs" / PAGES.get(name, "cli.md")).read_text()
        shown = parser.format_help()
        for action, option in long_options(parser):
            assert "_" not in option and option in shown
            assert re.search(rf"{option}\b(?!-)", page) or option == "--help", f"docs do not mention {option} of jmx {name}"
            if "-" in option[2:]:
                assert option.replace("-", "_").replace("__", "--", 1) not in shown
                action.default, action.required = None, False
                alone = Parser()
                alone._add_action(action)
                value = list(action.choices)[-1] if action.choices else "1"
                underscored = "--" + option[2:].replace("-", "_")
                for words in [[f"={value}"], [value]] if action.nargs != 0 else [[]]:
                    read = [alone.parse_args(_join(spelling, words)) for spelling in (option, underscored)]
                    assert read[0] == read[1] != alone.parse_args([])
                    count += 1
    assert count > 20


def test_underscores_in_values_and_in_what_belongs_to_a_program():
    parser = Parser()
    parser.add_argument("--kv-store", default="")
    parser.add_argument("rest", nargs=argparse.REMAINDER)
    args = parser.parse_args(["--kv_store=dist_sync", "train.py", "--batch_size", "3", "--kv_store=x"])
    assert (args.kv_store, args.rest) == ("dist_sync", ["train.py", "--batch_size", "3", "--kv_store=x"])


def test_abbreviations_stay_unambiguous():
    parser = Parser()
    parser.add_argument("--num-workers")
    parser.add_argument("--num-servers")
    assert parser.parse_args(["--num-w", "3"]).num_workers == "3"


def test_options_that_do_not_exist_with_underscores(capsys):
    with pytest.raises(SystemExit):
        cli.main(["bench", "--batch_sizes", "3"])
    assert "unrecognized arguments: --batch_sizes 3" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["run", "--help"], ["nothing"], ["shim", "status"]])
def test_the_command_starts_without_numpy_and_jax(words):
    code = (
        "import sys\nfrom jmx.cli import main\n"
        f"try:\n    main({words})\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numpy', 'jax', 'cv2', 'shtab') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX's")
@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize("words", ["bench --list", "info --json", "--help"])
def test_a_reader_that_leaves(words, buffered):
    """A pipe whose reading end is closed: no traceback, and the status that a shell gives to SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "jmx", *words.split()]
    environment = {**ENVIRONMENT, "PYTHONUNBUFFERED": buffered}
    try:
        done = subprocess.run(command, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120)
    finally:
        os.close(writing)
    assert done.stderr == ""
    assert done.returncode == 141 or words == "--help"  # argparse itself passes over errors in printing help


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX's")
def test_a_broken_pipe_of_something_else_is_not_hidden(monkeypatch, tmp_path):
    monkeypatch.setitem(cli.COMMANDS, "info", ("jmx.cli.info", "broken", ""))
    from jmx.cli import info

    def broken(argv):
        raise BrokenPipeError("a worker's")

    monkeypatch.setattr(info, "broken", broken, raising=False)
    with open(tmp_path / "out", "w") as out, contextlib.redirect_stdout(out), pytest.raises(BrokenPipeError, match="a worker's"):
        cli.main(["info"])


def test_ctrl_c(monkeypatch):
    from jmx.cli import info

    def interrupted(argv):
        raise KeyboardInterrupt

    monkeypatch.setattr(info, "info", interrupted)
    assert cli.main(["info"]) == 130
