"""`jmx convert`: checkpoints of MXNet to other formats and back."""

from __future__ import annotations

import argparse
import sys

from .. import checkpoints
from ..base import MXNetError
from ..checkpoints._model import printable
from .arguments import Parser

_EPILOG = """\
examples:
  jmx convert net.params net.safetensors
  jmx convert net-0000.params net.npz --dtype float16 --check
  jmx convert net-symbol.json net-0000.params net.orbax
  jmx convert net-0000.params net.safetensors --names structural --like saved_by_save_parameters.params
  jmx convert net.safetensors net.params --rename 'fc.*=dense0_*'

exit status:
  0 when the file is written (and, with --check, equal), 1 when --check or --check-only finds a difference,
  2 when a file cannot be read or written, or something else is wrong; nothing is written then.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx convert", usage="jmx convert [OPTIONS] [SYMBOL] IN OUT", epilog=_EPILOG,
        description="Write the arrays of a checkpoint to a file of another format. The ending of OUT says which: .params, "
        ".states, .npz, .safetensors or .orbax (a folder).", formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    add = command_line.add_argument
    add("source", nargs="+", metavar="IN", help="the checkpoint; a -symbol.json file before it says which arrays are auxiliary "
        "states and checks names and shapes (JAX is loaded for it)")  # fmt: skip
    add("target", metavar="OUT", help="the file or folder to write")
    add("--to", choices=checkpoints.FORMATS, help="the format of OUT, where its ending does not say it")
    add("--symbol", metavar="FILE", help="the same as SYMBOL before IN")
    add("--only", action="append", default=[], metavar="GLOB", help="arrays whose names match; may be repeated")
    add("--names", choices=checkpoints.FORMS, help="which form all names have in the end: resnetv10_conv0_weight or "
        "features.0.weight; one is made from the other by --like or --table")  # fmt: skip
    add("--like", metavar="FILE", help="a checkpoint of the same network: take its names, matched by shape, values and order")
    add("--table", metavar="FILE", help="old and new names: a JSON object, or two columns")
    add("--rename", action="append", default=[], metavar="RULE", help="OLD=NEW, where * is any text, or s/REGEX/REPLACEMENT/; "
        "may be repeated")  # fmt: skip
    add("--dtype", choices=checkpoints.FLOATING, help="the element type of floating arrays")
    add("--check", action="store_true", help="read OUT back and compare it bit by bit")
    add("--check-only", action="store_true", help="write nothing; compare the OUT that is there")
    add("--force", action="store_true", help="overwrite OUT")
    return command_line


def main(argv) -> int:
    """Run `jmx convert` with these arguments and return its exit status."""
    command_line = parser()
    args = command_line.parse_args(argv)
    symbol, source = args.symbol, args.source[-1]
    if len(args.source) > 1:
        if len(args.source) > 2 or symbol is not None or not args.source[0].endswith(".json"):
            command_line.error(f"IN and OUT, and a symbol (.json) before them: what is {args.source[0]!r}?")
        symbol = args.source[0]
    try:
        report = checkpoints.convert(
            source, args.target, to=args.to, symbol=symbol, only=args.only, like=args.like, table=args.table, rename=args.rename,
            names=args.names, dtype=args.dtype, check=args.check, compare_only=args.check_only, force=args.force,
        )  # fmt: skip
    except MXNetError as error:
        print(printable(f"jmx convert: {' '.join(str(error).split())}"), file=sys.stderr)
        return 2
    done = "compared with" if args.check_only else "to"
    print(f"{report.source} {done} {report.target} ({report.kind}): {report.arrays} arrays, {report.nbytes} bytes")
    if report.matched:
        ways = {"shape": "kind and shape", "values": "equal values", "order": "order"}
        print("  matched by " + ", ".join(f"{ways[way]} {count}" for way, count in report.matched.items()))
    for name, count in report.overflows.items():
        print(f"  {printable(name)}: {count} values became infinite as {args.dtype}")
    if report.overflows:
        print(f"{sum(report.overflows.values())} values became infinite in all")
    for line in report.differences:
        print(f"  different: {printable(line)}")
    if report.checked:
        print(f"checked: {'different' if report.differences else 'the same, bit by bit'}")
    return 1 if report.differences else 0
