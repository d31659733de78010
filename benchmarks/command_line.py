"""The command line: what is asked for, the run, and where the figures go."""

import argparse
import os
import sys

from . import results as files
from . import tables
from .rounds import Rounds, check
from .sides import BenchmarkError, sides
from .suites import SUITES

_EPILOG = """\
examples:
  python -m benchmarks networks --mxnet mxnet191/bin/python --against oracle,jax --cases 'resnet*' --json new.json
  python -m benchmarks operators --mxnet mxnet191/bin/python --threads 1,2 --write docs/performance.md
  python -m benchmarks eager --against ../before
  python -m benchmarks networks --from new.json --since old.json

exit status: 0 if all was measured, 1 if something could not be, 2 for unknown options.
"""


def _numbers(text):
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1 or len(set(numbers)) < len(numbers):
        raise argparse.ArgumentTypeError(f"expected different whole numbers from 1, such as 1,2; got {text!r}")
    return numbers


def _phases(text):
    phases = text.split(",")
    if not set(phases) <= {"train", "infer"} or len(set(phases)) < len(phases):
        raise argparse.ArgumentTypeError(f"expected train, infer or train,infer; got {text!r}")
    return phases


def _positive(read):
    def positive(text):
        try:
            value = read(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"expected a number above 0, got {text!r}")
        return value

    return positive


def parser():
    """Return the parser of the command line."""
    command = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure jmx beside other packages.", epilog=_EPILOG, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    chosen = command.add_subparsers(dest="suite", required=True, metavar="|".join(SUITES))
    for suite in SUITES.values():
        own = chosen.add_parser(suite.name, help=suite.about, description=suite.about, allow_abbrev=False)
        add = own.add_argument
        add("--against", help="oracle, jax, torch or folders with a source tree of jmx, separated by commas (oracle if there "
            "is --mxnet, otherwise jmx alone is measured)")  # fmt: skip
        add("--mxnet", metavar="COMMAND", help="runs Python with MXNet 1.9.1")
        add("--torch", metavar="COMMAND", help="runs Python with PyTorch (this Python)")
        add("--cases", metavar="A,B", help=f"names or patterns ({', '.join(suite.default or suite.cases)})")
        add("--rounds", type=_positive(int), default=suite.rounds, metavar="N", help="how many count (%(default)s)")
        add("--threads", type=_numbers, default=list(suite.threads), metavar="N,N",
            help=f"of each process ({','.join(map(str, suite.threads))}); with several, each is measured")  # fmt: skip
        add("--core", type=int, default=0, metavar="N", help="number of the first processor that is used (%(default)s)")
        add("--timeout", type=_positive(float), default=1800, metavar="S", help="seconds an answer may take (%(default)s)")
        if not suite.cold:
            add("--cold", action="store_true", help="an empty cache of compiled programs for every process")
        if "phases" in suite.options:
            add("--phases", type=_phases, default=["train", "infer"], help="train, infer or both (train,infer)")
        if "seconds" in suite.options:
            add("--seconds", type=_positive(float), default=5.0, metavar="S", help="for which steps are timed (%(default)s)")
        if "batch" in suite.options:
            add("--batch", type=_positive(int), metavar="N", help="images in a batch of the networks of the model zoo")
        add("--json", metavar="FILE", help="keep the figures there; written after every case")
        add("--resume", action="store_true", help="go on with the run that wrote the file of --json: measure what it has not")
        add("--from", dest="source", metavar="FILE", help="measure nothing; show the figures in a file that --json wrote")
        add("--since", metavar="FILE", help="say what changed since the run that wrote this file")
        add("--write", metavar="FILE", help="put the table into a document, between `<!-- generated: NAME -->` and its end")
        add("--block", metavar="NAME", default=suite.name, help="which block of the document (%(default)s)")
    return command


def _cores(first, threads):
    """The processors of a process with so many threads."""
    there = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    cores = list(range(first, first + threads))
    if not set(cores) <= there:
        raise BenchmarkError(f"--threads {threads} --core {first}: needs the processors {', '.join(map(str, cores))}; "
                             f"this process may use {', '.join(map(str, sorted(there)))}")  # fmt: skip
    return cores


def _rows_before(suite, args, results):
    """The rows of the run that `--resume` goes on with.

    Raises:
        BenchmarkError: there is no `--json`, or its file is of a run of other sides or versions.
    """
    if not args.json:
        raise BenchmarkError("--resume: give --json FILE, which the run that was cut off has written")
    if not os.path.exists(args.json):
        return []
    before = files.load(args.json, suite.name)
    for key in ("sides", "versions", "rounds", "cold", "batch"):
        if before[key] != results[key]:
            raise BenchmarkError(f"--resume: {args.json} is of a run with {key} {before[key]}; this one has {results[key]}")
    return before["rows"]


def _measure(suite, args):
    """Run a suite; returns its results, and shows them as they come."""
    against = args.against if args.against is not None else "oracle" if args.mxnet else ""
    compared = sides(against, args.mxnet, args.torch)
    for side in compared:
        if side.package not in suite.packages:
            raise BenchmarkError(f"--against {side.name}: {suite.name} has no cases for {side.title}; leave it out")
    options = {name: getattr(args, name, None) for name in ("phases", "seconds", "batch")}
    rows = suite.rows(suite, suite.chosen(args.cases), options)
    if not rows:
        raise BenchmarkError(f"--phases {','.join(args.phases)}: none of the cases has this phase")
    cores = {threads: _cores(args.core, threads) for threads in args.threads}
    cold = suite.cold or args.cold
    results = {
        "format": files.FORMAT, "suite": suite.name, "sides": [side.name for side in compared], "rounds": args.rounds,
        "cold": cold, "batch": options["batch"], "rows": [],
        "versions": check(compared, suite.module, cores[args.threads[0]], args.timeout),
    }  # fmt: skip
    if args.resume:
        results["rows"] = _rows_before(suite, args, results)
    known = {(row["label"], row["threads"]) for row in results["rows"]}
    for threads in args.threads:
        with Rounds(compared, suite.module, cores[threads], args.rounds, cold, args.timeout) as rounds:
            for row in rows:
                if (row.label, threads) in known:
                    continue
                figures, errors = rounds.measure(row)
                result = {"label": row.label, "group": row.group, "threads": threads, "sides": figures, "errors": errors}
                results["rows"].append(result)
                print(tables.line(suite, result, results["sides"]), flush=True)
                for error in errors.values():
                    print(error, file=sys.stderr, flush=True)
                if args.json:
                    files.save(args.json, results)
    return results


def _run(args):
    suite = SUITES[args.suite]
    before = files.load(args.since, suite.name) if args.since else None
    if args.write:  # before hours of measuring
        tables.check_block(args.write, args.block)
    if args.source:
        results = files.load(args.source, suite.name)
        for row in results["rows"]:
            print(tables.line(suite, row, results["sides"]))
    else:
        results = _measure(suite, args)
    for threads in dict.fromkeys(row["threads"] for row in results["rows"]):
        for sentence in tables.summary(suite, results, threads):
            print(f"[{threads}] {sentence}")
    if before is not None:
        lines = files.changes(suite, before, results)
        print("\n".join([f"changed since {args.since}:", *lines] if lines else [f"nothing changed since {args.since}"]))
    if args.write:
        tables.replace_block(args.write, args.block, tables.markdown(suite, results))
    return 1 if any(row["errors"] for row in results["rows"]) else 0


def main(arguments=None):
    """Run the command line and return the exit status."""
    args = parser().parse_args(arguments)
    try:
        return _run(args)
    except BenchmarkError as error:
        print(f"python -m benchmarks {args.suite}: {error}", file=sys.stderr)
        return 1
