"""What docstrings of `mx.nd.random` and `mx.sym.random` have in common, for `described_by`."""

#: `kind`: the class that parameters may have; `one`, `many`: what texts call it
DRAWN = """
Parameters
----------
loc : float or {kind}, default 0
    The mean.
scale : float or {kind}, default 1
    The standard deviation.
lam : float or {kind}, default 1
    The mean.
alpha : float or {kind}, default 1
    The shape of the distribution.
beta : float or {kind}, default 1
    The scale.
mu : float or {kind}, default 1
    The mean.
k : int or {kind}, default 1
    The number of successes.
p : float or {kind}, default 1
    The probability of a success.
shape : int or tuple of int, optional
    The shape; for {many} as parameters, that of the numbers of each element. One number by default.
dtype : str, optional
    "float16", "float32" (default) or "float64".

Returns
-------
{kind}
    Of shape `shape`; for {many} as parameters, of their shape followed by `shape`.

Raises
------
ValueError
    A parameter is neither a number nor {one}.
AssertionError
    Some parameters are numbers, others {many}.
"""
#: of draws from the outcomes with given probabilities
CHOSEN = """
Parameters
----------
shape : int or tuple of int, optional
    The shape of the indices of each distribution; one index by default.
dtype : str, default "int32"
    Element type of the indices.
"""
