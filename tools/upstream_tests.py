"""MXNet's own quick tests, compared with the list of those that are known to fail.

    python -m tools.upstream_tests
    python -m tools.upstream_tests --file test_gluon.py test_symbol.py

runs the tests of MXNet 1.9.1 that take MXNet at most half a second, by the runner in the folder `--shared`, with the Python that
this was started with and the jmx of this checkout. The tests are not part of the repository but in `$JMX_UPSTREAM`,
else in `mxnet-1.9.1` of the user's cache folder; `--upstream` names another place.

`tools/upstream_known_failures.txt` has one test a line: `fails NAME REASON`, or `slow NAME REASON` for one that is not run. Tests
that take longer are listed, too, for the table of a whole run (`tools/figures`). The exit status is 1 if a test fails that is not
listed, if a listed one passes, or if a listed one is none that MXNet passes; and 2 if nothing could be compared.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "upstream_known_failures.txt"
QUICK = 0.5
KINDS = ("fails", "slow")


def upstream_folder():
    """Where MXNet 1.9.1's own files are expected: `$JMX_UPSTREAM`, else `mxnet-1.9.1` in the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("JMX_UPSTREAM") or pathlib.Path(cache, "mxnet-1.9.1"))


def runner(shared):
    """The program that runs MXNet's tests."""
    return shared.resolve() / "upstream" / "suite.py"


def read_list(path):
    """{"fails": {name: reason}, "slow": {name: reason}} of a list; ValueError names a line that is not one."""
    known = {kind: {} for kind in KINDS}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(maxsplit=2)
        if len(words) < 3 or words[0] not in KINDS:
            raise ValueError(f"{path.name}:{number}: a line is 'fails NAME REASON' or 'slow NAME REASON', not {line!r}")
        kind, name, reason = words
        if any(name in names for names in known.values()):
            raise ValueError(f"{path.name}:{number}: {name} is listed twice")
        known[kind][name] = reason
    return known


def tests_of_mxnet(facts, files=(), seconds=float("inf")):
    """The names of the tests that MXNet passes in so many seconds, of `files` or of all, from its recorded outcomes."""
    outcomes = json.loads((facts / "upstream_baseline.json").read_text(encoding="utf-8"))["tests"]
    excluded = json.loads((facts / "upstream_excluded.json").read_text(encoding="utf-8"))["tests"]
    return {
        name
        for name, test in outcomes.items()
        if test["outcome"] == "passed" and name not in excluded and test.get("seconds", 0) <= seconds
        if not files or name.partition("::")[0] in files or name.partition("::")[0].rpartition("/")[2] in files
    }


def compare(tests, results, known, everything=None):
    """What is wrong, a line each.

    Parameters
    ----------
    tests : set of str
        The tests that had to run.
    results : dict of str to dict
        "outcome" and, if it did not pass, "exc" of each test that ran.
    known : dict
        As `read_list` gives it.
    everything : set of str, optional
        All tests that MXNet passes. A listed test must be among them.
    """
    wrong = []
    for name in sorted(tests - set(known["slow"])):
        result = results.get(name, {"outcome": "notrun", "exc": "it did not run"})
        if result["outcome"] == "passed" and name in known["fails"]:
            wrong.append(f"passes, but is listed: {name}. Take it off {LIST.name}.")
        elif result["outcome"] != "passed" and name not in known["fails"]:
            wrong.append(f"{result['outcome']}: {name}: {result.get('exc', '')}")
    if everything is not None:
        listed = {name for names in known.values() for name in names}
        wrong += [f"listed, but no test that MXNet passes: {name}" for name in sorted(listed - everything)]
    return wrong


def copy_tests(source, folder):
    """Copies the tests to `folder` and returns it.

    Some ways of unpacking or copying write a symbolic link as a file that holds the path it points to, as Git does on Windows.
    MXNet's tests have one such link to a module; the copy has the module.
    """
    shutil.copytree(source, folder)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8", errors="replace")
        if len(text) < 200 and "\n" not in text.strip() and text.strip().endswith(".py"):
            target = path.parent / text.strip()
            if target.is_file() and target.resolve().is_relative_to(folder.resolve()):
                path.chmod(0o644)
                shutil.copyfile(target, path)
    return folder


def run(shared, upstream, jobs, files, slow, folder, seconds=60):
    """The outcomes of the runner for all quick tests of `files` but the `slow` ones.

    A test may take `seconds`, a file four times as long.
    """
    left_out, out = folder / "left_out.json", folder / "out.json"
    left_out.write_text(json.dumps({"tests": {name: {"outcome": "passed"} for name in slow}}), encoding="utf-8")
    tests = copy_tests(upstream / "tests" / "python", folder / "python")
    command = [sys.executable, runner(shared), "--tests", tests, "--faster-than", str(QUICK)]
    limits = ["--timeout", seconds, "--file-limit", 4 * seconds]
    command += ["--jobs", jobs, *limits, "--rerun", left_out, "--out", out]
    command += ["--pythonpath", ROOT, ROOT / "compat", *(["--file", *files] if files else [])]
    subprocess.run([str(part) for part in command], cwd=folder, check=False)
    return json.loads(out.read_text(encoding="utf-8"))["tests"] if out.exists() else {}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--shared", type=pathlib.Path, default=ROOT.parent / "shared", help="folder of the runner and of MXNet's outcomes"
    )
    parser.add_argument(
        "--upstream", type=pathlib.Path, default=upstream_folder(), help="folder that holds MXNet's tests/python (%(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="files run at once (default 2)")
    parser.add_argument("--file", nargs="+", default=[], metavar="NAME", help="test files to run (default: all)")
    options = parser.parse_args(arguments)
    shared, upstream = options.shared.resolve(), options.upstream.resolve()
    for needed in (runner(shared), upstream / "tests" / "python"):
        if not needed.exists():
            print(f"MXNet's tests: {needed} is not there (docs/dev/upstream_tests.md says how to get it)")
            return 2
    known = read_list(LIST)
    tests = tests_of_mxnet(shared / "mxnet-1.9.1", options.file, QUICK)
    with tempfile.TemporaryDirectory() as folder:
        results = run(shared, upstream, options.jobs, options.file, known["slow"], pathlib.Path(folder))
        # A busy machine can be too slow for one, or for the rest of its file: what falls short runs a second time, alone.
        short = {name for name in tests - {*known["slow"], *known["fails"]} if results.get(name, {}).get("outcome") != "passed"}
        if results and short:
            files = sorted({name.partition("::")[0].rpartition("/")[2] for name in short})
            others = {name for name in tests if name not in short}
            again = pathlib.Path(folder, "again")
            again.mkdir()
            second = run(shared, upstream, 1, files, others, again, 180)
            results |= {name: result for name, result in second.items() if name in short}
    if not results:
        print("MXNet's tests: nothing ran")
        return 2
    wrong = compare(tests, results, known, tests_of_mxnet(shared / "mxnet-1.9.1"))
    passed = sum(results.get(name, {}).get("outcome") == "passed" for name in tests)
    slow = len(tests & set(known["slow"]))
    print(f"MXNet's tests: {passed} of {len(tests)} passed, {slow} slow ones left out; {len(wrong)} not as listed")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
