"""Comparing arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ndarray import NDArray
from .tolerance import get_atol, get_etol, get_rtol, get_tols

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int, NumPyArray

__all__ = ["almost_equal", "assert_allclose", "assert_almost_equal", "assert_almost_equal_ignore_nan",
           "assert_almost_equal_with_err", "assert_exception", "checkShapes", "collapse_sum_like", "compare_ndarray_tuple",
           "locationError", "np_reduce", "same", "same_array"]  # fmt: skip


def _numpy(a):
    return a.asnumpy() if isinstance(a, NDArray) else a


def same(a: NumPyArray, b: NumPyArray) -> bool:
    """Whether two NumPy arrays have the same shape and elements.

    Parameters
    ----------
    a, b : numpy.ndarray
        The arrays. A nan equals nothing.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.test_utils.same(np.array([1, 2]), np.array([1, 2])), mx.test_utils.same(np.array([1]), np.array([1, 1]))
    (True, False)
    """
    return np.array_equal(a, b)


def same_array(array1: NDArray, array2: NDArray) -> bool:
    """Whether two NDArrays share their memory.

    Parameters
    ----------
    array1 : NDArray
        An array, which is written to, and restored.
    array2 : NDArray
        The other one.

    Returns
    -------
    bool

    Examples
    --------
    >>> x = nd.zeros((4,))
    >>> mx.test_utils.same_array(x, x.reshape((2, 2)).reshape((4,))), mx.test_utils.same_array(x, x.copy())
    (True, False)
    """
    array1[:] += 1
    same_after_change = same(array1.asnumpy(), array2.asnumpy())
    array1[:] -= 1
    return same_after_change and same(array1.asnumpy(), array2.asnumpy())


def almost_equal(
    a: NumPyArray,
    b: NumPyArray,
    rtol: Float | None = None,
    atol: Float | None = None,
    equal_nan: bool = False,
    use_broadcast: bool = True,
) -> bool:
    """Whether |a - b| <= atol + rtol * |b| everywhere.

    Parameters
    ----------
    a, b : numpy.ndarray
        The arrays.
    rtol, atol : float, optional
        Relative and absolute tolerance; those of float64 by default, 1e-5 and 1e-20.
    equal_nan : bool, default False
        nan equals nan.
    use_broadcast : bool, default True
        Allow shapes that broadcast.

    Returns
    -------
    bool

    Raises
    ------
    AssertionError
        The shapes differ, without `use_broadcast`.

    Examples
    --------
    >>> a, b = np.array([1.0, 2.0]), np.array([1.0, 2.001])
    >>> mx.test_utils.almost_equal(a, b), mx.test_utils.almost_equal(a, b, rtol=1e-3)
    (False, True)
    """
    if not use_broadcast:
        checkShapes(a, b)
    return bool(np.allclose(a, b, rtol=get_rtol(rtol), atol=get_atol(atol), equal_nan=equal_nan))


def _report(a, b, text):
    """An AssertionError's message, with the arrays in short."""
    with np.printoptions(threshold=4, suppress=True):
        lines = [f"\nItems are not equal:\n{text}" if "\n" in text else f"\nItems are not equal: {text}"]
        for name, value in ((" ACTUAL", a), (" DESIRED", b)):
            shown = repr(value).split("\n")
            if len(shown) > 3:
                shown = [*shown[:3], "..."]
            lines.append(f"{name}: " + "\n".join(shown))
    return "\n".join(lines)


def checkShapes(a: NumPyArray | NDArray, b: NumPyArray | NDArray) -> None:
    """Raise AssertionError unless two arrays have one shape.

    Parameters
    ----------
    a, b : numpy.ndarray or NDArray
        The arrays.

    Examples
    --------
    >>> mx.test_utils.checkShapes(np.zeros((2, 3)), np.ones((2, 3)))
    >>> try:
    ...     mx.test_utils.checkShapes(np.zeros((2, 3)), np.ones((2,)))
    ... except AssertionError:
    ...     print("shapes differ")
    shapes differ
    """
    if a.shape != b.shape:
        raise AssertionError(_report(a, b, f"a.shape = {a.shape} and b.shape = {b.shape} are not equal"))


def _violations(a, b, rtol, atol):
    """How far each element is outside of the tolerance, in tolerances; not a number counts as infinitely far."""
    with np.errstate(all="ignore"):
        a, b = np.broadcast_arrays(np.asarray(a), np.asarray(b))
        if a.dtype.kind in "ub" and b.dtype.kind in "ub":
            a, b = a.astype(np.int64), b.astype(np.int64)
        difference = np.where(np.equal(a, b), 0, np.abs(a - b))
        return difference / (atol + rtol * np.abs(b) + 1e-20)


def locationError(a: NumPyArray, b: NumPyArray, index: Sequence[Int], names: Sequence[str], maxError: bool = False) -> str:
    """A sentence that says where two arrays differ.

    Parameters
    ----------
    a, b : numpy.ndarray
        The arrays.
    index : tuple of int
        Where.
    names : tuple of str
        What to call the arrays.
    maxError : bool, default False
        Say that it is the largest difference.

    Returns
    -------
    str

    Examples
    --------
    >>> mx.test_utils.locationError(np.array([1.0, 2.0]), np.array([1.0, 2.5]), (1,), ("ours", "theirs"), maxError=True)
    'Location of maximum error: (1,), ours=2.00000000, theirs=2.50000000'
    """
    which = "maximum " if maxError else ""
    place = tuple(int(i) for i in index)
    return f"Location of {which}error: {place}, {names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}"


def _failure(a, b, rtol, atol, names, equal_nan, mismatches):
    """The AssertionError for two arrays that differ; the worst places are printed as well."""
    violation = _violations(a, b, rtol, atol)
    index = np.unravel_index(np.argmax(violation), violation.shape)
    head = f"Error {np.max(violation):f} exceeds tolerance rtol={rtol:e}, atol={atol:e}"
    if index == ():
        return AssertionError(_report(a, b, head + ".\n"))
    a, b = np.broadcast_arrays(a, b)
    shown, counted = mismatches
    with np.errstate(all="ignore"):
        wrong = np.flatnonzero(~np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan))
    far = np.nan_to_num(violation.reshape(-1)[wrong], nan=np.inf, posinf=np.inf)
    order = wrong[np.argsort(-far, kind="stable")]
    print(f"\n*** Maximum errors for vector of size {a.size}:  rtol={rtol}, atol={atol}\n")
    for number, flat in enumerate(order[: min(shown, counted) if counted > 0 else shown], 1):
        at = np.unravel_index(flat, a.shape)
        print(f"{number:3d}: Error {violation[at]:f}  {locationError(a, b, at, names)}")
    total = len(wrong) if counted <= 0 else min(len(wrong), counted + 1)
    least = "at least " if 0 < counted < total else ""
    text = f"{head} (mismatch {least}{100 * total / a.size:f}%).\n{locationError(a, b, index, names, maxError=True)}"
    return AssertionError(_report(a, b, text))


def assert_almost_equal(
    a: NumPyArray | NDArray | Float,
    b: NumPyArray | NDArray | Float,
    rtol: Any = None,
    atol: Any = None,
    names: Sequence[str] = ("a", "b"),
    equal_nan: bool = False,
    use_broadcast: bool = True,
    mismatches: Sequence[Int] = (10, 10),
) -> None:
    """Raise AssertionError unless |a - b| <= atol + rtol * |b| everywhere; the message says where and by how much.

    Parameters
    ----------
    a, b : numpy.ndarray, NDArray or number
        The arrays.
    rtol, atol : float or dict of numpy.dtype to float, optional
        Relative and absolute tolerance; by default those of the less precise element type of the two, see `default_rtols` and
        `default_atols`.
    names : tuple of str, default ('a', 'b')
        What the message calls the arrays.
    equal_nan : bool, default False
        nan equals nan.
    use_broadcast : bool, default True
        Allow shapes that broadcast.
    mismatches : tuple of two int, default (10, 10)
        How many differences are printed, and how many are counted at most (all, if that is 0).

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal(nd.array([1, 2]), np.array([1.00001, 2]))
    >>> try:
    ...     mx.test_utils.assert_almost_equal(np.array([1.0, 2.0]), np.array([1.0, 2.5]), rtol=0.01, atol=0)
    ... except AssertionError as error:
    ...     print("they differ")
    <BLANKLINE>
    *** Maximum errors for vector of size 2:  rtol=0.01, atol=0
    <BLANKLINE>
      1: Error 20.000000  Location of error: (1,), a=2.00000000, b=2.50000000
    they differ
    """
    if not use_broadcast:
        checkShapes(a, b)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _numpy(a), _numpy(b)
    if getattr(a, "dtype", None) == np.bool_ and getattr(b, "dtype", None) == np.bool_:
        np.testing.assert_equal(a, b)
        return
    if not almost_equal(a, b, rtol, atol, equal_nan=equal_nan):
        raise _failure(a, b, rtol, atol, names, equal_nan, mismatches)


def assert_allclose(
    a: NumPyArray | NDArray | Float, b: NumPyArray | NDArray | Float, rtol: Float = 1e-07, atol: Float = 0, equal_nan: bool = True
) -> None:
    """`assert_almost_equal` with the defaults of `numpy.testing.assert_allclose`.

    Parameters
    ----------
    a, b : numpy.ndarray, NDArray or number
        The arrays.
    rtol, atol : float, default 1e-07 and 0
        Relative and absolute tolerance.
    equal_nan : bool, default True
        nan equals nan.

    Examples
    --------
    >>> mx.test_utils.assert_allclose(np.array([1.0, np.nan]), np.array([1.0, np.nan]))
    >>> mx.test_utils.assert_allclose(nd.array([100]), nd.array([101]), rtol=0.01)
    """
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(
    a: NumPyArray | NDArray,
    b: NumPyArray | NDArray,
    rtol: Any = None,
    atol: Any = None,
    etol: Float | None = None,
    names: Sequence[str] = ("a", "b"),
    equal_nan: bool = False,
    mismatches: Sequence[Int] = (10, 10),
) -> None:
    """As `assert_almost_equal`, but a share of the elements may differ.

    Parameters
    ----------
    a, b : numpy.ndarray or NDArray
        The arrays.
    rtol, atol : float or dict of numpy.dtype to float, optional
        Relative and absolute tolerance.
    etol : float, optional
        The share, 0 by default.
    names : tuple of str, default ('a', 'b')
        What the message calls the arrays.
    equal_nan : bool, default False
        nan equals nan.
    mismatches : tuple of two int, default (10, 10)
        How many differences are printed, and how many are counted at most.

    Examples
    --------
    >>> a, b = np.arange(10.0), np.arange(10.0)
    >>> b[3] = 100
    >>> mx.test_utils.assert_almost_equal_with_err(a, b, rtol=1e-5, atol=1e-5, etol=0.2)    # one of ten differs
    """
    etol = get_etol(etol)
    if etol <= 0:
        assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
        return
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _numpy(a), _numpy(b)
    equals = np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if 1 - np.count_nonzero(equals) / equals.size > etol:
        raise _failure(a, b, rtol, atol, names, equal_nan, mismatches)


def assert_almost_equal_ignore_nan(
    a: NumPyArray, b: NumPyArray, rtol: Float | None = None, atol: Float | None = None, names: Sequence[str] = ("a", "b")
) -> None:
    """`assert_almost_equal` over the elements that are nan in neither array.

    Parameters
    ----------
    a, b : numpy.ndarray
        The arrays.
    rtol, atol : float, optional
        Relative and absolute tolerance.
    names : tuple of str, default ('a', 'b')
        What the message calls the arrays.

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal_ignore_nan(np.array([1.0, np.nan, 3.0]), np.array([1.0, 2.0, 3.0]))
    """
    a, b = np.copy(a), np.copy(b)
    either = np.logical_or(np.isnan(a), np.isnan(b))
    a[either] = 0
    b[either] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_exception(f: AnyFunction, exception_type: type[Any], *args: Any, **kwargs: Any) -> None:
    """Raise AssertionError unless a function raises an exception.

    Parameters
    ----------
    f : callable
        The function.
    exception_type : type
        The exception.
    *args, **kwargs
        What the function is called with.

    Examples
    --------
    >>> mx.test_utils.assert_exception(int, ValueError, "no number")
    >>> mx.test_utils.assert_exception(nd.elemwise_add, mx.MXNetError, nd.zeros((2,)), nd.zeros((3,)))
    """
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type.__name__}")


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Float | None = None, atol: Float | None = None) -> None:
    """`assert_almost_equal` over arrays, or nested tuples of arrays and None.

    Parameters
    ----------
    t1, t2 : NDArray, numpy.ndarray, None, or tuple of them
        What is compared; None equals everything.
    rtol, atol : float, optional
        Relative and absolute tolerance.

    Examples
    --------
    >>> mx.test_utils.compare_ndarray_tuple((nd.ones(2), (nd.zeros(3), None)), (nd.ones(2), (nd.zeros(3), None)))
    """
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for first, second in zip(t1, t2):
            compare_ndarray_tuple(first, second, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def np_reduce(dat: NumPyArray, axis: Int | Sequence[Int] | None, keepdims: bool, numpy_reduce_func: AnyFunction) -> Any:
    """A NumPy reduction over one, several or all axes.

    Parameters
    ----------
    dat : numpy.ndarray
    axis : int, sequence of int or None
        The axes; None for all.
    keepdims : bool
        Keep the reduced axes, of size 1.
    numpy_reduce_func : callable
        Such as `numpy.sum`.

    Examples
    --------
    >>> x = np.arange(6).reshape(2, 3)
    >>> mx.test_utils.np_reduce(x, axis=1, keepdims=True, numpy_reduce_func=np.sum)
    array([[ 3],
           [12]])
    """
    axes = [axis] if isinstance(axis, int) else list(axis) if axis is not None else list(range(dat.ndim))
    out = dat
    for i in sorted(axes, reverse=True):
        out = numpy_reduce_func(out, axis=i)
    if keepdims:
        out = out.reshape(tuple(1 if i in axes else size for i, size in enumerate(dat.shape)))
    return out


def collapse_sum_like(a: NumPyArray, shape: Sequence[Int]) -> NumPyArray:
    """Sum an array to a shape that broadcasts to its own: the gradient of broadcasting.

    Parameters
    ----------
    a : numpy.ndarray
        The array.
    shape : tuple of int
        The shape, with 1 or nothing where axes are summed.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> mx.test_utils.collapse_sum_like(np.ones((2, 3)), (3,))
    array([2., 2., 2.])
    >>> mx.test_utils.collapse_sum_like(np.ones((2, 3)), (2, 1))
    array([[3.],
           [3.]])
    """
    assert len(a.shape) >= len(shape)
    if np.prod(shape) == 0 or a.size == 0:
        return np.zeros(shape, dtype=a.dtype)
    lead = a.ndim - len(shape)
    axes = list(range(lead))
    for i, size in enumerate(shape):
        if size != a.shape[i + lead]:
            assert size == 1
            axes.append(i + lead)
    return np.sum(a, axis=tuple(axes)).reshape(shape)
