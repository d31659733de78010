"""What most functions of the NumPy interface have in common, for `described_by`: their docstrings say the rest."""

USUAL = """
Parameters
----------
a : ndarray
    The array.
x : ndarray
    The array.
arr : ndarray
    The array.
ary : ndarray
    The array.
m : ndarray
    The array.
arrays : list of ndarray
    The arrays.
dtype : str or numpy type, optional
    Element type; float32 by default, see `npx.set_np`.
order : {'C'}, default 'C'
    Order in memory; there is only this one.
keepdims : bool, default False
    Keep reduced axes, with length 1.
ctx : Context, optional
    The device; the current one by default.
device : Context, optional
    The same, MXNet 2.0's name.
out : ndarray, optional
    Where to write the result.

Returns
-------
ndarray
"""
