"""Records golden values: what the real MXNet 1.9.1 gives for the programs of the tests. README.md beside it tells more.

    python tests/golden/generate.py --list
    python tests/golden/generate.py rnn symbol              # writes rnn.json and symbol.json beside this file
    python tests/golden/generate.py --to /tmp/new rnn       # writes /tmp/new/rnn.json, to compare

Runs with a Python that has MXNet 1.9.1, each suite in a process of its own.
"""

import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

HERE = pathlib.Path(__file__).resolve().parent
SUITES = sorted(path.stem for path in (HERE / "suites").glob("*.py") if path.stem != "__init__")


class Output:
    """Where a suite writes.

    name     the suite's name, which files have unless they are given another
    folder   pathlib.Path
    """

    def __init__(self, name, folder):
        self.name, self.folder = name, folder

    def path(self, *parts):
        """A path in the folder, as a string; the folders on the way are made."""
        path = self.folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        return str(path)

    def text(self, text, file=None):
        """Write a text file."""
        with open(self.path(file or f"{self.name}.json"), "w", encoding="utf-8") as stream:
            stream.write(text)

    def json(self, values, end="\n", **options):
        """Write `NAME.json`; `options` are those of json.dumps, without any as dense as possible."""
        self.text(json.dumps(values, **options or {"separators": (",", ":")}) + end)

    def rows(self, values, file=None, **options):
        """Write a dictionary as JSON with a line for each of its values."""
        rows = (f"{json.dumps(key)}: {json.dumps(value, **options)}" for key, value in values.items())
        self.text("{\n" + ",\n".join(rows) + "\n}\n", file)

    def npz(self, arrays):
        """Write `NAME.npz`."""
        import numpy as np

        np.savez_compressed(self.path(f"{self.name}.npz"), **arrays)


def suite(name):
    """The module of a suite."""
    return importlib.import_module(f"suites.{name}")


def record(name, to):
    """Record a suite with the MXNet of this process."""
    sys.path[:0] = [str(HERE), str(HERE.parent / "gluon")]
    module = suite(name)
    folder = pathlib.Path(to).resolve() if to else HERE / getattr(module, "FOLDER", "")
    os.environ.update(getattr(module, "ENVIRONMENT", {}))
    import mxnet as mx

    if mx.__version__ != "1.9.1" or "jmx" in sys.modules:
        raise SystemExit(f"{mx.__file__} is MXNet {mx.__version__}; golden values come from the real MXNet 1.9.1: see README.md")
    warnings.simplefilter("ignore")
    os.chdir(tempfile.mkdtemp())  # some programs write to where they run
    module.record(mx, Output(name, folder))


def main():
    command_line = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    command_line.add_argument("suites", nargs="*", metavar="SUITE", help="what to record")
    command_line.add_argument("--list", action="store_true", help="name the suites and what they hold")
    command_line.add_argument("--to", metavar="FOLDER", help="where to write; by default where the tests read")
    args = command_line.parse_args()
    unknown = set(args.suites) - set(SUITES)
    if unknown or not (args.list or args.suites):
        command_line.error(f"{'unknown: ' + ', '.join(sorted(unknown)) if unknown else 'no suite'}; there are {' '.join(SUITES)}")
    if args.list:
        sys.path.insert(0, str(HERE))
        for name in SUITES:
            head = (HERE / "suites" / f"{name}.py").read_text(encoding="utf-8").partition("\n")[0]
            print(f"{name:16}{head.strip(chr(34))}")
        return 0
    if len(args.suites) == 1:
        record(args.suites[0], args.to)
        sys.stdout.flush()
        os._exit(0)  # MXNet's threads may hold up the end
    failed = []
    for name in args.suites:
        command = [sys.executable, __file__, name] + (["--to", os.path.abspath(args.to)] if args.to else [])
        if subprocess.run(command).returncode:
            failed.append(name)
    if failed:
        print("failed:", *failed, file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
