"""MXNet 1.9.1's own tests, file by file, with the reasons of those that do not pass."""

import collections
import sys

from tools import upstream_tests

from .errors import FigureError


def summarize(results, shared):
    """What is kept of the runner's results; says on stderr which tests that fall short have no reason in the list.

    Parameters
    ----------
    results : list of dict
        As the runner's `--out` has them. The outcomes of later ones take the place of earlier ones.
    shared : pathlib.Path
        Its folder mxnet-1.9.1 says which tests MXNet passes.
    """
    tests, finished, collected, versions = {}, {}, {}, {}
    for result in results:
        tests |= result["tests"]
        finished |= {file: not about.get("incomplete") for file, about in result["files"].items()}
        collected |= {file: about.get("collect_error") for file, about in result["files"].items()}
        own = {name: result["meta"][name] for name in ("python", "jax", "numpy")}
        if versions and versions != own:
            raise FigureError(f"the files are of different versions: {versions} and {own}")
        versions = own
    try:
        wanted = upstream_tests.tests_of_mxnet(shared / "mxnet-1.9.1")
    except OSError as error:
        raise FigureError(f"--shared: no outcomes of MXNet's: {error}") from None
    missing = sorted({_file(name) for name in wanted if not finished.get(_file(name))})
    if missing:
        raise FigureError(f"not run to their ends: {', '.join(missing)}")
    outcomes = {name: tests.get(name, {}).get("outcome", "not collected") for name in sorted(wanted)}
    files = collections.defaultdict(lambda: [0, 0])
    for name, outcome in outcomes.items():
        files[_file(name)][0] += outcome == "passed"
        files[_file(name)][1] += 1
    short = {name: outcome for name, outcome in outcomes.items() if outcome != "passed"}
    first = None
    if len(results) > 1:
        first = sum(results[0]["tests"].get(name, {}).get("outcome") == "passed" for name in wanted)
    reasons = upstream_tests.read_list(upstream_tests.LIST)["fails"]
    for name in sorted(short.keys() - reasons.keys()):
        why = tests.get(name, {}).get("exc") or collected.get(_file(name)) or ""
        print(f"{name}: {short[name]}, and no reason in {upstream_tests.LIST.name}: {why}", file=sys.stderr)
    return {**versions, "seconds": results[0]["meta"]["timeout"], "first": first, "files": dict(files), "short": short}


def _file(name):
    return name.partition("::")[0]


def render(summary):
    """The region: how many pass, the files where some do not, and all files."""
    reasons = upstream_tests.read_list(upstream_tests.LIST)["fails"]
    files, short = summary["files"], summary["short"]
    total = sum(wanted for _, wanted in files.values())
    passed = total - len(short)
    again = (
        f" {summary['first']:,} passed in the first run; those that did not were run again."
        if summary["first"] is not None
        else ""
    )
    lines = [
        f"All {total:,} tests that MXNet 1.9.1 passes (`tests/python`: unittest, train, quantization), unedited, on "
        f"Python {summary['python']},",
        f"JAX {summary['jax']} and NumPy {summary['numpy']}, {summary['seconds']:g} seconds at most for each: "
        f"**{passed:,} pass, {100 * passed / total:.1f} %**.{again}",
        "", "| file | passed | the others |", "|---|---|---|",
    ]  # fmt: skip
    whole = 0
    for file, (good, wanted) in sorted(files.items(), key=lambda item: (item[1][0] - item[1][1], item[0])):
        if good == wanted:
            whole += 1
            continue
        others = collections.defaultdict(list)
        for name, outcome in short.items():
            if _file(name) == file:
                others[reasons.get(name, f"{outcome}, not looked into")].append(f"`{name.partition('::')[2]}`")
        text = ". ".join(f"{', '.join(tests)}: {reason}" for reason, tests in others.items())
        lines.append(f"| {_title(file)} | {good} / {wanted} | {text.replace('|', chr(92) + '|')} |")
    lines += [f"| the other {whole} file{'s' * (whole != 1)} | all | |", "", "<details><summary>All files</summary>", ""]
    lines += ["| file | passed |", "|---|---|"]
    lines += [f"| {_title(file)} | {good} / {wanted} |" for file, (good, wanted) in sorted(files.items())]
    return "\n".join([*lines, "", "</details>"])


def _title(file):
    return f"`{file.removeprefix('unittest/').removesuffix('.py')}`"
