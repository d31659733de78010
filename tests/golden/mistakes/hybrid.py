"""Mistakes with blocks that are compiled: hybrid_forward, export."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "Python if in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            if x.sum() > 0:  #!
                return x
            return -x
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "if|bool|truth",
    "[Ss]ymbol",
    r"F\.contrib\.cond|F\.where",
)
_add(
    "while in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            while x.sum() < 10:  #!
                x = x * 2
            return x
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "while|bool|truth",
    "[Ss]ymbol",
    r"F\.contrib\.while_loop",
)
_add(
    "asnumpy in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * x.asnumpy().max()  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "asnumpy",
    "[Ss]ymbol",
    r"hybridize",
)
_add(
    "asscalar in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * x.max().asscalar()  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "asscalar",
    "[Ss]ymbol",
    r"hybridize",
)
_add(
    "float() in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * float(x.max())  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "float",
    "[Ss]ymbol",
    r"hybridize",
)
_add(
    "int() in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * int(x.max())  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "int",
    "[Ss]ymbol",
    r"hybridize",
)
_add(
    "shape in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.reshape((x.shape[0], -1))  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "shape",
    "[Ss]ymbol",
    r"hybridize|reshape|-1|shape_array",
)
_add(
    "numpy of a symbol in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x + onp.asarray(x, dtype="float32")  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "numpy|array",
    "[Ss]ymbol",
    r"hybridize",
)
_add(
    "nd in place of F",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return nd.relu(x)  #!
    net = Net()
    net.hybridize()
    net(nd.ones((2, 2)))
    """,
    "[Ss]ymbol",
    "NDArray",
    r"\bF\.relu|F\.",
)
_add(
    "hybrid_forward without F",
    """
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, x):
            return x
    net = Net()
    net(nd.ones((2, 2)))  #!
    """,
    "hybrid_forward",
    "argument|F",
    "F, x|F",
)
_add(
    "parameter missing in hybrid_forward",
    """
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(2, 2))
        def hybrid_forward(self, F, x):
            return x
    net = Net()
    net.initialize()
    net(nd.ones((2, 2)))  #!
    """,
    "weight",
    "hybrid_forward",
    "weight|argument",
)
_add(
    "export before the first call",
    """
    net = nn.Dense(2)
    net.initialize()
    net.hybridize()
    net.export("net")  #!
    """,
    "not.*called|run forward|call",
    "forward|call",
    r"forward|call",
)
_add(
    "export of a block that was not hybridized",
    """
    net = nn.HybridSequential()
    net.add(nn.Dense(2))
    net.initialize()
    net(nd.ones((2, 3)))
    net.export("net")  #!
    """,
    "not hybridized",
    "call block.hybridize",
    r"hybridize\(\)",
)
_add(
    "export of a forward that looks at values",
    """
    class Net(gluon.HybridBlock):
        def forward(self, x):
            return x if x.sum() > 0 else -x
    net = Net()
    net.hybridize()
    net(nd.ones((2, 3)))
    net(nd.ones((2, 3)))
    net.export("net")  #!
    """,
    "forward has no graph",
    "values",
    "hybrid_forward",
)
