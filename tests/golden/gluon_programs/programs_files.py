"""Programs that save networks and load them: parameters, whole networks, exported graphs."""
# ruff: noqa: B023  (steps run at once)

import json
import os

import numpy as np
from programs import A, fill, mlp, ready


def save_load(mx, step):
    g = mx.gluon
    x = A(mx, 2, 3)
    net = ready(mx)
    net.save_parameters("n.params")
    net.collect_params().save("d.params")
    net.collect_params().save("s.params", strip_prefix="n_")
    step("names", lambda: [list(mx.nd.load(f)) for f in ("n.params", "d.params", "s.params")])
    step("strip", lambda: net.collect_params().save("e.params", strip_prefix="zz_"))
    net.save_params("p.params")
    step("pnames", lambda: list(mx.nd.load("p.params")))
    other = lambda **k: mlp(mx, prefix="m_", **k)
    for f in ("n.params", "d.params", "s.params", "p.params"):
        o = other()
        step("lp" + f, lambda: (o.load_parameters(f), o(x))[-1])
        o = other()
        step("cp" + f, lambda: (o.collect_params().load(f, restore_prefix="m_"), o(x))[-1])
        o = other()
        step("cpi" + f, lambda: (o.collect_params().load(f, allow_missing=True, ignore_extra=True), len(o.collect_params()))[-1])
        o = mlp(mx)
        step("same" + f, lambda: (o.collect_params().load(f), o(x))[-1])
        o = other()
        step("lparams" + f, lambda: (o.load_params(f), o(x))[-1])
    for sizes in ((3, 4), (3, 4, 2, 2), (3, 5, 2), (4, 4, 3)):
        for am in (False, True):
            for ie in (False, True):
                o = other(sizes=sizes)
                step(
                    f"m{sizes}{am}{ie}",
                    lambda: (
                        o.load_parameters("n.params", allow_missing=am, ignore_extra=ie),
                        [p._data is not None for p in o.collect_params().values()],
                    )[-1],
                )
                o = mlp(mx, sizes=sizes)
                step(
                    f"d{sizes}{am}{ie}",
                    lambda: (
                        o.collect_params().load("d.params", allow_missing=am, ignore_extra=ie),
                        [p._data is not None for p in o.collect_params().values()],
                    )[-1],
                )
    h = ready(mx)
    h.cast("float16")
    h.save_parameters("h.params")
    h.collect_params().save("hd.params")
    for cd in (False, True):
        for ds in ("current", "saved", "x"):
            o = mlp(mx)
            step(
                f"cast{cd}{ds}",
                lambda: (
                    o.load_parameters("h.params", cast_dtype=cd, dtype_source=ds),
                    [str(np.dtype(p.data().dtype)) for p in o.collect_params().values()],
                )[-1],
            )
            o = mlp(mx)
            o.initialize()
            step(
                f"casti{cd}{ds}",
                lambda: (
                    o.load_parameters("h.params", cast_dtype=cd, dtype_source=ds),
                    [str(np.dtype(p.data().dtype)) for p in o.collect_params().values()],
                )[-1],
            )
            o = mlp(mx)
            o.initialize()
            step(
                f"castd{cd}{ds}",
                lambda: (
                    o.collect_params().load("hd.params", cast_dtype=cd, dtype_source=ds),
                    [str(np.dtype(p.data().dtype)) for p in o.collect_params().values()],
                )[-1],
            )
    o = mlp(mx)
    step("ctx", lambda: (o.load_parameters("n.params", ctx=mx.cpu(1)), str(o[0].weight.list_ctx()))[-1])
    o = mlp(mx)
    step("ctxl", lambda: (o.load_parameters("n.params", ctx=[mx.cpu(1), mx.cpu(0)]), str(o[0].weight.list_ctx()))[-1])
    o = mlp(mx)
    o.initialize()
    step("ctxbad", lambda: (o.load_parameters("n.params", ctx=mx.cpu(1)), str(o[0].weight.list_ctx()))[-1])
    step("nofile", lambda: o.load_parameters("none.params"))
    open("junk.params", "wb").write(b"junkjunk" * 10)
    step("junk", lambda: o.load_parameters("junk.params"))
    open("empty.params", "wb").write(b"")
    step("empty", lambda: o.load_parameters("empty.params"))
    mx.nd.save("list.params", [mx.nd.ones((2,))])
    step("list", lambda: o.load_parameters("list.params"))
    step("listd", lambda: o.collect_params().load("list.params"))
    u = mlp(mx)
    step("saveuninit", lambda: u.save_parameters("u.params"))
    dfr = g.nn.Dense(3)
    dfr.initialize()
    step("savedefer", lambda: dfr.save_parameters("u.params"))
    dfr = g.nn.HybridSequential(prefix="n_")
    with dfr.name_scope():
        dfr.add(g.nn.Dense(4, activation="relu"), g.nn.Dense(2, activation="relu"))
    step("loaddefer0", lambda: (dfr.load_parameters("n.params"), dfr(x))[-1])
    dfr = g.nn.Dense(4)
    dfr.initialize()
    mx.nd.save("one.params", {"weight": mx.nd.ones((4, 3)), "bias": mx.nd.zeros((4,))})
    step("plainnames", lambda: (dfr.load_parameters("one.params"), dfr(x))[-1])
    dd = g.nn.Dense(4)
    step("plainnames2", lambda: (dd.load_parameters("one.params"), dd(x))[-1])
    step(
        "dict",
        lambda: (
            lambda o: (
                o.collect_params().load_dict(
                    {"arg:n_dense0_weight": mx.nd.ones((4, 3)), "n_dense0_bias": mx.nd.ones((4,))}, allow_missing=True
                ),
                o[0].weight.data(),
            )[-1]
        )(mlp(mx)),
    )
    step("dict2", lambda: mlp(mx).collect_params().load_dict({"n_dense0_weight": mx.nd.ones((4, 3))}))
    step("dict3", lambda: mlp(mx).collect_params().load_dict({"x": mx.nd.ones((4, 3))}, allow_missing=True))
    two = mlp(mx)
    two.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    two[0].weight.list_data()[0][:] = 1
    two[0].weight.list_data()[1][:] = 3
    two.save_parameters("two.params")
    step("mean", lambda: mx.nd.load("two.params")["0.weight"])


def export(mx, step):
    g = mx.gluon
    x = A(mx, 2, 3)
    net = g.nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(g.nn.Dense(4, in_units=3), g.nn.BatchNorm(in_channels=4), g.nn.Dense(2, in_units=4))
    net.initialize()
    fill(mx, net)
    step("early", lambda: net.export("e"))
    net.hybridize()
    step("early2", lambda: net.export("e"))
    net(x)
    step("ret", lambda: net.export("e", epoch=12))
    step("files", lambda: sorted(f for f in os.listdir(".") if f.startswith("e-")))
    step("names", lambda: sorted(mx.nd.load("e-0012.params")))
    step("epoch", lambda: net.export("f", epoch="x"))
    step("dir", lambda: net.export("nodir/x"))
    step("json", lambda: [[n["op"], n["name"], n.get("attrs")] for n in json.load(open("e-symbol.json"))["nodes"]])
    I = g.SymbolBlock.imports
    step("i1", lambda: I("e-symbol.json", ["data"], "e-0012.params")(x))
    step("i2", lambda: I("e-symbol.json", "data", "e-0012.params", ctx=mx.cpu(1))(x.as_in_context(mx.cpu(1))))
    step("i3", lambda: I("e-symbol.json", ["data"])(x))
    step("i4", lambda: I("e-symbol.json", ["dta"], "e-0012.params")(x))
    step("i5", lambda: I("none.json", ["data"]))
    step("i6", lambda: I("e-symbol.json", ["data"], "none.params"))
    step("i7", lambda: I("e-symbol.json", ["data"], "e-0012.params", ctx=[mx.cpu(0), mx.cpu(1)])(x))
    d = mx.nd.load("e-0012.params")
    k = dict(d)
    k.pop("arg:n_dense0_weight")
    mx.nd.save("miss.params", k)
    step("miss", lambda: I("e-symbol.json", ["data"], "miss.params"))
    step(
        "miss2", lambda: I("e-symbol.json", ["data"], "miss.params", allow_missing=True).collect_params()["n_dense0_weight"].shape
    )
    k = dict(d)
    k["arg:zz"] = mx.nd.ones((1,))
    mx.nd.save("extra.params", k)
    step("extra", lambda: I("e-symbol.json", ["data"], "extra.params"))
    step("extra2", lambda: I("e-symbol.json", ["data"], "extra.params", ignore_extra=True)(x))
    k = dict(d)
    k["arg:n_dense0_weight"] = mx.nd.ones((4, 7))
    mx.nd.save("shape.params", k)
    step("shape", lambda: I("e-symbol.json", ["data"], "shape.params")(x))
    b = I("e-symbol.json", ["data"], "e-0012.params")
    step("repr", lambda: repr(b))
    step("cp", lambda: {n: [p.shape, p.grad_req] for n, p in b.collect_params().items()})
    step("struct", lambda: sorted(b._collect_params_with_prefix()))
    b.save_parameters("b.params")
    step("bnames", lambda: sorted(mx.nd.load("b.params")))

    def train():
        with mx.autograd.record():
            y = (b(x) ** 2).sum()
        y.backward()
        return (
            y,
            b.collect_params()["n_dense2_weight" if "n_dense2_weight" in b.collect_params().keys() else "n_dense1_weight"].grad(),
            b.collect_params()["n_batchnorm0_running_mean"].data(),
        )

    step("train", train)
    b.hybridize()
    step("trainh", train)
    b.cast("float16")
    step("castt", lambda: {n: str(np.dtype(p.dtype)) for n, p in b.collect_params().items()})
    s = mx.sym.load("e-symbol.json")
    step(
        "internals",
        lambda: g.SymbolBlock(s.get_internals()["n_dense0_fwd_output"], mx.sym.var("data")).collect_params().keys().__len__(),
    )
    feat = g.SymbolBlock(mx.sym.Group([s.get_internals()["n_dense0_fwd_output"], s]), [mx.sym.var("data")])
    feat.collect_params().load("e-0012.params")
    step("feat", lambda: feat(x))
    step("featt", lambda: type(feat(x)).__name__)
    step("notvar", lambda: g.SymbolBlock(s, s.get_internals()["n_dense0_fwd_output"]))
    step("list", lambda: g.SymbolBlock([s, s], [mx.sym.var("data")]).collect_params().keys().__len__())
    step("noinput", lambda: g.SymbolBlock(s, []).collect_params().keys().__len__())
    step("bad", lambda: g.SymbolBlock(3, mx.sym.var("data")))
    step("bad2", lambda: g.SymbolBlock(s, "data"))
    step(
        "shared",
        lambda: (lambda q: (q.collect_params().keys().__len__(), q(x)))(
            g.SymbolBlock(s, mx.sym.var("data"), params=net.collect_params())
        ),
    )
    step("sym", lambda: b(mx.sym.var("qq")).list_arguments())
    step("f", lambda: b.hybrid_forward(mx.nd, x))
    step("two", lambda: b(x, x))
    step("none", lambda: b(3))
    seq = g.nn.HybridSequential()
    seq.add(g.SymbolBlock.imports("e-symbol.json", ["data"], "e-0012.params"), g.nn.Dense(1, in_units=2))
    seq[1].initialize()
    fill(mx, seq)
    step("inseq", lambda: seq(x))
    seq.hybridize()
    step("inseqh", lambda: seq(x))
    step("expseq", lambda: seq.export("q"))
    step("qnames", lambda: sorted(mx.nd.load("q-0000.params")))

    class M(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            self.d = g.nn.Dense(2, in_units=3)

        def hybrid_forward(self, F, x, y, m=None):
            return [self.d(x) + y, (y * 2,)]

    m = M(prefix="m_")
    m.initialize()
    fill(mx, m)
    m.hybridize()
    m(x, A(mx, 2, 2))
    m.export("m")
    step("multi", lambda: I("m-symbol.json", ["data0", "data1"], "m-0000.params")(x, A(mx, 2, 2)))
    step("multi1", lambda: I("m-symbol.json", ["data0"], "m-0000.params"))
    step("order", lambda: I("m-symbol.json", ["data1", "data0"], "m-0000.params")(A(mx, 2, 2), x))
    step("modload", lambda: list(mx.model.load_checkpoint("m", 0)[1]).__len__())
    step("symc", lambda: mx.sym.load("m-symbol.json").list_outputs())
    step("amp", lambda: net.export("amp", remove_amp_cast=False))
