"""The first page of the site: what jmx is and for whom, how it is installed, a program, and figures out of docs/dev/figures."""

import html
import json
import math

#: what the page shows as a program, and what that prints; a test runs it
EXAMPLE = """\
import mxnet as mx
from mxnet import autograd, gluon

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(32, activation="tanh"), gluon.nn.Dense(1))
net.initialize(mx.init.Xavier())
net.hybridize()  # one compiled program
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02})
x = mx.nd.random.uniform(-1, 1, shape=(256, 2))
for step in range(300):
    with autograd.record():
        loss = gluon.loss.L2Loss()(net(x), x.prod(axis=1, keepdims=True))
    loss.backward()
    trainer.step(len(x))
print("a network has learned to multiply:", loss.mean().asscalar() < 0.001)
"""
PRINTED = "a network has learned to multiply: True\n"

_INSTALL = """\
python3 -m venv .venv && .venv/bin/pip install . ./compat
.venv/bin/python your_mxnet_script.py
"""

#: who it is for: a title, a sentence, the page that goes on
_READERS = (
    ("Your MXNet program must go on", "It runs as it is, with current Python, NumPy and CUDA; files and errors are MXNet's.",
     "getting_started"),
    ("You want to leave MXNet", "Arrays, networks, training and checkpoints go to JAX one by one, each step checked.",
     "leaving/README"),
    ("You run jobs on a cluster", "Slurm, Open MPI or ssh, key-value stores across machines, and a rank that dies is named.",
     "cluster"),
    ("You learn, or teach", "Seventeen chapters in notebooks, from arrays to detection; `jmx tutorial` opens them.",
     "notebooks/01_arrays"),
    ("You want to try it first", "Short programs to paste, with what they print.", "playground"),
    ("You look something up", "Every function, layer, optimizer and metric, with its source.", "reference/index"),
)  # fmt: skip

#: rows of the picture: the name in the figures, and for people
_BARS = {
    "resnet50_v1": "ResNet-50", "mobilenet1.0": "MobileNet", "mobilenetv2_1.0": "MobileNet 2", "squeezenet1.0": "SqueezeNet",
    "densenet121": "DenseNet-121", "vgg11": "VGG-11", "inceptionv3": "Inception 3", "language_model": "LSTM language model",
    "transformer_layer": "Transformer layer",
}  # fmt: skip


def page(figures):
    """The page without its tables of contents.

    Parameters
    ----------
    figures : pathlib.Path
        The folder of the figures, docs/dev/figures of the repository.

    Returns
    -------
    str
        MyST Markdown.
    """
    kept = {name: json.loads((figures / f"{name}.json").read_text(encoding="utf-8"))
            for name in ("networks", "networks-jax", "mxnet-tests", "names")}  # fmt: skip
    cards = "\n".join(
        f":::{{grid-item-card}} {title}\n:link: {target}\n:link-type: doc\n\n{text}\n:::\n" for title, text, target in _READERS
    )
    return f"""# jmx

Apache MXNet 1.9.1 programs, unchanged, on [JAX](https://docs.jax.dev). `import mxnet as mx` gives the MXNet you know, computed
by XLA and oneDNN on CPUs and NVIDIA GPUs, with current Python and NumPy.

In a checkout of the repository, on Linux with Python 3.11 to 3.14:

```sh
{_INSTALL}```

```python
{EXAMPLE}```

```text
{PRINTED}```

## Who it is for

::::{{grid}} 1 2 2 3
:gutter: 3

{cards}::::

## How fast

Processor time of a step, relative to MXNet 1.9.1's own CPU build with oneDNN: longer bars are faster.

```{{raw}} html
{_picture(kept["networks"]["rows"])}
```

{_speed(kept["networks"]["rows"], kept["networks-jax"]["rows"])}

Above 1 jmx is faster. One thread, geometric means over networks; hand-written JAX has `jax.jit` over the whole step, PyTorch is
eager.
[All networks, memory, first results](performance.md).

## How much of MXNet

{_coverage(kept["mxnet-tests"], kept["names"])}

[What works, and the differences](compatibility.md).
"""


def _mean(rows, group, side):
    """The geometric mean of the ratios of a group of rows to another side, and how many they are."""
    ratios = [row["ratios"][side]["cpu_ms"] for row in rows if row["group"] == group and side in row["ratios"]]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)), len(ratios)


def _speed(beside_mxnet, beside_others):
    lines = ["| | beside MXNet | hand-written JAX | PyTorch |", "|---|---|---|---|"]
    for group in ("training", "inference"):
        cells = []
        for rows, side in ((beside_mxnet, "mxnet"), (beside_others, "jax"), (beside_others, "torch")):
            mean, count = _mean(rows, group, side)
            cells.append(f"{mean:.2f} ({count} networks)")
        lines.append(f"| {group} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _coverage(tests, names):
    wanted = sum(all_of_them for _, all_of_them in tests["files"].values())
    passed = sum(good for good, _ in tests["files"].values())
    there, of = (sum(row[at] for row in names["parts"].values()) for at in (0, 1))
    operators, all_operators = names["operators"]["public"]
    return "\n".join([
        "| | here | in MXNet 1.9.1 |", "|---|---|---|",
        f"| MXNet's own tests that pass, unedited | {passed:,} | {wanted:,} |",
        f"| public operators | {operators:,} | {all_operators:,} |",
        f"| names of the Python interface | {there:,} | {of:,} |",
    ])  # fmt: skip


def _picture(rows):
    """Bars of speed as an image in the page, whose colours are those of the theme that the reader has chosen."""
    ratios = {row["label"]: row["ratios"]["mxnet"]["cpu_ms"] for row in rows}
    networks = [(shown, *(ratios[f"{name}, {kind}"] for kind in ("train", "infer"))) for name, shown in _BARS.items()]
    longest = max(max(row[1:]) for row in networks)
    left, unit, step = 170, 400 / longest, 38
    height = step * len(networks) + 34
    said = "; ".join(f"{shown} training {train:.2f}, inference {infer:.2f}" for shown, train, infer in networks)
    parts = [
        f'<svg class="speed" viewBox="0 0 670 {height}" role="img" aria-label="Speed relative to MXNet: {html.escape(said)}">',
        f'<line class="one" x1="{left + unit:.1f}" x2="{left + unit:.1f}" y1="0" y2="{height - 24}"/>',
        f'<text class="small" x="{left + unit:.1f}" y="{height - 8}" text-anchor="middle">1 = MXNet</text>',
    ]
    for number, (shown, train, infer) in enumerate(networks):
        top = step * number + 6
        parts.append(f'<text x="{left - 10}" y="{top + 18}" text-anchor="end">{html.escape(shown)}</text>')
        for kind, ratio, y in (("training", train, top), ("inference", infer, top + 14)):
            parts.append(f'<rect class="{kind}" x="{left}" y="{y}" width="{ratio * unit:.1f}" height="12"/>')
            parts.append(f'<text class="small" x="{left + ratio * unit + 5:.1f}" y="{y + 10}">{kind} {ratio:.2f}</text>')
    return "\n".join([*parts, "</svg>"])
