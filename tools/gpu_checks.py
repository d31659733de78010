"""What to run on a machine with a GPU: tests on the GPU, speed beside hand-written JAX, examples; each part with a time limit.

    python -m tools.gpu_checks FOLDER [info=60] [behaviour=120] [eager=60] [networks=300] [suite=900] [examples=600]

Parts run in the order given, `NAME=SECONDS`, all of them without any. FOLDER gets a log of each part, and `failures.jsonl` with a
line for every test that failed, written as it fails, so that a part that runs out of time has something to show.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = (
    ["examples/digits_gluon.py"], ["examples/module_digits.py"], ["examples/cifar_gluon.py"], ["examples/gan_digits.py"],
    ["examples/transfer_learning.py"], ["examples/transformer_classifier.py"], ["examples/word_language_model.py"],
)  # fmt: skip
SUITE = (
    "tests/conformance/test_conformance.py", "tests/gluon", "tests/ops", "tests/ndarray", "tests/numpy", "tests/symbol",
    "tests/module", "tests/rnn", "tests/contrib", "tests/parallel", "tests/core",
)  # fmt: skip
PARTS = {"info": 60, "behaviour": 120, "eager": 60, "networks": 300, "suite": 900, "examples": 600}


def pytest_runtest_logreport(report):
    """As a plugin of pytest: note a failure when it happens."""
    path = os.environ.get("GPU_CHECKS_FAILURES")
    if path and report.failed:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"test": report.nodeid, "when": report.when, "text": report.longreprtext[-2500:]}) + "\n")


def commands(part, workers):
    """The commands of a part, with variables of their environment."""
    python = [sys.executable]
    pytest = [*python, "-m", "pytest", "-q", "--tb=short", "-p", "tools.gpu_checks", "-p", "no:cacheprovider", "--context", "gpu"]
    exact = {"NVIDIA_TF32_OVERRIDE": "0", "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "XLA_FLAGS": "--xla_gpu_autotune_level=0"}
    if part == "info":
        return [["nvidia-smi", "-L"], [*python, "-m", "jmx", "info"]], {}
    if part == "behaviour":
        return [[*pytest, "tests/gpu"]], {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    if part == "eager":
        return [[*python, "benchmarks/gpu.py", "--eager", "--cases", ""]], {}
    if part == "networks":
        return [[*python, "benchmarks/gpu.py"]], {}
    if part == "suite":
        return [[*pytest, "-n", str(workers), *SUITE]], exact
    return [[*python, *example] for example in EXAMPLES], {}


def run(part, seconds, folder):
    """Run a part until its time is over; returns a line about how it went."""
    end = time.monotonic() + seconds
    outcome = []
    lines, extra = commands(part, os.cpu_count() or 2)
    with open(folder / f"{part}.log", "w", encoding="utf-8") as log:
        for line in lines:
            environ = {**os.environ, "GPU_CHECKS_FAILURES": str(folder / "failures.jsonl"), "PYTHONUNBUFFERED": "1", **extra}
            environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat"), environ.get("PYTHONPATH", "")])
            began = time.monotonic()
            try:
                process = subprocess.Popen(
                    line, cwd=ROOT, env=environ, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
                )
            except OSError as error:
                outcome.append(f"cannot be started: {error}")
                continue
            try:
                status = process.wait(max(end - began, 1))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                status = "out of time"
            outcome.append(f"{status} ({time.monotonic() - began:.0f} s)")
    return f"{part}: {', '.join(outcome)}"


def main():
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("parts", nargs="*", metavar="NAME=SECONDS")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wanted = dict(part.partition("=")[::2] for part in args.parts) or PARTS
    if unknown := wanted.keys() - PARTS.keys():
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    for part, seconds in wanted.items():
        print(run(part, float(seconds or PARTS[part]), args.folder), flush=True)
        print((args.folder / f"{part}.log").read_text(encoding="utf-8", errors="replace")[-3000:], flush=True)


if __name__ == "__main__":
    main()
