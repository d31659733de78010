"""Programs with parameters: shapes, sharing, contexts, constants, names."""
# ruff: noqa: B023  (steps run at once)

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
