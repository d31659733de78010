"""Optimizer updates with row-sparse gradients: only the rows that the gradient holds are read and written.

A kernel reads and writes them where they are, if the operator has one (`Traits.on_rows`). Else the rows of weight and states are
gathered, the dense update runs on them, and the results are scattered back. Either is one compiled program for each number of
places (a power of two), with the overwritten buffers donated.
"""

import functools
import itertools
from typing import Any

import jax
import numpy as np

from ..base import MXNetError
from ..core.declare.x64 import position_type, x64
from ..core.run.cells import Taken
from ..core.run.sparse_storage import RowSparse, SparseCell
from ._sparse_host import on_cpu


def update(call, strict=False, sparse_weight=False):
    """One lazy update; NotImplemented where MXNet updates every row, which is what the dense operator does.

    strict    whether there is no such operator, so that other storage types raise MXNetError
    sparse_weight    whether only row-sparse weights are updated lazily
    """
    name, grad, weight = call.op.name, call.values[1], call.inputs[0]
    stypes = call.stypes
    alike = stypes[0] + "r" + stypes[0] * (len(stypes) - 2)
    if strict and (stypes != alike or call.attrs.get("wd")):
        raise MXNetError(
            f"Operator not implemented: {name} with weight, gradient and state of the storage types "
            f"{', '.join('default' if v is None else v.stype for v in call.values)} and wd={call.attrs.get('wd', 0)}; the "
            "gradient must be row_sparse, the state stored as the weight is, and wd 0"
        )
    if stypes != alike or "c" in stypes or (sparse_weight and stypes[0] != "r"):
        return NotImplemented
    if not call.attrs.get("lazy_update", True) or grad.shape != weight.shape or np.dtype(weight.dtype) != grad.dtype:
        return NotImplemented
    if call.out is None or call.out[0]._cell is not weight._cell:
        return NotImplemented
    if not grad.count:
        return call.out[0]
    written = [weight, *call.inputs[2:]]
    for a in written:
        _fill_up(a, name, a is weight)
    rows = np.full(grad.buffer.shape[0], weight.shape[0], position_type(weight.shape[0]))
    rows[: grad.count] = grad.index
    run = _compiled(call.bound, grad.ascending and grad.index[0] >= 0 and on_cpu(grad.buffer))
    scalars: Any = tuple(s if s is None else float(s) for s in call.scalars)
    if grad.dtype == np.float32 and None not in scalars:
        scalars = np.array(scalars, np.float32)  # one argument in place of several
    call.values = None  # so that nothing here refers to what is overwritten
    _overwrite(run, written, rows, grad.on(weight._ctx).buffer, scalars)
    return call.out[0]


def _overwrite(run, written, rows, grad, scalars):
    """The update, under the locks of what it writes to, which `_sparse_ops.answer` has taken."""
    plain = [a._view is None for a in written]
    if not all(plain) or len({id(a._cell) for a in written}) < len(written):
        bufs = [a._data() for a in written]
        with x64(*bufs, rows):
            results = run[False](bufs, rows, grad, scalars)
        _replace(written, [getattr(a._cell, a._cell.held) for a in written], results)
        return
    taken, results = Taken([a._cell for a in written]), []
    try:
        donate = all(taken.take())
        bufs = [v.buffer if isinstance(v, RowSparse) else v for v in taken.values]
        with x64(*bufs, rows):
            results.extend(itertools.starmap(run[donate], ((bufs, rows, grad, scalars),)))
    finally:
        try:
            if results:
                try:
                    _replace(written, taken.values, results[0])
                except BaseException:  # an interrupt; what the results were written over is gone
                    _replace(written, taken.values, results[0])
                    raise
        finally:
            taken.over = True
            taken.put_back()


def _fill_up(array, name, is_weight):
    """A row-sparse state gets all its rows; a weight must have them."""
    if type(array._cell) is not SparseCell:
        return
    parts = array._cell.parts
    if is_weight and parts.count != parts.shape[0]:
        raise MXNetError(
            f"{name} for RowSparse weights is only implemented for RowSparse weights with all rows containing non-zeros. "
            f"Expects weights.data.shape[0] ({parts.count}) == weights.shape[0] ({parts.shape[0]})."
        )
    if not parts.whole:
        array._set_data(RowSparse.of(parts.full(), np.arange(parts.shape[0]), parts.shape, parts.ctx))


def _replace(arrays, values, bufs):
    """New buffers for arrays that had these values, of row-sparse ones all rows."""
    for array, old, buf in zip(arrays, values, bufs):
        array._write(old.with_buffer(buf) if isinstance(old, RowSparse) else buf)


_programs: dict = {}


def _compiled(bound, by_kernel):
    """{donate: compiled (buffers, rows, gradient rows, scalars) -> new buffers} for a planned update.

    by_kernel    whether a kernel may do it: the rows exist and ascend, and the arrays are on the CPU
    """
    compiled = _programs.get((bound, by_kernel))
    if compiled is None:
        step = functools.partial(_step, bound, by_kernel)
        programs = {False: jax.jit(step), True: jax.jit(step, donate_argnums=0)}
        compiled = _programs.setdefault((bound, by_kernel), programs)
    return compiled


def _step(bound, by_kernel, bufs, rows, grad, scalars):
    op, program, scalars = bound.op, bound.program, tuple(scalars)
    if by_kernel and op.traits.on_rows is not None:
        attrs = {**vars(bound.attrs), **dict(zip(op.scalars, scalars))}
        results = op.traits.on_rows(attrs, rows, grad, *bufs)
        if results is not None:
            return results
    weight, *states = (b.at[rows].get(mode="clip") for b in bufs)
    outs, aux = program.fn(False, "cpu", None, scalars, weight, grad, *states)
    order = [i - 2 for i in program.aux]
    new = dict(zip(order, aux))
    results = [outs[0], *(new.get(i, s) for i, s in enumerate(states))]
    return [b.at[rows].set(r.astype(b.dtype), mode="drop") for b, r in zip(bufs, results)]
