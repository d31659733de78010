"""MXNet 2.0's own tests, file by file."""

import pathlib

from tools.upstream2_tests import by_file

NOTES = pathlib.Path(__file__).resolve().parents[1] / "upstream2_notes.txt"


def summarize(results, shared):
    """What is kept of the outcomes that `tools/upstream2_tests.py --out` wrote; those of later results count."""
    tests = {}
    for result in results:
        tests |= result["tests"]
    return {"files": {name.rpartition("/")[2]: dict(sorted(counts.items())) for name, counts in sorted(by_file(tests).items())}}


def read_notes(path=NOTES):
    """What the notes say of files: {file: text}."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line.strip() and not line.startswith("#"))


def render(summary):
    """The region: a row for each file, with what became of the tests that did not pass, and what the notes say."""
    notes = read_notes()
    rows, passed, collected = [], 0, 0
    for file, counts in summary["files"].items():
        others = [f"{count:,} {outcome}" for outcome, count in counts.items() if outcome != "passed"]
        total = sum(counts.values())
        passed, collected = passed + counts.get("passed", 0), collected + total
        text = "; ".join([", ".join(others), *([notes[file]] if file in notes else [])])
        rows.append(f"| {file} | {counts.get('passed', 0):,} | {total:,} | {text} |")
    return "\n".join(["| file | passed | collected | the others |", "|---|---|---|---|", *rows,
                      f"| all | {passed:,} | {collected:,} | |"])  # fmt: skip
