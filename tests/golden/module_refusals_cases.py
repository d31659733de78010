"""Calls of modules that MXNet refuses, by name; compared are the class and the message of the error."""

import warnings

try:
    from module_cases import blobs, mlp, values
except ImportError:
    from tests.golden.module_cases import blobs, mlp, values


def refusals(mx):
    symbol = mlp(mx)
    devices = [mx.cpu(0), mx.cpu(1)]
    shapes = [("data", (4, 5))], [("softmax_label", (4,))]
    arg, aux = values(mx, symbol, data=(4, 5))

    def bound(**kwargs):
        module = mx.mod.Module(symbol, **kwargs)
        module.bind(*shapes)
        return module

    def ready():
        module = bound()
        module.init_params(arg_params=arg, aux_params=aux)
        return module

    def batch(*shape):
        return mx.io.DataBatch([mx.nd.ones(shape)], [mx.nd.ones(shape[:1])])

    def without(name):
        return {n: a for n, a in arg.items() if n != name}

    def two_of_a_name():
        first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc1")
        chain = mx.mod.SequentialModule()
        chain.add(mx.mod.Module(first, label_names=None)).add(mx.mod.Module(symbol), take_labels=True, auto_wiring=True)
        chain.bind(*shapes)
        chain.init_params()

    def backward_for_prediction():
        module = mx.mod.Module(symbol)
        module.bind(*shapes, for_training=False)
        module.init_params()
        module.forward(batch(4, 5))
        module.backward()

    def duplicates():
        net = mx.sym.Variable("a") + mx.sym.Variable("a") * mx.sym.Variable("data")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mx.model.FeedForward(net)

    return {
        "data name": lambda: mx.mod.Module(symbol, data_names=["dat"]),
        "fixed name": lambda: mx.mod.Module(symbol, fixed_param_names=["nothing"]),
        "names of shapes": lambda: mx.mod.Module(symbol).bind([("dat", (4, 5))]),
        "batch sizes": lambda: mx.mod.Module(symbol).bind(shapes[0], [("softmax_label", (3,))]),
        "empty part": lambda: mx.mod.Module(symbol, context=devices).bind([("data", (1, 5))], [("softmax_label", (1,))]),
        "grad_req type": lambda: mx.mod.Module(symbol).bind(*shapes, grad_req=3),
        "grad_req value": lambda: mx.mod.Module(symbol).bind(*shapes, grad_req="sometimes"),
        "workloads": lambda: mx.mod.Module(symbol, context=devices, work_load_list=[1]),
        "inputs without training": lambda: mx.mod.Module(symbol).bind(*shapes, for_training=False, inputs_need_grad=True),
        "init before bind": lambda: mx.mod.Module(symbol).init_params(),
        "forward before bind": lambda: mx.mod.Module(symbol).forward(batch(4, 5)),
        "forward before init": lambda: bound().forward(batch(4, 5)),
        "missing": lambda: ready().set_params(without("fc1_bias"), aux),
        "missing state": lambda: ready().set_params(arg, {}),
        "extra": lambda: ready().set_params({"more": mx.nd.ones(2)}, {}, allow_missing=True),
        "shape": lambda: ready().set_params({**arg, "fc1_bias": mx.nd.ones(2)}, aux),
        "features": lambda: ready().forward(batch(4, 6)),
        "no optimizer": lambda: ready().update(),
        "optimizer": lambda: ready().init_optimizer(optimizer="nothing"),
        "store": lambda: ready().init_optimizer(kvstore=3),
        "predict": lambda: ready().predict([1]),
        "epochs": lambda: ready().fit(blobs(mx)),
        "merged states": lambda: ready().get_states(),
        "backward for prediction": backward_for_prediction,
        "no such file": lambda: mx.mod.Module.load("/nonexistent/net", 1),
        "empty chain": lambda: mx.mod.SequentialModule().bind(*shapes),
        "meta": lambda: mx.mod.SequentialModule().add(mx.mod.Module(symbol), labels=True),
        "two of a name": two_of_a_name,
        "no key": lambda: mx.mod.BucketingModule(lambda key: (symbol, ["data"], ["softmax_label"])),
        "loss with out_grads": lambda: mx.mod.PythonLossModule().backward([1]),
    }
