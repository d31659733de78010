"""`jmx completions`: scripts that work in bash and zsh, with the names of the parsers."""

import shutil
import subprocess
import sys

import pytest

from jmx import cli
from jmx.bench import registry

BASH = shutil.which("bash")
ZSH = shutil.which("zsh")


def script(capsys, shell):
    assert cli.main(["completions", shell]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.fixture
def complete(capsys, tmp_path):
    """What bash offers for the last of some words."""
    if BASH is None:
        pytest.skip("there is no bash")
    (tmp_path / "jmx.bash").write_text(script(capsys, "bash"), newline="\n")
    for name in ("train.py", "data dir/train.rec", "photos/train.rec"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")

    def offered(*words):
        # `complete -p` names the function that was registered; Python is not on the path while it works.
        code = (
            "source ./jmx.bash; function=$(complete -p jmx); function=${function#*-F }; function=${function%% *}; PATH=\n"
            'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $function jmx "${COMP_WORDS[COMP_CWORD]}"\n'
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run([BASH, "--norc", "-c", code, "bash", "jmx", *words], cwd=tmp_path, capture_output=True, text=True)
        assert done.stderr.replace("bash: line 1: compopt: not currently executing completion function\n", "") == ""
        return [line for line in done.stdout.splitlines() if line]

    return offered


def test_commands(complete):
    assert complete("") == list(cli.COMMANDS)
    assert complete("be") == ["bench"] and complete("--v") == ["--version"]


def test_options_and_values(complete):
    assert complete("bench", "--num-") == ["--num-batches", "--num-warmup-batches", "--num-gpus"]
    assert complete("bench", "--batch-size", "4", "--phase", "i") == ["inference"]
    assert complete("bench", "--model", "") == registry.names()
    assert complete("launch", "-n", "2", "--tag") == ["--tag-output"]
    assert complete("im2rec", "--color", "") == ["-1", "0", "1"]
    assert complete("shim", "") == ["install", "remove", "status", "wheels", "constraints"]
    assert complete("shim", "wheels", "") == ["data dir", "photos"] and complete("completions", "z") == ["zsh"]


def test_every_option_is_offered(complete):
    for name, parser in {"bench": "jmx.bench.command", "info": "jmx.cli.info", "im2rec": "jmx.tools.im2rec"}.items():
        module = __import__(parser, fromlist=["parser"])
        options = [option for action in module.parser()._actions for option in action.option_strings if option[:2] == "--"]
        assert complete(name, "--") == options


def test_files(complete):
    assert complete("run", "tr") == ["train.py"]
    assert complete("run", "train.py", "--lr", "0.1", "data") == ["data dir"]
    assert complete("launch", "-n", "2", "tr") == ["train.py"]
    assert complete("bench", "--data-dir", "photos/") == ["photos/train.rec"]
    assert complete("launch", "--sync-dst-dir", "") == ["data dir", "photos"]


def test_the_scripts_are_valid(capsys, tmp_path):
    for shell, program in (("bash", BASH), ("zsh", ZSH)):
        path = tmp_path / shell
        path.write_text(script(capsys, shell), newline="\n")
        if program is not None:
            done = subprocess.run([program, "-n", path], capture_output=True, text=True)
            assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(ZSH is None, reason="there is no zsh")
def test_zsh_registers_it(capsys, tmp_path):
    (tmp_path / "_jmx").write_text(script(capsys, "zsh"), newline="\n")
    code = f"fpath=({tmp_path} $fpath); autoload -U compinit; compinit -u -D; print $_comps[jmx]"
    done = subprocess.run([ZSH, "-f", "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("_jmx\n", "")


def test_zsh_has_options_with_their_help(capsys):
    text = script(capsys, "zsh")
    assert '"--batch-size[samples for each device (16)]:batch_size:"' in text.replace(":N:", ":batch_size:")
    assert "run:'run an MXNet program on jmx'" in text and "_files" in text


def test_without_shtab(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert cli.main(["completions", "bash"]) == 1
    assert "shtab makes the script, and is not installed: pip install shtab" in capsys.readouterr().err
