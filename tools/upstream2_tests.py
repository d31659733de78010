"""MXNet 2.0's own tests against jmx with its switch for MXNet 2.0: how many pass, file by file, and what the others raise.

    python -m tools.upstream2_tests --tests MXNET2/tests/python --file test_numpy_ndarray.py
    python -m tools.upstream2_tests --tests MXNET2/tests/python -k broadcast --file test_numpy_op.py

runs the unit tests of MXNet 2.0.0.beta1, which are not part of the repository, with `JMX_API=2`, the Python that this was started
with and the jmx of this checkout. The runner in the folder `--shared` is that of MXNet 1.9.1's tests; options that are not named
here, such as `-k` and `--rerun`, go to it. Each file runs in a process of its own.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from tools.upstream_tests import ROOT, copy_tests, runner


def by_file(tests):
    """{file: Counter of outcomes} of a runner's {"FILE::TEST": {"outcome": ...}}."""
    files = collections.defaultdict(collections.Counter)
    for name, test in tests.items():
        files[name.partition("::")[0]][test["outcome"]] += 1
    return files


def table(tests):
    """A table in Markdown: how many of each file's tests passed, of those that were collected, and what became of the others."""
    lines = ["| file | passed | collected | others |", "|---|---|---|---|"]
    total = collections.Counter()
    for name, counts in sorted(by_file(tests).items()):
        others = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()) if outcome != "passed")
        lines.append(f"| `{name.rpartition('/')[2]}` | {counts['passed']} | {counts.total()} | {others} |")
        total += counts
    return "\n".join([*lines, f"| all | {total['passed']} | {total.total()} | |"])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tests", type=pathlib.Path, required=True, help="the folder tests/python of MXNet 2.0.0.beta1")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared", help="folder of the runner")
    parser.add_argument("--file", nargs="+", default=["unittest/test_*"], metavar="NAME", help="test files (default: unittest/)")
    parser.add_argument("--timeout", default="60", help="seconds a test may take (default 60)")
    parser.add_argument("--out", type=pathlib.Path, help="JSON file for every outcome; those of other files are kept")
    options, others = parser.parse_known_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        results = folder / "out.json"
        command = [sys.executable, runner(options.shared)]
        command += ["--tests", copy_tests(options.tests, folder / "python"), "--file", *options.file]
        command += ["--timeout", options.timeout]
        command += ["--baseline", folder / "none", "--excluded", folder / "none", "--out", results]
        command += ["--pythonpath", ROOT, ROOT / "compat", "--env", "JMX_API=2", *others]
        subprocess.run([str(part) for part in command], check=False)
        tests = json.loads(results.read_text(encoding="utf-8"))["tests"] if results.exists() else {}
    if not tests:
        print("MXNet 2.0's tests: nothing ran")
        return 2
    if options.out:
        files = by_file(tests)
        kept = json.loads(options.out.read_text(encoding="utf-8"))["tests"] if options.out.exists() else {}
        tests = {name: test for name, test in kept.items() if name.partition("::")[0] not in files} | tests
        options.out.write_text(json.dumps({"tests": tests}, indent=0, sort_keys=True), encoding="utf-8")
    print(table(tests))
    return 0


if __name__ == "__main__":
    sys.exit(main())
