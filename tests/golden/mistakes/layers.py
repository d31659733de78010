"""Mistakes with Gluon's blocks: layers, parameters, files of parameters."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "forgetting initialize",
    """
    net = nn.Dense(2)
    net(nd.ones((2, 3)))  #!
    """,
    "dense.*weight",
    "initialized",
    r"initialize\(\)",
)
_add(
    "forgetting initialize of one block",
    """
    net = nn.HybridSequential()
    net.add(nn.Dense(4), nn.Dense(2))
    net[0].initialize()
    net(nd.ones((2, 3)))  #!
    """,
    "dense.*weight",
    "initialized",
    r"initialize\(\)",
)
_add(
    "weights before the first call",
    """
    net = nn.Dense(2)
    net.initialize()
    net.weight.data()  #!
    """,
    "weight",
    "deferred|not been initialized|unknown|shape",
    "in_units|forward|first|call",
)
_add(
    "Conv2D on 2-D data",
    """
    net = nn.Conv2D(8, 3)
    net.initialize()
    net(nd.ones((2, 28)))  #!
    """,
    r"\(2, ?28\)|2 dimension|2-D|2D",
    "4|NCHW|batch",
    "reshape|expand_dims",
)
_add(
    "Conv2D on an image without batch",
    """
    net = nn.Conv2D(8, 3)
    net.initialize()
    net(nd.ones((3, 28, 28)))  #!
    """,
    r"\(3, ?28, ?28\)|3 dimension|3-D",
    "4|NCHW|batch",
    "reshape|expand_dims",
)
_add(
    "Conv2D hybridized on 2-D data",
    """
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3), nn.Dense(2))
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 28)))  #!
    """,
    r"\(2, ?28\)|2 dimension|2-D|2D",
    "4|NCHW|batch",
    "reshape|expand_dims",
)
_add(
    "image smaller than the kernel",
    """
    net = nn.Conv2D(8, 5)
    net.initialize()
    net(nd.ones((1, 3, 2, 2)))  #!
    """,
    "5",
    "2",
    "pad|kernel|larger|smaller",
)
_add(
    "Dense with other in_units than data",
    """
    net = nn.Dense(2, in_units=5)
    net.initialize()
    net(nd.ones((2, 3)))  #!
    """,
    "2, ?3|3",
    "5",
    "in_units|flatten|weight",
)
_add(
    "Dense called with another width later",
    """
    net = nn.Dense(2)
    net.initialize()
    net(nd.ones((2, 3)))
    net(nd.ones((2, 4)))  #!
    """,
    "2, ?4|4",
    "2, ?3|3",
    "in_units|weight|flatten",
)
_add(
    "hybridized Dense called with another width later",
    """
    net = nn.HybridSequential()
    net.add(nn.Dense(2))
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 3)))
    net(nd.ones((2, 4)))  #!
    """,
    "2, ?4|4",
    "2, ?3|3",
    "in_units|weight|flatten",
)
_add(
    "misspelt keyword of a layer",
    """
    nn.Dense(10, activaton="relu")  #!
    """,
    "activaton",
    "activation",
    "[Dd]id you mean:? '?activation",
)
_add(
    "misspelt keyword of Conv2D",
    """
    nn.Conv2D(channels=8, kernal_size=3)  #!
    """,
    "kernal_size",
    "kernel_size",
    "[Dd]id you mean:? '?kernel_size",
)
_add(
    "unknown activation",
    """
    net = nn.Dense(10, activation="rleu")
    net.initialize()
    net(nd.ones((2, 3)))  #!
    """,
    "rleu",
    "relu",
    "relu",
)
_add(
    "PyTorch's word for a layer",
    """
    nn.Linear(3, 4)  #!
    """,
    "Linear",
    "no attribute",
    "Dense",
)
_add(
    "adding what is no block",
    """
    net = nn.HybridSequential()
    net.add(nd.relu)  #!
    """,
    "function",
    "HybridBlock",
    "Lambda|HybridBlock",
)
_add(
    "plain block in a hybrid one",
    """
    class Net(gluon.Block):
        def forward(self, x):
            return x
    net = nn.HybridSequential()
    net.add(Net())  #!
    """,
    "Net",
    "HybridBlock",
    "HybridBlock|nn.Sequential",
)
_add(
    "attribute before super().__init__",
    """
    class Net(gluon.HybridBlock):
        def __init__(self):
            self.fc = nn.Dense(2)  #!
            super().__init__()
    Net()
    """,
    "Net|fc|_children",
    "__init__",
    r"super\(\)\.__init__",
)
_add(
    "too many inputs",
    """
    net = nn.Dense(2)
    net.initialize()
    net(nd.ones((2, 3)), nd.ones((2, 3)))  #!
    """,
    "2|3|4|multiple",
    "1|argument",
    "Dense|hybrid_forward|argument",
)
_add(
    "network called with a NumPy array",
    """
    net = nn.Dense(2)
    net.initialize()
    net(onp.ones((2, 3), "float32"))  #!
    """,
    "numpy",
    "NDArray|Symbol",
    r"nd\.array",
)
_add(
    "network called with integers",
    """
    net = nn.Dense(2)
    net.initialize()
    net(nd.ones((2, 3), dtype="int32"))  #!
    """,
    "int32",
    "float32",
    r"astype",
)
_add(
    "network cast to another type than data",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.cast("float64")
    net(nd.ones((2, 3)))  #!
    """,
    "float32",
    "float64",
    r"astype|cast",
)
_add(
    "load_parameters of a missing file",
    """
    net = nn.Dense(2)
    net.load_parameters("missing.params")  #!
    """,
    "missing.params",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "load_parameters of another network",
    """
    a = nn.HybridSequential()
    a.add(nn.Dense(2, in_units=3))
    a.initialize()
    a.save_parameters("a.params")
    b = nn.HybridSequential()
    b.add(nn.Dense(2, in_units=3), nn.Dense(4, in_units=2))
    b.load_parameters("a.params")  #!
    """,
    r"1\.(weight|bias)",
    r"0\.",
    "allow_missing",
)
_add(
    "load_parameters with more than the network has",
    """
    a = nn.HybridSequential()
    a.add(nn.Dense(2, in_units=3), nn.Dense(4, in_units=2))
    a.initialize()
    a.save_parameters("b.params")
    b = nn.HybridSequential()
    b.add(nn.Dense(2, in_units=3))
    b.load_parameters("b.params")  #!
    """,
    r"1\.(weight|bias)",
    r"0\.|not present|Block",
    "ignore_extra",
)
_add(
    "load_parameters of other shapes",
    """
    a = nn.Dense(2, in_units=3)
    a.initialize()
    a.save_parameters("c.params")
    b = nn.Dense(2, in_units=5)
    b.load_parameters("c.params")  #!
    """,
    "2, ?3",
    "2, ?5",
    "in_units|shape|net",
)
_add(
    "unknown model of the zoo",
    """
    gluon.model_zoo.vision.get_model("resnet51_v1")  #!
    """,
    "resnet51_v1",
    "resnet50_v1",
    "resnet50_v1",
)
_add(
    "unknown initializer by name",
    """
    net = nn.Dense(2, in_units=3, weight_initializer="xaiver")
    net.initialize()  #!
    """,
    "xaiver",
    "xavier",
    "[Dd]id you mean:? '?xavier",
)
_add(
    "misspelt keyword of an initializer",
    """
    mx.init.Xavier(magnitud=2)  #!
    """,
    "magnitud",
    "magnitude",
    "[Dd]id you mean:? '?magnitude",
)
_add(
    "initializer class instead of an instance by another word",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize(init="glorot")  #!
    """,
    "glorot",
    "[Xx]avier",
    "[Xx]avier",
)
_add(
    "BatchNorm with channels last",
    """
    net = nn.BatchNorm(in_channels=3)
    net.initialize()
    net(nd.ones((2, 8, 8, 3)))  #!
    """,
    "8",
    "3",
    "axis|channels|in_channels",
)
_add(
    "recurrent layer on 2-D data",
    """
    net = gluon.rnn.LSTM(4)
    net.initialize()
    net(nd.ones((2, 3)))  #!
    """,
    r"2, ?3|2 dim|2-D",
    "3|TNC",
    "expand_dims|reshape|TNC",
)
_add(
    "recurrent cell that unrolls too far",
    """
    cell = gluon.rnn.LSTMCell(4)
    cell.initialize()
    cell.unroll(5, nd.ones((2, 3, 6)), layout="NTC")  #!
    """,
    "5",
    "3",
    "length|layout|axis|divi",
)
_add(
    "misspelt keyword of a recurrent layer",
    """
    gluon.rnn.LSTM(4, num_layer=2)  #!
    """,
    "num_layer",
    "num_layers",
    "[Dd]id you mean:? '?num_layers",
)
_add(
    "index beyond the layers",
    """
    net = nn.HybridSequential()
    net.add(nn.Dense(2))
    net[3]  #!
    """,
    "3",
    "1",
    "layers|index|range",
)
_add(
    "misspelt attribute of a block",
    """
    net = nn.Dense(2)
    net.wieght  #!
    """,
    "wieght",
    "weight",
    "[Dd]id you mean:? '?weight",
)
_add(
    "collect_params of a name that is not there",
    """
    net = nn.Dense(2)
    net.collect_params()["weight"]  #!
    """,
    "weight",
    "dense.*_weight",
    "dense.*_weight",
)
