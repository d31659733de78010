"""The base classes of users' operators, and their registration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.graph import lower, shape_rules
from ..core.run import dispatch
from ..ops.custom import CREATORS
from ..util import is_np_array
from ._hosting import Described

if TYPE_CHECKING:
    from .._typing import Float, Int, T
    from ..ndarray.ndarray import NDArray

__all__ = ["CustomOp", "CustomOpProp", "register"]


class CustomOp:
    """The computation of an operator, in NDArray code; subclasses override `forward` and `backward`.

    An executor keeps one instance for each of its nodes. Nothing that is computed inside is recorded.

    Examples
    --------
    An operator has three parts: what it computes, what is known of it before, and its name.

    >>> class Cube(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] ** 3)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], 3 * in_data[0] ** 2 * out_grad[0])
    >>> @mx.operator.register("cube")
    ... class CubeProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Cube()
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = nd.Custom(x, op_type="cube")
    >>> y.backward()
    >>> y.asnumpy(), x.grad.asnumpy()
    (array([1., 8.], dtype=float32), array([ 3., 12.], dtype=float32))
    """

    def forward(self, is_train: bool, req: list[str], in_data: list[NDArray], out_data: list[NDArray], aux: list[NDArray]) -> Any:
        """Compute the outputs.

        Parameters
        ----------
        is_train : bool
            Whether this is training.
        req : list of str
            For each output what to do: "write", "add" or "null"; `assign` does it.
        in_data, out_data, aux : list of NDArray
            The arguments, the outputs (to be written in place) and the auxiliary states (which may be).
        """

    def backward(
        self,
        req: list[str],
        out_grad: list[NDArray],
        in_data: list[NDArray],
        out_data: list[NDArray],
        in_grad: list[NDArray],
        aux: list[NDArray],
    ) -> Any:
        """Compute the gradients of the arguments.

        Parameters
        ----------
        req : list of str
            For each gradient what to do: "write", "add" or "null"; `assign` does it.
        out_grad : list of NDArray
            The gradients of the outputs.
        in_data, out_data, aux : list of NDArray
            As in `forward`.
        in_grad : list of NDArray
            The gradients of the arguments, to be written in place.

        What `declare_backward_dependency` leaves out arrives as an array of no elements.
        """

    def assign(self, dst: NDArray, req: str, src: NDArray | Float) -> None:
        """Put a result where it belongs.

        Parameters
        ----------
        dst : NDArray
            An output or a gradient.
        req : {'write', 'inplace', 'add', 'null'}
            'write' and 'inplace' put `src` into `dst`, 'add' adds it, 'null' does nothing.
        src : NDArray or number
            The result.
        """
        every = () if is_np_array() else slice(None)
        if req in ("write", "inplace"):
            dst[every] = src
        elif req == "add":
            dst[every] += src


class CustomOpProp:
    """What is known of an operator before it runs; subclasses describe theirs, and make it.

    The keywords of `mx.nd.Custom` and `mx.sym.Custom` arrive in `__init__` as strings.

    Parameters
    ----------
    need_top_grad : bool, default True
        Whether backward needs the gradients of the outputs. A loss does not.

    Examples
    --------
    An operator of two arguments and an attribute, whose output has a shape of its own:

    >>> class Scaled(mx.operator.CustomOp):
    ...     def __init__(self, scale):
    ...         self.scale = scale
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], self.scale * (in_data[0] * in_data[1]).sum())
    >>> @mx.operator.register("scaled_dot")
    ... class ScaledProp(mx.operator.CustomOpProp):
    ...     def __init__(self, scale="1"):
    ...         super().__init__()
    ...         self.scale = float(scale)    # attributes come as strings
    ...     def list_arguments(self):
    ...         return ["left", "right"]
    ...     def infer_shape(self, in_shape):
    ...         return in_shape, [[1]], []
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Scaled(self.scale)
    >>> nd.Custom(nd.array([1, 2]), nd.array([3, 4]), scale=10, op_type="scaled_dot").asnumpy()
    array([110.], dtype=float32)
    >>> net = mx.sym.Custom(left=mx.sym.Variable("a"), right=mx.sym.Variable("b"), op_type="scaled_dot")
    >>> net.infer_shape(a=(2,), b=(2,))[1]
    [(1,)]
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Shapes of arguments, outputs and (if there are any) auxiliary states, from those of the arguments.

        By default all have the shape of the first argument, and there are no auxiliary states.

        Parameters
        ----------
        in_shape : list of list of int
            Empty for an argument of unknown shape; the returned list may fill it in.

        Returns
        -------
        (list, list, list)
            Three lists of shapes.
        """
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> Any:
        """Element types of arguments, outputs and auxiliary states, from those of the arguments (None where unknown)."""
        first = in_type[0]
        return in_type, [first] * len(self.list_outputs()), [first] * len(self.list_auxiliary_states())

    def infer_storage_type(self, in_stype: Any) -> Any:
        """Storage types ("default", "row_sparse", "csr") of arguments, outputs and auxiliary states; only dense by default."""
        for i, stype in enumerate(in_stype):
            assert stype == "default", (
                "Default infer_storage_type implementation doesnt allow non default stypes: found non default stype "
                f"'{stype}' for in_stype[{i}]. Please implement infer_storage_type and infer_storage_type_backward interface "
                "in your custom operator if you have non-default input/output stypes"
            )
        outputs, states = len(self.list_outputs()), len(self.list_auxiliary_states())
        return in_stype, ["default"] * outputs, ["default"] * states

    def infer_storage_type_backward(
        self, ograd_stype: Any, in_stype: Any, out_stype: Any, igrad_stype: Any, aux_stype: Any
    ) -> Any:
        """Storage types in backward: lists for gradients of outputs, arguments, outputs, gradients of arguments, states."""
        for what, stypes in (("ograd_stype", ograd_stype), ("igrad_stype", igrad_stype)):
            for i, stype in enumerate(stypes):
                assert stype in ("default", "undefined"), (
                    "Default infer_storage_type_backward implementation doesnt allow non default stypes: found non default "
                    f"stype '{stype}' for {what}[{i}]. Please implement infer_storage_type and "
                    "infer_storage_type_backward interface in your custom operator if you have non-default stypes"
                )
        return tuple(["default"] * len(s) for s in (ograd_stype, in_stype, out_stype, igrad_stype, aux_stype))

    def list_outputs(self) -> list[str]:
        """Names of the outputs; ["output"] by default."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Names of the arguments; ["data"] by default."""
        return ["data"]

    def list_auxiliary_states(self) -> list[str]:
        """Names of the auxiliary states; none by default."""
        return []

    def declare_backward_dependency(self, out_grad: Sequence[Int], in_data: Sequence[Int], out_data: Sequence[Int]) -> list[int]:
        """Which arrays backward needs: a list with some of the numbers given.

        Parameters
        ----------
        out_grad, in_data, out_data : list of int
            Numbers that stand for the gradients of the outputs, the arguments and the outputs.

        Returns
        -------
        list of int
            By default all, but without those of `out_grad` where `need_top_grad` is False.
        """
        return [*(out_grad if self.need_top_grad_ else ()), *in_data, *out_data]  # pyright: ignore[reportReturnType]

    def create_operator(self, ctx: Any, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
        """The CustomOp that computes.

        Parameters
        ----------
        ctx : Context
            The device.
        in_shapes : list of list of int
            Shapes of arguments and auxiliary states.
        in_dtypes : list of int
            MXNet's codes of their element types.

        Returns
        -------
        CustomOp
        """
        return CustomOp()


def register(reg_name: str) -> Callable[[T], T]:
    """A class decorator that makes a CustomOpProp known by a name; the last one registered counts.

    Registered while NumPy array semantics is on, the operator computes with arrays of `mx.np`.

    Parameters
    ----------
    reg_name : str
        The name, which `mx.nd.Custom` and `mx.sym.Custom` take as `op_type`.

    Returns
    -------
    callable
        The decorator.

    Examples
    --------
    A step function whose gradient passes through, as if it were the identity:

    >>> class Step(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] > 0)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], out_grad[0])
    >>> @mx.operator.register("step")
    ... class StepProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Step()
    >>> x = nd.array([-1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = nd.Custom(x, op_type="step")
    >>> y.backward()
    >>> y.asnumpy(), x.grad.asnumpy()
    (array([0., 1.], dtype=float32), array([1., 1.], dtype=float32))
    """

    def do_register(prop_cls):
        if reg_name in CREATORS:
            # Nothing that was cached for the former operator may be used for the new one.
            for cache in (dispatch.bound_ops, lower._recent, shape_rules._cache):
                cache.clear()
        numpy = is_np_array()
        CREATORS[reg_name] = lambda kwargs: Described(reg_name, prop_cls, kwargs, numpy)
        return prop_cls

    return do_register


register("custom_op")(CustomOpProp)
