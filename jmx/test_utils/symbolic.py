"""Checking symbols: forward results, gradients, speed."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym_module
from .._described import described_by
from .._dialects import dialect
from ..ndarray import NDArray, array
from ..symbol import Symbol
from ..util import bit_equal
from .compare import assert_almost_equal
from .sparse import create_sparse_array
from .tolerance import default_context, default_numeric_eps, get_tolerance

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, NumPyArray
    from ..context import Context
    from ..executor import Executor

__all__ = ["check_numeric_gradient", "check_speed", "check_symbolic_backward", "check_symbolic_forward",
           "numeric_grad", "same_symbol_structure", "simple_forward"]  # fmt: skip

_FLOATS = (np.float16, np.float32, np.float64)


def _array_of(value, ctx, dtype):
    return array(value, ctx=ctx, dtype=value.dtype if isinstance(dtype, str) else dtype)


def _check_dtype(dtype):
    assert (isinstance(dtype, str) and dtype == "asnumpy") or dtype in _FLOATS, (
        f"dtype must be 'asnumpy', numpy.float16, numpy.float32 or numpy.float64, but got {dtype!r}"
    )


def _parse_location(sym, location, ctx, dtype=np.float32):
    """Argument name -> NDArray, ordered by name, from a list of arrays in the order of the arguments or a dict.

    Raises ValueError for a dict whose names are not the symbol's arguments.
    """
    assert isinstance(location, (dict, list, tuple)), f"location must be a dict, list or tuple, but got {type(location)}"
    _check_dtype(dtype)
    names = sym.list_arguments()
    if isinstance(location, dict):
        if set(location) != set(names):
            raise ValueError(
                "Symbol arguments and keys of the given location do not match."
                f"symbol args:{set(names)}, location.keys():{set(location)}"
            )
    else:
        location = dict(zip(names, location))
    arrays = {k: _array_of(v, ctx, dtype) if isinstance(v, np.ndarray) else v for k, v in location.items()}
    return dict(sorted(arrays.items()))


def _parse_aux_states(sym, aux_states, ctx, dtype=np.float32):
    """Name -> NDArray of the auxiliary states, from a list in their order or a dict; None stays None.

    Raises ValueError for a dict whose names are not the symbol's auxiliary states.
    """
    _check_dtype(dtype)
    if aux_states is None:
        return None
    names = sym.list_auxiliary_states()
    if isinstance(aux_states, dict):
        if set(aux_states) != set(names):
            raise ValueError(
                "Symbol aux_states names and given aux_states do not match."
                f"symbol aux_names:{set(names)}, aux_states.keys:{set(aux_states)}"
            )
    elif isinstance(aux_states, (list, tuple)):
        aux_states = dict(zip(names, aux_states))
    return {k: _array_of(v, ctx, dtype) for k, v in aux_states.items()}


def simple_forward(
    sym: Symbol, ctx: Context | None = None, is_train: bool = False, **inputs: Any
) -> NumPyArray | list[NumPyArray]:
    """Outputs of a symbol for NumPy inputs.

    Parameters
    ----------
    sym : Symbol
        The network.
    ctx : Context, optional
        The device.
    is_train : bool
        Run in training mode.
    **inputs : numpy.ndarray
        A value for each argument.

    Returns
    -------
    numpy.ndarray or list of numpy.ndarray
        The output, or a list where there are several.

    Examples
    --------
    >>> net = mx.sym.Variable("a") + 2 * mx.sym.Variable("b")
    >>> mx.test_utils.simple_forward(net, a=np.array([1, 2]), b=np.array([10, 20]))
    array([21., 42.], dtype=float32)
    """
    exe = sym.bind(ctx or default_context(), args={k: array(v) for k, v in inputs.items()})
    exe.forward(is_train=is_train)
    outputs = [out.asnumpy() for out in exe.outputs]
    return outputs[0] if len(outputs) == 1 else outputs


def numeric_grad(
    executor: Executor,
    location: Mapping[str, NumPyArray],
    aux_states: Mapping[str, NumPyArray] | None = None,
    eps: Float = 1e-4,
    use_forward_train: bool = True,
    dtype: DTypeLike = np.float32,
) -> dict[str, NumPyArray]:
    """Gradients of the sum of an executor's first output by central differences.

    Parameters
    ----------
    executor : Executor
        The bound network.
    location : dict of str to numpy.ndarray
        Where to differentiate: a value for each argument.
    aux_states : dict of str to numpy.ndarray, optional
        Auxiliary states, set again before each run.
    eps : float
        The whole step.
    use_forward_train : bool
        Run in training mode.
    dtype : numpy type
        Element type of the gradients.

    Returns
    -------
    dict of str to numpy.ndarray
        A gradient for each argument of floating-point numbers, zeros for the others.

    Examples
    --------
    The gradient of x * x at 1 and 3:

    >>> x = mx.sym.Variable("x")
    >>> executor = (x * x).bind(mx.cpu(), {"x": nd.array([1, 3])})
    >>> grads = mx.test_utils.numeric_grad(executor, {"x": np.array([1, 3], np.float32)}, eps=2**-7)
    >>> grads["x"].round(3)
    array([2., 6.], dtype=float32)
    """
    assert dtype in _FLOATS, f"dtype must be a floating-point type, but got {dtype!r}"

    def run(name, value):
        executor.arg_dict[name][:] = array(value, dtype=dtype)
        for key, state in (aux_states or {}).items():
            executor.aux_dict[key][:] = array(state, dtype=dtype)
        executor.forward(is_train=use_forward_train)
        return executor.outputs[0].asnumpy()

    for name, value in location.items():
        location[name] = np.asarray(value, order="C")
        executor.arg_dict[name][:] = array(value, dtype=dtype)
    grads = {name: np.zeros(value.shape, dtype=dtype) for name, value in location.items()}
    for name, value in location.items():
        if value.dtype.kind != "f":
            continue
        moved = value.copy()
        flat, grad = moved.reshape(-1), grads[name].reshape(-1)
        with bit_equal():  # else the two sides may differ in how they are rounded
            for i in range(flat.size):
                start = flat[i]
                flat[i] += eps / 2.0
                above = run(name, moved)
                flat[i] -= eps
                below = run(name, moved)
                grad[i] = (above - below).sum() / eps
                flat[i] = start
        executor.arg_dict[name][:] = array(value, dtype=dtype)
    return grads


def check_numeric_gradient(
    sym: Symbol,
    location: Any,
    aux_states: Any = None,
    numeric_eps: Float | Mapping[Any, Any] | None = None,
    rtol: Float | None = None,
    atol: Float | None = None,
    grad_nodes: Any = None,
    use_forward_train: bool = True,
    ctx: Context | None = None,
    grad_stype_dict: Mapping[str, str] | None = None,
    dtype: DTypeLike = np.float32,
) -> None:
    """Compare a symbol's gradients with finite differences, along a random projection of its first output.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : list or dict of numpy.ndarray
        A value for each argument, in their order or by name.
    aux_states : list or dict of numpy.ndarray, optional
        A value for each auxiliary state.
    numeric_eps : float or dict, optional
        Step of the differences; by default a power of two that fits the element type.
    rtol, atol : float, optional
        Tolerances.
    grad_nodes : list of str or dict of str to grad_req, optional
        Which gradients to check, all by default.
    use_forward_train : bool
        Take the differences in training mode.
    ctx : Context, optional
        The device.
    grad_stype_dict : dict of str to str, optional
        Storage types of gradients.
    dtype : numpy type
        Element type to compute in.

    Raises
    ------
    AssertionError
        A gradient differs.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> data, weight, bias = mx.test_utils.random_arrays((3, 4), (2, 4), (2,))
    >>> mx.test_utils.check_numeric_gradient(net, [data, weight, bias], numeric_eps=1e-2, rtol=1e-2, atol=1e-2)

    A gradient that is wrong, of an operator that reverses it:

    >>> net = mx.sym.contrib.gradientmultiplier(mx.sym.Variable("x"), scalar=-1.0)
    >>> import contextlib, io
    >>> try:
    ...     with contextlib.redirect_stdout(io.StringIO()):
    ...         mx.test_utils.check_numeric_gradient(net, [np.array([1.0, 2.0])], numeric_eps=1e-2, rtol=1e-2, atol=1e-2)
    ... except AssertionError:
    ...     print("the gradient is wrong")
    the gradient is wrong
    """
    assert dtype in _FLOATS, f"dtype must be a floating-point type, but got {dtype!r}"
    ctx = ctx or default_context()
    location = _parse_location(sym, location, ctx, dtype)
    at = {k: v.asnumpy() for k, v in location.items()}
    aux_states = _parse_aux_states(sym, aux_states, ctx, dtype)
    aux_at = None if aux_states is None else {k: v.asnumpy() for k, v in aux_states.items()}
    grad_req = sym.list_arguments() if grad_nodes is None else grad_nodes
    if not isinstance(grad_req, (list, tuple, dict)):
        raise ValueError(f"grad_nodes must be a list of names or a dict from name to grad_req, but got {type(grad_nodes)}")
    grad_req = dict(grad_req) if isinstance(grad_req, dict) else dict.fromkeys(grad_req, "write")

    _, out_shapes, _ = sym.infer_shape(**{k: v.shape for k, v in location.items()})
    weights = sym_module.Variable("__random_proj")
    numpy_like = isinstance(sym, sym_module.numpy._Symbol)
    out = (sym * weights.as_np_ndarray()).as_nd_ndarray() if numpy_like else sym * weights
    out = sym_module.make_loss(out)
    # no weight near zero: its difference would drown in rounding
    location["__random_proj"] = array(np.random.rand(*out_shapes[0]) + 0.1, ctx=ctx, dtype=dtype)

    before = {k: np.random.normal(0, 0.01, size=location[k].shape) for k in grad_req}
    before["__random_proj"] = np.random.normal(0, 0.01, size=out_shapes[0])
    args_grad = {k: array(v, ctx=ctx, dtype=dtype) for k, v in before.items()}
    for k, stype in (grad_stype_dict or {}).items():
        if k in args_grad and stype != "default":
            args_grad[k] = nd.sparse.zeros(stype, args_grad[k].shape, args_grad[k].context, args_grad[k].dtype)

    executor = out.bind(ctx, grad_req=grad_req, args=location, args_grad=args_grad, aux_states=aux_states)
    if len(executor.arg_arrays) != len(location):
        raise ValueError(
            "Executor arg_arrays and and location len do not match."
            f"Got {len(executor.arg_arrays)} inputs and {len(location)} locations"
        )
    assert len(executor.outputs) == 1, "only symbols with one output can be checked"
    executor.forward(is_train=True)
    eps = get_tolerance(executor.outputs[0], numeric_eps, default_numeric_eps())
    assert dtype is np.float64 or eps >= 1e-5, f"a step of {eps} is too small for {np.dtype(dtype).name}"
    executor.backward()
    actual = {k: None if g is None else g.asnumpy() for k, g in executor.grad_dict.items()}
    expected = numeric_grad(executor, at, aux_at, eps=eps, use_forward_train=use_forward_train, dtype=dtype)
    for name, request in grad_req.items():
        names = (f"NUMERICAL_{name}", f"BACKWARD_{name}")
        _compare_grad(expected[name], actual[name], before[name], request, name, rtol, atol, names)


def _compare_grad(expected, actual, before, request, name, rtol, atol, names, equal_nan=False):
    if request not in ("write", "add", "null"):
        raise ValueError(f"Invalid grad_req {request} for argument {name}")
    if request == "null":
        expected = before
    elif request == "add":
        actual = actual - before
    if request != "null" or actual is not None:
        assert_almost_equal(expected, actual, rtol, atol, names, equal_nan)


@described_by(check_numeric_gradient)
def check_symbolic_forward(
    sym: Symbol,
    location: Any,
    expected: Any,
    rtol: Float | None = None,
    atol: Float | None = None,
    aux_states: Any = None,
    ctx: Context | None = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> list[NDArray]:
    """Compare a symbol's outputs in inference mode with what is expected.

    Parameters
    ----------
    expected : list or dict of numpy.ndarray
        The outputs, in their order or by name.
    equal_nan : bool
        nan equals nan.
    dtype : numpy type or 'asnumpy'
        Element type to compute in; 'asnumpy' for that of the given arrays.

    Returns
    -------
    list of NDArray
        The outputs.

    Raises
    ------
    AssertionError
        An output differs.

    Examples
    --------
    >>> net = mx.sym.Variable("a") + 2 * mx.sym.Variable("b")
    >>> outputs = mx.test_utils.check_symbolic_forward(net, [np.array([1]), np.array([10])], [np.array([21])])
    >>> outputs[0].asnumpy()
    array([21.], dtype=float32)
    """
    ctx = ctx or default_context()
    location = _parse_location(sym, location, ctx, dtype)
    aux_states = _parse_aux_states(sym, aux_states, ctx, dtype)
    names = sym.list_outputs()
    if isinstance(expected, dict):
        expected = [expected[name] for name in names]
    grads = {k: nd.zeros(v.shape, ctx=ctx, dtype=v.dtype if isinstance(dtype, str) else dtype) for k, v in location.items()}
    executor = sym.bind(ctx=ctx, args=location, args_grad=grads, aux_states=aux_states)
    executor.forward(is_train=False)
    for name, wanted, actual in zip(names, expected, executor.outputs):
        assert_almost_equal(wanted, actual, rtol, atol, (f"EXPECTED_{name}", f"FORWARD_{name}"), equal_nan=equal_nan)
    return executor.outputs


@described_by(check_numeric_gradient)
def check_symbolic_backward(
    sym: Symbol,
    location: Any,
    out_grads: Any,
    expected: Any,
    rtol: Float | None = None,
    atol: Float | None = None,
    aux_states: Any = None,
    grad_req: str | Sequence[str] | Mapping[str, str] = "write",
    ctx: Context | None = None,
    grad_stypes: Mapping[str, str] | None = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> dict[str, NDArray]:
    """Compare a symbol's gradients with what is expected.

    Parameters
    ----------
    out_grads : list or dict of numpy.ndarray or None
        Gradients with respect to the outputs.
    expected : list or dict of numpy.ndarray
        Gradients with respect to the arguments, in their order or by name.
    grad_req : str, list of str or dict of str to str
        'write', 'add' or 'null', for all or each of the arguments.
    grad_stypes : dict of str to str, optional
        Storage types of gradients.
    equal_nan : bool
        nan equals nan.
    dtype : numpy type or 'asnumpy'
        Element type to compute in; 'asnumpy' for that of the given arrays.

    Returns
    -------
    dict of str to NDArray
        The gradients.

    Examples
    --------
    The gradient of x * x is 2 * x times that of the output.

    >>> x = mx.sym.Variable("x")
    >>> grads = mx.test_utils.check_symbolic_backward(
    ...     x * x, [np.array([1.0, 3.0])], out_grads=[np.array([1.0, 10.0])], expected=[np.array([2.0, 60.0])]
    ... )
    >>> grads["x"].asnumpy()
    array([ 2., 60.], dtype=float32)
    """
    ctx = ctx or default_context()
    location = _parse_location(sym, location, ctx, dtype)
    aux_states = _parse_aux_states(sym, aux_states, ctx, dtype)
    if isinstance(expected, (list, tuple)):
        expected = dict(zip(sym.list_arguments(), expected))
    # MXNet 2.0 leaves gradient arrays alone that do not have the shape of their argument.
    own_shapes = location if dialect().lenient_gradient_checks else {}
    shapes = {k: own_shapes.get(k, v).shape for k, v in sorted(expected.items())}
    before = {k: np.random.normal(size=shape) for k, shape in shapes.items()}
    grads = {}
    for name, value in before.items():
        stype = (grad_stypes or {}).get(name)
        if stype is not None and stype != "default":
            grads[name] = create_sparse_array(value.shape, stype, density=0.0)
        else:
            grads[name] = array(value, ctx=ctx, dtype=expected[name].dtype if isinstance(dtype, str) else dtype)
    if isinstance(grad_req, str):
        grad_req = dict.fromkeys(sym.list_arguments(), grad_req)
    elif isinstance(grad_req, (list, tuple)):
        grad_req = dict(zip(sym.list_arguments(), grad_req))

    def head(value):
        return _array_of(value, ctx, dtype) if isinstance(value, np.ndarray) else value

    executor = sym.bind(ctx=ctx, args=location, args_grad=grads, aux_states=aux_states, grad_req=grad_req)
    executor.forward(is_train=True)
    if isinstance(out_grads, (tuple, list)):
        out_grads = [head(value) for value in out_grads]
    elif isinstance(out_grads, dict):
        out_grads = {k: head(value) for k, value in out_grads.items()}
    else:
        assert out_grads is None, f"out_grads must be a list, a dict or None, but got {type(out_grads)}"
    executor.backward(out_grads)
    for name, wanted in expected.items():
        actual = grads[name].asnumpy() if isinstance(grads[name], NDArray) else grads[name]
        actual = np.broadcast_to(actual, np.shape(wanted)) if dialect().lenient_gradient_checks else actual
        names = (f"EXPECTED_{name}", f"BACKWARD_{name}")
        _compare_grad(wanted, actual, before[name], grad_req[name], name, rtol, atol, names, equal_nan)
    return grads


def check_speed(
    sym: Symbol,
    location: Mapping[str, NumPyArray] | None = None,
    ctx: Context | None = None,
    N: Int = 20,
    grad_req: str | None = None,
    typ: Literal["whole", "forward"] | str = "whole",
    **kwargs: Any,
) -> float:
    """Seconds that a symbol takes.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : dict of str to numpy.ndarray, optional
        A value for each argument; otherwise random values in the shapes given as keywords.
    ctx : Context, optional
        The device.
    N : int
        How many runs the mean is over; one more is not counted.
    grad_req : str, optional
        'write' by default.
    typ : {'whole', 'forward'}
        Forward and backward, or forward only.
    **kwargs : tuple of int
        Shapes of the arguments.

    Returns
    -------
    float
        Mean over the runs.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> seconds = mx.test_utils.check_speed(net, N=2, data=(4, 8))
    >>> seconds > 0
    True
    """
    ctx = ctx or default_context()
    grad_req = grad_req or "write"
    if location is not None:
        assert isinstance(location, dict), f'Expect dict, get "location"={location}'
        kwargs = {k: v.shape for k, v in location.items()}
    exe = sym.simple_bind(grad_req=grad_req, ctx=ctx, **kwargs)
    if location is None:
        location = {k: np.random.normal(size=arr.shape, scale=1.0) for k, arr in exe.arg_dict.items()}
    if typ not in ("whole", "forward"):
        raise ValueError('typ can only be "whole" or "forward".')
    for name, value in location.items():
        exe.arg_dict[name][:] = value.astype(exe.arg_dict[name].dtype)

    def run():
        exe.forward(is_train=typ == "whole")
        if typ == "whole":
            exe.backward(out_grads=exe.outputs)

    run()
    nd.waitall()
    start = time.time()
    for _ in range(N):
        run()
    nd.waitall()
    return (time.time() - start) / N  # pyright: ignore[reportReturnType]


def same_symbol_structure(sym1: Symbol, sym2: Symbol) -> bool:
    """Whether the nodes of two symbols have the same operators in the same order.

    Parameters
    ----------
    sym1, sym2 : Symbol
        The networks.

    Returns
    -------
    bool

    Examples
    --------
    >>> x = mx.sym.Variable("x")
    >>> [mx.test_utils.same_symbol_structure(mx.sym.exp(x), other) for other in (mx.sym.exp(x), mx.sym.log(x))]
    [True, False]
    """
    first, second = (json.loads(s.tojson())["nodes"] for s in (sym1, sym2))
    return all(a["op"] == b["op"] for a, b in zip(first, second))
