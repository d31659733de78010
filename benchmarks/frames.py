"""Count the Python frames of jmx that everyday calls go through.

    python benchmarks/frames.py            the jmx that is imported here
    python benchmarks/frames.py A B ...    the jmx of each source tree, side by side

For each call: the frames entered, the files they lie in, and the depth, which is the longest chain of calls inside jmx. Frames
of JAX and NumPy are not counted, nor those of list, set and dict comprehensions, which Python 3.12 and newer do not have.
"""

import os
import subprocess
import sys

#: calls of a function before it counts as warm: more than the NumPy tier keeps a program for
WARM = 80


def measure(function, folder):
    """(frames, files, depth) of jmx for one call of `function`; `folder` is where jmx lies."""
    frames, files, depth, deepest = 0, set(), 0, 0

    def profile(frame, event, _):
        nonlocal frames, depth, deepest
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(folder):
            return
        if frame.f_code.co_name in ("<listcomp>", "<setcomp>", "<dictcomp>"):
            return
        if event == "return":
            depth -= 1
            return
        frames += 1
        depth += 1
        deepest = max(deepest, depth)
        files.add(frame.f_code.co_filename)
        if os.environ.get("FRAMES_SHOWN"):
            print("  " * depth, frame.f_code.co_filename.removeprefix(folder), frame.f_lineno, frame.f_code.co_name)

    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return frames, len(files), deepest


def calls(mx):
    """Pairs of a name and a function, each to be counted once; what has to be warm is warm."""
    data, weight, bias = mx.nd.ones((2, 3, 8, 8)), mx.nd.ones((4, 3, 3, 3)), mx.nd.ones(4)

    def convolution():
        return mx.nd.Convolution(data, weight, bias, kernel=(3, 3), num_filter=4)

    variable = mx.nd.ones((2, 3, 8, 8))
    variable.attach_grad()

    def recorded():
        with mx.autograd.record():
            out = mx.nd.Convolution(variable, weight, bias, kernel=(3, 3), num_filter=4)
        out.backward()

    dense = mx.gluon.nn.Dense(4)
    dense.initialize()
    dense.hybridize()
    rows = mx.nd.ones((2, 5))

    def bind(units, batch):
        net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=units, name="fc1")
        net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=3, name="fc2")
        net = mx.sym.SoftmaxOutput(net, name="softmax")
        return lambda: net.simple_bind(mx.cpu(), data=(batch, 5), softmax_label=(batch,))

    def first_forward():
        # XLA alone: the frames in which the NumPy tier reads a program that is new would hide the rest.
        os.environ["JMX_COMPILE"] = "now"
        bound[0].forward(is_train=True)

    executor, bind_another, bound = bind(4, 3)(), bind(6, 2), []
    executor.forward(is_train=True)  # what is imported late is imported by now

    def step():
        executor.forward(is_train=True)
        executor.backward()

    everyday = [
        ("eager Convolution, warm", convolution),
        ("recorded Convolution and backward, warm", recorded),
        ("hybridized Dense, warm", lambda: dense(rows)),
        ("executor, forward and backward, warm", step),
    ]
    for _, call in everyday:
        for _ in range(WARM):
            call()
    return [
        *everyday,
        ("simple_bind of a new graph", lambda: bound.append(bind_another())),
        ("its first forward, without the NumPy tier", first_forward),
    ]


def report():
    """Print one line of tab-separated figures for each call of the jmx that is imported."""
    import jmx as mx

    folder = os.path.dirname(os.path.abspath(mx.__file__)) + os.sep
    for name, call in calls(mx):
        if os.environ.get("FRAMES_SHOWN"):
            print(name)
        print(name, *measure(call, folder), sep="\t")


def main(trees):
    """Print the table for the given source trees."""
    columns = []
    for tree in trees:
        environment = {**os.environ, "PYTHONPATH": os.path.abspath(tree)}
        command = [sys.executable, os.path.abspath(__file__), "--report"]
        text = subprocess.run(command, env=environment, cwd=tree, check=True, capture_output=True, text=True).stdout
        columns.append([line.split("\t") for line in text.splitlines() if "\t" in line])
    print(f"{'frames / files / depth':42}", *[f"{os.path.basename(os.path.abspath(tree)):>18}" for tree in trees])
    for lines in zip(*columns):
        print(f"{lines[0][0]:42}", *[f"{' / '.join(line[1:]):>18}" for line in lines])


if __name__ == "__main__":
    if sys.argv[1:] == ["--report"]:
        report()
    else:
        main(sys.argv[1:] or [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))])
