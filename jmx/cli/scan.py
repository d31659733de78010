"""`jmx scan`: where a program uses MXNet, and what jmx has of that. Source code is read and never run."""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys

from .. import scan as scanning
from ..scan import page, report
from ..scan.facts import VERDICTS
from .arguments import Parser

_EPILOG = """\
examples:
  jmx scan train.py                            what does not simply work, with what to do, and counts
  jmx scan --all train.py                      every use
  jmx scan --only not-there --only differs .   what has to be changed or looked at
  jmx scan --html report.html package          a page with all uses
  jmx scan --fail-on not-there src             in CI: status 1 where jmx lacks something
  jmx scan --compare used.json train.py        beside what `jmx run --trace-usage used.json train.py` saw

verdicts:
  works           as in MXNet
  differs         works differently; the line says how
  no-effect       accepted, and does nothing
  not-there       jmx does not have it; the line says what to use instead
  not-in-mxnet    MXNet 1.9.1 does not have it either
  unknown         the name is computed when the program runs

exit status:
  0, 1 where --fail-on finds something, 2 where the command line is wrong or a path does not exist. Files that cannot be
  read are named, and do not change it.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx scan",
        description="List every use of MXNet in Python files and notebooks, with what jmx has of it. Nothing is run.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command_line.add_argument
    add("paths", nargs="+", metavar="PATH", help="a Python file, a notebook, or a folder of them")
    add(
        "--only",
        action="append",
        choices=VERDICTS,
        default=[],
        metavar="VERDICT",
        help="list uses of this verdict alone; repeatable",
    )
    add("--fail-on", action="append", choices=VERDICTS, default=[], metavar="VERDICT",
        help="end with status 1 where there is a use of this verdict; repeatable")  # fmt: skip
    listed = command_line.add_mutually_exclusive_group()
    listed.add_argument("--all", action="store_true", help="list what works as well")
    listed.add_argument("--summary", action="store_true", help="print the counts alone")
    add("--json", metavar="FILE", help="write the report as JSON; - for standard output, instead of the list")
    add("--html", metavar="FILE", help="write the report as one page of HTML")
    add("--compare", metavar="FILE", help="compare with what `jmx run --trace-usage FILE` wrote, instead of the list")
    add("--processes", type=int, default=0, metavar="N", help="processes that read files; default: as many as there are cores")
    return command_line


def scan(args) -> int:
    """Run the command.

    Parameters
    ----------
    args : list of str
        The words after `jmx scan`.

    Returns
    -------
    int
        The exit status.
    """
    command_line = parser()
    options = command_line.parse_args(args)
    if options.processes < 0:
        command_line.error(f"--processes takes 0 or more, not {options.processes}")
    touched = _trace(options.compare, command_line) if options.compare else None
    try:
        reports = scanning.scan(options.paths, options.processes)
    except OSError as error:
        command_line.error(f"{error.filename}: {error.strerror}")
    shown = report.selected(reports, options.only)
    for path, written in ((options.html, page.page), (options.json if options.json != "-" else None, report.as_json)):
        if path:
            _write(path, written(shown), command_line)
    if options.json == "-":
        sys.stdout.write(report.as_json(shown))
    elif touched is not None:
        _print(_compared(reports, touched))
    else:
        if not options.summary:
            # What works as in MXNet is most of a program, and there is nothing to do about it.
            listed = [key for key in VERDICTS if key != "works"]
            _print(report.text(shown if options.all or options.only else report.selected(reports, listed)))
        _print(report.summary_text(report.summary(reports)))
    failed = any(use.verdict in options.fail_on for each in reports for use in each.uses)
    return int(failed)


def _print(lines):
    for line in lines:
        print(line)


def _write(path, text, command_line):
    from ..core.serial import atomic_file

    try:
        with atomic_file(path, "w") as file:
            file.write(text)
    except OSError as error:
        command_line.error(f"{path} cannot be written: {error.strerror}")


def _trace(path, command_line):
    """What `jmx run --trace-usage` wrote: {name: files}."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        names = content["names"]
        if not content["finished"]:
            print(f"jmx scan: {path}: the program did not import mxnet, or did not come to its end", file=sys.stderr)
        if not all(isinstance(files, list) for files in names.values()):
            raise ValueError("its names have no files")
    except OSError as error:
        command_line.error(f"{path}: {error.strerror}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        command_line.error(f"{path} was not written by `jmx run --trace-usage`")
    return names


@functools.cache
def _real(path):
    return os.path.realpath(path)


def _compared(reports, touched):
    missed, untouched = report.compare(reports, touched, lambda one, other: _real(one) == _real(other))
    yield f"touched while it ran, and not found in the source: {len(missed)}"
    for name, files in missed.items():
        yield f"  mxnet.{name}  in {', '.join(map(report.printable, files))}"
    yield f"found in the source, and not touched: {len(untouched)}"
    for name in untouched:
        yield f"  mxnet.{name}"
