"""`mx.ndarray_doc`: classes whose docstrings MXNet appends to those of operators.

A subclass `XDoc` of `NDArrayDoc` belongs to the operator `X`. Here operators have their documentation where they are declared:
`help(mx.nd.X)`.
"""


class NDArrayDoc:
    """The base class of documentation for operators on arrays."""


class ReshapeDoc(NDArrayDoc):
    """Examples
    --------
    >>> mx.nd.reshape(mx.nd.arange(6), shape=(2, -1)).shape
    (2, 3)
    """


class elemwise_addDoc(NDArrayDoc):
    """Examples
    --------
    >>> mx.nd.elemwise_add(mx.nd.ones(2), mx.nd.ones(2)).asnumpy()
    array([2., 2.], dtype=float32)
    """


class BroadcastToDoc(NDArrayDoc):
    """Examples
    --------
    >>> mx.nd.broadcast_to(mx.nd.ones((1, 2)), shape=(3, 2)).shape
    (3, 2)
    """


class StackDoc(NDArrayDoc):
    """Examples
    --------
    >>> mx.nd.stack(mx.nd.ones(2), mx.nd.zeros(2), axis=1).shape
    (2, 2)
    """


class CustomDoc(NDArrayDoc):
    """Examples
    --------
    Declare the operator with `mx.operator.register("name")`, and call it by `mx.nd.Custom(x, op_type="name")`.
    """
