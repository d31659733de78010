"""Small graphs for the tests of the export: a table of them, and how one is written, run and compared."""

import numpy as np

import jmx as mx


class Cases(dict):
    """name -> (function of variables, their values, the axis that is open or None, the opsets)."""

    opsets = (13, 18)

    def add(self, name, function, *values, open_=0, opsets=opsets):
        """Enter a graph; `open_` is None for a form that needs fixed sizes."""
        assert name not in self, name
        self[name] = function, values, open_, opsets

    def pairs(self):
        """(name, opset) of every test."""
        return [(name, opset) for name, (*_, opsets) in self.items() for opset in opsets]

    def run(self, name, path, opset):
        """Write the graph, run it, and return the report."""
        function, values, axis, _ = self[name]
        names = [f"in{i}" for i in range(len(values))]
        symbol = function(*map(mx.sym.Variable, names))
        inputs = dict(zip(names, values))
        shapes = {n: tuple("n" if i == axis else m for i, m in enumerate(v.shape)) for n, v in inputs.items()}
        report = mx.onnx.export(symbol, {}, path / "net.onnx", shapes, opset=opset, inputs=inputs)
        assert report.checked.startswith("compared"), report.text()
        return report


def check(report, limit=2e-5):
    """The differences are rounding."""
    for output in report.outputs:
        allowed = 2e-3 if output.dtype == "float16" else limit
        assert output.largest_relative_difference < allowed, report.text()


class Numbers:
    """Random values from a seed."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def floats(self, *shape):
        return self.random.uniform(-2, 2, shape).astype(np.float32)

    def positive(self, *shape):
        return self.random.uniform(0.1, 2, shape).astype(np.float32)

    def whole(self, low, high, *shape, dtype=np.float32):
        return self.random.randint(low, high, shape).astype(dtype)
