"""Random small programs on `mx.nd`, for the property that a rewritten program prints what it printed before.

    python -m tests.rewrite.programs [NUMBER [FIRST]]

runs NUMBER of them, from the seed FIRST on, before and after the stage `numpy`, and prints those that differ.
"""

import contextlib
import io
import random
import sys
import warnings

import numpy as np

import jmx as mx
from jmx.rewrite import rewrite

HEAD = """import numpy as np
import mxnet as mx
from mxnet import nd, autograd
mx.random.seed(5)
"""
#: prints what a program has made, in a form that does not depend on how arrays are printed
SHOW = """
def show(name, value):
    if isinstance(value, (list, tuple)):
        for i, one in enumerate(value):
            show(name + "." + str(i), one)
    elif hasattr(value, "asnumpy"):
        made = value.asnumpy()
        print(name, made.dtype, made.shape, ["%.4g" % (float(one) + 0.0) for one in made.reshape((-1,))])
    elif hasattr(value, "dtype") and value.shape:
        print(name, value.dtype, value.shape, ["%.4g" % (float(one) + 0.0) for one in value.reshape((-1,))])
    elif isinstance(value, (int, float, np.generic)):
        print(name, "%.4g" % (float(value) + 0.0))
"""
# fmt: off
_STARTS = [
    "{n} = nd.array([[1, 2, 3], [4, 5, 6]])", "{n} = nd.array([1.5, -2, 0.5])", "{n} = nd.arange(6).reshape((2, 3))",
    "{n} = nd.array([7, -7, 3], dtype='int32')", "{n} = nd.array(np.array([[200, 7], [9, 30]]), dtype='uint8')",
    "{n} = nd.ones((2, 3))", "{n} = nd.random.uniform(-1, 1, shape=(2, 3))", "{n} = nd.zeros(3)", "{n} = nd.full((3, 2), 2.5)",
    "{n} = np.arange(6.0).reshape(2, 3)", "{n} = np.array([3, 1, 2])", "{n} = nd.array(np.arange(4))",
    "{n} = nd.array(np.eye(3))", "{n} = nd.random.normal(0, 1, (2, 2, 3))", "{n} = [1, 2, 3]", "{n} = 2",
    "{n} = nd.array([True, False, True])", "{n} = nd.array([[2, 1, 0], [0, 1, 1]], dtype='float64')",
    "{n} = [np.ones(3), np.zeros(3)]", "{n} = nd.array(np.arange(6).reshape(2, 3), dtype=np.int64)", "{n} = nd.array([3])",
]
_STEPS = [
    "{n} = {a} + {b}", "{n} = {a} - {b}", "{n} = {a} * {b}", "{n} = {a} / {b}", "{n} = {a} / 2", "{n} = 3 / ({a} + 1)",
    "{n} = {a} * 0.5", "{n} = {a} + 1.5", "{n} = {a} ** 2", "{n} = {a} % 2", "{n} = -{a}", "{n} = 1 - {a}", "{n} = {a} > 1",
    "{n} = {a} == {b}", "{n} = ({a} >= {b}) * 2", "{n} = ({a} > 0).sum()", "{n} = ({a} != 1).mean()", "{n} = {a}.sum()",
    "{n} = {a}.mean()", "{n} = {a}.max()", "{n} = {a}.min()", "{n} = {a}.sum(axis=0)", "{n} = {a}.mean(axis=1)",
    "{n} = {a}.sum(axis=-1, keepdims=True)", "{n} = {a}.mean(axis=0, exclude=True)", "{n} = nd.sum({a}, axis=(0, 1))",
    "{n} = nd.norm({a})", "{n} = {a}.norm()", "{n} = {a}.argmax(axis=0)", "{n} = nd.argmax({a}, axis=1)",
    "{n} = nd.argmin({a}, axis=-1)", "{n} = {a}.prod()", "{n} = nd.argmax({a}, axis=1, keepdims=True)", "{n} = nd.argsort({a})",
    "{n} = {a}.argsort(is_ascend=False)", "{n} = nd.topk({a}, k=1)", "{n} = nd.sort({a}, is_ascend=False)", "{n} = {a}.sort()",
    "{n} = nd.max({a}, axis=0)", "{n} = {a}[0]", "{n} = {a}[1]", "{n} = {a}[-1]", "{n} = {a}[0, 1]", "{n} = {a}[0:1]",
    "{n} = {a}[:, 1]", "{n} = {a}[1][0]", "{n} = {a}[{i}]", "{n} = {a}[None]", "{n} = {a}[0, :2]",
    "{n} = {a}[nd.array([1, 0])]", "{n} = {a}.reshape((-1,))", "{n} = {a}.reshape((0, -1))", "{n} = {a}.reshape((3, 2))",
    "{n} = nd.reshape({a}, shape=(-1, 1))", "{n} = {a}.reshape(-1)", "{n} = {a}.reshape((-1,))\n{n}[:] = 4",
    "{n} = {a}[0]\n{n}[:] = 5", "{a}[0] = 7", "{a}[:] = 2", "{a} += 1", "{a} *= 2", "{a} /= 2",
    "{n} = {a}.reshape((-1,))\n{a}[:] = 3", "{n} = {a}.copy()\n{n}[:] = 1", "{n} = {a}\n{n}[:] = 6", "{n} = {a}.T",
    "{n} = nd.transpose({a})", "{n} = {a}.transpose((1, 0))", "{n} = {a}.expand_dims(0)", "{n} = nd.squeeze({a})",
    "{n} = {a}.squeeze()", "{n} = {a}.flatten()", "{n} = nd.flatten({a})", "{n} = {a}.swapaxes(0, 1)", "{n} = {a}.flip(axis=0)",
    "{n} = {a}.tile((2, 1))", "{n} = {a}.repeat(2)", "{n} = nd.repeat({a}, 2, axis=0)", "{n} = {a}.broadcast_to((2, 3))",
    "{n} = nd.concat({a}, {b}, dim=0)", "{n} = nd.concat({a}, {b})", "{n} = nd.stack({a}, {b})",
    "{n} = nd.stack({a}, {b}, axis=1)", "{n} = nd.concat({a}.sum(), {b}.max(), dim=0)",
    "{n} = nd.stack({a}.mean(), {b}.mean())", "{n} = nd.add_n({a}, {b})", "{n} = nd.split({a}, 2, axis=0)",
    "{n} = nd.split({a}, num_outputs=3)", "{n} = {a}.split(2, axis=0)", "{n} = nd.dot({a}, {b})",
    "{n} = nd.dot({a}, {b}, transpose_b=True)", "{n} = nd.dot({a}.T, {b})", "{n} = nd.dot({a}, {b}, transpose_a=True)",
    "{n} = {a}.dot({b})", "{n} = nd.batch_dot({a}, {b}, transpose_b=True)", "{n} = nd.where({a} > 0, {a}, {b})",
    "{n} = nd.where({a}, {b}, {b} + 1)", "{n} = nd.where({a}[:2] > 1, {b}, {b} * 0)", "{n} = nd.maximum({a}, {b})",
    "{n} = nd.maximum({a}, 1)", "{n} = nd.broadcast_add({a}, {b})", "{n} = nd.broadcast_div({a}, {b} + 1)",
    "{n} = nd.broadcast_greater({a}, {b})", "{n} = nd.equal({a}, {b})", "{n} = nd.broadcast_equal({a}, {b})",
    "{n} = nd.logical_not({a})", "{n} = nd.sqrt(nd.abs({a}))", "{n} = nd.exp({a})", "{n} = {a}.exp()", "{n} = {a}.abs()",
    "{n} = {a}.square()", "{n} = nd.relu({a})", "{n} = {a}.sigmoid()", "{n} = nd.round({a} * 0.5)", "{n} = {a}.round()",
    "{n} = nd.sign({a})", "{n} = nd.softmax({a})", "{n} = {a}.softmax()", "{n} = nd.clip({a}, 0, 2)", "{n} = {a}.clip(-1, 1)",
    "{n} = nd.cumsum({a})", "{n} = nd.smooth_l1({a})", "{n} = nd.one_hot({a}, 4)", "{n} = nd.take({a}, nd.array([0, 1]))",
    "{n} = {a}.take(nd.array([0, 5]))", "{n} = nd.pick({a}, nd.array([0, 1]))", "{n} = nd.zeros_like({a})",
    "{n} = {a}.ones_like()", "{n} = nd.slice_axis({a}, axis=0, begin=0, end=1)", "{n} = nd.L2Normalization({a})",
    "{n} = {a}.astype('int32')", "{n} = {a}.astype('float32')", "{n} = {a}.astype(np.float64)", "{n} = {a}.astype('uint8')",
    "{n} = nd.cast({a}, dtype='float16')", "{n} = nd.array({a})", "{n} = nd.array({a}, dtype='float32')", "{n} = {a}.asnumpy()",
    "{n} = nd.array({a}.asnumpy())", "{n} = {a}.shape[0]", "{n} = nd.array([{i}, 2])",
    "{n} = np.expand_dims({a}, 0)\n{n} = nd.array({n})", "{n} = nd.array(np.expand_dims({a}, 0)).mean(axis=0)",
    "{n} = {a}.asnumpy().mean()", "{n} = {a}.mean().asscalar()", "{n} = {a}.sum().asnumpy()[0]",
    "{n} = float({a}.sum().asscalar()) / 2", "{n} = {a}.size / 2", "{n} = len({a})", "{n} = int({a}.max().asscalar())",
    "{n} = nd.array({a}.shape)", "{n} = {a}.mean() / {b}.mean()", "{n} = {a} - {a}.mean()", "{n} = ({a} - {a}.max(axis=0)) / 2",
    "{n} = {a} / {a}.sum()", "{n} = {a}.sum() + 1", "{n} = ({a}.sum() / 3).asscalar()", "{n} = [one.sum() for one in {a}]",
    "{n} = [one * 2 for one in {a}]", "{n} = [one.mean().asscalar() for one in {a}]",
    "{n} = 0\nfor one in {a}:\n    {n} = {n} + one", "{n} = 0\nfor i in range({a}.shape[0]):\n    {n} += {a}[i].mean()",
    "{n} = []\nfor i in range(2):\n    {n}.append({a}[i])", "{n} = [{a}[i].sum() for i in range(2)]",
    "{n} = {a} if {a}.sum() > 2 else {b}", "if {a}.mean() > 1:\n    {n} = {a}\nelse:\n    {n} = {b}",
    "{n} = {a}\nif {a}.max() > 2:\n    {n} = nd.array(np.ones(3))",
    "{a}.attach_grad()\nwith autograd.record():\n    {n} = ({a} * {a}).sum()\n{n}.backward()\n{n} = {a}.grad",
    "{a}.attach_grad()\nwith autograd.record():\n    {n} = ({a} * 2).mean(axis=0)\n{n}.backward()\n{n} = {a}.grad",
    "{a}.attach_grad()\nwith autograd.record():\n    {n} = {a}[0] * 3\n{n}.backward()\n{n} = {a}.grad",
    "def f{k}(x):\n    return x.mean()\n{n} = f{k}({a})",
    "def f{k}(x, y):\n    return (x.argmax(axis=1) == y.argmax(axis=1)).sum()\n{n} = f{k}({a}, {b})",
    "def f{k}(x):\n    x = np.asarray(x)\n    x = nd.array(x)\n    return x / 2\n{n} = f{k}({a})",
    "def f{k}(x):\n    return nd.array(x) / 2\n{n} = f{k}({a})", "def f{k}(x):\n    return x[0]\n{n} = f{k}({a})",
    "def f{k}(x):\n    y = x.reshape((-1,))\n    y[0] = 9\n    return y\n{n} = f{k}({a})",
    "f{k} = lambda x: x.sum()\n{n} = f{k}({a})", "{n} = nd.ElementWiseSum({a}, {b})", "{n} = nd.mean({a}, axis=0)",
    "{n} = nd.mean({a})", "{n} = {a}.diag()", "{n} = nd.diag({a})", "{n} = {a}.zeros_like()",
    "{n} = {a}.slice_axis(axis=0, begin=0, end=1)", "{n} = nd.moveaxis({a}, 0, 1)", "{n} = nd.power({a}, 2)",
    "{n} = nd.log({a} + 2)", "{n} = nd.floor({a} / 2)", "{n} = {a}.detach()", "{n} = {a}.log_softmax(axis=0)",
    "{n} = {a}.sum(1, True)", "{n} = {a}.max(0, True)", "{n} = nd.logical_and({a}, {b})", "{n} = nd.lesser({a}, 2)",
    "{n} = {a}.rint()",
]
#: steps of programs from seed 10,000 on, so that those below stay what they were
_FURTHER_STEPS = [
    "d{k} = dict(x={a}, y={b})\n{n} = d{k}['x'] / 2", "{n} = [z for z in zip({a}, {b})]",
    "class C{k}:\n    def __init__(self, x):\n        self.x = x\n    def f(self, y):\n        return self.x / 2 > y.mean()\n"
    "{n} = C{k}({a}).f({b})", "{n} = list(map(lambda x: x > 1, [{a}, {b}]))", "{n}, *w{k} = {a}.sum(axis=0)",
    "{n} = [x.mean() for x in ({a}, {b})]", "{n} = list(map(lambda x: x.argmax(axis=0), [{a}]))",
    "def f{k}(x, shape=(0, -1)):\n    return x.reshape(shape)\n{n} = f{k}({a})", "{n} = nd.logical_or({a}, 1)",
    "{n} = nd.modulo({a}, 2)", "{n} = nd.split({a}, 3, axis=1, squeeze_axis=True)", "{n} = [{a}]\n{n}.append({b}.sum())",
    "{n} = sum([{a}.mean(), {b}.mean()])", "{n} = np.float32({a}.sum().asscalar())", "{n} = nd.array([{a}.sum().asscalar()])",
    "{n} = list(map(lambda x: x / 2, [{a}, {b}]))", "{n} = nd.concatenate([{a}, {b}])", "{n} = nd.array([{a}.asnumpy()])",
]
# fmt: on


def program(seed):
    """The lines of a program that runs, after HEAD and SHOW."""
    draw = random.Random(seed)
    made = []
    space = {}
    mx.npx.reset_np()
    exec(compile(HEAD, "<head>", "exec"), space)
    names = []
    for k in range(draw.randint(6, 12)):
        name = draw.choice(names) if len(names) > 3 and draw.random() < 0.3 else f"v{len(names)}"
        steps = _STEPS if seed < 10_000 else _STEPS + 3 * _FURTHER_STEPS
        step = draw.choice(_STARTS if len(names) < 3 or draw.random() < 0.1 else steps)
        known = names or ["v0"]
        text = step.format(n=name, a=draw.choice(known), b=draw.choice(known), i=draw.choice(["0", "1"]), k=k)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                exec(compile(text, "<step>", "exec"), space)
                for one in names:
                    shown = space[one]
                    assert not hasattr(shown, "asnumpy") or _is_small(shown)
        except Exception:
            # What does not run on mx.nd is no program; what it may have written so far is undone by running the rest again.
            space = {}
            mx.npx.reset_np()
            exec(compile(HEAD + "\n".join(made), "<again>", "exec"), space)
            continue
        made.append(text)
        if name not in names and name in space:
            names.append(name)
        # Numbers of NumPy's become Python's, which have no methods.
        made_now = space.get(name)
        if (
            isinstance(made_now, np.generic)
            or isinstance(made_now, list)
            and any(isinstance(one, np.generic) for one in made_now)
        ):
            names.remove(name)
    shows = [f"show({name!r}, {name})" for name in names]
    return HEAD + SHOW + "\n".join([*made, *shows]) + "\n"


def _is_small(array):
    return array.size < 200 and (abs(array.asnumpy().astype("float64")) < 1e6).all()


def every_step(a, b):
    """A program of all steps that run on two values, each with values that are made anew."""
    made, k = [], 0
    for step in _STEPS + _FURTHER_STEPS:
        k += 1
        line = step.format(n=f"v{k}", a="a", b="b", i=k % 2, k=k)
        text = f"a = {a}\nb = {b}\n{line}\nshow('a', a)" + (f"\nshow('v{k}', v{k})" if f"v{k}" in line else "")
        mx.npx.reset_np()
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()) as out:
                warnings.simplefilter("error", RuntimeWarning)
                exec(compile(HEAD + SHOW + text, "<step>", "exec"), {})
        except Exception:
            continue
        if "nan" not in out.getvalue() and "inf" not in out.getvalue():
            made.append(text)
    return HEAD + SHOW + "\n".join(made) + "\n"


def printed(source):
    """What a program prints; its error, if it ends with one."""
    mx.npx.reset_np()
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(source, "<program>", "exec"), {"__name__": "program"})
            except Exception as error:
                print(type(error).__name__, str(error).splitlines()[:1])
        return out.getvalue()
    finally:
        mx.npx.reset_np()


def difference(seed):
    """(source, rewritten source, the lines that differ) of a program; no lines where it is left on mx.nd."""
    return compared(program(seed))


def compared(source):
    """The same of a source."""
    result = rewrite(source.encode(), "numpy")
    after = result.source.decode()
    if result.places == 0:
        return source, after, None
    before, then = printed(source).splitlines(), printed(after).splitlines()
    differ = [f"{a}   ->   {b}" for a, b in zip(before, then) if a != b]
    return source, after, differ + (["the number of lines"] if len(before) != len(then) else [])


if __name__ == "__main__":
    number, first = (*map(int, sys.argv[1:]), *(50, 0)[len(sys.argv) - 1 :])
    wrong = left = 0
    for seed in range(first, first + number):
        source, after, differ = difference(seed)
        left += differ is None
        if differ:
            wrong += 1
            print(f"=== {seed}", source[len(HEAD) + len(SHOW) :], "--- after", after, *differ[:3], sep="\n")
    print(f"{number} programs: {wrong} differ, {left} left on mx.nd")
