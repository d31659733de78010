"""Programs with parameters: shapes, sharing, files, names."""
# ruff: noqa: B023  (steps run at once)

import json
import os

import numpy as np
from programs import A, fill, mlp, ready


def infer(mx, step):
    g = mx.gluon
    net = g.nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(g.nn.Dense(4), g.nn.BatchNorm(), g.nn.Dense(2))
    step("shapes0", lambda: {n: p.shape for n, p in net.collect_params().items()})
    step("infer", lambda: net.infer_shape(mx.nd.zeros((2, 5))))
    step("shapes", lambda: {n: p.shape for n, p in net.collect_params().items()})
    step("infer2", lambda: net.infer_shape(mx.nd.zeros((2, 6))))
    step("shapes2", lambda: {n: p.shape for n, p in net.collect_params().items()})
    net.hybridize()
    step("type", lambda: net.infer_type(mx.nd.zeros((2, 5), dtype="float16")))
    step("types", lambda: {n: str(np.dtype(p.dtype)) for n, p in net.collect_params().items()})
    net = g.nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(g.nn.Dense(4), g.nn.Dense(2))
    step("sym", lambda: net.infer_shape(mx.sym.var("x", shape=(2, 3))))
    step("noargs", lambda: net.infer_shape())
    net = g.nn.Dense(3)
    net.initialize()
    step("defer", lambda: net.weight.data())
    step("defergrad", lambda: net.weight.grad())
    step("list", lambda: net.weight.list_data())
    step("ctx", lambda: net.weight.list_ctx())
    step("setdata", lambda: net.weight.set_data(A(mx, 3, 4)))
    step("use", lambda: net(A(mx, 2, 4)))
    net = g.nn.Dense(3)
    net.initialize()
    step("setbad", lambda: net.weight.set_data(A(mx, 4, 4)))
    net = g.nn.Conv2D(3, 3)
    net.initialize()
    step("badshape", lambda: net(A(mx, 2, 4)))
    net.hybridize()
    step("badshapeh", lambda: net(A(mx, 2, 4)))
    step("small", lambda: net(A(mx, 1, 1, 2, 2)))
    net = g.nn.Conv2D(3, 3)
    net.initialize()
    step("good", lambda: net(A(mx, 1, 2, 4, 4)).shape)
    step("otherc", lambda: net(A(mx, 1, 3, 4, 4)).shape)
    net.hybridize()
    step("otherch", lambda: net(A(mx, 1, 3, 4, 4)).shape)
    net = g.nn.Dense(3, in_units=0)
    step("noinit", lambda: net(A(mx, 2, 4)))
    step("shape_none", lambda: g.Parameter("a").initialize())
    step("shape_zero", lambda: g.Parameter("a", shape=(0, 3)).initialize())
    step("shape_zero_def", lambda: g.Parameter("a", shape=(0, 3), allow_deferred_init=True).initialize())
    p = g.Parameter("a", shape=(2, 3))
    p.initialize()
    step("dbl", lambda: p.initialize())
    step("force", lambda: p.initialize(mx.init.One(), force_reinit=True))
    step("val", lambda: p.data())
    step("ctx1", lambda: p.data(mx.cpu(3)))
    step("gradctx", lambda: p.grad(mx.cpu(3)))
    p.grad_req = "null"
    step("nullgrad", lambda: p.grad())
    step("nulllist", lambda: p.list_grad())
    step("badreq", lambda: setattr(p, "grad_req", "x"))
    step("shape", lambda: setattr(p, "shape", (3, 3)))
    step("reset", lambda: g.Parameter("q", shape=(2,)).reset_ctx(mx.cpu()))
    step("cast", lambda: g.Parameter("q", shape=(2,)).cast("floot"))
    step("stype", lambda: g.Parameter("q", shape=(2,), stype="x"))
    step("gstype", lambda: g.Parameter("q", shape=(2,), grad_stype="x"))
    step("rsp", lambda: g.Parameter("q", shape=(2,), stype="row_sparse").data())
    step("rsp2", lambda: p.row_sparse_data(mx.nd.array([1])))
    step("initname", lambda: g.Parameter("q", shape=(2,), init="nope").initialize())
    step("initobj", lambda: g.Parameter("q", shape=(2,), init=3).initialize())
    step("unk", lambda: g.Parameter("weird", shape=(2,)).initialize(default_init=mx.init.Xavier()))
    step("unk2", lambda: g.Parameter("weird_bias", shape=(2,)).initialize(default_init=mx.init.Xavier()))
    step("set_before", lambda: g.Parameter("q", shape=(2,)).set_data(mx.nd.ones((2,))))


def share(mx, step):
    g = mx.gluon
    a = g.nn.Dense(3, in_units=3, prefix="a_")
    b = g.nn.Dense(3, in_units=3, params=a.params, prefix="b_")
    a.initialize()
    fill(mx, a)
    step("same", lambda: a.weight is b.weight)
    step("names", lambda: list(b.collect_params()))
    step("run", lambda: b(A(mx, 2, 3)))
    step("conflict", lambda: g.nn.Dense(4, in_units=3, params=a.params))
    step("conflict2", lambda: g.nn.Dense(3, in_units=5, params=a.params))
    step("conflict3", lambda: g.nn.Dense(3, in_units=3, dtype="float16", params=a.params))
    step("nobias", lambda: list(g.nn.Dense(3, use_bias=False, params=a.params).collect_params()))
    net = g.nn.HybridSequential(prefix="s_")
    with net.name_scope():
        net.add(g.nn.Dense(3, in_units=3))
        net.add(g.nn.Dense(3, in_units=3, params=net[0].params))
    net.initialize()
    fill(mx, net)
    net.hybridize()

    def go():
        x = A(mx, 2, 3)
        with mx.autograd.record():
            y = (net(x) ** 2).sum()
        y.backward()
        return y, net[0].weight.grad()

    step("grad", go)
    step("cp", lambda: list(net.collect_params()))
    step("sp", lambda: sorted(net._collect_params_with_prefix()))
    net.save_parameters("a.params")
    step("f", lambda: sorted(mx.nd.load("a.params")))
    net.save_parameters("b.params", deduplicate=True)
    step("f2", lambda: sorted(mx.nd.load("b.params")))
    step("load", lambda: net.load_parameters("b.params"))
    step("load2", lambda: net.load_parameters("a.params"))

    class Tied(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            with self.name_scope():
                self.enc = g.nn.Embedding(5, 3)
                self.dec = g.nn.Dense(5, in_units=3, flatten=False, params=self.enc.params)

        def hybrid_forward(self, F, x):
            return self.dec(self.enc(x))

    t = Tied(prefix="t_")
    t.initialize()
    fill(mx, t)
    step("tied", lambda: t(mx.nd.array([[1, 2]])))
    t.hybridize()
    step("tiedh", lambda: t(mx.nd.array([[1, 2]])))
    step("tiednames", lambda: list(t.collect_params()))
    step("attr", lambda: hasattr(a, "share_parameters"))
    step("overwrite", lambda: setattr(a, "weight", b.weight))
    step("overwrite2", lambda: setattr(a, "weight", 3))
    step("overwrite3", lambda: setattr(net, "w", g.Parameter("x", shape=(1,))))
    step("cp2", lambda: list(net.collect_params()))
    step("blk", lambda: setattr(t, "enc", g.nn.Dense(3)))
    step("blk2", lambda: setattr(t, "enc", g.nn.Embedding(5, 3, params=t.enc.params)))
    step("blk3", lambda: setattr(t, "enc", 3))
    d = g.nn.Dense(3, in_units=2, params=g.ParameterDict("zz_"))
    step("pd", lambda: list(d.collect_params()))
    step("regparam", lambda: sorted(d._reg_params))


def reset_ctx(mx, step):
    net = ready(mx)
    x = A(mx, 2, 3)
    net.hybridize()
    step("a", lambda: net(x))
    net.collect_params().reset_ctx(mx.cpu(1))
    step("wrong", lambda: net(x))
    step("right", lambda: net(x.as_in_context(mx.cpu(1))))
    step("ctx", lambda: str(net(x.as_in_context(mx.cpu(1))).context))
    net.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])
    step("both", lambda: [net(x.as_in_context(c)) for c in (mx.cpu(0), mx.cpu(1))])
    step("list", lambda: sorted(map(str, net.collect_params().list_ctx())))
    step("data", lambda: net[0].weight.data().shape)
    net.hybridize(False)
    step("eager3", lambda: net(x.as_in_context(mx.cpu(2))))
    net.hybridize()
    step("hyb3", lambda: net(x.as_in_context(mx.cpu(2))))
    net2 = ready(mx)
    step("eagerwrong", lambda: net2(x.as_in_context(mx.cpu(2))))
    net2.hybridize()
    step("firsthyb", lambda: net2(x.as_in_context(mx.cpu(2))))
    with mx.cpu(1):
        n3 = mlp(mx)
        n3.initialize()
        step("init_in_ctx", lambda: sorted(map(str, n3.collect_params().list_ctx())))
    step("resetnone", lambda: n3.collect_params().reset_ctx(None))
    step("resetn", lambda: sorted(map(str, n3.collect_params().list_ctx())))
    step(
        "mixed",
        lambda: (lambda h: (h.initialize(), h.hybridize(), h(x, x.as_in_context(mx.cpu(1)))))(
            type("M", (mx.gluon.HybridBlock,), {"hybrid_forward": lambda self, F, a, b: a + b})()
        ),
    )
    step(
        "mixede",
        lambda: (lambda h: (h.initialize(), h(x, x.as_in_context(mx.cpu(1)))))(
            type("M", (mx.gluon.HybridBlock,), {"hybrid_forward": lambda self, F, a, b: a + b})()
        ),
    )
    step("badctx", lambda: ready(mx).collect_params().reset_ctx(3))
    step("badctx2", lambda: mlp(mx).initialize(ctx=3))
    step("badctx3", lambda: mlp(mx).initialize(ctx="cpu"))
    step("emptyctx", lambda: mlp(mx).initialize(ctx=[]))


def constant(mx, step):
    g = mx.gluon

    class H(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            self.const = self.params.get_constant("const", [[1, 2], [3, 4]])
            self.c2 = self.params.get_constant("c2", mx.nd.array([1, 2], dtype="float16"))
            self.w = self.params.get("w", shape=(2, 2))

        def hybrid_forward(self, F, x, const, w, c2):
            return x * const + F.broadcast_mul(w, c2.astype("float32").sum())

    h = H(prefix="h_")
    step("repr", lambda: repr(h.const))
    step("dt", lambda: [str(np.dtype(h.const.dtype)), str(np.dtype(h.c2.dtype))])
    h.initialize()
    h.w.set_data(A(mx, 2, 2))
    for hyb in (False, True):
        h.hybridize(hyb)

        def go():
            x = A(mx, 2, 2)
            x.attach_grad()
            with mx.autograd.record():
                y = h(x)
            y.backward()
            return y, x.grad, h.w.grad()

        step(f"r{hyb}", go)
    step("grad", lambda: h.const.grad())
    step("req", lambda: setattr(h.const, "grad_req", "write"))
    step("reqv", lambda: h.const.grad_req)
    step("tr", lambda: g.Trainer(h.collect_params(), "sgd", {"learning_rate": 1}).step(1))
    step("c", lambda: h.const.data())
    step("w", lambda: h.w.data())
    step("get", lambda: h.params.get_constant("nope"))
    step("get2", lambda: h.params.get_constant("const", [[1, 2], [3, 5]]))
    step("get2b", lambda: h.params.get_constant("const", mx.nd.array([[1, 2], [3, 5]])))
    step("get3", lambda: h.params.get_constant("const", mx.nd.array([[1, 2], [3, 4]])) is h.const)
    step("get4", lambda: h.params.get_constant("w", mx.nd.array([[1, 2], [3, 4]])))
    step("save", lambda: h.save_parameters("c.params"))
    step("load", lambda: h.load_parameters("c.params"))
    h(A(mx, 2, 2))
    step("exp", lambda: h.export("c"))
    step("imp", lambda: g.SymbolBlock.imports("c-symbol.json", ["data"], "c-0000.params")(A(mx, 2, 2)))
    step("cast", lambda: h.cast("float64"))
    step("castv", lambda: str(np.dtype(h.const.dtype)))
    step("castrun", lambda: h(A(mx, 2, 2, dtype="float64")))
    step("sd", lambda: h.const.set_data(mx.nd.zeros((2, 2), dtype="float64")))
    step("sdv", lambda: h.const.data())
    step("re", lambda: h.initialize(force_reinit=True))
    step("rev", lambda: h.const.data())
    step("none", lambda: g.Constant("x", None))
    step("str", lambda: g.Constant("x", "s"))
    step("scalar", lambda: g.Constant("x", 3).shape)


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


def params(mx, step):
    g = mx.gluon
    net = ready(mx)
    for sel in (".*weight", "weight", "n_dense0", ".*_weight|.*0_bias", "(", "", None, ".*nothing"):
        step(f"sel{sel}", lambda: list(net.collect_params(sel)))
    step("repr", lambda: repr(net.collect_params()))
    step("prepr", lambda: repr(net[0].weight))
    step("reprs", lambda: repr(net[0].collect_params()))
    step("keyerr", lambda: net.collect_params()["x"])
    step("in", lambda: "n_dense0_weight" in net.collect_params())
    step("len", lambda: len(net.collect_params()))
    step("iter", lambda: list(net.collect_params()))
    step("setattr", lambda: net.collect_params().setattr("nope", 3))
    step("setattrv", lambda: net[0].weight.nope)
    step("setreq", lambda: net.collect_params().setattr("grad_req", "bad"))
    pd = g.ParameterDict("p_")
    step("get", lambda: pd.get("w", shape=(2, 3)).name)
    step("get2", lambda: pd.get("w", shape=(2, 0)).shape)
    step("get3", lambda: pd.get("w", shape=(3, 3)))
    step("get4", lambda: pd.get("w", dtype="float16"))
    step("get5", lambda: pd.get("w", lr_mult=3))
    step("get6", lambda: pd.get("w", foo=3))
    step("get7", lambda: pd.get("v", foo=3))
    step("get8", lambda: pd.get("w", shape=(2,)))
    step("get9", lambda: pd.get("w", shape=6))
    step("get10", lambda: pd.get("i", shape=6).shape)
    p2 = g.ParameterDict("p_")
    p2.get("w", shape=(5,))
    step("upd", lambda: pd.update(p2))
    p3 = g.ParameterDict("z_", shared=pd)
    step("shared", lambda: p3.get("w"))
    step("pdrepr", lambda: repr(pd))
    step("z", lambda: g.ParameterDict("p_", shared=pd).get("w") is pd.get("w"))
    step("init", lambda: pd.initialize())
    step("zero", lambda: pd.zero_grad())
    step("lc", lambda: str(pd.list_ctx()))
    step("lcun", lambda: g.ParameterDict("q").list_ctx())
    step("verbose", lambda: pd.initialize(verbose=True, force_reinit=True, init=mx.init.One()))
    step("initstr", lambda: pd.initialize("xavier", force_reinit=True))
    step("initnone", lambda: pd.initialize(None, force_reinit=True))
    step("mult", lambda: g.Parameter("x", shape=(2,), lr_mult="a"))
    step("var", lambda: g.Parameter("x", shape=(2,), lr_mult=2.0).var().list_attr())
    step("attrs", lambda: net[0].weight.var().list_attr())
    step("vshape", lambda: g.Parameter("x", shape=(2,), init=mx.init.One(), dtype="float16", wd_mult=0).var().list_attr())
    step("diff", lambda: g.Parameter("x", shape=(2,), differentiable=False).grad_req)
    step("eq", lambda: g.Parameter("x") == g.Parameter("x"))
    step("hash", lambda: len({g.Parameter("x"), g.Parameter("x")}))


def names(mx, step):
    g = mx.gluon
    nn = g.nn

    class M(g.Block):
        def __init__(self, **k):
            super().__init__(**k)
            with self.name_scope():
                self.a = nn.Dense(2)
                self.b = nn.Dense(2, prefix="bb_")
                self.c = nn.Dense(2, prefix="")
            self.d = nn.Dense(2)
            with self.a.name_scope():
                self.e = nn.Dense(2)
            self.w = self.params.get("w", shape=(1,))

    for k in ({}, {"prefix": "m_"}, {"prefix": ""}, {"prefix": "noscore"}):
        step(
            f"n{k}",
            lambda: (
                lambda m: [
                    m.name,
                    m.prefix,
                    list(m.collect_params()),
                    sorted(m._collect_params_with_prefix()),
                    m.a.name,
                    m.params.prefix,
                ]
            )(M(**k)),
        )
    step("again", lambda: M().name)
    step("attrs", lambda: list(M().collect_params()))
    with mx.name.Prefix("pre_"):
        step("pre", lambda: [nn.Dense(2).name, list(M().collect_params())[:3]])
    s = nn.Sequential(prefix="outer_")
    with s.name_scope():
        s.add(nn.Dense(1))
        i = nn.HybridSequential(prefix="inner_")
        with i.name_scope():
            i.add(nn.Dense(1), nn.Dense(1), nn.Conv2D(2, 2), nn.BatchNorm())
        s.add(i, nn.HybridSequential())
    step("nest", lambda: [b.name for b in s] + [b.name for b in i] + list(s.collect_params()))
    step("alias", lambda: [nn.Dense(1)._alias(), nn.LeakyReLU(0.1).name, nn.Activation("relu").name, nn.Flatten().name])
    step("badprefix", lambda: nn.Dense(2, prefix=3).name)
    step("badparams", lambda: nn.Dense(2, params=3))
    step(
        "regchild",
        lambda: (
            lambda m: (
                m.register_child(nn.Dense(1, prefix="x_")),
                m.register_child(nn.Dense(1, prefix="y_"), "yy"),
                list(m._children),
            )
        )(g.Block()),
    )
    step("regchildbad", lambda: g.Block().register_child(3))
    step("apply", lambda: (lambda l: (s.apply(lambda b: l.append(b.name)), l)[1])([]))
    step("applyret", lambda: s.apply(lambda b: None) is s)
    step("blockcall", lambda: g.Block()(1))
    step("hcall", lambda: g.HybridBlock()(mx.nd.ones((1,))))
    step("hcall2", lambda: g.HybridBlock()(1))
    step("listwarn", lambda: (lambda m: (setattr(m, "l", [nn.Dense(1)]), list(m.collect_params())))(g.Block()))
    step("nosuper", lambda: type("X", (g.Block,), {"__init__": lambda self: setattr(self, "d", nn.Dense(1))})())
    step("nosuperp", lambda: type("X", (g.HybridBlock,), {"__init__": lambda self: setattr(self, "d", g.Parameter("x"))})())
    step(
        "paramattr",
        lambda: (
            lambda m: (
                setattr(m, "w", g.Parameter("zz", shape=(1,))),
                list(m.collect_params()),
                sorted(m._collect_params_with_prefix()),
            )
        )(g.Block()),
    )
