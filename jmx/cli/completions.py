"""`jmx completions`: a script with which bash or zsh completes the command line of jmx.

The script comes from the parsers of the commands, by shtab. It holds all names itself: no Python runs at a TAB.
"""

from __future__ import annotations

import argparse
import sys

from .arguments import Parser

#: what an argument takes, by its placeholder in the help
_FILES = ("FILE", "PATH", "SCRIPT", "COMMAND", "PREFIX", "PYTHON")
_FOLDERS = ("DIR", "FOLDER", "ROOT")

_EPILOG = """\
for bash, in ~/.bashrc, or once in a file of bash-completion:
  source <(jmx completions bash)
  jmx completions bash > ~/.local/share/bash-completion/completions/jmx

for zsh, in a folder of $fpath, before compinit runs:
  jmx completions zsh > ~/.zfunc/_jmx

It needs the package shtab when the script is printed, and nothing at a TAB.

exit status: 0, or 1 where shtab is not installed.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx completions",
        description="Print a script that completes commands, options, their values and files.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command_line.add_argument("shell", choices=("bash", "zsh"), help="for which shell")
    return command_line


def _prepare(whole, shtab):
    """Declare what completes each argument of a parser and its subparsers."""
    for action in whole._actions:  # argparse has no public list of them
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _prepare(command, shtab)
        elif action.metavar in _FILES or action.nargs == argparse.REMAINDER:
            action.complete = shtab.FILE
        elif action.metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY
        elif hasattr(action, "suggestions"):
            action.choices = action.suggestions()


def main(argv) -> int:
    """Run `jmx completions` with these arguments and return its exit status."""
    args = parser().parse_args(argv)
    try:
        import shtab
    except ImportError:
        print("jmx completions: shtab makes the script, and is not installed: pip install shtab", file=sys.stderr)
        return 1
    from . import parser as whole_parser

    whole = whole_parser(with_options=True)
    _prepare(whole, shtab)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(newline="\n")  # on Windows too: bash there takes no CR LF
    print(shtab.complete(whole, shell=args.shell), end="")
    return 0
