"""The methods that arrays and symbols of the NumPy interface have alike: each calls the function of its name."""


class ArrayMethods:
    """Methods of NumPy's arrays, for the classes of both sides; their `_function` looks up a function of the side by name."""

    __slots__ = ()

    def __neg__(self):
        return self.__mul__(-1.0)

    def __abs__(self):
        return self._function("absolute")(self)

    def __invert__(self):
        return self._function("invert")(self)

    def repeat(self, repeats, axis=None):
        """Elements repeated; see `np.repeat`."""
        return self._function("repeat")(self, repeats=repeats, axis=axis)

    def dot(self, b, out=None):
        """Dot product with `b`; see `np.dot`."""
        return self._function("dot")(self, b, out=out)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """Sum over axes; see `np.sum`."""
        return self._function("sum")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        """Product over axes; see `np.prod`."""
        return self._function("prod")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """Mean over axes; see `np.mean`."""
        return self._function("mean")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        """Standard deviation over axes; see `np.std`."""
        return self._function("std")(self, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        """Variance over axes; see `np.var`."""
        return self._function("var")(self, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """Greatest element over axes; see `np.max`."""
        return self._function("max")(self, axis=axis, out=out, keepdims=keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        """Smallest element over axes; see `np.min`."""
        return self._function("min")(self, axis=axis, out=out, keepdims=keepdims)

    def argmax(self, axis=None, out=None):
        """Position of the greatest element; see `np.argmax`."""
        return self._function("argmax")(self, axis, out)

    def argmin(self, axis=None, out=None):
        """Position of the smallest element; see `np.argmin`."""
        return self._function("argmin")(self, axis, out)

    def cumsum(self, axis=None, dtype=None, out=None):
        """Running sum; see `np.cumsum`."""
        return self._function("cumsum")(self, axis=axis, dtype=dtype, out=out)

    def clip(self, min=None, max=None, out=None):
        """Elements limited to [min, max]; see `np.clip`."""
        return self._function("clip")(self, min, max, out=out)

    def round(self, decimals=0, out=None, **kwargs):
        """Elements rounded to `decimals` places."""
        return self._function("round")(self, decimals=decimals, out=out, **kwargs)

    def take(self, indices, axis=None, mode="raise"):
        """Elements at `indices` along an axis; see `np.take`."""
        return self._function("take")(self, indices, axis, mode=mode)
