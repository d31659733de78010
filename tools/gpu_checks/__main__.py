"""The command line.

python -m tools.gpu_checks pack                          before a GPU is there: MXNet's tests into build/gpu_checks
python -m tools.gpu_checks next FOLDER [--seconds 170]   on the machine: the next most valuable items that are not done
python -m tools.gpu_checks merge FOLDER                  afterwards: FOLDER's record into the committed one
python -m tools.gpu_checks status                        what is done on which card, and what is left
"""

import argparse
import collections
import pathlib
import shutil
import sys

from tools.upstream_tests import ROOT, copy_tests, upstream_folder

from . import record, runner
from .parts import CARRIED, PARTS


def pack(shared):
    """Copy MXNet's tests, and the plugin in `shared` that runs them, to where git ignores them; returns the folder."""
    tests, plugin = upstream_folder() / "tests" / "python", shared / "upstream" / "upstream_compat_plugin.py"
    for needed in (tests, plugin):
        if not needed.exists():
            raise record.RecordError(f"{needed} is not here (docs/dev/upstream_tests.md says how to get MXNet's tests)")
    folder = CARRIED / "mxnet"
    shutil.rmtree(folder, ignore_errors=True)
    copy_tests(tests, folder / "tests" / "python")
    shutil.copyfile(plugin, folder / plugin.name)
    return folder


def status(path):
    """Lines about what a record holds."""
    known, lines = record.read(path), []
    for part in PARTS.values():
        counts = collections.Counter(
            (entry["card"], entry["outcome"]) for entry in known.entries.values() if entry["part"] == part.name
        )
        total = known.counts.get(part.name)
        left = "not counted yet" if total is None else f"{total - len(known.done(part.name))} of {total} left"
        lines.append(f"{part.name:12} {left:18} {part.about}")
        for card in sorted({card for card, _ in counts}):
            found = ", ".join(f"{count} {outcome}" for (on, outcome), count in sorted(counts.items()) if on == card)
            lines.append(f"    {card}: {found}")
    return lines


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tools.gpu_checks", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("command", choices=("next", "status", "merge", "pack"))
    parser.add_argument("folder", type=pathlib.Path, nargs="?", help="where this machine's record and logs are")
    parser.add_argument("--record", type=pathlib.Path, default=record.COMMITTED, help="the committed record (%(default)s)")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared", help="for pack (%(default)s)")
    parser.add_argument("--seconds", type=float, default=170, help="when to stop (%(default)s)")
    parser.add_argument("--context", choices=("gpu", "cpu"), default="gpu", help="cpu: the same items without a GPU, as a trial")
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, default=(), metavar="PART", help=f"of {', '.join(PARTS)}; default: all"
    )
    parser.add_argument("--workers", type=int, help="how many tests at once (one for each processor, 16 at most)")
    parser.add_argument("--again", nargs="+", choices=record.OUTCOMES, default=(), metavar="OUTCOME", help="what to do again")
    parser.add_argument("--same-card", action="store_true", help="do again what was done on other cards")
    return parser


def main(arguments=None):
    """Run the command line; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command in ("next", "merge") and options.folder is None:
        parser.error(f"{options.command} needs a folder")
    try:
        if options.command == "pack":
            print(f"{pack(options.shared)}: name build/gpu_checks among what goes along")
        elif options.command == "next":
            runner.run(
                options.folder, options.seconds, context=options.context, names=options.parts, workers=options.workers,
                again=options.again, path=options.record, same_card=options.same_card, tell=lambda line: print(line, flush=True),
            )  # fmt: skip
        elif options.command == "merge":
            print(f"{record.merge(options.record, options.folder, options.context == 'cpu')} entries of {options.folder}")
        else:
            print("\n".join(status(options.record)))
    except record.RecordError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
