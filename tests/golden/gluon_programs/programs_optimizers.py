"""Programs with optimizers and schedules."""
# ruff: noqa: B023  (steps run at once)

import numpy as np
from programs import A, G, fill

NAMES = [
    "sgd",
    "ccsgd",
    "nag",
    "adam",
    "adagrad",
    "rmsprop",
    "adadelta",
    "ftrl",
    "ftml",
    "adamax",
    "nadam",
    "signum",
    "dcasgd",
    "lamb",
    "lars",
    "lbsgd",
    "test",
    "groupadagrad",
    "sgld",
    "adamw",
    "lans",
]


EXTRA = {
    "sgd": [{}, {"momentum": 0.9}, {"momentum": 0.9, "lazy_update": False}],
    "nag": [{}, {"momentum": 0.9}],
    "rmsprop": [{}, {"centered": True}],
    "ccsgd": [{"momentum": 0.5}],
    "lars": [{"momentum": 0.9}],
    "lbsgd": [{"momentum": 0.9}, {"warmup_strategy": "lars"}],
    "signum": [{}, {"momentum": 0.0}],
    "adam": [{}, {"lazy_update": False}],
}


COMMON = [{}, {"wd": 0.03, "clip_gradient": 0.3, "rescale_grad": 0.5}, {"learning_rate": 0.05, "begin_num_update": 7}]


def optimizers_registered(mx, step):
    step("names", lambda: sorted(set(mx.optimizer.Optimizer.opt_registry) & set(NAMES)))  # other programs register their own
    for n in NAMES:
        step(n, lambda: type(mx.optimizer.create(n)).__name__)
        step(n.upper(), lambda: type(mx.optimizer.create(n.upper())).__name__)

        def attrs():
            o = mx.optimizer.create(n)
            return dict(vars(o).items())

        step(n + "attrs", attrs)
    step("bad", lambda: mx.optimizer.create("nope"))
    step("badarg", lambda: mx.optimizer.create("sgd", nope=3))
    step("badtype", lambda: mx.optimizer.create(3))
    step("get", lambda: mx.optimizer.get_updater(3))
    step("cls", lambda: mx.optimizer.Optimizer().update(0, A(mx, 2), A(mx, 2), None))
    step("cs", lambda: mx.optimizer.Optimizer().create_state(0, A(mx, 2)))


def optimizers_dense(mx, step):
    for n in NAMES:
        if n in ("sgld",):
            continue
        for e in EXTRA.get(n, [{}]):
            for ci, c in enumerate(COMMON):
                for dt, mp in (("float32", False), ("float16", True), ("float16", False), ("float64", False)):
                    if n == "groupadagrad" and "wd" in c:
                        c = {k: v for k, v in c.items() if k != "wd"}
                    if ci and dt != "float32":
                        continue

                    def go():
                        o = mx.optimizer.create(n, multi_precision=mp, **e, **c)
                        u = mx.optimizer.get_updater(o)
                        out = []
                        w = mx.nd.array(np.random.RandomState(1).uniform(-1, 1, (3, 4)).astype(dt), dtype=dt)
                        for i in range(5):
                            u(0, G(mx, i, (3, 4), dt), w)
                            out.append(w.copy())
                        s = u.states[0]
                        return (
                            out[-1],
                            out[0],
                            [
                                str(np.dtype(x.dtype)) if x is not None else None
                                for x in (s if isinstance(s, (tuple, list)) else [s])
                                if not isinstance(x, (tuple, list))
                            ],
                        )

                    step(f"{n}{e}{ci}{dt}{mp}", go)


def optimizers_sparse(mx, step):
    for n in NAMES:
        if n in ("sgld",):
            continue
        for e in EXTRA.get(n, [{}]):
            for ws in ("default", "row_sparse"):
                for c in ({}, {"wd": 0.03, "clip_gradient": 0.3}):
                    if n == "groupadagrad" and "wd" in c:
                        continue

                    def go():
                        o = mx.optimizer.create(n, **e, **c)
                        u = mx.optimizer.get_updater(o)
                        w = mx.nd.array(np.random.RandomState(1).uniform(-1, 1, (5, 2)).astype("float32")).tostype(ws)
                        for i in range(3):
                            g = mx.nd.sparse.row_sparse_array(
                                (np.random.RandomState(i).normal(0, 1, (2, 2)).astype("float32"), [i, 3]), shape=(5, 2)
                            )
                            u(0, g, w)
                        s = u.states[0]
                        return (
                            w.stype,
                            w.tostype("default"),
                            [
                                x.stype
                                for x in (s if isinstance(s, (tuple, list)) else [s])
                                if x is not None and hasattr(x, "stype")
                            ],
                        )

                    step(f"{n}{e}{ws}{c}", go)


def multipliers(mx, step):
    I2N = {0: "a_weight", 1: "a_bias", 2: "b_gamma", 3: "b_beta", 4: "c"}

    def run(o, n=5, steps=2):
        u = mx.optimizer.get_updater(o)
        ws = [A(mx, 2, 2, seed=i) for i in range(n)]
        for t in range(steps):
            for i in range(n):
                u(i, G(mx, t * 10 + i, (2, 2), "float32"), ws[i])
        return ws, o.num_update, dict(o.lr_mult), dict(o.wd_mult)

    for n in ("sgd", "adam", "lars", "lamb", "nadam", "signum"):
        mk = lambda **k: mx.optimizer.create(n, learning_rate=0.1, wd=0.2, **k)
        step(n + "names", lambda: run(mk(param_idx2name=I2N)))

        def byname():
            o = mk(param_idx2name=I2N)
            o.set_lr_mult({"a_weight": 0.1, "c": 3})
            o.set_wd_mult({"a_bias": 5, 4: 2.0})
            return run(o)

        step(n + "byname", byname)

        def byidx():
            o = mk()
            o.set_lr_mult({0: 0.1, 2: 0})
            o.set_wd_mult({1: 5})
            return run(o)

        step(n + "byidx", byidx)

        def sym():
            x = mx.sym.var("x")
            w = mx.sym.var("a_weight", lr_mult=0.5, wd_mult=2.0)
            b = mx.sym.var("a_bias", lr_mult=4)
            with mx.AttrScope(lr_mult="0.3"):
                s = mx.sym.FullyConnected(x, w, b, num_hidden=2, name="fc")
            return run(mk(param_idx2name=I2N, sym=s))

        step(n + "sym", sym)

        class P:
            pass

        def pd():
            ps = {i: mx.gluon.Parameter(str(i), lr_mult=i, wd_mult=2 - i) for i in range(3)}
            return run(mk(param_dict=ps, param_idx2name=I2N))

        step(n + "pd", pd)
    step("scale", lambda: mx.optimizer.create("sgd").set_lr_scale({}))
    step("idx", lambda: mx.optimizer.create("sgd", param_idx2name=[1]))

    def uniq():
        o = mx.optimizer.create("sgd", lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=3), learning_rate=0.4)
        r = [o.learning_rate, o.lr_scheduler.base_lr]
        try:
            o.set_learning_rate(3)
        except Exception as e:
            r.append(type(e).__name__)
        return r

    step("sched", uniq)
    step("lr", lambda: (lambda o: (o.set_learning_rate(0.3), o.learning_rate, o.lr))(mx.optimizer.create("adam")))


def schedules(mx, step):
    L = mx.lr_scheduler
    for n, mk in {
        "f": lambda **k: L.FactorScheduler(4, 0.5, 1e-3, **k),
        "m": lambda **k: L.MultiFactorScheduler([3, 7, 12], 0.3, **k),
        "p": lambda **k: L.PolyScheduler(15, 0.5, 2, 0.01, **k),
        "c": lambda **k: L.CosineScheduler(15, 0.5, 0.01, **k),
    }.items():
        for k in (
            {},
            {"warmup_steps": 4, "warmup_begin_lr": 0.001},
            {"warmup_steps": 5, "warmup_mode": "constant", "warmup_begin_lr": 0.02},
            {"warmup_mode": "x"},
            {"warmup_steps": -1},
            {"warmup_steps": 2, "warmup_begin_lr": 9.0},
            {"warmup_steps": 2.5},
        ):
            step(f"{n}{k}", lambda: (lambda s: [s(i) for i in range(1, 20)])(mk(**k)))

        def opt():
            o = mx.optimizer.create("sgd", lr_scheduler=mk(), momentum=0.9)
            u = mx.optimizer.get_updater(o)
            w = A(mx, 2, 2)
            for i in range(18):
                u(0, G(mx, i, (2, 2), "float32"), w)
            return w, o.learning_rate

        step(n + "opt", opt)
    for i, fn in enumerate(
        [
            lambda: L.FactorScheduler(0),
            lambda: L.FactorScheduler(2, 1.5),
            lambda: L.MultiFactorScheduler([]),
            lambda: L.MultiFactorScheduler([3, 2]),
            lambda: L.MultiFactorScheduler([0, 2]),
            lambda: L.MultiFactorScheduler(3),
            lambda: L.MultiFactorScheduler([1, 3], 2.0),
            lambda: L.PolyScheduler(0),
            lambda: L.PolyScheduler(1.5),
            lambda: L.CosineScheduler(0),
            lambda: L.CosineScheduler("x"),
            lambda: L.LRScheduler()(3),
            lambda: L.PolyScheduler(3, warmup_steps=5)(7),
            lambda: L.LRScheduler(1).get_warmup_lr(0),
        ]
    ):
        step(f"e{i}", fn)


def own_optimizers(mx, step):
    Opt = mx.optimizer.Optimizer

    class OnlyUpdate(Opt):
        def update(self, index, weight, grad, state):
            weight[:] = weight - self._get_lr(index) * (grad * self.rescale_grad + self._get_wd(index) * weight)

    class Plain(Opt):
        def create_state(self, index, weight):
            return mx.nd.zeros_like(weight)

        def update(self, index, weight, grad, state):
            self._update_count(index)
            state += grad * grad
            weight -= self._get_lr(index) * grad / (state.sqrt() + 1e-7)

    class MyTest(mx.optimizer.SGD):
        def update(self, index, weight, grad, state):
            super().update(index, weight, grad * 2, state)

    class Own(Opt):
        def __init__(self, alpha=0.3, **k):
            super().__init__(**k)
            self.alpha = alpha

        def create_state(self, i, w):
            return (mx.nd.zeros(w.shape), mx.nd.ones(w.shape, dtype=w.dtype))

        def update_multi_precision(self, i, w, g, s):
            w[:] = w * self.alpha + s[1].astype(w.dtype)

    for k in (OnlyUpdate, Plain, MyTest, Own):
        step(k.__name__ + "reg", lambda: mx.optimizer.register(k) is k)
        step(k.__name__ + "again", lambda: mx.optimizer.register(k) is k)
        for tr in (False, True):

            def go():
                net = mx.gluon.nn.Dense(2, in_units=3, prefix="d_")
                net.initialize()
                fill(mx, net)
                t = mx.gluon.Trainer(
                    net.collect_params(), k.__name__.lower(), {"learning_rate": 0.1, "wd": 0.1}, update_on_kvstore=tr
                )
                for i in range(3):
                    with mx.autograd.record():
                        l = (net(A(mx, 4, 3, seed=i)) ** 2).sum()
                    l.backward()
                    t.step(4)
                return net.weight.data(), net.bias.data()

            step(k.__name__ + str(tr), go)

        def up():
            o = mx.optimizer.create(k.__name__, multi_precision=True)
            u = mx.optimizer.get_updater(o)
            w = A(mx, 2, 2).astype("float16")
            u(0, A(mx, 2, 2, seed=2).astype("float16"), w)
            u(0, A(mx, 2, 2, seed=3).astype("float16"), w)
            return w, str(type(u.states[0]).__name__)

        step(k.__name__ + "mp", up)
    step("regbad", lambda: mx.optimizer.register(3))

    class NoUpdate(Opt):
        pass

    step("noupdate", lambda: mx.optimizer.get_updater(NoUpdate())(0, A(mx, 2), A(mx, 2)))
