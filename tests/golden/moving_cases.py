"""When the moving averages of BatchNorm change, for MXNet and jmx alike. Each case returns rows of moving means and variances.

MXNet's backward pass changes them behind the back of its engine: they are read after `waitall`.
"""

import numpy as np

X = np.arange(12, dtype="float32").reshape(4, 3) / 4 + 1


class _States:
    """The arrays of one BatchNorm, and rows of what its moving averages have been."""

    def __init__(self, mx):
        self.mx, self.rows = mx, []
        self.x = mx.nd.array(X)
        self.gamma, self.beta, self.mean, self.var = mx.nd.ones(3), mx.nd.zeros(3), mx.nd.zeros(3), mx.nd.ones(3)

    def __call__(self, x, op=None, **options):
        op = op or self.mx.nd.BatchNorm
        options = {"momentum": 0.5, "fix_gamma": False, **options}
        return op(x, self.gamma, self.beta, self.mean, self.var, **options)

    def look(self):
        self.mx.nd.waitall()
        self.rows.append([self.mean.asnumpy().tolist(), self.var.asnumpy().tolist()])


def eager(mx):
    """{name: rows} of calls that the tape records."""
    autograd, nd = mx.autograd, mx.nd
    found = {}

    def case(name, *marked, passes=1, train_mode=True, recorded_train=True, **options):
        s = _States(mx)
        for array in marked:
            getattr(s, array).attach_grad()
        with autograd.record(recorded_train):
            y = s(s.x, **options)
            loss = ((y[0] if isinstance(y, list) else y) ** 2).sum()
        s.look()
        for number in range(passes):
            loss.backward(retain_graph=number < passes - 1, train_mode=train_mode)
            s.look()
        found[name] = s.rows

    for name in ("x", "gamma", "beta"):
        case(f"gradient of {name}", name)
    case("no backward", "x", "gamma", passes=0)
    case("two backwards", "x", "gamma", passes=2)
    case("global statistics", "x", "gamma", use_global_stats=True)
    case("fixed gamma", "gamma", fix_gamma=True)
    case("mean and variance shown", "x", output_mean_var=True)
    case("synchronized", "x", op=nd.contrib.SyncBatchNorm, key="k", ndev=1)
    case("recorded in inference", "x", recorded_train=False)
    case("backward in inference", "x", train_mode=False)

    s = _States(mx)
    with autograd.train_mode():
        s(s.x)
    s.look()
    found["not recorded"] = s.rows

    s = _States(mx)
    s.x.attach_grad()
    with autograd.record():
        loss = (s(s.x) * s(s.x * 2)).sum()
    loss.backward()
    s.look()
    found["two calls, one backward"] = s.rows

    s = _States(mx)
    s.x.attach_grad()
    with autograd.record():
        outputs = s(s.x), s(s.x * 2)
    outputs[0].backward()
    s.look()
    found["two calls, backward of one"] = s.rows

    s = _States(mx)
    s.x.attach_grad()
    with autograd.record():
        y = s(s.x)
    s.mean[:] = 10
    y.backward()
    s.look()
    found["assigned before backward"] = s.rows

    for name, variable in (("x", True), ("gamma", False)):
        s = _States(mx)
        s.x.attach_grad()
        s.gamma.attach_grad()
        with autograd.record():
            loss = (s(s.x) ** 2).sum()
        autograd.grad(loss, [s.x if variable else s.gamma])
        s.look()
        found[f"autograd.grad of {name}"] = s.rows

    def with_weight(name, before=lambda x: x, after=lambda y, x: y, mark="write"):
        s, w = _States(mx), nd.ones((1,))
        w.attach_grad()
        if mark:
            s.x.attach_grad(mark)
        with autograd.record():
            loss = (after(s(before(s.x)), s.x) * w).sum()
        loss.backward()
        s.look()
        found[name] = s.rows

    with_weight("nothing before", mark=None)
    with_weight("gradient not requested", mark="null")
    with_weight("BlockGrad before", before=nd.BlockGrad)
    with_weight("comparison before", before=lambda x: x > 2)
    with_weight("BlockGrad after", after=lambda y, x: nd.BlockGrad(y) + x)
    with_weight("comparison after", after=lambda y, x: (y > 0) + x)
    return found


def bound(mx):
    """{name: [moving averages after forward, after backward, ...]} of executors."""
    sym, found = mx.sym, {}
    x = sym.var("x")

    def norm(data, name, **options):
        return sym.BatchNorm(data, name=name, momentum=0.5, fix_gamma=False, **options)

    def dense(data, name):
        return sym.FullyConnected(data, num_hidden=2, name=name)

    def case(name, net, requests="write", train=True, forwards=1, backwards=1):
        run = net.simple_bind(mx.cpu(), x=X.shape, grad_req=requests)
        for key, array in run.arg_dict.items():
            array[:] = 1 if "gamma" in key or key.endswith("weight") else 0
        run.arg_dict["x"][:] = X
        for key, array in run.aux_dict.items():
            array[:] = 1 if "var" in key else 0

        def look():
            mx.nd.waitall()
            return {key: array.asnumpy().tolist() for key, array in run.aux_dict.items()}

        for _ in range(forwards):
            run.forward(is_train=train)
        rows = [look()]
        for _ in range(backwards):
            run.backward([mx.nd.ones(output.shape) for output in run.outputs])
            rows.append(look())
        found[name] = rows

    one = norm(x, "bn")
    case("all", one)
    case("gamma only", one, {"bn_gamma": "write"})
    case("added up", one, "add")
    case("no backward", one, backwards=0)
    case("nothing requested", one, "null", backwards=0)
    case("two backwards", one, backwards=2)
    case("two forwards", one, forwards=2)
    case("inference", one, train=False)
    case("global statistics", norm(x, "bn", use_global_stats=True))
    two = dense(norm(dense(norm(x, "bn1"), "fc1"), "bn2"), "fc2")
    for last in ("fc2_weight", "bn2_beta", "fc1_weight", "bn1_gamma", "x"):
        case(f"from {last} on", two, {last: "write"})
        case(f"from {last} on, loss", sym.SoftmaxOutput(two, name="softmax"), {last: "write"})
    case("BlockGrad after", sym.Group([sym.BlockGrad(one), x * 2]))
    case("BlockGrad before", norm(sym.BlockGrad(x), "bn"), {"x": "write"})
    case("comparison after", sym.Group([(one > 0) + x, x * 2]))
    case("one output of two", sym.Group([one, x * 2]))
    mean, var = sym.var("mean"), sym.var("var")
    first = sym.BatchNorm(x, sym.var("gamma1"), sym.var("beta1"), mean, var, name="a", momentum=0.5, fix_gamma=False)
    second = sym.BatchNorm(x * 2, sym.var("gamma2"), sym.var("beta2"), mean, var, name="b", momentum=0.5, fix_gamma=False)
    case("shared", first + second)
    case("shared, gradient of the first", first + second, {"gamma1": "write"})
    case("shared, gradient of the second", first + second, {"gamma2": "write"})
    return found


def module(mx):
    """{what is fixed: moving averages after forward, after the update} of Module."""
    x = mx.sym.var("data")
    for number in (1, 2):
        x = mx.sym.BatchNorm(x, name=f"bn{number}", momentum=0.5, fix_gamma=False)
        x = mx.sym.FullyConnected(x, num_hidden=2, name=f"fc{number}")
    net = mx.sym.SoftmaxOutput(x, name="softmax")
    first = ["bn1_gamma", "bn1_beta"]
    found = {}
    for name, fixed in (
        ("nothing", None),
        ("first", first),
        ("features", [*first, "fc1_weight", "fc1_bias", "bn2_gamma", "bn2_beta"]),
    ):
        mod = mx.mod.Module(net, fixed_param_names=fixed)
        mod.bind([("data", X.shape)], [("softmax_label", (4,))])
        mod.init_params(mx.init.One())
        mod.init_optimizer()
        rows = []
        mod.forward(mx.io.DataBatch([mx.nd.array(X)], [mx.nd.array([0, 1, 0, 1])]), is_train=True)
        for step in (mod.backward, mod.update):
            mx.nd.waitall()
            rows.append({key: array.asnumpy().tolist() for key, array in mod.get_params()[1].items()})
            step()
        mx.nd.waitall()
        rows.append({key: array.asnumpy().tolist() for key, array in mod.get_params()[1].items()})
        found[name] = rows
    return found


def gluon(mx, hybridize):
    """{name: moving averages of two layers after each step} of a network; `hybridize` are the options, None for eager."""
    autograd, nn, found = mx.autograd, mx.gluon.nn, {}

    def case(name, frozen=(), affine=True, marked=False):
        net = nn.HybridSequential()
        net.add(
            nn.BatchNorm(momentum=0.5, scale=affine, center=affine, in_channels=3),
            nn.Dense(2, in_units=3),
            nn.BatchNorm(momentum=0.5, scale=affine, center=affine, in_channels=2),
            nn.Dense(2, in_units=2),
        )
        net.initialize(mx.init.One())
        for number in frozen:
            net[number].collect_params().setattr("grad_req", "null")
        if hybridize is not None:
            net.hybridize(**hybridize)
        x = mx.nd.array(X)
        if marked:
            x.attach_grad()
        rows = []

        def look():
            mx.nd.waitall()
            layers = [array.data().asnumpy().tolist() for i in (0, 2) for array in (net[i].running_mean, net[i].running_var)]
            rows.append(layers)

        with autograd.train_mode():
            net(x)
        look()
        with autograd.record():
            y = net(x)
        look()
        y.backward(retain_graph=True)
        look()
        y.backward()
        look()
        with autograd.record():
            y = net(x)
        y.backward(train_mode=False)
        look()
        with autograd.record():
            y, z = net(x), net(x * 2)
        autograd.backward([y, z])
        look()
        found[name] = rows

    case("all")
    case("first two frozen", frozen=(0, 1))
    case("normalizations frozen", frozen=(0, 2))
    case("features frozen", frozen=(0, 1, 2))
    case("without gamma and beta", affine=False)
    case("gradient of the data", frozen=(0, 1, 2, 3), marked=True)
    return found
