"""What users' operators are told and what comes of it: each case returns plain values, and goes through MXNet and jmx alike."""

import numpy as np


def _list(x):
    return x.astype("float64").asnumpy().round(5).tolist()


def operators(mx, log):
    """Registers the operators of the cases; they write to `log` what they are told."""

    class Power(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            log.append(
                [
                    "forward",
                    bool(is_train),
                    list(req),
                    [list(x.shape) for x in in_data + out_data + aux],
                    mx.autograd.is_recording(),
                    mx.autograd.is_training(),
                ]
            )
            for i, out in enumerate(out_data):
                self.assign(out, req[i], in_data[0] * in_data[-1] * (i + 1))
            for state in aux:
                state[:] = state + 1

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            log.append(["backward", [r != "null" for r in req], [list(x.shape) for x in out_grad + in_data + out_data]])
            total = sum(g * (i + 1) for i, g in enumerate(out_grad))
            if len(in_grad) == 1:
                self.assign(in_grad[0], req[0], 2 * in_data[0] * total)
            else:
                self.assign(in_grad[0], req[0], in_data[1] * total)
                self.assign(in_grad[1], req[1], in_data[0] * total)

    class Described(mx.operator.CustomOpProp):
        def __init__(self, ins="1", outs="1", states="0"):
            super().__init__()
            self.ins, self.outs, self.states = int(ins), int(outs), int(states)
            log.append(["made", ins, outs, states])

        def list_arguments(self):
            return ["data", "other"][: self.ins]

        def list_outputs(self):
            return ["output"] if self.outs == 1 else [f"out{i}" for i in range(self.outs)]

        def list_auxiliary_states(self):
            return [f"state{i}" for i in range(self.states)]

        def infer_shape(self, in_shape):
            return [in_shape[0]] * self.ins, [in_shape[0]] * self.outs, [in_shape[0]] * self.states

        def create_operator(self, ctx, in_shapes, in_dtypes):
            log.append(["create", str(ctx), [list(s) for s in in_shapes], list(in_dtypes)])
            return Power()

    mx.operator.register("case_power")(Described)

    class Loss(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], mx.nd.softmax(in_data[0]))

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            grad = out_data[0].asnumpy()
            grad[np.arange(len(grad)), in_data[1].asnumpy().astype(int)] -= 1
            self.assign(in_grad[0], req[0], mx.nd.array(grad))

    class LossProp(mx.operator.CustomOpProp):
        def __init__(self):
            super().__init__(need_top_grad=False)

        def list_arguments(self):
            return ["data", "label"]

        def infer_shape(self, in_shape):
            return [in_shape[0], (in_shape[0][0],)], [in_shape[0]], []

        def create_operator(self, ctx, shapes, dtypes):
            return Loss()

    mx.operator.register("case_loss")(LossProp)


def eager(mx, log):
    x = mx.nd.array([[1, 2], [3, 4]])
    x.attach_grad()
    found = [_list(mx.nd.Custom(x, op_type="case_power")), [_list(y) for y in mx.nd.Custom(x, op_type="case_power", outs=2)]]
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="case_power", outs=3)
        z = y[0] + 3 * y[2]
    z.backward()
    return [*found, _list(z), _list(x.grad)]


def eager_states(mx, log):
    x, state = mx.nd.array([[1, 2], [3, 4]]), mx.nd.zeros((2, 2))
    x.attach_grad("add")
    for _ in range(2):
        with mx.autograd.record():
            y = mx.nd.Custom(x, state, op_type="case_power", states=1)
        y.backward()
    return [_list(y), _list(x.grad), _list(state)]


def eager_two(mx, log):
    x, y = mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6])
    y.attach_grad()
    with mx.autograd.record():
        z = mx.nd.Custom(x, y, op_type="case_power", ins=2)
    z.backward(mx.nd.array([1, 10, 100]))
    out = mx.nd.zeros((3,))
    mx.nd.Custom(x, y, op_type="case_power", ins=2, out=out)
    return [_list(z), _list(y.grad), _list(out)]


def symbol(mx, log):
    s = mx.sym.Custom(data=mx.sym.var("x"), op_type="case_power", name="c", ins=2, outs=2, states=1)
    unnamed = mx.sym.Custom(mx.sym.var("x"), op_type="case_power")
    t = mx.sym.load_json(s.tojson())
    return [
        s.list_arguments(),
        s.list_outputs(),
        s.list_auxiliary_states(),
        s.tojson(),
        unnamed.name,
        unnamed.list_outputs(),
        s.infer_shape(x=(2, 3)),
        [np.dtype(t).name for t in s.infer_type(x="float16", c_other="float16")[1]],
        t.tojson() == s.tojson(),
    ]


def executor(mx, log, grad_req="write"):
    net = mx.sym.exp(mx.sym.Custom(mx.sym.var("x") * 2, op_type="case_power", name="c", ins=2, states=1) / 10)
    run = net.simple_bind(mx.cpu(), x=(2, 2), grad_req=grad_req)
    run.arg_dict["x"][:] = mx.nd.array([[1, 2], [3, 4]])
    run.arg_dict["c_other"][:] = 0.5
    outs = [_list(run.forward(is_train=False)[0]), _list(run.forward(is_train=True)[0])]
    run.backward([mx.nd.ones((2, 2))])
    run.forward(is_train=True)
    run.backward([mx.nd.ones((2, 2))])
    return [*outs, [None if g is None else _list(g) for g in run.grad_arrays], _list(run.aux_arrays[0])]


def executor_add(mx, log):
    return executor(mx, log, "add")


def executor_some(mx, log):
    return executor(mx, log, {"x": "write", "c_other": "null"})


def loss(mx, log):
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    net = mx.sym.Custom(data, op_type="case_loss", name="softmax")
    run = net.simple_bind(mx.cpu(), data=(4, 2))
    run.arg_dict["data"][:] = mx.nd.arange(8).reshape((4, 2))
    run.arg_dict["fc_weight"][:] = mx.nd.arange(6).reshape((3, 2)) / 10
    run.arg_dict["softmax_label"][:] = mx.nd.array([0, 1, 2, 0])
    out = _list(run.forward(is_train=True)[0])
    run.backward()
    return [net.list_arguments(), out, _list(run.grad_dict["fc_weight"]), _list(run.grad_dict["fc_bias"])]


def hybridized(mx, log):
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.Custom(F.exp(x), op_type="case_power") + 1

    found = []
    for hybridize in (False, True):
        net, x = Net(), mx.nd.array([[0.1, 0.2]])
        if hybridize:
            net.hybridize()
        x.attach_grad()
        with mx.autograd.record():
            y = net(x)
        y.backward()
        found += [_list(y), _list(x.grad)]
    return found


def registered(mx, log):
    return [list(mx.operator.get_operator_arguments(n)) for n in ("Activation", "Custom", "dot")]


CASES = {
    f.__name__: f
    for f in (eager, eager_states, eager_two, symbol, executor, executor_add, executor_some, loss, hybridized, registered)
}


def told(log):
    """What of the log does not depend on when an engine works and how often shapes are asked for."""
    return sorted(map(repr, (entry for entry in log if entry[0] in ("forward", "backward"))))


def outcome(mx, name):
    """The result of a case and what its operators were told."""
    log = []
    operators(mx, log)
    with mx.name.NameManager():
        result = CASES[name](mx, log)
    mx.nd.waitall()
    return {"result": result, "told": told(log)}
