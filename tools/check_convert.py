"""Measure `jmx convert` with a large file, and try `--like` on the networks of the model zoo.

Run: python tools/check_convert.py --gigabytes 4
     python tools/check_convert.py --networks

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


NETWORKS = (
    "resnet18_v1 resnet34_v1 resnet50_v1 resnet101_v1 resnet18_v2 resnet50_v2 resnet101_v2 mobilenet0.25 mobilenetv2_0.25 "
    "densenet121 squeezenet1.0 inceptionv3 vgg11_bn alexnet"
).split()
_SIZES = {"inceptionv3": 299, "densenet121": 224, "squeezenet1.0": 224, "alexnet": 224, "vgg11_bn": 224}


def networks():
    """Rename the parameters of each network by a file of another instance's, both ways, and compare them with its own files."""
    import jmx as mx
    from jmx import checkpoints

    wrong = 0
    for name in NETWORKS:
        net = mx.gluon.model_zoo.vision.get_model(name, classes=10)
        net.initialize()
        net.hybridize()
        net(mx.nd.ones((1, 3, _SIZES.get(name, 64), _SIZES.get(name, 64))))
        net.save_parameters("other.params")
        net.export("other")
        generator = np.random.default_rng(0)
        for parameter in net.collect_params().values():
            parameter.set_data(mx.nd.array(generator.random(parameter.shape, "float32")))
        net.save_parameters("own.params")
        net.export("own")
        for source, like, own in (
            ("own-0000.params", "other.params", "own.params"),
            ("own.params", "other-0000.params", "own-0000.params"),
        ):
            report = checkpoints.convert(source, "renamed.params", like=like, force=True)
            found, want = checkpoints.load("renamed.params"), checkpoints.load(own)
            same = set(found) == set(want) and all(np.array_equal(found[key], want[key]) for key in want)
            wrong += not same
            print(f"{name} from {source}: {report.matched}, {'right' if same else 'WRONG'}", flush=True)
    return wrong


def main():
    """Measure, and print a table in Markdown; or try the networks, and return how many were matched wrongly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, default=4, help="size of the file (default 4); the disk needs twice that")
    parser.add_argument("--networks", action="store_true", help="try --like on the model zoo instead")
    parser.add_argument("--folder", help="where to work; by default a temporary folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        os.chdir(folder)
        if args.networks:
            return networks()
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
