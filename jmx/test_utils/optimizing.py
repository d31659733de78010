"""Comparing optimizers, and hybridized with plain blocks."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import autograd, initializer
from .. import ndarray as nd
from .._dialects import dialect
from ..util import use_np
from .compare import assert_almost_equal, compare_ndarray_tuple
from .make import rand_ndarray
from .tolerance import default_context

if TYPE_CHECKING:
    from .._typing import AnyFunction, DTypeLike, Float, Int
    from ..ndarray.numpy.array import ndarray as np_ndarray
    from ..optimizer.base import Optimizer

__all__ = ["check_gluon_hybridize_consistency", "compare_optimizer"]


def _pair(shape, stype, dtype, **kwargs):
    """(dense array, equal array of storage type `stype`), random."""
    if stype == "default":
        second = nd.random.uniform(shape=shape, ctx=default_context(), dtype=dtype)
        return second.copyto(default_context()), second
    if stype not in ("row_sparse", "csr"):
        raise ValueError(f"storage type {stype!r} is not known: give 'default', 'row_sparse' or 'csr'")
    second = rand_ndarray(shape, stype, dtype=dtype, **kwargs)
    return second.copyto(default_context()).tostype("default"), second


def compare_optimizer(
    opt1: Optimizer,
    opt2: Optimizer,
    shape: Any,
    dtype: DTypeLike,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: Float = 1e-4,
    atol: Float = 1e-5,
    compare_states: bool = True,
    ntensors: Int = 1,
) -> None:
    """Raise AssertionError unless two optimizers make the same step.

    Parameters
    ----------
    opt1, opt2 : Optimizer
        The optimizers.
    shape : tuple of int or list of tuples
        Shape of the weight. For a list, `opt1` updates the weights one by one and `opt2` all of them at once.
    dtype : numpy type
        Element type of weights and gradients.
    w_stype, g_stype : str
        Storage types of the weight and the gradient that `opt2` gets.
    rtol, atol : float
        Tolerances.
    compare_states : bool
        Compare the optimizers' states, too.
    ntensors : int
        How many weights the list has.

    Examples
    --------
    >>> first, second = mx.optimizer.SGD(momentum=0.9), mx.optimizer.create("sgd", momentum=0.9)
    >>> mx.test_utils.compare_optimizer(first, second, (3, 4), np.float32)
    """
    if isinstance(shape, list) and ntensors == 1:
        ntensors = len(shape)
    if not isinstance(shape, list):
        assert ntensors == 1
        w1, w2 = _pair(shape, w_stype, dtype, **({} if w_stype == "default" else {"density": 1}))
        g1, g2 = _pair(shape, g_stype, dtype)
        state1 = opt1.create_state_multi_precision(0, w1)
        state2 = opt2.create_state_multi_precision(0, w2)
        if compare_states:
            compare_ndarray_tuple(state1, state2)
        opt1.update_multi_precision(0, w1, g1, state1)
        opt2.update_multi_precision(0, w2, g2, state2)
        if compare_states:
            compare_ndarray_tuple(state1, state2, rtol=rtol, atol=atol)
        assert_almost_equal(w1, w2, rtol=rtol, atol=atol)
        return
    w1 = tuple(nd.random.uniform(shape=s, ctx=default_context(), dtype=dtype) for s in shape)
    g1 = tuple(nd.random.uniform(shape=s, ctx=default_context(), dtype=dtype) for s in shape)
    w2, g2 = copy.deepcopy(w1), copy.deepcopy(g1)
    state2 = [opt2.create_state_multi_precision(0, w2[i]) for i in range(ntensors)]
    opt2.update_multi_precision(list(range(ntensors)), w2, g2, state2)
    for i in range(ntensors):
        state1 = opt1.create_state_multi_precision(i, w1[i])
        opt1.update_multi_precision(i, w1[i], g1[i], state1)
        if compare_states:
            compare_ndarray_tuple(state1, state2[i], rtol, atol)
        compare_ndarray_tuple(w1[i], w2[i], rtol, atol)


class _Values(initializer.Initializer):
    """Initializes parameters with given NumPy arrays."""

    def __init__(self, values: Any) -> None:
        super().__init__()
        self._values = values

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[()] = self._values[name]


@use_np
def check_gluon_hybridize_consistency(
    net_builder: AnyFunction,
    data_l: Sequence[np_ndarray],
    numpy_func: AnyFunction | None = None,
    test_grad: bool = True,
    rtol: Float = 1e-4,
    atol: Float = 1e-4,
) -> None:
    """Raise AssertionError unless a block computes the same hybridized as not, recorded as not.

    Parameters
    ----------
    net_builder : callable
        net_builder(prefix=...) returns the HybridBlock, which must not be random.
    data_l : list of mx.np.ndarray
        The inputs.
    numpy_func : callable, optional
        Computes the same on NumPy arrays.
    test_grad : bool
        Compare gradients with respect to the inputs.
    rtol, atol : float
        Tolerances.

    Examples
    --------
    >>> build = lambda prefix: gluon.nn.Dense(2, in_units=3, prefix=prefix)
    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     data = [mx.np.array([[1.0, 2.0, 3.0]])]
    ...     mx.test_utils.check_gluon_hybridize_consistency(build, data)
    """
    values = output = grads = None
    for hybridize in (False, True):
        for record in (False, True) if test_grad else (False,):
            if dialect().structural_names:
                net = net_builder()
                net.initialize()
                if values is not None:
                    net.load_dict(values)
            else:
                net = net_builder(prefix="net_")
                net.initialize() if values is None else net.initialize(_Values(values))
            if hybridize:
                net.hybridize()
            inputs = [x.copy() for x in data_l]
            if record:
                for x in inputs:
                    x.attach_grad()
                with autograd.record():
                    out = net(*inputs)
                out.backward(out)
            else:
                out = net(*inputs)
            if values is None:
                values = {k: v.data().asnumpy() for k, v in net.collect_params().items()}
            if output is None:
                output = out.asnumpy()
            else:
                assert_almost_equal(out.asnumpy(), output, rtol=rtol, atol=atol)
            if record:
                own_grads = [x.grad.asnumpy() for x in inputs]
                for mine, other in zip(own_grads, grads or own_grads):
                    assert_almost_equal(mine, other, rtol=rtol, atol=atol)
                grads = grads or own_grads
    if numpy_func is not None:
        assert_almost_equal(output, numpy_func(*[x.asnumpy() for x in data_l]), rtol=rtol, atol=atol)
