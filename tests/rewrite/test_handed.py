"""The stage `numpy` where `F` and `mx.nd` are not called but looked at or handed on, and where names are old ones."""

import contextlib
import io
import warnings

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import rewrite

HEAD = "import logging\nimport mxnet as mx\nfrom mxnet import nd, gluon\n"
NETWORKS = """
def helper(F, x):
    return F.relu(x) + F.sum(x)


class Free(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(3, 3), init="ones")

    def scale(self, x, F):
        return F.broadcast_mul(x, F.ones_like(x) * 2)

    def hybrid_forward(self, F, x, weight):
        print(hasattr(F, "relu"), "%d" % isinstance(F, (int,)))
        logging.debug("%s of %s", F, f"{F}")
        if F is mx.nd:
            x = x + 1
        x = self.scale(helper(F, x), F=F)
        return getattr(F, "tanh")(F.dot(x, weight)) + getattr(F, "broadcast_axis")(x[0:1], axis=0, size=2)


class Kept(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(0, 3), init="ones", allow_deferred_init=True)

    def infer_shape(self, x):
        self.weight.shape = (2, 3)

    def hybrid_forward(self, F, x, weight):
        str(F)
        return helper(F, getattr(F, "sqrt")(F.dot(weight, x.T)))


x = nd.array([[1, 2, 3], [0.5, 1, 1]])
for net in (Free(), Kept()):
    net.initialize()
    print(net(x).asnumpy().tolist())
print(helper(nd, x).asnumpy().tolist())
"""
SAVED = """
from mxnet.contrib.ndarray import MultiBoxPrior
net = gluon.nn.Sequential()
with net.name_scope():
    net.add(gluon.nn.Dense(2, in_units=3))
net.initialize(mx.init.One())
net.save_params("{file}")
net.initialize(mx.init.Zero(), force_reinit=True)
net.load_params("{file}", ctx=mx.cpu())
x = net(nd.ones((1, 3)))
print(x.asnumpy().tolist(), MultiBoxPrior(nd.ones((1, 3, 2, 2)), sizes=[0.1, 0.2]).sum().asscalar())
"""


def printed(source):
    mx.npx.reset_np()
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(source, "<program>", "exec"), {"__name__": "program"})
    finally:
        mx.npx.reset_np()
    return out.getvalue()


@pytest.mark.parametrize("body", [NETWORKS, SAVED])
def test_programs_print_the_same(body, tmp_path):
    source = HEAD + body.replace("{file}", str(tmp_path / "net.params"))
    result = rewrite(source.encode(), "numpy")
    assert result.marks == [] and result.places > 4
    assert printed(source) == printed(result.source.decode()) != ""


def test_blocks_that_look_at_it_keep_it():
    made = rewrite((HEAD + NETWORKS).encode(), "numpy").source.decode()
    assert made.count("def hybrid_forward(self, F, x, weight):") == 2 and 'hasattr(F, "relu")' in made
    assert "self.scale(helper(F, x), F=F)" in made and 'F.np.tanh(F.np.dot(x, weight)) + getattr(F, "broadcast_axis")(' in made
    assert "helper(nd, x)" in made and "return F.npx.relu(x) + F.np.sum(x)" in made


@pytest.mark.parametrize(
    "use", ["model.run(F, x)", "helper(F)", "helper(x, F)", "keep.append(F)", "getattr(F, kind)(x)", "'{}'.join(F)", "x % (F,)"]
)
def test_what_may_compute_with_it_keeps_the_file(use):
    source = (
        HEAD
        + f"""
def helper(one, other=None):
    return one


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        {use}
        return F.relu(x)
"""
    )
    result = rewrite(source.encode(), "numpy")
    assert result.places == 0 and "mx.nd is handed on here" in result.marks[0][1]
