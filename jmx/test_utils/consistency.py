"""One network on several devices, or in several element types: whether all of them agree."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ndarray import NDArray, array
from ..symbol import Symbol
from .compare import assert_almost_equal
from .tolerance import get_tols

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float
    from ..executor import Executor

__all__ = ["check_consistency"]


def _less_precise(first, second):
    return first if second is None or np.dtype(first).itemsize < np.dtype(second).itemsize else second


def _report_or_raise(error, text, raise_on_err):
    print(text)
    traceback.print_exc()
    if raise_on_err:
        raise error
    print(error)


def _kind(arr: NDArray) -> str:
    return f"{np.dtype(arr.dtype).name} {arr.context}"


def _bound(symbols: Sequence[Symbol], ctx_list: Sequence[Any], grad_req: Any) -> list[Executor]:
    """Executors of symbols that have the same arguments and outputs."""
    executors = []
    for symbol, ctx in zip(symbols, ctx_list):
        assert symbol.list_arguments() == symbols[0].list_arguments()
        assert symbol.list_outputs() == symbols[0].list_outputs()
        executors.append(symbol.simple_bind(grad_req=grad_req, **ctx))
    return executors


def _draw_missing(
    executor: Executor, arg_params: dict, aux_params: dict, scale: float, use_uniform: bool, rand_type: Any
) -> None:
    """Add random values for the arguments that `arg_params` lacks, and zeros for the auxiliary states."""
    for name, arr in sorted(executor.arg_dict.items()):
        if name not in arg_params:
            bound = 0.92 * scale
            value = np.random.uniform(-bound, bound, arr.shape) if use_uniform else np.random.normal(0, scale, arr.shape)
            arg_params[name] = value.astype(rand_type)
    for name in executor.aux_dict:
        aux_params.setdefault(name, 0)


def _fill(executor: Executor, arg_params: dict, aux_params: dict, grad_req: Any) -> None:
    """Give the arrays of an executor their values; gradients that are added to start from zero."""
    for name, arr in executor.arg_dict.items():
        arr[:] = arg_params[name]
    for name, arr in executor.aux_dict.items():
        arr[:] = aux_params[name]
    if grad_req == "add":
        for arr in executor.grad_arrays:
            arr[:] = 0


def _train(executors: Sequence[Executor]) -> None:
    """Run all forward and backward in training mode, from head gradients that the least precise of them can hold."""
    for exe in executors:
        exe.forward(is_train=True)
    coarsest = [out.dtype for out in executors[0].outputs]
    for exe in executors:
        coarsest = [_less_precise(out.dtype, dtype) for out, dtype in zip(exe.outputs, coarsest)]
    heads = [out.astype(dtype).asnumpy() for out, dtype in zip(executors[0].outputs, coarsest)]
    for exe in executors:
        exe.backward([array(h, ctx=out.context, dtype=out.dtype) for h, out in zip(heads, exe.outputs)])


def _training_tolerances(
    arr: NDArray, wanted: NDArray, own_type: np.dtype, true_type: np.dtype, rtol: Any, atol: Any
) -> tuple[Any, Any]:
    """(rtol, atol) for an array of a network of one element type beside that of a network of another.

    float32 statistics of a float16 network are float16 at heart.
    """
    mine, other = _less_precise(arr.dtype, own_type), _less_precise(wanted.dtype, true_type)
    if mine != arr.dtype or other != wanted.dtype:
        return get_tols(arr.astype(mine), wanted.astype(other), rtol, atol)
    return rtol, atol


def check_consistency(
    sym: Symbol | Sequence[Symbol],
    ctx_list: Sequence[Mapping[Any, Any]],
    scale: Float = 1.0,
    grad_req: str | Mapping[Any, Any] = "write",
    arg_params: Mapping[Any, Any] | None = None,
    aux_params: Mapping[Any, Any] | None = None,
    rtol: Any = None,
    atol: Any = None,
    raise_on_err: bool = True,
    ground_truth: Mapping[str, NDArray] | None = None,
    equal_nan: bool = False,
    use_uniform: bool = False,
    rand_type: DTypeLike = np.float64,
) -> Any:
    """Compare a symbol's outputs and gradients between contexts and element types.

    Parameters
    ----------
    sym : Symbol or list of Symbol
        The symbol, or one for each entry of `ctx_list`.
    ctx_list : list of dict
        Arguments of `simple_bind`: 'ctx', shapes by name, 'type_dict'. What has the most precise output is taken for
        true.
    scale : float
        Size of the random inputs.
    grad_req : str or dict
        'null' compares outputs in inference mode only.
    arg_params, aux_params : dict, optional
        Values of arguments and auxiliary states instead of random ones and zeros.
    rtol, atol : float or dict of numpy.dtype to float, optional
        Tolerances.
    raise_on_err : bool
        Raise, instead of printing what differs.
    ground_truth : dict of str to NDArray, optional
        What outputs and gradients are compared with.
    equal_nan : bool
        nan equals nan.
    use_uniform : bool
        Uniform instead of normal random inputs.
    rand_type : numpy type
        Element type that random inputs are rounded to.

    Returns
    -------
    dict of str to NDArray
        What was taken for true.

    Raises
    ------
    AssertionError
        Something differs.

    Examples
    --------
    Single and double precision:

    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> setups = [{"ctx": mx.cpu(), "data": (3, 4), "type_dict": {"data": kind}} for kind in (np.float32, np.float64)]
    >>> truth = mx.test_utils.check_consistency(net, setups)
    >>> truth["fc_output"].dtype.__name__
    'float64'
    """
    assert len(ctx_list) > 1, "ctx_list needs at least two entries"
    symbols = [sym] * len(ctx_list) if isinstance(sym, Symbol) else sym
    assert len(symbols) == len(ctx_list)
    output_names, arg_names = symbols[0].list_outputs(), symbols[0].list_arguments()
    executors = _bound(symbols, ctx_list, grad_req)
    arg_params = {} if arg_params is None else arg_params
    aux_params = {} if aux_params is None else aux_params
    _draw_missing(executors[0], arg_params, aux_params, scale, use_uniform, rand_type)
    for exe in executors:
        _fill(exe, arg_params, aux_params, grad_req)

    for exe in executors:
        exe.forward(is_train=False)
    dtypes = [np.dtype(exe.outputs[0].dtype) for exe in executors]
    best = max(range(len(dtypes)), key=lambda i: (dtypes[i].itemsize, -i))
    truth = ground_truth
    if truth is None:
        truth = dict(executors[best].output_dict)
        if grad_req != "null":
            truth.update(executors[best].grad_dict)
    others = [(i, exe) for i, exe in enumerate(executors) if i != best]
    for i, exe in others:
        for name, arr in zip(output_names, exe.outputs):
            try:
                assert_almost_equal(arr, truth[name], rtol=rtol, atol=atol, equal_nan=equal_nan)
            except AssertionError as error:
                _report_or_raise(error, f"Predict Err: ctx {i} vs ctx {best} at {name}", raise_on_err)
    if grad_req == "null":
        return truth

    _train(executors)
    if ground_truth is None:
        truth = {**executors[best].output_dict, **executors[best].grad_dict}
    for i, exe in others:
        for name, arr in zip(output_names + arg_names, exe.outputs + exe.grad_arrays):
            wanted = truth[name]
            if wanted is None:
                assert arr is None
                continue
            rt, at = _training_tolerances(arr, wanted, dtypes[i], dtypes[best], rtol, atol)
            try:
                assert_almost_equal(arr, wanted, rtol=rt, atol=at, equal_nan=equal_nan)
            except AssertionError as error:
                _report_or_raise(error, f"Train Err: {_kind(arr)} ctx {i} vs {_kind(wanted)} ctx {best} at {name}", raise_on_err)
    return truth
