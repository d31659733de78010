"""Measure `jmx convert` with a large file: seconds and the most memory, for each way.

Run: python tools/check_convert.py --gigabytes 4

Memory is the peak of anonymous memory (RssAnon), what the process holds itself, and of all resident memory (VmHWM), to which
pages of mapped files count while they are read.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from jmx._files import params  # noqa: E402

ARRAYS = 4
_CHILD = """
import json, sys, threading, time
sys.path.insert(0, sys.argv[1])
from jmx.cli import main

def status(key):
    with open("/proc/self/status") as file:
        return int(next(line for line in file if line.startswith(key)).split()[1]) / 1024

peak = [0.0]
def watch():
    while True:
        peak[0] = max(peak[0], status("RssAnon"))
        time.sleep(0.01)

threading.Thread(target=watch, daemon=True).start()
start = time.perf_counter()
code = main(["convert", *sys.argv[2:]])
print(json.dumps([code, time.perf_counter() - start, peak[0], status("VmHWM"), "jax" in sys.modules]))
"""


class Random:
    """An array of random bits that are numbers, made piece by piece."""

    dtype = np.dtype("float32")

    def __init__(self, size):
        self.shape = (size // 1024, 1024)

    def pieces(self):
        """Yield the elements."""
        generator = np.random.default_rng(1)
        left = self.shape[0]
        while left:
            rows = min(left, 2048)
            yield generator.random((rows, 1024), "float32")
            left -= rows


def convert(source, target, *options):
    """Convert in a process of its own; return seconds, MB of anonymous and of resident memory."""
    words = [sys.executable, "-c", _CHILD, str(ROOT), source, target, *options]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    code, seconds, anonymous, resident, has_jax = json.loads(done.stdout.splitlines()[-1])
    assert code == 0 and not has_jax, done.stdout + done.stderr
    return seconds, anonymous, resident


def main():
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, default=4, help="size of the file (default 4); the disk needs twice that")
    parser.add_argument("--folder", help="where to work; by default a temporary folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        os.chdir(folder)
        size = int(args.gigabytes * 2**30) // 4 // ARRAYS
        with open("a.params", "wb") as file:
            start = time.perf_counter()
            file.writelines(params.chunks([Random(size)] * ARRAYS, [f"w{i}" for i in range(ARRAYS)]))
        print(f"written in {time.perf_counter() - start:.1f} s\n\n| way | seconds | held, MB | resident, MB |\n|---|---|---|---|")
        for source, target, options, done_with in (
            ("a.params", "b.safetensors", (), ()),
            ("b.safetensors", "c.params", (), ("b.safetensors",)),
            ("a.params", "c.params", ("--check-only",), ("c.params",)),
            ("a.params", "b.npz", (), ()),
            ("b.npz", "c.params", (), ("b.npz", "c.params")),
            ("a.params", "b.safetensors", ("--dtype", "float16"), ("b.safetensors",)),
        ):
            seconds, anonymous, resident = convert(source, target, *options)
            arrow = " ".join([f"{pathlib.Path(source).suffix} to {pathlib.Path(target).suffix}", *options])
            print(f"| {arrow} | {seconds:.1f} | {anonymous:.0f} | {resident:.0f} |", flush=True)
            for name in done_with:
                os.unlink(name)


if __name__ == "__main__":
    main()
