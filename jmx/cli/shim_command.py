"""`jmx shim`: the import name `mxnet` for an environment, without a package called mxnet."""

import argparse
import sys

from .._version import __version__
from ..base import MXNetError
from . import _shim
from .arguments import Parser

_EPILOG = f"""\
actions:
  install   write the modules mxnet and mxnet_predict with the metadata of mxnet {_shim.VERSION} to site-packages;
            `import mxnet` then gives jmx to every program of this environment
  remove    delete what `install` wrote (`pip uninstall mxnet` does the same)
  status    say what gives `mxnet`: none, jmx shim, compat (jmx's distribution `mxnet`) or a real MXNet

exit status:
  install, remove: 0 when it is done or was done already, 1 when it was refused or failed; the message says what to do.
  status: 0 when `import mxnet` gives jmx, 1 when not.
"""


def parser():
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx shim",
        description="The import name `mxnet` in this environment, as a distribution that pip lists, checks and uninstalls.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command_line.add_argument("action", choices=("install", "remove", "status"), help="what to do")
    return command_line


def describe(state):
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


def main(argv):
    """Run `jmx shim` with these arguments and return its exit status."""
    args = parser().parse_args(argv)
    try:
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
