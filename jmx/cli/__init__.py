"""The command `jmx`.

A command's module is imported when the command is called: `jmx run` only prepares an environment and becomes the program.
"""

from __future__ import annotations

import difflib
import importlib
import os
import select
import sys

from .._version import MXNET_VERSION, __version__
from .arguments import Parser

#: name of a command: (its module, the function there that runs it, what it does); each module has a function `parser` too
COMMANDS = {
    "run": ("jmx.cli.run", "run", "run an MXNet program on jmx"),
    "info": ("jmx.cli.info", "info", "show versions, devices, caches, settings and what is missing"),
    "doctor": ("jmx.cli.doctor", "main", "look for what is wrong with this environment, and say the remedies"),
    "bench": ("jmx.bench.command", "main", "measure how fast a network trains or answers"),
    "export": ("jmx.cli.export", "main", "write a network for programs without MXNet: StableHLO or ONNX"),
    "launch": ("jmx.launch.command", "main", "start the workers of a job of several processes"),
    "rewrite": ("jmx.cli.rewrite", "run", "rewrite the source of programs, so that less of MXNet is left in them"),
    "im2rec": ("jmx.tools.im2rec", "main", "write folders of images to record files"),
    "convert": ("jmx.cli.convert", "main", "write a checkpoint in another format: .params, .npz, .safetensors, orbax"),
    "show": ("jmx.cli.show", "main", "show what is in a file: parameters, a symbol, optimizer states, records"),
    "scan": ("jmx.cli.scan", "scan", "list where programs use MXNet, and what jmx has of it"),
    "tutorial": ("jmx.cli.tutorial", "main", "copy the course in notebooks into a folder, and open it in JupyterLab"),
    "shim": ("jmx.cli.shim_command", "main", "put the import name `mxnet` into this environment, or take it out"),
    "completions": ("jmx.cli.completions", "main", "print a script that completes command lines in bash or zsh"),
}

_EPILOG = "`jmx COMMAND --help` shows the options of a command. In options, underscores may stand for dashes."


def parser(with_options=False) -> Parser:
    """Return the parser of the whole command line.

    Parameters
    ----------
    with_options : bool, default False
        Whether commands have their options, for which their modules are imported.
    """
    whole = Parser(
        prog="jmx", description=f"Apache MXNet {MXNET_VERSION} programs on JAX.", epilog=_EPILOG, usage="jmx COMMAND [OPTIONS]"
    )
    whole.add_argument("-V", "--version", action="version", version=f"jmx {__version__} (MXNet {MXNET_VERSION})",
                       help="show the version and stop")  # fmt: skip
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name, (module, _, purpose) in COMMANDS.items():
        parents = [importlib.import_module(module).parser()] if with_options else []
        commands.add_parser(name, help=purpose, parents=parents, add_help=not parents)
    return whole


def _dispatch(argv):
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    command = argv[0] if argv else "--help"
    if command in COMMANDS:
        module, function, _ = COMMANDS[command]
        return getattr(importlib.import_module(module), function)(argv[1:])
    if command.startswith("-"):
        parser().parse_args(argv or [command])
        return 2
    close = difflib.get_close_matches(command, COMMANDS, n=1, cutoff=0.5)
    hint = f"Did you mean `jmx {close[0]}`?" if close else f"The commands are {', '.join(COMMANDS)}."
    print(f"jmx: {command!r} is not a command. {hint}\nSee `jmx --help`.", file=sys.stderr)
    return 2


def _has_lost_its_reader(stream):
    from ..config.system.files import has_a_reader

    return not has_a_reader(stream.fileno())


def _print_any_letter():
    """Have letters that the encoding of the output lacks come out as escapes: that of Windows, cp1252, has few."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", None) == "strict":
            stream.reconfigure(errors="backslashreplace")


def main(argv=None) -> int:
    """Run a command line.

    Parameters
    ----------
    argv : list of str, optional
        The words after `jmx`; by default those of this process.

    Returns
    -------
    int
        The exit status. 2 for a command line that cannot be understood, 130 after Ctrl-C, 141 where the reader of the output
        has gone, otherwise that of the command. Options that only show something (`--help`) raise SystemExit.
    """
    _print_any_letter()
    try:
        try:
            return _dispatch(sys.argv[1:] if argv is None else list(argv))
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        if not _has_lost_its_reader(sys.stdout):
            raise  # another pipe's
        # What is still in the buffer has no reader; without this, Python would say so at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
