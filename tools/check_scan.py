"""Measure `jmx scan` on checkouts of programs, and beside what the examples really use: the tables of docs/leaving/scan.md.

    python tools/check_scan.py FOLDER...            a row for each folder: files, lines, uses by verdict, lines a second
    python tools/check_scan.py --sample 100 FOLDER...    so many uses drawn at random, with their lines, to be judged by reading
    python tools/check_scan.py --examples           run examples with --trace-usage, and count what the scan misses

Seconds are processor time of the scan of one folder in one process, so that other load on the machine does not count.
"""

import argparse
import json
import linecache
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from jmx.scan import report, scan  # noqa: E402

#: an example and the options that make it short
EXAMPLES = {
    "digits_gluon": ["--epochs", "1", "--limit", "200", "--batch-size", "50"],
    "module_digits": ["--network", "mlp", "--epochs", "1", "--limit", "200", "--batch-size", "20"],
    "cifar_gluon": ["--epochs", "1", "--limit", "64", "--batch-size", "32", "--width", "4"],
    "word_language_model": ["--epochs", "1", "--sentences", "1500", "--hidden", "20"],
    "transformer_classifier": ["--layers", "1", "--units", "16", "--epochs", "1"],
    "gan_digits": ["--limit", "100", "--channels", "4", "--batch-size", "25", "--epochs", "1"],
}


def table(folders):
    """Print a row for each folder."""
    kinds = ["works", "differently", "no effect", "not there", "not in MXNet"]
    columns = ["program", "files", "with MXNet", "lines", "uses", *kinds, "lines a second"]
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for folder in folders:
        start = time.process_time()
        reports = scan([folder], 1)
        seconds = time.process_time() - start
        counts = report.summary(reports)
        numbers = [counts["verdicts"][key] for key in ("works", "differs", "no-effect", "not-there", "not-in-mxnet")]
        row = [pathlib.Path(folder).name, counts["files"], counts["parsed"], counts["lines"], counts["uses"], *numbers]
        print("|", " | ".join(map(str, row)), "|", f"{counts['lines'] / seconds:,.0f} |", flush=True)


def sample(folders, number, seed):
    """Print uses drawn at random."""
    uses = [(each.path, use) for folder in folders for each in scan([folder], 0) for use in each.uses]
    for path, use in random.Random(seed).sample(uses, min(number, len(uses))):
        line = linecache.getline(path, use.line).strip() if use.cell is None else ""
        print(f"{report.place(path, use)}  {use.verdict}  {use.name}  | {line[:110]} | {report.advice(use)[:60]}")


def examples():
    """Run the examples, and print what they touched that the scan does not find."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_SYNTHETIC_DATA": "1"}
    print("| example | names touched | missed by the scan | found and not touched |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        environment.setdefault("MXNET_HOME", folder)
        for name, options in EXAMPLES.items():
            program, trace = ROOT / "examples" / f"{name}.py", os.path.join(folder, "used.json")
            command = [sys.executable, "-m", "jmx", "run", "--trace-usage", trace, str(program), *options]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if done.returncode:
                print(f"| {name} | ended with {done.returncode}: {done.stderr.splitlines()[-1:]} | | |")
                continue
            with open(trace, encoding="utf-8") as file:
                touched = json.load(file)["names"]
            mine = [names for names, files in touched.items() if str(program) in files]
            missed, untouched = report.compare(scan([str(program)]), touched, lambda one, other: one == other)
            print(f"| {name} | {len(mine)} | {', '.join(missed) or 'none'} | {', '.join(untouched) or 'none'} |", flush=True)


def main():
    """Run the command line."""
    command_line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command_line.add_argument("folders", nargs="*", metavar="FOLDER")
    command_line.add_argument("--sample", type=int, metavar="N", help="print N uses drawn at random")
    command_line.add_argument("--seed", type=int, default=1, help="of the drawing")
    command_line.add_argument("--examples", action="store_true", help="run the examples")
    options = command_line.parse_args()
    if options.examples:
        examples()
    if options.folders and options.sample:
        sample(options.folders, options.sample, options.seed)
    elif options.folders:
        table(options.folders)


if __name__ == "__main__":
    main()
