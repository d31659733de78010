"""The first interfaces to operators in Python, which `CustomOp` has replaced."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._described import described_by
from ..ops.custom import CREATORS
from ._hosting import Described
from .custom import CustomOp, CustomOpProp

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context
    from ..ndarray.ndarray import NDArray

__all__ = ["NDArrayOp", "NumpyOp", "PythonOp"]

_numbers = itertools.count()


class PythonOp:
    """An operator as one object: what it computes and what is known of it. Calling it with symbols makes a symbol.

    It is the base of `NumpyOp` and `NDArrayOp`. `CustomOp` has replaced all three, which MXNet 1.9.1 still has.

    Parameters
    ----------
    need_top_grad : bool, default True
        Whether backward needs the gradients of the outputs.

    Examples
    --------
    >>> op = mx.operator.NumpyOp(need_top_grad=False)
    >>> isinstance(op, mx.operator.PythonOp), op.list_arguments(), op.list_outputs(), op.need_top_grad()
    (True, ['data'], ['output'], False)
    """

    _ref_holder = []

    def __init__(self, need_top_grad: bool = True) -> None:
        self.info_ = None
        self.need_top_grad_ = need_top_grad
        warnings.warn("PythonOp has been deprecated. Please use CustomOp")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """The symbol of the operator on the symbols given, by position or name, and named by `name=`."""
        raise NotImplementedError("Must override this")

    def forward(self, in_data: Any, out_data: Any) -> None:
        """Compute the outputs in place; copies the first input by default."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any) -> None:
        """Compute the gradients of the inputs in place; ones by default."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: Any) -> Any:
        """(shapes of the inputs, of the outputs) from those of the inputs; by default the one output is like the first."""
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> Any:
        """Names of the outputs; ["output"] by default."""
        return ["output"]

    def list_arguments(self) -> Any:
        """Names of the inputs; ["data"] by default."""
        return ["data"]

    def need_top_grad(self) -> Any:
        """Whether backward needs the gradients of the outputs."""
        return self.need_top_grad_

    def _symbol(self, run: Any, args: Any, kwargs: Any) -> Any:
        """A node of `run`, a CustomOp that computes with this object."""
        from .. import symbol

        name = f"_{type(self).__name__}{next(_numbers)}"
        CREATORS[name] = lambda attrs: Described(name, lambda: _Description(self, run), {})
        PythonOp._ref_holder.append(self)
        kwargs = dict(kwargs)
        if kwargs.get("name") is None:
            kwargs["name"] = symbol.register._name.active().get(None, type(self).__name__.lower())
        return symbol.Custom(*args, op_type=name, **kwargs)


class _Description(CustomOpProp):
    """A PythonOp in the terms of CustomOp."""

    def __init__(self, op: Any, run: Any) -> None:
        super().__init__(op.need_top_grad())
        self.op, self.run = op, run
        self.list_arguments, self.list_outputs = op.list_arguments, op.list_outputs

    def infer_shape(self, in_shape: Sequence[Sequence[Int]]) -> Any:
        return (*self.op.infer_shape(in_shape), [])

    def declare_backward_dependency(self, out_grad: Sequence[Int], in_data: Sequence[Int], out_data: Sequence[Int]) -> Any:
        declare = getattr(self.op, "declare_backward_dependency", None)
        return (declare or super().declare_backward_dependency)(out_grad, in_data, out_data)

    def create_operator(self, ctx: Context, in_shapes: Sequence[Sequence[Int]], in_dtypes: Sequence[Int]) -> CustomOp:
        return self.run(self.op)


class _OnArrays(CustomOp):
    def __init__(self, op: Any) -> None:
        self.op = op

    def forward(
        self, is_train: bool, req: Sequence[str], in_data: Sequence[NDArray], out_data: Sequence[NDArray], aux: Sequence[NDArray]
    ) -> Any:
        self.op.forward(in_data=in_data, out_data=out_data)

    def backward(
        self,
        req: Sequence[str],
        out_grad: Sequence[NDArray],
        in_data: Sequence[NDArray],
        out_data: Sequence[NDArray],
        in_grad: Sequence[NDArray],
        aux: Sequence[NDArray],
    ) -> Any:
        self.op.backward(out_grad=out_grad, in_data=in_data, out_data=out_data, in_grad=in_grad)


class _OnNumpy(_OnArrays):
    @staticmethod
    def _back(arrays: Any, values: Any) -> None:
        for array, value in zip(arrays, values):
            array[:] = value

    def forward(
        self, is_train: bool, req: Sequence[str], in_data: Sequence[NDArray], out_data: Sequence[NDArray], aux: Sequence[NDArray]
    ) -> Any:
        outputs = [a.asnumpy() for a in out_data]
        self.op.forward(in_data=[a.asnumpy() for a in in_data], out_data=outputs)
        self._back(out_data, outputs)

    def backward(
        self,
        req: Sequence[str],
        out_grad: Sequence[NDArray],
        in_data: Sequence[NDArray],
        out_data: Sequence[NDArray],
        in_grad: Sequence[NDArray],
        aux: Sequence[NDArray],
    ) -> Any:
        gradients = [a.asnumpy() for a in in_grad]
        ins, outs, heads = ([a.asnumpy() for a in group] for group in (in_data, out_data, out_grad))
        self.op.backward(out_grad=heads, in_data=ins, out_data=outs, in_grad=gradients)
        self._back(in_grad, gradients)


@described_by(PythonOp)
class NumpyOp(PythonOp):
    """A PythonOp whose `forward` and `backward` get NumPy arrays; those to be written are written in place.

    Examples
    --------
    >>> class Exp(mx.operator.NumpyOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = np.exp(in_data[0])
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = out_grad[0] * out_data[0]
    >>> net = Exp()(mx.sym.Variable("x"))
    >>> executor = net.bind(mx.cpu(), {"x": nd.array([0, 1])}, args_grad={"x": nd.zeros(2)})
    >>> executor.forward(is_train=True)[0].asnumpy().round(3)
    array([1.   , 2.718], dtype=float32)
    >>> executor.backward(nd.array([1, 10]))
    >>> executor.grad_dict["x"].asnumpy().round(3)
    array([ 1.   , 27.183], dtype=float32)
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        super().__init__(need_top_grad)
        warnings.warn("NumpyOp has been deprecated. Please use CustomOp")

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        return self._symbol(_OnNumpy, args, kwargs)


@described_by(PythonOp)
class NDArrayOp(PythonOp):
    """A PythonOp whose `forward` and `backward` get NDArrays; those to be written are written in place.

    Examples
    --------
    >>> class Exp(mx.operator.NDArrayOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = nd.exp(in_data[0])
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = out_grad[0] * out_data[0]
    >>> net = Exp()(mx.sym.Variable("x"))
    >>> executor = net.bind(mx.cpu(), {"x": nd.array([0, 1])}, args_grad={"x": nd.zeros(2)})
    >>> executor.forward(is_train=True)[0].asnumpy().round(3)
    array([1.   , 2.718], dtype=float32)
    >>> executor.backward(nd.array([1, 10]))
    >>> executor.grad_dict["x"].asnumpy().round(3)
    array([ 1.   , 27.183], dtype=float32)
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        super().__init__(need_top_grad)
        warnings.warn("NDArrayOp has been deprecated. Please use CustomOp")

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        return self._symbol(_OnArrays, args, kwargs)

    def declare_backward_dependency(self, out_grad: Any, in_data: Any, out_data: Any) -> Any:
        """Which arrays backward needs: a list with some of the numbers given; see CustomOpProp."""
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]
