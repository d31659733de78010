"""Mistakes with autograd: what is not recorded, what is used up, what is written to meanwhile."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "forgetting record",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    y = x * 2
    y.backward()  #!
    """,
    "not.*record|not.*comput",
    "record",
    r"autograd\.record\(\)",
)
_add(
    "backward of a network outside of record",
    """
    net = nn.Dense(2)
    net.initialize()
    loss = gluon.loss.L2Loss()(net(nd.ones((2, 3))), nd.ones((2, 2)))
    loss.backward()  #!
    """,
    "not.*record|not.*comput",
    "record",
    r"autograd\.record\(\)",
)
_add(
    "calling backward twice",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.backward()
    y.backward()  #!
    """,
    "already|second|twice",
    "graph|freed|used up",
    "retain_graph=True",
)
_add(
    "second loss from a graph that is used up",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        h = x * x
        a = h.sum()
        b = (h * 2).sum()
    a.backward()
    b.backward()  #!
    """,
    "already|second|twice",
    "graph|freed|used up",
    "retain_graph=True|autograd.backward",
)
_add(
    "forgetting attach_grad",
    """
    x = nd.ones((2, 2))
    with autograd.record():
        y = x * 2
    y.backward()  #!
    """,
    "no|not",
    "attach_grad|require",
    r"attach_grad\(\)",
)
_add(
    "in-place addition under record",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
        y += 1  #!
    """,
    r"[Ii]n-?place",
    "record",
    r"y = y \+|[a-z] = [a-z] \+|new array|autograd\.pause",
)
_add(
    "assignment to a slice under record",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
        y[0] = 0  #!
    """,
    r"[Ii]n-?place",
    "record",
    r"new array|where|autograd\.pause|concat",
)
_add(
    "updating a weight under record",
    """
    w = nd.ones((2, 2))
    w.attach_grad()
    with autograd.record():
        y = (w * 2).sum()
        w -= 0.1  #!
    """,
    r"[Ii]n-?place",
    "record",
    r"new array|after|autograd\.pause|outside",
)
_add(
    "head gradient of another shape",
    """
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.backward(nd.ones((3,)))  #!
    """,
    "3,",
    "2, ?2",
    "shape",
)
_add(
    "grad of what is no variable",
    """
    x = nd.ones((2, 2))
    with autograd.record():
        y = x * 2
    autograd.grad(y, x)  #!
    """,
    "not marked|no variable|not.*variable",
    "variable",
    r"attach_grad\(\)",
)
_add(
    "asking a gradient of what has none",
    """
    x = nd.ones((2, 2))
    x.grad.asnumpy()  #!
    """,
    "None",
    "asnumpy",
    "asnumpy",
)
_add(
    "custom function without save",
    """
    class F(autograd.Function):
        def forward(self, x):
            return x * 2
        def backward(self, dy):
            return dy, dy
    x = nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = F()(x)
    y.backward()  #!
    """,
    "2",
    "1",
    "backward.*return|gradient|number",
)
_add(
    "Custom with an unknown op_type",
    """
    @mx.operator.register("my_sigmoid")
    class Prop(mx.operator.CustomOpProp):
        pass
    nd.Custom(nd.ones((2,)), op_type="my_sigmod")  #!
    """,
    "my_sigmod",
    "my_sigmoid",
    "[Dd]id you mean:? '?my_sigmoid|[Rr]egistered",
)
_add(
    "Custom without op_type",
    """
    nd.Custom(nd.ones((2,)))  #!
    """,
    "op_type",
    "op_type|string",
    "op_type=|[Rr]egister",
)
_add(
    "wrong grad_req",
    """
    x = nd.ones((2, 2))
    x.attach_grad(grad_req="wirte")  #!
    """,
    "wirte",
    "write.*add.*null|null.*write",
    "write",
)
