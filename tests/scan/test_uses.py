"""What is found in source text: each line of code with its uses, and what is said of them."""

import textwrap

import pytest

from jmx.scan.uses import read


def uses(text, **options):
    return read(textwrap.dedent(text).strip("\n") + "\n", **options).uses


def found(text, **options):
    """[(line, verdict, name)] without the imports of line 1."""
    return [(use.line, use.verdict, use.name.removeprefix("mxnet.")) for use in uses(text, **options) if use.line > 1]


def works(*names):
    """What `found` gives where line 2 uses these names and all work."""
    return [(2, "works", name) for name in names]


@pytest.mark.parametrize("head, line, names", [
    ("import mxnet as mx", "mx.nd.zeros((2,))", ["ndarray.zeros"]),
    ("import mxnet", "mxnet.nd.zeros((2,))", ["ndarray.zeros"]),
    ("import mxnet.ndarray as nd", "nd.zeros((2,))", ["ndarray.zeros"]),
    ("import mxnet.gluon.nn", "mxnet.gluon.nn.Dense(2)", ["gluon.nn.Dense"]),
    ("from mxnet import gluon, nd as F2", "F2.zeros(gluon.nn.Dense)", ["ndarray.zeros", "gluon.nn.Dense"]),
    ("from mxnet.gluon import nn", "nn.Dense(2)", ["gluon.nn.Dense"]),
    ("from mxnet.gluon.nn import Dense as D", "D(2)", ["gluon.nn.Dense"]),
    ("from mxnet.gluon import *", "nn.Dense(2)", ["gluon.nn.Dense"]),
    ("from mxnet.gluon.nn import *", "Dense(2)", ["gluon.nn.Dense"]),
    ("import importlib; mx = importlib.import_module('mxnet')", "mx.cpu()", ["cpu"]),
    ("from importlib import import_module; nd = import_module('mxnet.nd')", "nd.zeros((2,))", ["ndarray.zeros"]),
    ("import mxnet as mx; F = mx.nd; zeros = F.zeros", "zeros((2,))", ["ndarray.zeros"]),
    ("import mxnet as mx", "getattr(mx.nd, 'zeros')", ["ndarray.zeros", "nd"]),
    ("import mxnet as mx", "def f(ctx=mx.cpu()): return mx.nd.ones((1,), ctx)", ["cpu", "ndarray.ones"]),
    ("import mxnet as mx", "class A(mx.gluon.Block): pass", ["gluon.Block"]),
    ("import mxnet as mx", "isinstance(3, mx.nd.NDArray)", ["ndarray.NDArray"]),
    ("import mxnet as mx", "def f(mx): return mx.nothing", []),
    ("import mxnet as mx", "[mx for mx in range(3) if mx.nothing]", []),
    ("import torch as mx", "mx.nothing", []),
])  # fmt: skip
def test_imports_are_followed(head, line, names):
    assert found(f"{head}\n{line}") == works(*names)


@pytest.mark.parametrize("line, names", [
    ("x = mx.nd.zeros((2,)); x.asscalar()", ["ndarray.zeros", "ndarray.NDArray.asscalar"]),
    ("mx.nd.zeros((2,))[0].asscalar()", ["ndarray.zeros", "ndarray.NDArray.asscalar"]),
    ("(1 - mx.nd.zeros((2,))).mean()", ["ndarray.zeros", "ndarray.NDArray.mean"]),
    ("mx.nd.zeros((2,)).mean().asscalar()", ["ndarray.zeros", "ndarray.NDArray.mean", "ndarray.NDArray.asscalar"]),
    ("x = mx.nd.zeros((2,)).asnumpy(); x.mean()", ["ndarray.zeros", "ndarray.NDArray.asnumpy"]),
    ("s, a, b = mx.model.load_checkpoint('p', 1); s.list_outputs()", ["model.load_checkpoint", "symbol.Symbol.list_outputs"]),
    ("s = mx.sym.var('x') * 2; s.bind(mx.cpu(), {}).forward()",
     ["symbol.var", "symbol.Symbol.bind", "cpu", "executor.Executor.forward"]),
    ("n = mx.gluon.nn.Dense(2); [p.list_grad() for p in n.collect_params().values()]",
     ["gluon.nn.Dense", "gluon.Parameter.list_grad", "gluon.Block.collect_params", "gluon.ParameterDict.values"]),
    ("xs = mx.gluon.utils.split_and_load([1], []); ys = [x.copy() for x in xs]; ys[0].sum()",
     ["gluon.utils.split_and_load", "ndarray.NDArray.copy", "ndarray.NDArray.sum"]),
    ("x = None if 1 else mx.nd.zeros((1,)); x.sum()", ["ndarray.zeros", "ndarray.NDArray.sum"]),
    ("f = lambda: mx.nd.zeros((1,)); f().sum()", ["ndarray.zeros", "ndarray.NDArray.sum"]),
    ("def f(x: mx.nd.NDArray): return x.sum()", ["ndarray.NDArray", "ndarray.NDArray.sum"]),
    ("b = mx.io.NDArrayIter([1]).next(); b.data[0].sum()",
     ["io.NDArrayIter", "io.NDArrayIter.next", "io.DataBatch.data", "ndarray.NDArray.sum"]),
])  # fmt: skip
def test_classes_of_values_are_inferred(line, names):
    assert [name for _, _, name in found(f"import mxnet as mx\n{line}")] == names


def test_dictionaries_and_what_calls_pass():
    assert found("""
        import mxnet as mx
        def show(trainer, x): trainer.step(x.sum())
        arrays = mx.nd.load("x")
        for key in arrays: key.startswith("a"), arrays[key].asnumpy()
        show(mx.gluon.Trainer({}, "sgd"), arrays["a"])
    """) == [
        (2, "works", "gluon.Trainer.step"), (2, "works", "ndarray.NDArray.sum"), (3, "works", "ndarray.load"),
        (4, "works", "ndarray.NDArray.asnumpy"), (5, "works", "gluon.Trainer"),
    ]  # fmt: skip


def test_the_last_assignment_before_a_line_counts():
    assert found("""
        import mxnet as mx
        x = mx.nd.zeros((2,))
        x.sum()
        x = x.asnumpy()
        x.sum()
    """) == [(2, "works", "ndarray.zeros"), (3, "works", "ndarray.NDArray.sum"), (4, "works", "ndarray.NDArray.asnumpy")]


def test_blocks_of_the_program():
    text = """
        from mxnet import gluon, nd
        class Net(gluon.HybridBlock):
            def __init__(self):
                super().__init__()
                self.dense = gluon.nn.Dense(2)
                self.size = 3
            def hybrid_forward(self, F, x):
                y = F.relu(self.dense(x)).reshape((1, -1))
                return F.linalg.gemm2(y, y)
            def own(self):
                return self.size + self.collect_params().get('a').shape[0]
        net = Net()
        net.own()
        net.hybridize()
        net(nd.ones((1,))).sum()
    """
    assert [(line, name) for line, _, name in found(text)] == [
        (2, "gluon.HybridBlock"), (5, "gluon.nn.Dense"), (8, "ndarray.relu"), (8, "ndarray.NDArray.reshape"),
        (9, "ndarray.linalg.gemm2"), (11, "gluon.Block.collect_params"), (11, "gluon.ParameterDict.get"),
        (11, "gluon.Parameter.shape"), (14, "gluon.HybridBlock.hybridize"), (15, "ndarray.ones"), (15, "ndarray.NDArray.sum"),
    ]  # fmt: skip
    guessed = [use.name for use in uses(text) if use.probable]
    assert guessed == ["mxnet.ndarray.NDArray.reshape", "mxnet.ndarray.NDArray.sum"]


def test_names_of_F_are_looked_up_in_both_namespaces():
    both = uses("""
        from mxnet import gluon
        class Net(gluon.HybridBlock):
            def hybrid_forward(self, F, x):
                return F.array([1]) + F.nothing(x) + F.relu(x)
    """)
    by_name = {use.name: use for use in both}
    assert (
        by_name["mxnet.ndarray.array"].verdict == "not-in-mxnet"
        and "mx.sym has no such name" in by_name["mxnet.ndarray.array"].advice
    )
    assert by_name["mxnet.ndarray.nothing"].verdict == "not-in-mxnet"
    assert by_name["mxnet.ndarray.relu"].verdict == "works"


@pytest.mark.parametrize("line, verdict, name, advice", [
    ("mx.rtc.CudaModule('')", "not-there", "rtc.CudaModule", "jmx.jax.call"),
    ("mx.library.load('x.so')", "not-there", "library.load", "mx.operator.CustomOp"),
    ("mx.gpu(0)", "differs", "gpu", "jax[cuda12]"),
    ("mx.random.seed(1)", "differs", "random.seed", "not those of MXNet"),
    ("mx.gluon.contrib.nn.SyncBatchNorm()", "differs", "gluon.contrib.nn.SyncBatchNorm", "DataParallelStep"),
    ("mx.engine.set_bulk_size(3)", "no-effect", "engine.set_bulk_size", "one program"),
    ("mx.nvtx.range('x')", "not-in-mxnet", "nvtx", "TraceAnnotation"),
    ("mx.gluon.nn.SiLU()", "not-in-mxnet", "gluon.nn.SiLU", "in 1.9.1: gluon.nn.Swish"),
    ("mx.nd.broadcast_ad(1, 2)", "not-in-mxnet", "ndarray.broadcast_ad", "near: mx.nd.broadcast_add"),
    ("mx.gluon.nn.dense(2)", "not-in-mxnet", "gluon.nn.dense", "near: mx.gluon.nn.Dense"),
    ("mx.nd.zeros((2,)).nothing", "not-in-mxnet", "ndarray.NDArray.nothing", "probably"),
    ("mx.gluon.data.vision.transforms.RandomCrop(2)", "works", "gluon.data.vision.transforms.RandomCrop", "jmx has it"),
])  # fmt: skip
def test_what_is_to_be_done(line, verdict, name, advice):
    from jmx.scan.report import advice as said

    (use,) = [
        use for use in uses(f"import mxnet as mx\n{line}") if use.verdict != "works" or "RandomCrop" in use.name and use.line == 2
    ]
    assert (use.line, use.verdict, use.name) == (2, verdict, f"mxnet.{name}") and advice in said(use)


@pytest.mark.parametrize("line, expected", [
    ("mx.sym.Convolution(cudnn_off=True, kernel=(1, 1))", [("no-effect", "symbol.Convolution(cudnn_off=)")]),
    ("mx.nd.Deconvolution(workspace=2)", [("no-effect", "ndarray.Deconvolution(workspace=)")]),
    ("mx.nd.dot(lhs=1, rhs=2, forward_stype='csr')", [("no-effect", "ndarray.dot(forward_stype=)")]),
    ("mx.nd.concat(1, 2, axis=1)", [("not-in-mxnet", "ndarray.concat(axis=)")]),
    ("mx.nd.concat(1, 2, dim=1, name='c')", []),
    ("mx.nd.relu(data=1, anything=2)", []),  # MXNet accepts it, too: the operator has no attributes
    ("mx.gluon.nn.Dense(2, prefix='a_')", []),
    ("mx.gluon.nn.Dense(2, unit=2)", [("not-in-mxnet", "gluon.nn.Dense(unit=)")]),
    ("mx.optimizer.SGD(learning_rate=1, momentum=2, wd=0)", []),
    ("mx.optimizer.SGD(lr=1)", [("not-in-mxnet", "optimizer.SGD(lr=)")]),
    ("mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=1, __lr_mult__=2)", []),
    ("mx.gluon.nn.Dense(2).hybridize(static_alloc=True)", [("no-effect", "gluon.HybridBlock.hybridize(static_alloc=)")]),
    ("mx.kv.create('dist_async')", [("differs", "kvstore.create(name='dist_async')")]),
    ("mx.kv.create('device')", []),
    ("mx.gluon.Trainer({}, 'sgd', kvstore='dist_async')", [("differs", "gluon.Trainer(kvstore='dist_async')")]),
    ("mx.sym.Custom(op_type='mine', anything=1)", []),
    ("mx.sym.Convolution(lr_mult=2, kernel=(1, 1))", []),
    ("mx.io.ImageRecordIter(label_name='y')", []),
    ("mx.nd.zeros((2,)).sum(axes=1)", [("not-in-mxnet", "ndarray.NDArray.sum(axes=)")]),
])  # fmt: skip
def test_keywords_are_checked(line, expected):
    assert [(v, n) for line, v, n in found(f"import mxnet as mx\n{line}") if n.endswith(")")] == expected


def test_methods_of_unknown_values_count_where_only_mxnet_has_them():
    text = """
        import mxnet as mx
        def f(x, net):
            net.hybridize()
            x.mean()
            return x.asnumpy()
    """
    assert found(text) == [(3, "works", "gluon.HybridBlock.hybridize"), (5, "works", "ndarray.NDArray.asnumpy")]
    assert all(use.probable for use in uses(text)[1:])
    assert found(text.replace("import mxnet as mx", "import torch")) == []


def test_what_a_program_only_asks_for():
    use = uses("import mxnet as mx\nif hasattr(mx, 'nvtx'): mx.nvtx.range('x')")[-1]
    assert use.verdict == "not-in-mxnet" and use.advice.endswith("the program goes on without it")
    use = uses("try:\n    from mxnet.base import _load_lib\nexcept ImportError:\n    _load_lib = None")[0]
    assert use.verdict == "not-there" and use.advice.endswith("the program goes on without it")
    use = uses("import mxnet as mx\nname = input()\ngetattr(mx.nd, name)")[1]
    assert (use.verdict, use.name) == ("unknown", "mxnet.ndarray.<computed>")


def test_attributes_that_a_program_adds_are_its_own():
    assert found("import mxnet as mx\nx = mx.sym.var('x')\nx.mine = 3\nx.mine") == [(2, "works", "symbol.var")]


def test_numpy_and_other_libraries():
    head = "import mxnet as mx, numpy as np; from numpy import product\n"
    assert found(head + "np.zeros(1), np.float_(1), np.npv, np.bool, np.random.seed(1)") == [
        (2, "works", "numpy.float_"), (2, "not-there", "numpy.npv"), (2, "differs", "numpy.bool"),
    ]  # fmt: skip
    assert [use.name for use in uses(head)] == ["mxnet", "numpy.product"]
    assert found(head + "mx.nd.zeros((1,)).asnumpy().ptp()")[-1] == (2, "not-there", "numpy.ndarray.ptp")
    assert [(u.verdict, u.name) for u in uses("import horovod.mxnet as hvd\nfrom nvidia.dali.plugin import mxnet as m")] == [
        ("not-there", "horovod.mxnet"), ("not-there", "nvidia.dali.plugin.mxnet"),
    ]  # fmt: skip


def test_environment_variables():
    text = """
        "MXNET_ENGINE_TYPE=in a docstring"
        import os, mxnet
        os.environ["MXNET_ENGINE_TYPE"] = "NaiveEngine"
        os.environ.get("MXNET_HOME")
        os.environ["MXNET_ENGIN_TYPE"]
        os.system("MXNET_CUDNN_AUTOTUNE_DEFAULT=0 python $MXNET_HOME/x.py MXNET_NOTHING")
        print("MXNET_THE_NAME", "DMLC_")
    """
    assert [(use.line, use.verdict, use.name) for use in uses(text) if use.line > 2] == [
        (3, "no-effect", "MXNET_ENGINE_TYPE"), (4, "works", "MXNET_HOME"), (5, "not-in-mxnet", "MXNET_ENGIN_TYPE"),
        (6, "no-effect", "MXNET_CUDNN_AUTOTUNE_DEFAULT"), (6, "works", "MXNET_HOME"), (7, "not-in-mxnet", "MXNET_THE_NAME"),
    ]  # fmt: skip


def test_places_are_counted_in_characters():
    use = uses('import mxnet as mx\nx = "Ä漢"; mx.cpu()')[-1]
    assert (use.line, use.column) == (2, 11)
    use = uses("import mxnet as mx\n(mx.nd.zeros((1,))\n   .asnumpy())")[-1]
    assert (use.line, use.column) == (3, 5)


@pytest.mark.parametrize("text", [
    "x = x\nx.y",
    "class A(A): pass\nA().z",
    "class A(B): pass\nclass B(A): pass\nB().z",
    "def f(): return f()\nf().z",
    "global x\nx = 1\nx.y",
    "def f():\n    global x\n    x = x.y\n    nonlocal_ = x",
    "for x in x: x = [x for x in x]",
    "a, b = b, a = a",
    "lambda: (yield)",
    "def f(x):\n    match x:\n        case mx.Context(a, b=c): return c.d",
    "async def f():\n    async with x as y:\n        await y.z\n    async for z in y: pass",
    "type = [*a, *b]; {**c}; f'{x.y!r:{z}}'; del x.y, z[0]; (a := x.y); print(*a, **b)",
    "try: pass\nexcept* ValueError as e: e.x",
    "self.x.y = self.x",
    "class A:\n    x: int\n    y: A\nA().x.z",
    "def f(a, *, b): a.c, b.c\nf(1, *x, **y); f(b=f(b=f))",
])  # fmt: skip
def test_code_that_goes_in_circles_comes_to_an_end(text):
    assert [use.name for use in uses(f"import mxnet as mx\n{text}")] in (["mxnet"], ["mxnet", "mxnet.Context"])
