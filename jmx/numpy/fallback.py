"""Functions of `mx.np` that are NumPy's own: on arrays of `mx.np` they run on the host and are not recorded by autograd.

Those that NumPy has removed since are kept here; the financial ones raised an error already in the NumPy of MXNet's time.
"""

import numpy as onp

_SAME = """allclose apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose compress corrcoef
correlate count_nonzero cov digitize divmod extract flatnonzero float_power frexp heaviside histogram2d histogram_bin_edges
histogramdd i0 interp intersect1d isclose isin ix_ lexsort min_scalar_type modf nanargmax nanargmin nancumprod nancumsum nanmax
nanmedian nanmin nanpercentile nanprod nanquantile ndim packbits partition piecewise poly polyadd polydiv polyfit polyint
polymul polysub positive promote_types ptp real result_type rollaxis roots searchsorted select setdiff1d setxor1d signbit size
spacing take_along_axis tril_indices_from trim_zeros triu_indices_from union1d unpackbits unwrap vander""".split()
_FINANCIAL = "mirr npv pmt ppmt pv rate".split()

for _name in (*_SAME, "nanstd", "nansum", "nanvar"):
    globals()[_name] = getattr(onp, _name)


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

__all__ = sorted({*_SAME, "alltrue", "in1d", "msort", "trapz", *_FINANCIAL} - {"pmt"})
