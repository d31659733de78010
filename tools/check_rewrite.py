"""Rewrites programs at each stage of `jmx rewrite`, runs what comes out, and compares what it prints.

    python tools/check_rewrite.py [--seeds FOLDER] [--only NAME ...]

Prints the table of docs/leaving/rewrite.md: for each program and stage the places that were rewritten, the comments about what
was not, and whether the result prints what the program prints under `jmx run`. Stages are applied one after another and each by
itself. Programs are the examples, shortened by their options, and with `--seeds` others from a folder. They do not shuffle
arrays, which a data loader would do in another order. Data sets are the stand-ins that JMX_SYNTHETIC_DATA=1 draws.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from jmx.rewrite import STAGES, rewrite  # noqa: E402

_SEEDED = "import numpy as np\nimport mxnet as _mxnet\n_mxnet.random.seed(1)\nnp.random.seed(1)\n"
#: program: its options, and changes that shorten it
PROGRAMS = {
    "mxnet_test.py": ([], {
        "get_mnist()\n": "get_mnist()\nmnist = {name: values[:2000] for name, values in mnist.items() if name != 'data_shape'}\n",
        "epoch = 20": "epoch = 1", "shuffle=True": "shuffle=False", "assert metric.get()[1] > 0.98": "",
    }),
    "mxnet-example.py": (["--batch_size", "100"], {
        "train=True)": "train=True).take(300)", "shuffle=True": "shuffle=False", "import numpy as np\n": _SEEDED,
    }),
    "mxnet-conv-ex.py": ([], {"shape = (32, 32, 256, 256)": "shape = (2, 32, 16, 16)", "import numpy as np\n": _SEEDED}),
    "digits_gluon.py": (["--epochs", "1", "--limit", "500"], {}),
    "gan_digits.py": (["--epochs", "1", "--limit", "200", "--channels", "4"], {"shuffle=True": "shuffle=False"}),
    "module_digits.py": (["--epochs", "1", "--limit", "500"], {}),
    "transformer_classifier.py": (["--epochs", "1", "--sentences", "400"], {}),
    "word_language_model.py": (["--epochs", "1", "--sentences", "1000"], {}),
    "transfer_learning.py": (["--epochs", "1", "--digits", "300", "--digit-epochs", "1", "--test-images", "100"], {}),
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")
#: lines that tell times and speeds
_TIMES = re.compile(r"second|it/s|samples/s|\bs\b|images/s")


def run(path, words, folder):
    """What a program prints, or the last line of its error."""
    environment = {**os.environ, "JMX_SYNTHETIC_DATA": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "examples")])}
    command = [sys.executable, "-W", "ignore", "-m", "jmx", "run", str(path), *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1500)
    if done.returncode:
        return None, (done.stderr.strip().splitlines() or ["?"])[-1][:160]
    return [line for line in done.stdout.splitlines() if not _TIMES.search(line)], ""


def same(one, other):
    """Whether two outputs agree, numbers in their first digits."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other):
        if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
            return False
        for x, y in zip(_NUMBER.findall(a), _NUMBER.findall(b)):
            if abs(float(x) - float(y)) > 2e-3 * max(1.0, abs(float(x))):
                return False
    return True


def check(name, source, words, folder):
    """Print the rows of one program."""
    path = folder / name
    path.write_bytes(source)
    expected, error = run(path, words, folder)
    if expected is None:
        print(f"| `{name}` | | | | does not run before: {error} |", flush=True)
        return
    done = source
    for stage in STAGES:
        for way, base in (("after those above", done), ("alone", source)):
            if way == "alone" and base == done or stage == "import" and way == "alone":
                continue
            result = rewrite(base, stage)
            if way != "alone":
                done = result.source
            if result.source == base:
                print(f"| `{name}` | {stage}, {way} | 0 | 0 | the same file |", flush=True)
                continue
            path.write_bytes(result.source)
            printed, error = run(path, words, folder)
            if printed is None:
                said = f"fails: {error}"
            else:
                said = "the same numbers" if same(expected, printed) else "runs, prints other numbers"
                if said.startswith("runs"):
                    print("\n".join(f"    {a}\n    {b}" for a, b in zip(expected, printed) if a != b), file=sys.stderr)
            print(f"| `{name}` | {stage}, {way} | {result.places} | {len(result.marks)} | {said} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=pathlib.Path, help="a folder with more programs")
    parser.add_argument("--only", nargs="+", help="names of programs")
    options = parser.parse_args()
    folders = [ROOT / "examples", *([options.seeds] if options.seeds else [])]
    print("| program | stage | rewritten | marked | result |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (words, changes) in PROGRAMS.items():
            found = [place / name for place in folders if (place / name).exists()]
            if not found or options.only and name not in options.only:
                continue
            text = found[0].read_text(encoding="utf-8")
            for old, new in changes.items():
                text = text.replace(old, new)
            check(name, text.encode(), words, pathlib.Path(folder))


if __name__ == "__main__":
    main()
