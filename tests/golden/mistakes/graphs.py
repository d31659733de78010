"""Mistakes with symbols, executors and modules."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "misspelt keyword of a symbol",
    """
    sym.FullyConnected(sym.var("data"), num_hiden=4)  #!
    """,
    "num_hiden",
    "num_hidden",
    r"[Dd]id you mean:? '?num_hidden",
)
_add(
    "symbol with a number for an input",
    """
    sym.FullyConnected(data=4, num_hidden=4)  #!
    """,
    "4|int",
    "Symbol",
    "sym.var|Symbol",
)
_add(
    "symbol with an array for an input",
    """
    sym.relu(nd.ones((2,)))  #!
    """,
    "NDArray",
    "Symbol",
    "sym.var|Symbol",
)
_add(
    "array operator given a symbol",
    """
    nd.relu(sym.var("x"))  #!
    """,
    "Symbol",
    "NDArray",
    r"sym\.|mx\.sym|F\.",
)
_add(
    "truth of a symbol",
    """
    if sym.var("x") > 0:  #!
        pass
    """,
    "bool|truth|if",
    "[Ss]ymbol",
    "sym.contrib.cond|where|contrib.cond",
)
_add(
    "simple_bind without a shape",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.simple_bind(mx.cpu())  #!
    """,
    "data|fc_weight",
    "shape",
    r"data=|shape",
)
_add(
    "simple_bind with a name that is no argument",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.simple_bind(mx.cpu(), dta=(2, 3))  #!
    """,
    "dta",
    "data",
    r"data",
)
_add(
    "bind with an argument missing",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.bind(mx.cpu(), {"data": nd.ones((2, 3))})  #!
    """,
    "fc_weight|fc_bias",
    "args|argument|dict",
    "fc_weight|fc_bias",
)
_add(
    "bind with arguments of wrong shapes",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.bind(mx.cpu(), {"data": nd.ones((2, 3)), "fc_weight": nd.ones((4, 7)), "fc_bias": nd.ones((4,))})  #!
    """,
    "4, ?7",
    "4, ?3|2, ?3",
    "fc|weight",
)
_add(
    "infer_shape that contradicts itself",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.infer_shape(data=(2, 3), fc_weight=(4, 7))  #!
    """,
    "4, ?7",
    "4, ?3",
    "fc",
)
_add(
    "symbol file that is not there",
    """
    sym.load("missing-symbol.json")  #!
    """,
    "missing-symbol.json",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "internal output that does not exist",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    net.get_internals()["fc_out"]  #!
    """,
    "fc_out",
    "fc_output",
    "fc_output",
)
_add(
    "eval without an input",
    """
    (sym.var("a") + sym.var("b")).eval(ctx=mx.cpu(), a=nd.ones((2,)))  #!
    """,
    r"\bb\b",
    "args|argument|input|missing",
    r"\bb\b",
)
_add(
    "name scope of two equal names",
    """
    a = sym.var("x")
    b = sym.var("x")
    (a + b).bind(mx.cpu(), {"x": nd.ones((2,))})  #!
    """,
    "x",
    "name|dupl|unique|twice",
    "name|unique",
)
_add(
    "Module.forward before bind",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.forward(mx.io.DataBatch([nd.ones((2, 3))]))  #!
    """,
    "bind|bound|binded",
    "bind",
    r"bind\(",
)
_add(
    "Module.init_params before bind",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.init_params()  #!
    """,
    "bind|bound",
    "bind",
    r"bind\(|call bind",
)
_add(
    "Module.update before init_optimizer",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.bind([("data", (2, 3))])
    mod.init_params()
    mod.update()  #!
    """,
    "optimizer",
    "init_optimizer",
    r"init_optimizer",
)
_add(
    "Module with a wrong data name",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mx.mod.Module(net, data_names=["x"], label_names=None)  #!
    """,
    r"\bx\b",
    "data",
    "data_names|names|input",
)
_add(
    "Module with the default label that the symbol lacks",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net)
    mod.bind([("data", (2, 3))], [("softmax_label", (2,))])  #!
    """,
    "softmax_label",
    "fc_weight|data",
    "label_names",
)
_add(
    "Module.bind with a name that is not in data_names",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.bind([("x", (2, 3))])  #!
    """,
    r"\bx\b",
    "data",
    "data_names|data_shapes|names",
)
_add(
    "Module.fit without epochs",
    """
    net = sym.SoftmaxOutput(sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    mod = mx.mod.Module(net)
    mod.fit(mx.io.NDArrayIter(onp.zeros((4, 3)), onp.zeros((4,)), 2))  #!
    """,
    "num_epoch",
    "num_epoch",
    "num_epoch",
)
_add(
    "Module.fit with a label of another name",
    """
    net = sym.SoftmaxOutput(sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    mod = mx.mod.Module(net)
    mod.fit(mx.io.NDArrayIter(onp.zeros((4, 3)), onp.zeros((4,)), 2, label_name="lbl"), num_epoch=1)  #!
    """,
    "lbl",
    "softmax_label",
    "label_names|label_name|label_shapes",
)
_add(
    "Module.fit with an unknown optimizer parameter",
    """
    net = sym.SoftmaxOutput(sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    mod = mx.mod.Module(net)
    mod.fit(mx.io.NDArrayIter(onp.zeros((4, 3)), onp.zeros((4,)), 2), num_epoch=1, optimizer_params={"lr": 0.1})  #!
    """,
    r"\blr\b",
    "learning_rate",
    "[Dd]id you mean:? '?learning_rate",
)
_add(
    "set_params with a parameter missing",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.bind([("data", (2, 3))])
    mod.set_params({"fc_weight": nd.ones((4, 3))}, {})  #!
    """,
    "fc_bias",
    "fc_bias",
    "allow_missing|fc_bias",
)
_add(
    "set_params of other shapes",
    """
    net = sym.FullyConnected(sym.var("data"), num_hidden=4, name="fc")
    mod = mx.mod.Module(net, label_names=None)
    mod.bind([("data", (2, 3))])
    mod.set_params({"fc_weight": nd.ones((4, 7)), "fc_bias": nd.ones((4,))}, {})  #!
    """,
    "4, ?7",
    "4, ?3",
    "fc_weight|shape",
)
_add(
    "checkpoint that is not there",
    """
    mx.model.load_checkpoint("missing", 3)  #!
    """,
    "missing",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "SymbolBlock with a wrong input name",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    net.export("dense")
    gluon.SymbolBlock.imports("dense-symbol.json", ["x"], "dense-0000.params")  #!
    """,
    r"\bx\b|data",
    "data",
    "input|data",
)
_add(
    "foreach whose body is no function",
    """
    nd.contrib.foreach(None, nd.ones((2, 2)), nd.ones((2,)))  #!
    """,
    "None",
    "callable|function",
    "function|callable|body",
)
_add(
    "while_loop without max_iterations",
    """
    nd.contrib.while_loop(lambda i: i < 5, lambda i: (i, i + 1), [nd.ones((1,))])  #!
    """,
    "max_iterations",
    "max_iterations",
    "max_iterations",
)
_add(
    "plot of a missing symbol",
    """
    mx.viz.print_summary(nn.Dense(2))  #!
    """,
    "Dense",
    "Symbol",
    "Symbol",
)
