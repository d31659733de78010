"""Trains small networks in float32 and in mixed precision, seeded, and writes the curves of their losses.

    python -m tools.half_precision              # docs/images/half_precision.svg, and a table to standard output
    python -m tools.half_precision --one attention bfloat16 --steps 40     # losses of one network as JSON

Mixed precision is switched on for a process (`amp.init`), so each network and type has one of its own.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
from typing import Any

PICTURE = pathlib.Path(__file__).parent.parent / "docs" / "images" / "half_precision.svg"
NETWORKS = "convolutional", "recurrent", "attention"
COLOURS = {"float32": "#bbbbbb", "bfloat16": "#d1495b", "float16": "#00798c"}


def _network(mx, kind) -> Any:
    nn = mx.gluon.nn
    if kind == "convolutional":
        net = nn.HybridSequential()
        for filters in (16, 32):
            net.add(nn.Conv2D(filters, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D())
        net.add(nn.Dense(10))
        return net

    class Recurrent(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.layer, self.out = mx.gluon.rnn.LSTM(32, layout="NTC", input_size=16), nn.Dense(10)

        def hybrid_forward(self, F, x):
            return self.out(F.slice_axis(self.layer(x), axis=1, begin=-1, end=None))

    class Attention(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.parts = nn.Dense(96, flatten=False, in_units=16)
            self.norm, self.out = nn.LayerNorm(in_channels=32), nn.Dense(10)

        def hybrid_forward(self, F, x):
            query, key, value = F.split(self.parts(x), num_outputs=3, axis=2)
            weights = F.softmax(F.batch_dot(query, key, transpose_b=True) / 32**0.5)
            return self.out(self.norm(F.batch_dot(weights, value)))

    return Recurrent() if kind == "recurrent" else Attention()


def _data(kind):
    """512 samples of ten noisy patterns."""
    import numpy as np

    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, 512)
    shape = (1, 12, 12) if kind == "convolutional" else (8, 16)
    patterns = rng.normal(size=(10, *shape))
    return (patterns[labels] + 1.5 * rng.normal(size=(512, *shape))).astype("float32"), labels.astype("float32")


def trained(mx, kind, steps, amp=None) -> list[float]:
    """The loss of every step; with `amp`, the module, after its `init`, with the scaled loss."""
    mx.random.seed(1)
    net = _network(mx, kind)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    if amp is not None:
        amp.init_trainer(trainer)
    compare, losses = mx.gluon.loss.SoftmaxCrossEntropyLoss(), []
    data, labels = map(mx.nd.array, _data(kind))
    for step in range(steps):
        begin = step * 64 % 512
        with mx.autograd.record():
            loss = compare(net(data[begin : begin + 64]), labels[begin : begin + 64])
            if amp is None:
                mx.autograd.backward(loss)
            else:
                with amp.scale_loss(loss, trainer) as scaled:
                    mx.autograd.backward(scaled)
        trainer.step(64)
        losses.append(float(loss.mean().asscalar()))
    return losses


def one(kind, dtype, steps) -> dict[str, list[float]]:
    """{"float32": losses, dtype: losses} of one network, trained in this process."""
    import jmx as mx
    from jmx.contrib import amp

    found = {"float32": trained(mx, kind, steps)}
    if dtype != "float32":
        amp.init(dtype)
        found[dtype] = trained(mx, kind, steps, amp)
    return found


def _drawn(curves) -> str:
    """The curves of all networks beside each other, each point the mean of ten steps."""
    width, height, parts = 240, 170, []
    for place, (kind, losses) in enumerate(curves.items()):
        left, top = place * width + 34, max(max(row) for row in losses.values())
        parts.append(f'<text x="{left}" y="16">{kind}</text>')
        parts.append(f'<path d="M{left},24V{height}H{left + width - 50}" fill="none" stroke="#999"/>')
        for value, y in ((top, 30), (0, height)):
            parts.append(f'<text x="{left - 4}" y="{y + 4}" text-anchor="end">{value:.1f}</text>')
        for dtype, row in losses.items():
            means = [sum(row[i : i + 10]) / len(row[i : i + 10]) for i in range(0, len(row), 10)]
            step = (width - 50) / max(len(means) - 1, 1)
            points = " ".join(f"{left + i * step:.1f},{height - (height - 30) * v / top:.1f}" for i, v in enumerate(means))
            thick = 5 if dtype == "float32" else 1.5  # the others run over it
            parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[dtype]}" stroke-width="{thick}"/>')
    for place, (dtype, colour) in enumerate(COLOURS.items()):
        parts.append(f'<text x="{34 + 90 * place}" y="{height + 26}" fill="{colour}">{dtype}</text>')
    size = f'width="{width * len(curves)}" height="{height + 36}"'
    style = 'font-family="sans-serif" font-size="11"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n' + "\n".join(parts) + "\n</svg>\n"


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", nargs=2, metavar=("NETWORK", "TYPE"))
    parser.add_argument("--steps", type=int, default=200)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(*given.one, given.steps)))
        return
    curves: dict[str, dict[str, list[float]]] = {}
    for kind in NETWORKS:
        curves[kind] = {}
        for dtype in ("bfloat16", "float16"):
            command = [sys.executable, "-m", "tools.half_precision", "--one", kind, dtype, "--steps", str(given.steps)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            curves[kind].update(json.loads(done.stdout.splitlines()[-1]))
        last = {dtype: sum(row[-10:]) / len(row[-10:]) for dtype, row in curves[kind].items()}
        print(f"| {kind} | " + " | ".join(f"{last[dtype]:.3f}" for dtype in COLOURS) + " |", flush=True)
    PICTURE.write_text(_drawn(curves))


if __name__ == "__main__":
    main()
