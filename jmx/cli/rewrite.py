"""`jmx rewrite`: the source of MXNet programs, with less of MXNet in it."""

from __future__ import annotations

import argparse
import difflib
import gc
import os
import sys

from ..base import MXNetError
from ..rewrite import MARK, STAGES, Rewritten, stage_functions
from .arguments import Parser

#: libraries that a network can be written in: what that does. The network is made, and its twin's source is generated.
LIBRARIES = {
    "flax": "the network that FILE.py:NAME makes as Flax NNX source, with its weights",
    "equinox": "the same as Equinox source",
    "project": "a project with that network, its training, data, checkpoints and a test, without MXNet",
}

_COLLECT = 16  # files, after which memory is given back

_EPILOG = f"""\
stages:
{{stages}}

examples:
  jmx rewrite train.py --to import            show what would change
  jmx rewrite src notebooks --to numpy --write
  jmx rewrite src --to import,numpy,data --write
  jmx rewrite src --to optax > optax.patch
  jmx rewrite net.py:make_net --to flax --input 1,3,224,224 --params net.params -o flax_net.py
  jmx rewrite train.py:make_net --to project --input 1,3,224,224 --params net.params -o new_project

What a stage cannot rewrite gets a comment `{MARK}...` above its statement, and is listed at the end with
the line that the comment has in the rewritten file. It is listed until the comment is taken away.
Needs libcst (pip install libcst).

exit status:
  0 where nothing is left to do, 1 where a comment says that something is, or where a file could not be read or is not to be
  written, 2 where the command line cannot be followed.
"""


def _stages(words: str) -> str:
    """The stages that `--to` names."""
    if words not in LIBRARIES:
        for one in words.split(","):
            if one.strip() not in STAGES:
                raise argparse.ArgumentTypeError(f"{one!r} is none of {', '.join([*STAGES, *LIBRARIES])}")
    return words


def parser() -> Parser:
    """Return the parser of the command line."""
    purposes = {name: purpose for name, (_, _, purpose) in STAGES.items()} | LIBRARIES
    stages = "\n".join(f"  {name:<12} {purpose}" for name, purpose in purposes.items())
    command_line = Parser(
        prog="jmx rewrite",
        description="Rewrite Python files and notebooks, or show as a unified diff what would change.",
        epilog=_EPILOG.format(stages=stages),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command_line.add_argument
    add("paths", nargs="+", metavar="PATH", help="a Python file, a notebook, or a folder with some")
    add(
        "--to",
        required=True,
        type=_stages,
        metavar="STAGE",
        help=f"what to rewrite: {', '.join(purposes)}; or several, with commas",
    )
    what = command_line.add_mutually_exclusive_group()
    what.add_argument("--diff", action="store_true", help="print a unified diff and write nothing; this is the default")
    what.add_argument("--write", action="store_true", help="write the files")
    add("--force", action="store_true", help="write also files that git does not have as they are, or that are there already")
    network = command_line.add_argument_group("networks (--to flax, equinox, project), for which PATH is FILE.py:NAME")
    network.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="SIZES",
        help="shape of an input, such as 1,3,224,224; a list of states as 2,8,16;2,8,16",
    )
    network.add_argument("--params", metavar="FILE", help="parameters that save_parameters has written")
    network.add_argument(
        "-o", "--output", metavar="OUT", help="the file or folder to write; default: FILE_flax.py, FILE_equinox.py, FILE_jax"
    )
    network.add_argument("--library", choices=("flax", "equinox"), default="flax", help="what a project is written for")
    network.add_argument("--no-check", action="store_true", help="do not compare the outputs of both networks")
    return command_line


def _diff(path, before, after):
    """Lines of a unified diff, which `patch` and `git apply` take."""
    old, new = (data.decode("utf-8", "surrogateescape").splitlines(keepends=True) for data in (before, after))
    name = os.path.relpath(path).replace(os.sep, "/")
    for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


class _Report:
    """What is said at the end."""

    def __init__(self):
        self.open: list[str] = []  # what is left to do
        self.left_out: dict[str, list[str]] = {}  # parts of a file that could not be read
        self.looked_at = self.changed = self.places = 0

    def add(self, path, result: Rewritten):
        self.open += [f"{path}:{line}: {text}" for line, text in result.marks]
        self.places += result.places

    def show(self, written):
        for line in self.open:
            print(line, file=sys.stderr)
        files = "1 file" if self.looked_at == 1 else f"{self.looked_at} files"
        verb = "changed" if written else "would change"
        places = "1 place" if self.places == 1 else f"{self.places} places"
        print(f"{files} looked at, {self.changed} {verb} in {places}; {len(self.open)} left for you", file=sys.stderr)


def _network(command_line, options):
    from .rewrite_network import run as run_network

    if len(options.paths) != 1:
        command_line.error(f"--to {options.to} takes one FILE.py:NAME, got {len(options.paths)} paths")
    try:
        wanted = (options.output, options.input, options.params, options.force, not options.no_check, options.library)
        return run_network(options.to, options.paths[0], *wanted)
    except (MXNetError, OSError, ImportError) as error:
        print(f"jmx rewrite: {error}", file=sys.stderr)
        return 1


def run(args) -> int:
    """Rewrite the files of a command line, or show how; return the exit status."""
    command_line = parser()
    options = command_line.parse_args(args)
    if options.to in LIBRARIES:
        return _network(command_line, options)
    from ..rewrite import _files

    try:
        stage_functions(options.to)
        paths = list(_files.files(options.paths))
    except MXNetError as error:
        print(f"jmx rewrite: {error}", file=sys.stderr)
        return 2
    report = _Report()
    gc.disable()  # a tree is large, and nothing of it is garbage before its end
    gc.freeze()  # what is there already is not looked through for each of them
    try:
        _each(paths, options, report)
    finally:
        gc.unfreeze()
        gc.enable()
    report.show(options.write)
    return 1 if report.open else 0


def _each(paths, options, report):
    """Rewrite the files, or show how."""
    from ..rewrite._staged import staged
    from ..rewrite._together import rewritten_together

    sources = {}
    for path in paths:
        report.looked_at += 1
        try:
            with open(path, "rb") as file:
                sources[path] = file.read()
        except OSError as error:
            report.open.append(f"{path}: {error.strerror or error}")
    begun = 0

    def begin(path, source):
        nonlocal begun
        begun += 1
        if begun % _COLLECT == 0:
            gc.collect()
        file = staged(source, path.endswith(".ipynb"))
        report.left_out[path] = file.left_out
        return file

    for results, turned, because in rewritten_together(sources, begin, options.to):
        for path, result in results.items():
            if isinstance(result, MXNetError):
                report.open.append(f"{path}: {result}")
            else:
                _put(path, sources[path], result, options, report)
        if turned:
            report.open.append(
                f"{', '.join(because)}: stays on mx.nd, and so do files of the same program, which import one another: "
                f"{', '.join(turned)}"
            )


def _put(path, before, result, options, report):
    """Write what a file has become, or show it."""
    from ..rewrite import _files

    report.open += [f"{path}: {text}" for text in report.left_out[path]]
    if result.source != before:
        refusal = _files.reason_to_refuse(path) if options.write and not options.force else None
        if refusal is not None:
            report.open.append(f"{path}: not written, because {refusal}; commit it first, or say --force")
            return
        if options.write:
            try:
                _files.write(path, result.source)
            except MXNetError as error:
                report.open.append(f"{path}: {error}")
                return
        else:
            sys.stdout.buffer.write("".join(_diff(path, before, result.source)).encode("utf-8", "surrogateescape"))
            sys.stdout.buffer.flush()
        report.changed += 1
    report.add(path, result)
