"""`jmx show`: what is in a file."""

from __future__ import annotations

import argparse
import json
import sys

from .. import checkpoints
from ..base import MXNetError
from ..checkpoints import _show
from ..checkpoints._model import printable
from .arguments import Parser

_EPILOG = """\
FILE may be .params, .states, .npz, .safetensors, -symbol.json, .rec or .idx, or a folder of orbax. Its content says which it is.

exit status:
  0, or 1 when the file is cut off or damaged behind what is shown, or 2 when nothing of it can be read.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx show", usage="jmx show [OPTIONS] FILE", description="Show what is in a file of MXNet's, or in a checkpoint.",
        epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    add = command_line.add_argument
    add("file", metavar="FILE", help="what to look at")
    add("--json", action="store_true", help="one line of JSON instead")
    add("--stats", action="store_true", help="read the elements too: smallest, largest, mean, and how many are not finite")
    add("--only", action="append", default=[], metavar="GLOB", help="arrays whose names match; may be repeated")
    return command_line


def main(argv) -> int:
    """Run `jmx show` with these arguments and return its exit status."""
    args = parser().parse_args(argv)
    try:
        facts = checkpoints.show(args.file, only=args.only, stats=args.stats)
    except MXNetError as error:
        print(printable(f"jmx show: {' '.join(str(error).split())}"), file=sys.stderr)
        return 2
    print(json.dumps(facts) if args.json else "\n".join(map(printable, _show.text(facts))))
    if "problem" in facts:
        print(printable(f"jmx show: {' '.join(facts['problem'].split())}; what comes before is shown"), file=sys.stderr)
        return 1
    return 0
