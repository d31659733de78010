"""Comparing arrays."""

import numpy as np

from ..ndarray import NDArray
from .tolerance import get_atol, get_etol, get_rtol, get_tols

__all__ = ["almost_equal", "assert_allclose", "assert_almost_equal", "assert_almost_equal_ignore_nan",
           "assert_almost_equal_with_err", "assert_exception", "checkShapes", "collapse_sum_like", "compare_ndarray_tuple",
           "locationError", "np_reduce", "same", "same_array"]  # fmt: skip


def _numpy(a):
    return a.asnumpy() if isinstance(a, NDArray) else a


def same(a, b):
    """Whether two NumPy arrays have the same shape and elements."""
    return np.array_equal(a, b)


def same_array(array1, array2):
    """Whether two NDArrays share their memory. `array1` is written to, and restored."""
    array1[:] += 1
    same_after_change = same(array1.asnumpy(), array2.asnumpy())
    array1[:] -= 1
    return same_after_change and same(array1.asnumpy(), array2.asnumpy())


def almost_equal(a, b, rtol=None, atol=None, equal_nan=False, use_broadcast=True):
    """Whether |a - b| <= atol + rtol * |b| everywhere.

    Parameters
    ----------
    a, b : numpy.ndarray
    rtol, atol : float, optional
        Tolerances; those of float64 by default.
    equal_nan : bool
        nan equals nan.
    use_broadcast : bool
        Allow shapes that broadcast. Otherwise different shapes raise AssertionError.
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


def checkShapes(a, b):
    """Raise AssertionError unless two arrays have one shape."""
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


def locationError(a, b, index, names, maxError=False):
    """A sentence that says where two arrays differ.

    Parameters
    ----------
    a, b : numpy.ndarray
    index : tuple of int
        Where.
    names : tuple of str
        What to call the arrays.
    maxError : bool
        Say that it is the largest difference.
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


def assert_almost_equal(a, b, rtol=None, atol=None, names=("a", "b"), equal_nan=False, use_broadcast=True, mismatches=(10, 10)):
    """Raise AssertionError unless |a - b| <= atol + rtol * |b| everywhere; the message says where and by how much.

    Parameters
    ----------
    a, b : numpy.ndarray, NDArray or number
    rtol, atol : float or dict of numpy.dtype to float, optional
        Tolerances; by default those of the less precise element type of the two.
    names : tuple of str
        What the message calls the arrays.
    equal_nan : bool
        nan equals nan.
    use_broadcast : bool
        Allow shapes that broadcast.
    mismatches : tuple of two int
        How many differences are printed, and how many are counted at most (all, if that is 0).
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


def assert_allclose(a, b, rtol=1e-07, atol=0, equal_nan=True):
    """`assert_almost_equal` with the defaults of `numpy.testing.assert_allclose`."""
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a, b, rtol=None, atol=None, etol=None, names=("a", "b"), equal_nan=False, mismatches=(10, 10)):
    """As `assert_almost_equal`, but a share `etol` of the elements may differ.

    Parameters
    ----------
    etol : float, optional
        The share, 0 by default.
    a, b, rtol, atol, names, equal_nan, mismatches
        As for `assert_almost_equal`.
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


def assert_almost_equal_ignore_nan(a, b, rtol=None, atol=None, names=("a", "b")):
    """`assert_almost_equal` over the elements that are nan in neither array."""
    a, b = np.copy(a), np.copy(b)
    either = np.logical_or(np.isnan(a), np.isnan(b))
    a[either] = 0
    b[either] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_exception(f, exception_type, *args, **kwargs):
    """Raise AssertionError unless f(*args, **kwargs) raises `exception_type`."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type.__name__}")


def compare_ndarray_tuple(t1, t2, rtol=None, atol=None):
    """`assert_almost_equal` over arrays, or nested tuples of arrays and None."""
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for first, second in zip(t1, t2):
            compare_ndarray_tuple(first, second, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def np_reduce(dat, axis, keepdims, numpy_reduce_func):
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
    """
    axes = [axis] if isinstance(axis, int) else list(axis) if axis is not None else list(range(dat.ndim))
    out = dat
    for i in sorted(axes, reverse=True):
        out = numpy_reduce_func(out, axis=i)
    if keepdims:
        out = out.reshape(tuple(1 if i in axes else size for i, size in enumerate(dat.shape)))
    return out


def collapse_sum_like(a, shape):
    """The NumPy array `a` summed to `shape`, which broadcasts to its shape: the gradient of broadcasting."""
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
