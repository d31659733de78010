"""The names of MXNet's interface, and the signatures of what can be called."""

import collections

from .errors import FigureError

#: what the kinds of operators are called
_OPERATORS = {
    "public": "operators, for arrays and for symbols",
    "internal": "operators whose names begin with an underscore, for arrays and for symbols",
}


def summarize(results, shared):
    """What is kept of the one object that the inventory's tool prints with --missing --json."""
    if len(results) != 1 or "findings" not in results[0]:
        raise FigureError("expected one file, made with --as-declared --missing --json")
    (result,) = results
    parts = collections.defaultdict(lambda: [0, 0, 0, 0])
    for namespace, row in result["namespaces"].items():
        name = "mx" + "".join(f".{part}" for part in namespace.split(".")[1:2])
        for at, key in enumerate(("present", "names", "compatible", "callables")):
            parts[name][at] += row[key]
    operators = {
        category: [sum(row[key] for row in result["ops"] if row["category"] == category) for key in ("both", "ops")]
        for category in _OPERATORS
    }
    differ = {
        found["path"]: found["detail"] for found in result["findings"] if found["status"] in ("missing", "mismatch", "opaque")
    }
    absent = sorted({operator["op"] for operator in result["ops_missing"]})
    return {"operators": operators, "absent": absent, "differ": differ, "parts": dict(sorted(parts.items()))}


def render(summary):
    """The region: totals, what differs, and the parts of the interface."""
    names, all_names, callables, all_callables = (sum(column) for column in zip(*summary["parts"].values()))
    absent = ", ".join(f"`{name}`" for name in summary["absent"]) or "none"
    lines = [
        "| | there | MXNet has |", "|---|---|---|", f"| names of the Python interface | {names:,} | {all_names:,} |",
        f"| functions, classes and methods with MXNet's signature | {callables:,} | {all_callables:,} |",
        *(f"| {_OPERATORS[category]} | {row[0]:,} | {row[1]:,} |" for category, row in summary["operators"].items()),
        "", f"Operators that are not there, or for symbols alone: {absent}.",
        "", "| signature that differs | how |", "|---|---|",
        *(f"| `{path}` | {detail} |" for path, detail in sorted(summary["differ"].items())),
        "", "<details><summary>Part by part</summary>", "", "| part | names | signatures |", "|---|---|---|",
        *(f"| `{name}` | {row[0]:,} / {row[1]:,} | {row[2]:,} / {row[3]:,} |" for name, row in summary["parts"].items()),
        "", "</details>",
    ]  # fmt: skip
    return "\n".join(lines)
