"""What processes compute together: `allreduce` and its relatives. All of a job must make the same calls in the same order."""

from __future__ import annotations

import itertools
import warnings

import numpy as np

from ... import autograd
from ..._described import described_by
from ...base import MXNetError
from ...core.spmd import collectives, short_sums
from ...ndarray import NDArray, array, zeros
from .job import check_process_set, check_root, global_process_set, world

Average, Sum, Adasum, Min, Max, Product = range(6)
_BY_ELEMENT = {Min: np.min, Max: np.max, Product: np.prod}
_NAMES = {Average: "Average", Sum: "Sum", Adasum: "Adasum", Min: "Min", Max: "Max", Product: "Product"}
_unnamed = itertools.count()


def _check_arrays(function, tensors):
    for tensor in tensors:
        if not isinstance(tensor, NDArray):
            raise TypeError(f"hvd.{function} takes NDArrays, got {type(tensor)}. Convert it by mx.nd.array().")
        if tensor.stype != "default":
            raise MXNetError(
                f"hvd.{function}: storage type {tensor.stype} is not supported. Use tensor.tostype('default'), or a kvstore of "
                "type dist_sync, which exchanges rows."
            )


def _reduction(op, average):
    if op is not None and average is not None:
        raise ValueError("The op parameter supersedes average. Please provide only one of them.")
    if average is not None:
        warnings.warn("Parameter `average` has been replaced with `op`", DeprecationWarning, stacklevel=4)
        op = Average if average else Sum
    op = Average if op is None else op
    if op == Adasum:
        raise NotImplementedError("op=hvd.Adasum is not supported for MXNet. Use hvd.Average or hvd.Sum.")
    if op not in _NAMES:
        raise ValueError(f"op={op!r}: expected hvd.Average, Sum, Min, Max or Product")
    return op


def _scaled(tensor, factor):
    if factor == 1:
        return tensor
    if np.dtype(tensor.dtype).kind in "iu":  # Horovod computes in float64 and cuts off what is behind the point
        return (tensor.astype("float64") * factor).astype(tensor.dtype)
    return tensor * factor


def _scaled_later(tensors, factor):
    """Arrays of float32 multiplied as they are sent, since they may not have been computed yet; None for others."""
    if factor == 1 or any(np.dtype(tensor.dtype) != np.float32 for tensor in tensors):
        return None
    factor = np.float32(factor)
    return collectives.Converted(np.dtype(np.float32), lambda i: short_sums.product(tensors[i]._data(), factor))


def _names(name, count):
    base = f"unnamed {next(_unnamed)}" if name is None else str(name)
    return [base] if count == 1 else [f"{base} {i}" for i in range(count)]


def reduced(tensors, op, purpose, name=None, prescale_factor=1.0, postscale_factor=1.0, names=None, form=None) -> list[NDArray]:
    """The reductions of arrays over all processes, as new arrays.

    Parameters
    ----------
    tensors : list of NDArray
        Dense, of the same shapes and types on all processes.
    op : int
        Average, Sum, Min, Max or Product.
    purpose : str
        The function that the user called, for errors.
    name : str, optional
        What the arrays are called, for errors: all processes must agree on it.
    prescale_factor, postscale_factor : float
        Factors before and behind the reduction.
    names : list of str, optional
        A name for each, instead of `name`.
    form : str, optional
        What sums travel as: "fp16".

    Raises
    ------
    TypeError, MXNetError
        For what is no dense NDArray; if a process is lost, late or does something else.
    """
    _check_arrays(purpose, tensors)
    here, purpose = world(), f"hvd.{purpose} ({', '.join(filter(None, [_NAMES[op], form]))})"
    with autograd.pause():
        keys = names or _names(name, len(tensors))
        converted = _scaled_later(tensors, prescale_factor) if here.size > 1 and op not in _BY_ELEMENT else None
        values = tensors if converted else [_scaled(tensor, prescale_factor) for tensor in tensors]
        if here.size == 1:
            values = [value.copy() if value is tensor else value for value, tensor in zip(values, tensors)]
        elif op in _BY_ELEMENT:
            values = [_reduced_by_element(here, value, op, purpose, key) for value, key in zip(values, keys)]
        elif values:
            values = collectives.all_reduce(here.member, values, purpose, keys, form, converted)
        factor = postscale_factor / here.size if op == Average else postscale_factor
        return [_scaled(value, factor) for value in values]


def _reduced_by_element(here, value, op, purpose, key):
    (rows,) = collectives.all_gather_rows(here.member, [value.reshape((1, -1))], purpose, key)
    result = _BY_ELEMENT[op](rows, axis=0).astype(rows.dtype).reshape(value.shape)
    return array(result, ctx=value.ctx, dtype=value.dtype)


def _write(tensors, values):
    with autograd.pause():
        for tensor, value in zip(tensors, values):
            tensor[:] = value
    return tensors


def allreduce(
    tensor,
    average=None,
    name=None,
    priority=0,
    prescale_factor=1.0,
    postscale_factor=1.0,
    process_set=global_process_set,
    op=None,
) -> NDArray:
    """Reduce an array over all processes.

    Parameters
    ----------
    tensor : NDArray
        Dense, of the same shape and type on all processes. Gradients do not flow through it.
    average : bool, optional
        Average or sum; `op` says the same.
    name : str, optional
        What the array is called in errors, the same on all processes.
    priority : int
        Without effect here.
    prescale_factor, postscale_factor : float
        Factors before and behind the reduction.
    process_set : ProcessSet
        Only `global_process_set`.
    op : int, optional
        `Average` (default), `Sum`, `Min`, `Max` or `Product`.

    Returns
    -------
    NDArray
        A new array of the same shape and type.

    Raises
    ------
    ValueError
        Before `init`; for both `average` and `op`.
    NotImplementedError
        For Adasum and sets of processes.
    MXNetError
        A process is lost, late or calls something else.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.allreduce(mx.nd.array([1, 2]), op=hvd.Sum).asnumpy().tolist()
    [1.0, 2.0]
    """
    check_process_set(process_set)
    return reduced([tensor], _reduction(op, average), "allreduce", name, prescale_factor, postscale_factor)[0]


def allreduce_(
    tensor,
    average=None,
    name=None,
    priority=0,
    prescale_factor=1.0,
    postscale_factor=1.0,
    process_set=global_process_set,
    op=None,
) -> NDArray:
    """Reduce an array over all processes in place; parameters as for `allreduce`. Returns `tensor`."""
    check_process_set(process_set)
    op = _reduction(op, average)
    return _write([tensor], reduced([tensor], op, "allreduce_", name, prescale_factor, postscale_factor))[0]


def grouped_allreduce(
    tensors,
    average=None,
    name=None,
    priority=0,
    prescale_factor=1.0,
    postscale_factor=1.0,
    process_set=global_process_set,
    op=None,
) -> list[NDArray]:
    """Reduce a list of arrays over all processes together; parameters as for `allreduce`. Returns new arrays."""
    check_process_set(process_set)
    op = _reduction(op, average)
    return reduced(list(tensors), op, "grouped_allreduce", name, prescale_factor, postscale_factor)


def grouped_allreduce_(
    tensors,
    average=None,
    name=None,
    priority=0,
    prescale_factor=1.0,
    postscale_factor=1.0,
    process_set=global_process_set,
    op=None,
):
    """Reduce a list of arrays over all processes in place; parameters as for `allreduce`. Returns `tensors`."""
    check_process_set(process_set)
    op = _reduction(op, average)
    return _write(tensors, reduced(list(tensors), op, "grouped_allreduce_", name, prescale_factor, postscale_factor))


def _gathered(function, tensor, name):
    """The rows of all processes, as a NumPy array."""
    _check_arrays(function, [tensor])
    if not tensor.ndim:
        raise ValueError(f"hvd.{function} joins arrays along their first axis; this one has none. Use tensor.reshape(1).")
    here = world()
    with autograd.pause():
        if here.size == 1:
            return tensor.asnumpy()
        return collectives.all_gather_rows(here.member, [tensor], f"hvd.{function}", _names(name, 1)[0])[0]


@described_by(allreduce)
def allgather(tensor, name=None, priority=0, process_set=global_process_set) -> NDArray:
    """Join the arrays of all processes along the first axis.

    Parameters
    ----------
    tensor : NDArray
        The length of axis 0 may differ between processes; other axes and the type may not.

    Returns
    -------
    NDArray
        Rank 0's rows, then rank 1's, and so on.

    Raises
    ------
    ValueError
        Before `init`; for an array without axes.
    MXNetError
        A process is lost, late or calls something else.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.allgather(mx.nd.ones((2, 3))).shape
    (2, 3)
    """
    check_process_set(process_set)
    return array(_gathered("allgather", tensor, name), ctx=tensor.ctx, dtype=tensor.dtype)


def grouped_allgather(tensors, name=None, priority=0, process_set=global_process_set):
    """Join each of several arrays over all processes; parameters as for `allgather`. Returns a list."""
    check_process_set(process_set)
    tensors = list(tensors)
    return [allgather(tensor, key) for tensor, key in zip(tensors, _names(name, len(tensors)))]


def broadcast_all(tensors, root_rank, purpose, names) -> list[NDArray]:
    """Copies of rank `root_rank`'s arrays: the others add nothing to them."""
    _check_arrays(purpose, tensors)
    check_root(root_rank)
    here = world()
    with autograd.pause():
        if here.size == 1:
            return [tensor.copy() for tensor in tensors]
        if here.rank != root_rank:
            tensors = [zeros(tensor.shape, tensor.ctx, tensor.dtype) for tensor in tensors]
        return collectives.all_reduce(here.member, tensors, f"hvd.{purpose} from rank {root_rank}", names) if tensors else []


@described_by(allreduce)
def broadcast(tensor, root_rank, name=None, priority=0, process_set=global_process_set) -> NDArray:
    """Copy one process's array to all.

    Parameters
    ----------
    tensor : NDArray
        Of the same shape and type on all processes.
    root_rank : int
        Whose values.

    Returns
    -------
    NDArray
        A new array with the values of `root_rank`.

    Raises
    ------
    ValueError
        Before `init`.
    MXNetError
        There is no such rank; a process is lost, late or calls something else.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.broadcast(mx.nd.array([3]), root_rank=0).asscalar()
    3.0
    """
    check_process_set(process_set)
    return broadcast_all([tensor], root_rank, "broadcast", _names(name, 1))[0]


def broadcast_(tensor, root_rank, name=None, priority=0, process_set=global_process_set) -> NDArray:
    """Overwrite an array by that of one process; parameters as for `broadcast`. Returns `tensor`."""
    check_process_set(process_set)
    return _write([tensor], broadcast_all([tensor], root_rank, "broadcast_", _names(name, 1)))[0]


@described_by(allreduce)
def alltoall(tensor, splits=None, name=None, priority=0, process_set=global_process_set) -> NDArray | tuple[NDArray, NDArray]:
    """Send each process its own rows. Every process receives all rows and keeps its own.

    Parameters
    ----------
    tensor : NDArray
        Rows for rank 0, then rows for rank 1, and so on.
    splits : NDArray or list of int, optional
        How many rows each rank gets; equally many by default.

    Returns
    -------
    NDArray, or (NDArray, NDArray)
        The rows for this process, by sender; with `splits` also how many came from each, as int32.

    Raises
    ------
    ValueError
        Before `init`; if the rows do not divide, or `splits` does not fit to them.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> rows, counts = hvd.alltoall(mx.nd.ones((2, 3)), splits=[2])
    >>> rows.shape, counts.asnumpy().tolist()
    ((2, 3), [2])
    """
    check_process_set(process_set)
    here = world()
    _check_arrays("alltoall", [tensor])
    length = tensor.shape[0] if tensor.ndim else 0
    if splits is None:
        if length % here.size:
            raise ValueError(f"hvd.alltoall: {length} rows do not divide by {here.size} processes; give splits.")
        own = np.full(here.size, length // here.size)
    else:
        own = np.asarray(splits.asnumpy() if isinstance(splits, NDArray) else splits).astype(np.int64).reshape(-1)
        if len(own) != here.size or own.min() < 0 or own.sum() != length:
            raise ValueError(
                f"hvd.alltoall: splits {own.tolist()} of {length} rows; expected {here.size} counts that add up to the rows."
            )
    key = _names(name, 1)[0]
    counts = _gathered("alltoall", array(own, dtype="int64"), f"{key} (splits)").reshape(here.size, here.size)
    rows = _gathered("alltoall", tensor, key)
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1].reshape(counts.shape)
    mine = [rows[start : start + count] for start, count in zip(starts[:, here.rank], counts[:, here.rank])]
    output = array(np.concatenate(mine), ctx=tensor.ctx, dtype=tensor.dtype)
    return output if splits is None else (output, array(counts[:, here.rank], dtype="int32"))


def reducescatter(
    tensor, op=Average, name=None, priority=0, process_set=global_process_set, prescale_factor=1.0, postscale_factor=1.0
) -> NDArray:
    """Reduce an array over all processes and give each a part of its rows; parameters as for `grouped_reducescatter`."""
    return grouped_reducescatter([tensor], op, name, priority, process_set, prescale_factor, postscale_factor)[0]


def grouped_reducescatter(
    tensors, op=Average, name=None, priority=0, process_set=global_process_set, prescale_factor=1.0, postscale_factor=1.0
) -> list[NDArray]:
    """Reduce arrays over all processes and give each a part of their rows; the first get one more if need be.

    Parameters
    ----------
    tensors : list of NDArray
        Of the same shapes and types on all processes.
    op : int
        `Average` or `Sum`.
    name, priority, process_set, prescale_factor, postscale_factor
        As for `allreduce`.

    Returns
    -------
    list of NDArray
        This process's rows of each reduction.

    Raises
    ------
    ValueError
        For an array without axes, or another `op`.
    """
    check_process_set(process_set)
    if op not in (Average, Sum):
        raise ValueError(f"hvd.reducescatter: op={op!r}, expected hvd.Average or hvd.Sum")
    if not all(tensor.ndim for tensor in tensors):
        raise ValueError("reducescatter does not support scalar inputs")
    here, parts = world(), []
    for value in reduced(list(tensors), op, "reducescatter", name, prescale_factor, postscale_factor):
        each, more = divmod(value.shape[0], here.size)
        start = here.rank * each + min(here.rank, more)
        parts.append(value[start : start + each + (here.rank < more)].copy())
    return parts
