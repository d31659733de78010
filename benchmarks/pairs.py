"""Cases run in processes of their own, jmx and the real MXNet in turn; printed are medians and ratios.

A benchmark file defines functions `case_NAME` that return figures by name, and ends with `pairs.main(__file__, __doc__,
globals())`. Its command line:

    --mxnet COMMAND   runs Python with MXNet 1.9.1 (an interpreter, or a script that calls one)
    --cases a,b --rounds 5 --threads 1 --cold --json FILE

The ratio is above 1 where jmx is better: figures in `MORE_IS_BETTER` are rates, all others costs.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

MORE_IS_BETTER = {"images_per_second", "records_per_second", "samples_per_second", "words_per_second"}


def measure(command, file, case, env):
    """Run one case in a process of its own; returns its figures."""
    done = subprocess.run([*command, os.path.abspath(file), "--worker", case], env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {case} failed\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main(file, doc, names):
    """Command line of the benchmark `file` with the cases among `names`."""
    cases = {name[5:]: function for name, function in names.items() if name.startswith("case_")}
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--cases", default=",".join(cases))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="an empty cache of compiled programs for every process of jmx")
    parser.add_argument("--json")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        print(json.dumps(cases[args.worker]()))
        return
    if not args.mxnet:
        parser.error("--mxnet is required")
    env = dict(os.environ, OMP_NUM_THREADS=str(args.threads))
    pin = ["taskset", "-c", ",".join(map(str, range(args.threads)))]
    results = {}
    for case in args.cases.split(","):
        figures = {"jmx": [], "mxnet": []}
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                mine = dict(env, JMX_CACHE_DIR=folder) if args.cold else env
                figures["jmx"].append(measure([*pin, sys.executable], file, case, mine))
            theirs = {k: v for k, v in env.items() if k != "PYTHONPATH"}
            figures["mxnet"].append(measure([*pin, *args.mxnet.split()], file, case, theirs))
        results[case] = figures
        for key in figures["jmx"][0]:
            mine, theirs = (statistics.median(run[key] for run in figures[who]) for who in ("jmx", "mxnet"))
            ratio = mine / theirs if key in MORE_IS_BETTER else theirs / mine
            print(f"{case:8} {key:20} jmx {mine:10.2f}   mxnet {theirs:10.2f}   ratio {ratio:6.2f}", flush=True)
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)
