"""Functions of `mx.np` that are NumPy's own: on arrays of `mx.np` they run on the host and are not recorded by autograd.

Those that NumPy has removed since are kept here; the financial ones raised an error already in the NumPy of MXNet's time.
"""

import numpy as onp

from ..ndarray.numpy.protocol import from_host as _from_host
from ..util import is_v2 as _is_v2
from . import _op

_SAME = """allclose apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose compress correlate
cov digitize divmod extract flatnonzero float_power frexp heaviside histogram_bin_edges i0 interp
intersect1d isclose isin ix_ lexsort min_scalar_type modf nanargmax nanargmin nancumprod nancumsum nanmax nanmedian
nanmin nanprod ndim packbits partition piecewise poly polyadd polydiv polyfit polyint polymul polysub positive
promote_types ptp real result_type rollaxis roots searchsorted select setdiff1d setxor1d signbit size spacing
take_along_axis tril_indices_from trim_zeros triu_indices_from union1d unpackbits unwrap vander""".split()
_FINANCIAL = "mirr npv pmt ppmt pv rate".split()

for _name in (*_SAME, "nanstd", "nansum", "nanvar"):
    globals()[_name] = getattr(onp, _name)


def count_nonzero(a, axis=None, *, keepdims=False):
    """How many elements are not 0, over axes or in all. With the switch for MXNet 2.0 the count of all is an array, too."""
    found = onp.count_nonzero(a, axis, keepdims=keepdims)
    return (
        _from_host(onp.asarray(found), a.ctx)
        if _is_v2() and isinstance(found, (int, onp.integer)) and hasattr(a, "ctx")
        else found
    )


def alltrue(*args, **kwargs):
    """Whether all elements are true; NumPy's `all`."""
    return onp.all(*args, **kwargs)


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """For every element of the flattened `ar1` whether it is in `ar2`."""
    return onp.isin(onp.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


def msort(a):
    """A copy sorted along the first axis."""
    return onp.sort(a, axis=0)


def trapz(y, x=None, dx=1.0, axis=-1):
    """Integral by the trapezoidal rule, over points `x` or with the distance `dx`."""
    return onp.trapezoid(y, x, dx, axis)


def corrcoef(x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None):
    """Correlation coefficients of variables; `bias` and `ddof` have no effect."""
    return onp.corrcoef(x, y, rowvar, dtype=dtype)


def _density(normed, density):
    if normed is not None and density is not None:
        raise TypeError("Cannot specify both 'normed' and 'density'")
    return normed if density is None else density


def histogram2d(x, y, bins=10, range=None, normed=None, weights=None, density=None):
    """(counts, edges of x, edges of y) of points; `normed` is the old name of `density`."""
    return onp.histogram2d(x, y, bins, range, _density(normed, density), weights)


def histogramdd(sample, bins=10, range=None, normed=None, weights=None, density=None):
    """(counts, list of edges) of points in several dimensions; `normed` is the old name of `density`."""
    return onp.histogramdd(sample, bins, range, _density(normed, density), weights)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    """The q-th percentiles (0 to 100) over axes, NaN left out; `interpolation` is the old name of `method`."""
    return onp.nanpercentile(a, q, axis, out, overwrite_input, interpolation or method, keepdims)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    """The q-th quantiles (0 to 1) over axes, NaN left out; `interpolation` is the old name of `method`."""
    return onp.nanquantile(a, q, axis, out, overwrite_input, interpolation or method, keepdims)


def _removed(name):
    def function(*args, **kwargs):
        raise RuntimeError(
            f"In accordance with NEP 32, the function {name} was removed from NumPy version 1.20.  A replacement for this "
            "function is available in the numpy_financial library: https://pypi.org/project/numpy-financial"
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Removed from NumPy: raises RuntimeError. Use the package numpy_financial."
    return function


for _name in _FINANCIAL:
    globals()[_name] = _removed(_name)
del _name

_CHANGED = "alltrue corrcoef count_nonzero histogram2d histogramdd in1d msort nanpercentile nanquantile trapz".split()
__all__ = sorted({*_SAME, *_FINANCIAL, *_CHANGED} - {"pmt", *_op._functions})
