"""Programs with trainers."""
# ruff: noqa: B023  (steps run at once)

from programs import A, back, two_layers, values


def trainer_arguments(mx, step):
    g = mx.gluon
    T = g.Trainer
    n = two_layers(mx)
    for nm, ps in {
        "pd": n.collect_params(),
        "dict": dict(n.collect_params().items()),
        "list": list(n.collect_params().values()),
        "tuple": tuple(n.collect_params().values()),
        "gen": (p for p in []),
        "one": n[0].weight,
        "block": n,
        "nd": [n[0].weight.data()],
        "mix": [n[0].weight, 3],
        "none": None,
        "empty": [],
        "emptyd": {},
        "set": set(),
        "str": "abc",
        "badd": {"a": 3},
        "dup": [n[0].weight, n[0].weight],
    }.items():

        def go():
            t = T(ps, "sgd", {"learning_rate": 0.1})
            back(mx, n)
            t.step(4, ignore_stale_grad=True)
            return [p.name for p in t._params], values(n)

        step(nm, go)
    for i, fn in enumerate(
        [
            lambda: T(n.collect_params(), "nope"),
            lambda: T(n.collect_params(), "sgd", {"bad": 3}),
            lambda: T(n.collect_params(), 3),
            lambda: T(n.collect_params(), "sgd", 3),
            lambda: T(n.collect_params(), mx.optimizer.SGD(), {"learning_rate": 1}),
            lambda: T(n.collect_params(), mx.optimizer.SGD(0.3)).learning_rate,
            lambda: T(n.collect_params(), "sgd", kvstore="nope").step(1),
            lambda: T(n.collect_params(), "sgd", kvstore=3).step(1),
            lambda: T(n.collect_params(), "sgd", compression_params={"type": "2bit"}).learning_rate,
            lambda: T(n.collect_params(), "sgd", compression_params=3).learning_rate,
            lambda: T(
                two_layers(mx, [mx.cpu(0), mx.cpu(1)]).collect_params(), "sgd", compression_params={"type": "x"}
            )._init_kvstore(),
            lambda: T([n[0].weight, two_layers(mx, mx.cpu(1))[0].weight], "sgd"),
            lambda: T(g.nn.Dense(2).collect_params(), "sgd"),
            lambda: T([g.Parameter("x", shape=(2,))], "sgd"),
            lambda: T(n.collect_params(), "sgd", {"rescale_grad": 0.5})._scale,
            lambda: T(n.collect_params(), "sgd").learning_rate,
            lambda: T(n.collect_params(), "sgd", {"lr_scheduler": mx.lr_scheduler.FactorScheduler(1, 0.5)}).set_learning_rate(3),
            lambda: T(n.collect_params(), "sgd").optimizer.__class__.__name__,
            lambda: T(n.collect_params(), "sgd").step(0),
            lambda: T(n.collect_params(), "sgd").step("a"),
            lambda: T(n.collect_params(), "sgd").step(-1),
            lambda: T(n.collect_params(), "sgd").step(None),
            lambda: T(n.collect_params(), "sgd", update_on_kvstore="x"),
        ]
    ):
        step(f"e{i}", fn)


def stale_gradients(mx, step):
    g = mx.gluon
    n = two_layers(mx)
    t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    step("first", lambda: t.step(1))
    back(mx, n)
    step("ok", lambda: t.step(4))
    step("again", lambda: t.step(4))
    step("ign", lambda: t.step(4, ignore_stale_grad=True))
    step("v", lambda: values(n))
    back(mx, n[0])
    step("part", lambda: t.step(4))
    step("partign", lambda: t.step(4, ignore_stale_grad=True))
    step("v2", lambda: values(n))
    n.collect_params(".*bias").setattr("grad_req", "null")
    back(mx, n)
    step("null", lambda: t.step(4))
    step("v3", lambda: values(n))
    step("ar", lambda: t.allreduce_grads())
    back(mx, n)
    step("upd", lambda: t.update(4))
    step("v4", lambda: values(n))
    step("updstale", lambda: t.update(4))
    step("updign", lambda: t.update(4, ignore_stale_grad=True))
    t2 = g.Trainer(n.collect_params(), "sgd", update_on_kvstore=True)
    step("ar2", lambda: t2.allreduce_grads())
    step("up2", lambda: t2.update(4))


def several_contexts(mx, step):
    g = mx.gluon
    C = [mx.cpu(0), mx.cpu(1)]
    for opt, a in (("sgd", {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}), ("adam", {}), ("lamb", {}), ("signum", {})):
        for uok in (None, True, False):
            for kv in ("device", "local", None, "obj"):
                for comp in (None, {"type": "2bit", "threshold": 0.1}):
                    if comp and (opt != "sgd" or kv == "obj"):
                        continue

                    def go():
                        n = two_layers(mx, C)
                        t = g.Trainer(
                            n.collect_params(),
                            opt,
                            dict(a),
                            kvstore=mx.kv.create("device") if kv == "obj" else kv,
                            update_on_kvstore=uok,
                            compression_params=comp,
                        )
                        for i in range(3):
                            back(mx, n, C, seed=i)
                            t.step(8)
                        return values(n, C[0]), values(n, C[1]), t._update_on_kvstore, str(t._kvstore and t._kvstore.type)

                    step(f"{opt}{uok}{kv}{bool(comp)}", go)

    def manual():
        n = two_layers(mx, C)
        t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1}, update_on_kvstore=False)
        back(mx, n, C)
        t.allreduce_grads()
        r = [x.copy() for x in n[0].weight.list_grad()]
        for p in n.collect_params().values():
            for x in p.list_grad():
                x[:] = x.clip(-0.1, 0.1)
        t.update(8)
        return r, values(n, C[1])

    step("manual", manual)

    def clipn():
        n = two_layers(mx, C)
        t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1}, update_on_kvstore=False)
        back(mx, n, C)
        t.allreduce_grads()
        r = g.utils.clip_global_norm([p.grad(C[0]) for p in n.collect_params().values()], 1.0)
        t.update(8, ignore_stale_grad=True)
        return r

    step("clip", clipn)

    def setdata():
        n = two_layers(mx, C)
        t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, update_on_kvstore=True)
        back(mx, n, C)
        t.step(8)
        n[0].weight.set_data(mx.nd.ones((4, 3)))
        back(mx, n, C)
        t.step(8)
        return values(n, C[1])

    step("setdata", setdata)

    def lrs():
        n = two_layers(mx, C)
        t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1})
        r = []
        for lr in (0.1, 0.5, 0.0):
            t.set_learning_rate(lr)
            back(mx, n, C)
            t.step(8)
            r += [t.learning_rate, n[0].weight.data(C[0]).copy()]
        return r

    step("lrs", lrs)

    def bs():
        n = two_layers(mx, C)
        t = g.Trainer(n.collect_params(), "sgd", {"learning_rate": 0.1})
        r = []
        for b in (8, 4, 1):
            back(mx, n, C)
            t.step(b)
            r.append(n[0].weight.data(C[0]).copy())
        return r

    step("bs", bs)


def trainer_sparse(mx, step):
    g = mx.gluon
    for uok in (None, True, False):
        for kv in ("device", None):
            for opt in ("sgd", "adam", "adagrad"):

                def go():
                    e = g.nn.Embedding(6, 2, sparse_grad=True, prefix="e_")
                    e.initialize()
                    e.weight.set_data(A(mx, 6, 2))
                    t = g.Trainer(e.collect_params(), opt, {"learning_rate": 0.1, "wd": 0.1}, kvstore=kv, update_on_kvstore=uok)
                    for i in range(3):
                        with mx.autograd.record():
                            l = (e(mx.nd.array([i, 3])) ** 2).sum()
                        l.backward()
                        t.step(1)
                    return e.weight.data(), e.weight.grad().stype

                step(f"sg{uok}{kv}{opt}", go)

                def go2():
                    p = g.Parameter("w", shape=(6, 2), stype="row_sparse", grad_stype="row_sparse")
                    p.initialize(mx.init.One())
                    t = g.Trainer([p], opt, {"learning_rate": 0.1}, kvstore=kv, update_on_kvstore=uok)
                    idx = mx.nd.array([1, 3], dtype="int64")
                    for _i in range(2):
                        w = p.row_sparse_data(idx)
                        with mx.autograd.record():
                            l = (mx.nd.sparse.dot(mx.nd.array([[0, 1, 0, 2, 0, 0]]).tostype("csr"), w) ** 2).sum()
                        l.backward()
                        t.step(1)
                    return p.row_sparse_data(mx.nd.array([0, 1, 3], dtype="int64")).tostype("default")

                step(f"sw{uok}{kv}{opt}", go2)


def trainer_states(mx, step):
    g = mx.gluon
    for opt, a in (
        ("sgd", {"momentum": 0.9}),
        ("adam", {}),
        ("nadam", {}),
        ("lamb", {}),
        ("ftml", {}),
        ("rmsprop", {"centered": True}),
        ("dcasgd", {}),
        ("lbsgd", {"momentum": 0.9}),
        ("adadelta", {}),
        ("signum", {}),
    ):
        for uok in (False, None):

            def go():
                n = two_layers(mx)
                t = g.Trainer(n.collect_params(), opt, {"learning_rate": 0.05, **a}, update_on_kvstore=uok)
                for i in range(2):
                    back(mx, n, seed=i)
                    t.step(4)
                t.save_states(f"{opt}.states")
                n.save_parameters(f"{opt}.params")
                n2 = two_layers(mx)
                n2.load_parameters(f"{opt}.params")
                t2 = g.Trainer(n2.collect_params(), opt, {"learning_rate": 9.0, **a})
                t2.load_states(f"{opt}.states")
                back(mx, n2, seed=5)
                t2.step(4)
                return values(n2), t2.learning_rate, t2._optimizer.num_update

            step(f"{opt}{uok}", go)
    n = two_layers(mx)
    t = g.Trainer(n.collect_params(), "sgd")
    step("none", lambda: t.load_states("nofile"))
    open("j", "wb").write(b"junk")
    step("junk", lambda: t.load_states("j"))
    open("e", "wb").close()
    step("empty", lambda: t.load_states("e"))
    step("early", lambda: t.save_states("q.states"))
    step("dir", lambda: t.save_states("nodir/q"))
