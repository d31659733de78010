"""Programs with blocks, hybridized and not."""
# ruff: noqa: B023  (steps run at once)

import numpy as np
from programs import A, fill, ready


def nonhybrid_child(mx, step):
    g = mx.gluon

    class Plain(g.Block):
        def forward(self, x):
            return x + 1

    class H(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            self.c = Plain()

        def hybrid_forward(self, F, x):
            return self.c(x)

    step("attr", lambda: H())
    s = g.nn.HybridSequential()
    step("seq", lambda: s.add(Plain()))
    step("seq_notblock", lambda: s.add(3))
    b = g.nn.Sequential()
    b.add(Plain(), g.nn.Dense(2, in_units=3))
    b.initialize()
    fill(mx, b)
    b.hybridize()
    step("run", lambda: b(A(mx, 2, 3)))
    b.add(g.nn.Dense(2))
    step("uninit", lambda: b(A(mx, 2, 3)))

    class H2(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            self.list = [g.nn.Dense(2)]

        def hybrid_forward(self, F, x):
            return self.list[0](x)

    h = H2()
    h.initialize()
    step("unregistered", lambda: h(A(mx, 2, 3)))
    h.list[0].initialize()
    step("unregistered_run", lambda: h(A(mx, 2, 3)).shape)
    h.hybridize()
    step("unregistered_hyb", lambda: h(A(mx, 2, 3)).shape)


def fswitch(mx, step):
    g = mx.gluon

    class H(g.HybridBlock):
        def hybrid_forward(self, F, x):
            if F is mx.nd:
                self.seen = "nd"
            else:
                self.seen = "sym"
            return F.relu(x) if F is mx.sym else F.relu(x) * 2

    h = H()
    x = A(mx, 2, 3)
    step("e", lambda: h(x))
    step("s", lambda: h.seen)
    h.hybridize()
    step("h", lambda: h(x))
    step("s2", lambda: h.seen)
    h.hybridize(False)
    step("e2", lambda: h(x))
    step("s3", lambda: h.seen)
    step("sym", lambda: h(mx.sym.var("q")).list_arguments())


def shape_in_forward(mx, step):
    g = mx.gluon

    class H(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.reshape(x, (x.shape[0], -1))

    h = H()
    x = A(mx, 2, 3, 4)
    step("e", lambda: h(x))
    h.hybridize()
    step("h", lambda: h(x))

    class H2(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return x[0] + x.shape[1]

    h = H2()
    step("e2", lambda: h(x))
    h.hybridize()
    step("h2", lambda: h(x))

    class H3(g.HybridBlock):
        def hybrid_forward(self, F, x):
            if x.sum() > 0:
                return x
            return -x

    h = H3()
    step("e3", lambda: h(x))
    h.hybridize()
    step("h3", lambda: h(x))

    class H4(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.asnumpy()

    h = H4()
    step("e4", lambda: h(x))
    h.hybridize()
    step("h4", lambda: h(x))

    class H5(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.array([1, 2]) + x

    h = H5()
    step("e5", lambda: h(A(mx, 2)))
    h.hybridize()
    step("h5", lambda: h(A(mx, 2)))

    class H6(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return x[:, 1:] + F.zeros((1,)).broadcast_like(x[:, 1:]) if False else x.slice_axis(axis=1, begin=1, end=None)

    h = H6()
    step("e6", lambda: h(x))
    h.hybridize()
    step("h6", lambda: h(x))

    class H7(g.HybridBlock):
        def hybrid_forward(self, F, x):
            for _i in range(len(x)):
                pass
            return x

    h = H7()
    step("e7", lambda: h(x))
    h.hybridize()
    step("h7", lambda: h(x))

    class H8(g.HybridBlock):
        def hybrid_forward(self, F, x):
            x[:] = 3
            return x

    h = H8()
    step("e8", lambda: h(x))
    h.hybridize()
    step("h8", lambda: h(x))

    class H9(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.context

    h = H9()
    h.hybridize()
    step("h9", lambda: h(x))


def nested(mx, step):
    g = mx.gluon

    class H(g.HybridBlock):
        def hybrid_forward(self, F, x, y):
            a, (b, c) = y
            return [x + a, (b * 2, [c])], x

    x = A(mx, 2, 2)
    for hyb in (False, True):
        h = H()
        if hyb:
            h.hybridize()
        step(f"n{hyb}", lambda: h(x, [x, (x, x)]))
        step(
            f"types{hyb}",
            lambda: str([type(i).__name__ for i in h(x, [x, (x, x)])]) + str(type(h(x, [x, (x, x)])[0][1]).__name__),
        )
        step(f"other{hyb}", lambda: h(x, (x, [x, x])))
        step(f"wrong{hyb}", lambda: h(x, (x, x)))
        step(f"few{hyb}", lambda: h(x))

    class D(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return {"a": x, "b": x * 2}

    for hyb in (False, True):
        h = D()
        if hyb:
            h.hybridize()
        step(f"dict{hyb}", lambda: h(x))

    class D2(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return x["a"]

    for hyb in (False, True):
        h = D2()
        if hyb:
            h.hybridize()
        step(f"dictin{hyb}", lambda: h({"a": x}))

    class D3(g.HybridBlock):
        def hybrid_forward(self, F, x, k):
            return x * k

    for hyb in (False, True):
        h = D3()
        if hyb:
            h.hybridize()
        step(f"scalar{hyb}", lambda: h(x, 2))
        step(f"scalarfirst{hyb}", lambda: h(2, x))
        step(f"np{hyb}", lambda: h(x, np.ones((2, 2), "float32")))
        step(f"str{hyb}", lambda: h(x, "a"))
        step(f"kw{hyb}", lambda: h(x, k=x))

    class D4(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return []

    for hyb in (False, True):
        h = D4()
        if hyb:
            h.hybridize()
        step(f"empty{hyb}", lambda: h(x))
        step(f"emptyin{hyb}", lambda: h([]))

    class D5(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return None

    for hyb in (False, True):
        h = D5()
        if hyb:
            h.hybridize()
        step(f"none{hyb}", lambda: h(x))

    class D6(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.split(x, num_outputs=2), x

    for hyb in (False, True):
        h = D6()
        if hyb:
            h.hybridize()
        step(f"split{hyb}", lambda: h(x))

    class D7(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return 5

    for hyb in (False, True):
        h = D7()
        if hyb:
            h.hybridize()
        step(f"const{hyb}", lambda: h(x))

    class D8(g.HybridBlock):
        def hybrid_forward(self, F, *xs):
            return sum(xs)

    for hyb in (False, True):
        h = D8()
        if hyb:
            h.hybridize()
        step(f"var{hyb}", lambda: h(x, x, x))
        step(f"var2{hyb}", lambda: h(x, x))


def none(mx, step):
    g = mx.gluon

    class H(g.HybridBlock):
        def hybrid_forward(self, F, x, m=None, n=None):
            if m is not None:
                x = x * m
            if n is not None:
                x = x + n
            return x

    x = A(mx, 2, 2)
    y = A(mx, 2, 2, seed=4)
    for hyb in (False, True):
        h = H()
        if hyb:
            h.hybridize()
        step(f"a{hyb}", lambda: h(x))
        step(f"b{hyb}", lambda: h(x, None))
        step(f"c{hyb}", lambda: h(x, None, None))
        step(f"d{hyb}", lambda: h(x, y))
        step(f"e{hyb}", lambda: h(x, None, y))
        h = H()
        if hyb:
            h.hybridize()
        step(f"e1{hyb}", lambda: h(x, None, y))
        step(f"f{hyb}", lambda: h(x, y, None))
        step(f"g{hyb}", lambda: h(x))
        h = H()
        if hyb:
            h.hybridize()
        step(f"first{hyb}", lambda: h(None, y))
        step(f"all{hyb}", lambda: h(None, None))
        step(f"nested{hyb}", lambda: h([None], y))

    class N(g.HybridBlock):
        def hybrid_forward(self, F, x):
            return [x, None]

    for hyb in (False, True):
        h = N()
        if hyb:
            h.hybridize()
        step(f"out{hyb}", lambda: h(x))

    class N2(g.HybridBlock):
        def hybrid_forward(self, F, x, states):
            return x, [None if s is None else s + 1 for s in states]

    for hyb in (False, True):
        h = N2()
        if hyb:
            h.hybridize()
        step(f"st{hyb}", lambda: h(x, [y, None]))
        step(f"st2{hyb}", lambda: h(x, [None, y]))


def flags(mx, step):
    g = mx.gluon
    for i, flags in enumerate(
        [
            {"static_alloc": True},
            {"static_alloc": True, "static_shape": True},
            {"inline_limit": 0},
            {"forward_bulk_size": 3, "backward_bulk_size": 2},
            {"static_shape": True},
            {"nonsense": 4},
            {"static_alloc": 1, "inline_limit": "3"},
            {"backend": "nope"},
            {"backend_opts": {}},
            {"clear": False},
        ]
    ):
        net = g.nn.HybridSequential()
        net.add(g.nn.Dense(4, in_units=3, activation="relu"), g.nn.Dense(2, in_units=4))
        net.initialize()
        fill(mx, net)

        def go():
            net.hybridize(**flags)
            x = A(mx, 2, 3)
            x.attach_grad()
            out = []
            for _ in range(2):
                with mx.autograd.record():
                    y = (net(x) ** 2).sum()
                y.backward()
                out += [y, x.grad.copy()]
            return out

        step(f"f{i}", go)
        step(f"flags{i}", lambda: net._flags)
    net = g.nn.Sequential()
    net.add(g.nn.Dense(2))
    step("posn", lambda: net.hybridize(False))
    step("pos2", lambda: net.hybridize(True, True))
    step("pos3", lambda: net.hybridize(active="x"))


def mutate(mx, step):
    g = mx.gluon
    x = A(mx, 2, 3)
    net = ready(mx)
    net.hybridize()
    net(x)
    net.add(g.nn.Dense(5, in_units=2, prefix="extra_"))
    net[-1].initialize()
    fill(mx, net)
    step("added", lambda: net(x))
    net = ready(mx)
    net.hybridize()
    net(x)
    net[0].weight.set_data(mx.nd.ones((4, 3)))
    step("setd", lambda: net(x))
    net[0].weight.data()[:] = 2
    step("inpl", lambda: net(x))
    net[0].weight.initialize(mx.init.One(), force_reinit=True)
    step("reinit", lambda: net(x))
    net.cast("float16")
    step("castw", lambda: net(x))
    step("cast", lambda: net(x.astype("float16")))
    net.cast("float32")
    step("castback", lambda: net(x))

    def grads():
        with mx.autograd.record():
            y = net(x).sum()
        y.backward()
        return [p._grad and p.grad() for p in net.collect_params().values()]

    step("g", grads)
    net.collect_params().setattr("grad_req", "null")
    step("g0", grads)
    net.collect_params().setattr("grad_req", "add")
    step("g1", grads)
    step("g2", grads)
    net.collect_params().zero_grad()
    step("g3", grads)
    net[0].weight.grad_req = "write"
    step("g4", grads)
    step("g5", grads)
    net = ready(mx)
    net.hybridize()
    net(x)
    net[0].collect_params().initialize(mx.init.One(), force_reinit=True)
    step("rein", lambda: net(x))
    net2 = g.nn.HybridSequential()
    net2.add(net, g.nn.Dense(1, in_units=2))
    net2.initialize()
    fill(mx, net2)
    net2.hybridize()
    step("outer", lambda: net2(x))
    net.add(g.nn.Dense(2, in_units=2))
    net.initialize()
    fill(mx, net2)
    step("inner_added_stale", lambda: net2(x))
    net2.hybridize()
    step("inner_added", lambda: net2(x))
    step("pshape", lambda: setattr(net[0].weight, "shape", (5, 3)))

    class H(g.HybridBlock):
        def __init__(self, **k):
            super().__init__(**k)
            self.k = 2
            self.d = g.nn.Dense(2, in_units=3)

        def hybrid_forward(self, F, x):
            return self.d(x) * self.k

    h = H()
    h.initialize()
    fill(mx, h)
    h.hybridize()
    step("k2", lambda: h(x))
    h.k = 3
    step("k3", lambda: h(x))
    h.hybridize()
    step("k3b", lambda: h(x))
    h.d = g.nn.Dense(4, in_units=3)
    h.d.initialize()
    fill(mx, h)
    step("newchild", lambda: h(x))
    step("children", lambda: list(h._children))
    h.hybridize(False)
    step("eager", lambda: h(x))
    h.hybridize(True, clear=False)
    step("notclear", lambda: h(x))
    lr = ready(mx)
    lr.hybridize()
    tr = g.Trainer(lr.collect_params(), "sgd", {"learning_rate": 1.0})

    def stepit():
        with mx.autograd.record():
            y = lr(x).sum()
        y.backward()
        tr.step(1)
        return lr[0].weight.data()

    step("lr1", stepit)
    lr[0].weight.lr_mult = 0.0
    step("lr0", stepit)
    lr.collect_params(".*weight").setattr("lr_mult", 0.5)
    step("lr5", stepit)
    lr[0].weight.wd_mult = 3.0
    tr._optimizer.wd = 0.1
    step("wd", stepit)
    seq = g.nn.HybridSequential(prefix="q_")
    with seq.name_scope():
        [seq.add(g.nn.Dense(i + 1, in_units=i or 3)) for i in range(4)]
    step("len", lambda: len(seq))
    step("slice", lambda: [type(seq[1:3]).__name__, len(seq[1:3]), seq[1:3].prefix, list(seq[1:3].collect_params())])
    step("idx", lambda: seq[-1].name)
    step("oob", lambda: seq[9])
    step("stepn", lambda: [b.name for b in seq[::2]])
    step("iter", lambda: [b.name for b in seq])
    step("idxlist", lambda: seq[[1]])
    step("setitem", lambda: seq.__setitem__(0, 3))
    step("emptysl", lambda: len(seq[4:]))
    step("slicerepr", lambda: repr(seq[1:3]))
    step("repr", lambda: repr(seq))
    step("emptyrepr", lambda: repr(g.nn.Sequential()))
    step("runslice", lambda: (seq.initialize(), fill(mx, seq), seq[0:2](x))[-1])


def lambdas(mx, step):
    g = mx.gluon
    x = A(mx, 2, 3)
    for typ in (g.nn.Lambda, g.nn.HybridLambda):
        for fn in ("tanh", lambda *a: a[-1] * 2, "nope", 3, mx.nd.relu, None):
            step(
                f"{typ.__name__}{fn if isinstance(fn, (str, int)) else getattr(fn, '__name__', 'None')}",
                lambda: [repr(typ(fn)), typ(fn)(x)],
            )
    l = g.nn.HybridLambda("relu")
    l.hybridize()
    step("h", lambda: l(x))
    step("name", lambda: [l.name, l.prefix])
    l = g.nn.HybridLambda(lambda F, x, y: F.broadcast_add(x, y))
    l.hybridize()
    step("h2", lambda: l(x, x))
    step("repr2", lambda: repr(l))
    s = g.nn.HybridSequential()
    s.add(g.nn.HybridLambda("relu"), g.nn.HybridLambda(lambda F, x: F.square(x)))
    s.hybridize()
    step("s", lambda: s(x))
    step("prefix", lambda: g.nn.Lambda("relu", prefix="p_").name)
