"""`jmx shim`: the import name `mxnet` for an environment, without a package called mxnet, and for what pip installs there."""

from __future__ import annotations

import argparse
import shlex
import sys

from .._version import __version__
from ..base import MXNetError
from . import _shim, _wheels
from .arguments import Parser

_EPILOG = f"""\
actions:
  install   write the modules mxnet and mxnet_predict with the metadata of mxnet {_shim.VERSION} to site-packages;
            `import mxnet` then gives jmx to every program of this environment
  remove    delete what `install` wrote (`pip uninstall mxnet` does the same)
  status    say what gives `mxnet`: none, jmx shim, compat (jmx's distribution `mxnet`), a real MXNet, or both mixed
  wheels    write small wheels of mxnet, mxnet-mkl, mxnet-cu101 ... to FOLDER, one for each released version, which bring jmx;
            pip takes them for the lines of a requirements.txt, as they are:
              jmx shim wheels FOLDER
              pip install --find-links FOLDER -c FOLDER/constraints.txt -r requirements.txt
  constraints
            print a file for pip's option -c, with which pip refuses MXNet's own wheels instead of installing them over jmx's
            files, and keeps NumPy and JAX in the range that jmx runs on

exit status:
  install, remove, wheels: 0 when it is done or was done already, 1 when it was refused or failed; the message says what to do.
  status: 0 when `import mxnet` gives jmx, 1 when not.
  constraints: 0.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx shim",
        description="The import name `mxnet` in this environment, as a distribution that pip lists, checks and uninstalls.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command_line.add_argument("action", choices=("install", "remove", "status", "wheels", "constraints"), help="what to do")
    command_line.add_argument("folder", nargs="?", metavar="FOLDER", help="where `wheels` writes: a folder for them alone")
    command_line.add_argument("-r", "--requirement", action="append", default=[], metavar="FILE",
                              help="`wheels` also writes the versions that this file pins: builds of one night")  # fmt: skip
    return command_line


def describe(state) -> tuple[list[str], bool]:
    """Return the lines of `jmx shim status`, and whether `import mxnet` gives jmx."""
    of = f"{state.what} in {state.folder}"
    lines = {
        "none": ["none: this environment has no module `mxnet`; `jmx shim install` puts it there"],
        "shim": [f"by jmx shim: {of}"],
        "incomplete": [
            f"by jmx shim, incomplete: {of} lacks {', '.join(state.missing)}; `jmx shim install` or `remove` mends it"
        ],
        "compat": [f"by compat: {of}"],
        "real": [f"real MXNet: {of}"],
        "mixed": [f"mixed: {state.what}"],
        "other": [f"neither MXNet's nor jmx's: {of}"],
    }[state.origin]
    if state.origin == "shim" and state.what != f"mxnet {_shim.VERSION}":
        lines.append(f"written by another jmx than this one ({__version__}); `jmx shim install` writes it anew")
    if state.changed:
        lines.append(f"changed or added since then: {', '.join(state.changed)}")
    if state.leftovers:
        lines.append(f"left by an interrupted `jmx shim`: {', '.join(state.leftovers)}; `install` or `remove` deletes it")
    return lines, state.origin in ("shim", "compat")


def _numpy_advice():
    """What to say after `install` where the environment's NumPy is newer than what jmx's distribution `mxnet` asks for."""
    from .. import _numpy1

    if _numpy1.converts_one_element():
        return ""
    return (
        "This environment's NumPy refuses float() and int() of an array of one element, which programs for MXNet use. "
        "If yours does: pip install 'numpy<2.4'\n"
    )


def _texts(paths):
    """The texts of files of requirements."""
    for path in paths:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                yield file.read()
        except OSError as error:
            raise MXNetError(f"{path} cannot be read ({error.strerror})") from None


def _write_wheels(folder, requirements):
    count, with_jmx = _wheels.write(folder, list(_texts(requirements)))
    place = shlex.quote(folder)
    print(f"{count} wheels of jmx {__version__} under the names of MXNet's are in {folder}. Install what asks for them with")
    print(f"  pip install --find-links {place} -c {place}/{_wheels.CONSTRAINTS} -r requirements.txt")
    if not with_jmx:
        print(f"jmx itself is not among them, since it runs from a checkout here: install jmx {__version__} first.")


def _check(command_line, args):
    if args.action == "wheels" and not args.folder:
        command_line.error("wheels needs a FOLDER to write to")
    if args.action != "wheels" and (args.folder or args.requirement):
        command_line.error(f"{args.action} takes no FOLDER and no --requirement")


def main(argv) -> int:
    """Run `jmx shim` with these arguments and return its exit status."""
    command_line = parser()
    args = command_line.parse_args(argv)
    _check(command_line, args)
    try:
        if args.action == "wheels":
            _write_wheels(args.folder, args.requirement)
            return 0
        if args.action == "constraints":
            print("\n".join(_wheels.constraints()))
            return 0
        if args.action == "status":
            lines, answers = describe(_shim.find())
            print("\n".join(lines))
            return 0 if answers else 1
        if args.action == "install":
            state, written = _shim.install()
            print("\n".join([*(() if written else ("already there",)), *describe(state)[0]]))
            print(_numpy_advice(), end="", file=sys.stderr)
        else:
            state, stay = _shim.remove()
            print("nothing to remove: this environment has no module `mxnet`" if state.origin == "none" else
                  f"removed: {state.what} from {state.folder}")  # fmt: skip
            for folder in stay:
                print(f"{folder} stays, with files that are not jmx's")
        return 0
    except MXNetError as error:
        print(f"jmx shim {args.action}: {error}", file=sys.stderr)
        return 1
