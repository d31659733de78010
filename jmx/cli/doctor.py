"""`jmx doctor`: what is wrong with this environment, and the remedy for each thing, in one sentence."""

from __future__ import annotations

import dataclasses
import json

from . import _findings, _probe
from ._findings import Finding
from .arguments import Parser
from .info import driver

#: the check that starts JAX, in a process of its own
STARTS = "devices"


def _devices(probe) -> list[Finding]:
    """What JAX said when it was started."""
    found = [
        Finding(STARTS, "problem", f"JAX says at its start: {line}", "See `jmx info`, and docs/gpu.md where it is about a GPU.")
        for line in probe["problems"]
    ]
    if not probe["devices"] and not found:
        found.append(
            Finding(
                STARTS, "problem", "JAX finds no device.", "Install jax and jaxlib again, in the releases that `jmx info` shows."
            )
        )
    return found


def examine(timeout: float = 60.0) -> list[Finding]:
    """Return what all checks find, in their order.

    Parameters
    ----------
    timeout : float
        Seconds that JAX may take to list its devices; 0 leaves that out.

    Returns
    -------
    list of Finding
    """
    found: list[Finding] = []
    for name, check in _findings.CHECKS.items():
        try:
            found += check(driver()) if name == "gpu" else check()
        except Exception as error:  # whatever state the machine is in, the other checks are made
            said = " ".join(f"{type(error).__name__}: {error}".split())
            found.append(
                Finding(name, "problem", f"This check itself failed: {said}", "Please report it, with the output of `jmx info`.")
            )
    if timeout and not any(finding.check in ("numpy", "jax") and finding.severity == "problem" for finding in found):
        found += _devices(_probe.inspect(timeout))
    return found


def parser() -> Parser:
    """The options of `jmx doctor`."""
    command_line = Parser(
        prog="jmx doctor",
        description="Look for what is wrong with this environment: packages that shadow each other, releases that do not fit, "
        "the cache, the compiler, the processor, GPUs, /dev/shm, limits. Nothing is changed.",
        epilog="exit status: 0 where there is no problem (notes do not count), 1 where there is one; 2 for options that "
        "do not exist.",
        allow_abbrev=False,
    )
    command_line.add_argument("--json", action="store_true", help="print one line of JSON instead")
    command_line.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="how long JAX may take to list its devices; 0: do not start it (%(default)g)",
    )
    return command_line


def main(argv=()) -> int:
    """Run `jmx doctor` with these arguments, print, and return the exit status: 1 where there is a problem."""
    args = parser().parse_args(list(argv))
    found = examine(args.timeout)
    problems = sum(finding.severity == "problem" for finding in found)
    checks = [*_findings.CHECKS, *([STARTS] if args.timeout else [])]
    if args.json:
        print(
            json.dumps({"checks": checks, "problems": problems, "findings": [dataclasses.asdict(finding) for finding in found]})
        )
        return 1 if problems else 0
    for finding in found:
        print(f"{'!' if finding.severity == 'problem' else '-'} {finding.check}: {finding.what}\n    {finding.remedy}")
    well = [name for name in checks if not any(finding.check == name for finding in found)]
    print(
        f"{_count(problems, 'problem')}, {_count(len(found) - problems, 'note')}; nothing to say about: "
        f"{', '.join(well) or 'nothing'}"
    )
    return 1 if problems else 0


def _count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"
