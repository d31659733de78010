"""Expressions of `mx.np` and `mx.npx`, evaluated by MXNet for the golden values and by jmx in the tests.

Names that expressions may use are those of `namespace`. `show` turns a result into what a JSON file can hold.
"""

import json
import pathlib

import numpy as onp

_TABLE = pathlib.Path(__file__).with_suffix(".txt")


def _families():
    """{family: list of expressions} from the file, where a line `== family` stands above the expressions, one on a line."""
    found = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            lines = found[line[3:]] = []
        elif line:
            lines.append(line)
    return found


CASES = _families()


def namespace(mx):
    """What expressions may use: the modules, some arrays, and a few functions."""
    import copy
    import pickle

    np, npx, nd, sym = mx.np, mx.npx, mx.nd, mx.sym
    x = sym.var("x").as_np_ndarray()
    a = np.array([[1, 2], [3, 4]])

    def assign(target, key, value):
        target[key] = value
        return target

    def inplace(target, sign, value):
        space = {"target": target, "value": value}
        exec(f"target {sign}= value", space)
        return target if space["target"] is target else "a new array"

    def shared(target):
        row, flat = target[1], target.reshape_view(-1)
        row[:] = 7
        flat[0] = -1
        target.as_nd_ndarray()[0, 1] = -2
        return target

    def run(symbol):
        bound = symbol.as_nd_ndarray().bind(mx.cpu(), {"x": a.as_nd_ndarray()})
        return bound.forward()[0].as_np_ndarray()

    def nodes(symbol):
        symbol = symbol[0] if isinstance(symbol, list) else symbol
        found = json.loads(symbol.tojson())["nodes"]
        return [f"{n['op']} {n['name']} {sorted(n.get('attrs', {}).items())}" for n in found if n["op"] != "null"]

    def grad(function):
        t = np.array([[1, 2], [3, 4]])
        t.attach_grad()
        with mx.autograd.record():
            y = function(t)
        y.backward()
        return [t.grad, y]

    def recorded(function):
        t = np.array([[1, 2], [3, 4]])
        t.attach_grad()
        with mx.autograd.record():
            return function(t * 2)

    def gradients():
        t = np.array([1.0, 2.0])
        t.attach_grad()
        with mx.autograd.record():
            y = t * t
        return mx.autograd.grad(y, [t])[0]

    return {
        "mx": mx, "np": np, "npx": npx, "nd": nd, "sym": sym, "onp": onp, "copy": copy, "pickle": pickle, "x": x, "a": a,
        "b": np.array([[1], [2]]), "c": np.arange(24).reshape(2, 3, 4), "i": np.array([[1, 2], [3, 4]], dtype="int32"),
        "v": np.array([1, 2, 3]), "assign": assign, "inplace": inplace, "shared": shared, "run": run, "grad": grad,
        "recorded": recorded, "gradients": gradients, "nodes": nodes, "y": sym.var("y").as_np_ndarray(),
    }  # fmt: skip


def expressions(family):
    """The expressions of a family."""
    return CASES[family]


def show(value):
    """A result as lists, strings and numbers: kind, element type, shape and elements of an array."""
    if hasattr(value, "asnumpy") and hasattr(value, "attach_grad"):
        host = value.asnumpy()
        elements = [repr(float(e)) for e in host.ravel()]
        return [type(value).__name__, host.dtype.name, list(host.shape), elements]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(show, value)]
    if isinstance(value, onp.ndarray):
        return ["NumPy", value.dtype.name, list(value.shape), [repr(float(e)) for e in value.ravel()]]
    if isinstance(value, onp.dtype):
        return value.name
    if isinstance(value, onp.generic):
        return [type(value).__name__, repr(value.item())]
    if isinstance(value, type):
        return value.__name__
    return repr(value)


def evaluate(mx, family):
    """What every expression of a family gives: a list of `show`n results, or {"error": name of the class}."""
    found = []
    for text in expressions(family):
        with mx.util.np_shape(True), mx.util.np_array(True):
            with mx.name.NameManager():
                space = namespace(mx)
                try:
                    found.append(show(eval(text, space)))
                except Exception as error:
                    plain = (RuntimeError, Exception, BaseException, object)
                    known = [c for c in type(error).__mro__ if c.__module__ == "builtins" and c not in plain]
                    found.append({"error": known[0].__name__ if known else type(error).__name__})
    return found
