"""The command line: `python -m tools.figures`."""

import argparse
import json
import pathlib
import sys

from . import regions
from .errors import FigureError


def _load(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FigureError(f"{path}: cannot be read as JSON: {error}") from None


def main(arguments=None):
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description="Figures in the pages, from what was measured.")
    chosen = parser.add_subparsers(dest="command", required=True)
    record = chosen.add_parser("record", help="keep a summary of measurements and write its region")
    record.add_argument("name", choices=regions.REGIONS)
    record.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE", help="results; those of later files count")
    record.add_argument("--shared", type=pathlib.Path, default=regions.ROOT.parent / "shared",
                        help="folder with MXNet's recorded outcomes (../shared)")  # fmt: skip
    chosen.add_parser("write", help="write the regions of all pages")
    chosen.add_parser("check", help="say which regions are not what `write` makes")
    args = parser.parse_args(arguments)
    try:
        if args.command == "record":
            regions.record(args.name, [_load(path) for path in args.files], args.shared)
            regions.write([args.name])
            return 0
        stale = regions.write() if args.command == "write" else regions.stale()
    except FigureError as error:
        print(f"python -m tools.figures: {error}", file=sys.stderr)
        return 1
    for name in stale:
        print(f"{regions.REGIONS[name].page}: {name}: " + ("written" if args.command == "write" else "not as recorded"))
    return 1 if stale and args.command == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
