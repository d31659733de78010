"""MXNet's answers to the calls of `bad_input.py`. Run with the Python that runs jmx:

    python tests/conformance/generate_bad_input.py --mxnet COMMAND [OPERATOR ...]

COMMAND runs Python with Apache MXNet 1.9.1 (CPU); it is asked twice, in processes whose fresh memory is filled differently,
so that outputs which MXNet reads from behind its arrays, or leaves unset, are found out: of them only the shape is kept.
With names of operators only their answers are made anew. Answers that end MXNet's process, or that take longer than
`PATIENCE`, are kept as "ended".
"""

import argparse
import gzip
import json
import os
import pathlib
import pickle
import resource
import signal
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
#: seconds that MXNet may take for one case
PATIENCE = 4
#: cases after which MXNet starts from a clean copy: a call that writes where it must not spoils what follows
TOGETHER = 60
#: memory that MXNet may use, in bytes
ROOM = 12 << 30
_OVER = 3


def worker():
    """Under MXNet: cases from standard input, answers to standard output, each with its length in front.

    The cases run in copies of this process, so that one which ends does not take the time of a new start.
    """
    out = os.dup(1)
    os.dup2(2, 1)  # what libraries print must not get between
    import common
    import generate
    import mxnet

    def public(name):
        for prefix in ("contrib", "linalg", "image"):
            if name.startswith(f"_{prefix}_"):
                return getattr(getattr(mxnet.nd, prefix), name[len(prefix) + 2 :])
        return getattr(mxnet.nd._internal if name.startswith("_") else mxnet.nd.op, name)

    def call(case, inputs):
        if case["plain"]:
            return generate.invoke(case["op"], inputs, case["attrs"])
        out = public(case["op"])(*inputs, **case["attrs"])
        return list(out) if isinstance(out, (list, tuple)) else [out]

    def answer(case):
        try:
            values = common.make_inputs(case)
            inputs = [mxnet.nd.array(v, dtype=v.dtype) for v in values]
            mxnet.random.seed(1)
            with mxnet.autograd.train_mode() if case["train"] else mxnet.autograd.predict_mode():
                outputs = call(case, inputs)
            return "value", [o.asnumpy() for o in outputs]
        except Exception as error:
            lines = [line for line in str(error).splitlines() if line.strip() and "[bt]" not in line]
            return "error", type(error).__name__, " ".join(lines[-2:])[:400]

    def serve():
        for _ in range(TOGETHER):
            header = read(0, 4)
            if not header:
                os._exit(_OVER)
            case = pickle.loads(read(0, struct.unpack("<I", header)[0]))
            signal.alarm(PATIENCE)
            found = answer(case)
            try:
                mxnet.nd.waitall()
            except mxnet.MXNetError:
                pass  # told already; it must not be the next case's error
            signal.alarm(0)
            send(out, found)
        os._exit(0)

    while True:
        copy = os.fork()
        if copy == 0:
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            serve()
        status = os.waitpid(copy, 0)[1]
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _OVER:
            return
        if status:
            send(out, ("ended", f"status {status}"))


def read(file, size):
    """`size` bytes of a descriptor; fewer at its end."""
    found = b""
    while len(found) < size and (part := os.read(file, size - len(found))):
        found += part
    return found


def send(file, what):
    """A pickled object with its length in front."""
    text = pickle.dumps(what, protocol=4)
    text = struct.pack("<I", len(text)) + text
    while text:
        text = text[os.write(file, text) :]


class Theirs:
    """MXNet in a process of its own, whose fresh memory is filled with the byte `fill`."""

    def __init__(self, command, fill):
        env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"MALLOC_PERTURB_": str(fill)}
        self.process = subprocess.Popen([*command.split(), os.path.abspath(__file__), "--worker"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0, env=env, stderr=subprocess.DEVNULL)  # fmt: skip

    def __call__(self, case):
        """("value", outputs), ("error", class, message) or ("ended", why)."""
        found = self._ask(case)
        over = found[0] == "ended" and not found[1].endswith(f" {signal.SIGALRM.value}")
        return self._ask(case) if over else found  # was it this case, or one before it?

    def _ask(self, case):
        send(self.process.stdin.fileno(), case)
        answers = self.process.stdout.fileno()
        return pickle.loads(read(answers, struct.unpack("<I", read(answers, 4))[0]))


def both(one, other):
    """What two answers to one call have in common."""
    import numpy as np

    if one[0] != "value" or other[0] != "value":
        return next((a for a in (one, other) if a[0] == "ended"), one if one[0] == "error" else other)
    outputs = []
    for a, b in zip(one[1], other[1], strict=True):
        same = a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        outputs.append(a if same else f"{a.dtype} {','.join(map(str, a.shape))}")
    return "value", outputs


def main():
    """Ask, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--messages", help="also write MXNet's messages to this file")
    parser.add_argument("operators", nargs="*")
    args = parser.parse_args()
    if args.worker:
        return worker()
    if not args.mxnet:
        parser.error("--mxnet is required")
    sys.path[:0] = [str(HERE.parents[1]), str(HERE)]
    import bad_input

    store = bad_input.load() if args.operators else {}
    messages = {}
    if args.messages and os.path.exists(args.messages) and args.operators:
        with open(args.messages) as file:
            messages = json.load(file)
    todo = [c for c in bad_input.cases() if not args.operators or c["op"] in args.operators]
    operators = {c["op"] for c in todo}
    store = {k: v for k, v in store.items() if k.rpartition("/")[0].rpartition("-")[0] not in operators}
    one, other = Theirs(args.mxnet, 85), Theirs(args.mxnet, 170)
    for n, case in enumerate(todo):
        if n % 1000 == 0:
            print(f"{n} of {len(todo)}", flush=True)
        first = one(case)
        found = first if first[0] != "value" else both(first, other(case))
        store[bad_input.name(case)] = [bad_input.fingerprint(case), bad_input.pack(found)]
        if found[0] == "error":
            messages[bad_input.name(case)] = found[2]
    with gzip.GzipFile(bad_input.PATH, "wb", mtime=0) as file:
        file.write(json.dumps(dict(sorted(store.items())), separators=(",", ":")).encode())
    if args.messages:
        with open(args.messages, "w") as file:
            json.dump(messages, file, indent=0)
    answers = [a for _, a in store.values()]
    print(f"{len(store)} calls: {sum(isinstance(a, list) for a in answers)} computed, {answers.count('ended')} ended MXNet; "
          f"{bad_input.PATH.stat().st_size >> 10} KiB")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
