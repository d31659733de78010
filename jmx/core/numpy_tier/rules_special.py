"""Special functions and factorizations of matrices, by NumPy and SciPy.

SciPy, which JAX depends on, is imported by the first program that needs it, in 0.1 s. So what is used most has a form of its own
in single precision. JAX itself calls SciPy's LAPACK on the CPU, so that
factorizations have the same signs.
"""

import importlib
import math

import jax
import numpy as np

from .device_put import on_device
from .reckoning import MANY, SMALL
from .rules import RULES, Uncovered, rule


def _special(name, function):
    def run(*arrays, **_):
        return getattr(importlib.import_module("scipy.special"), function)(*arrays)

    run.__name__ = name
    RULES[name] = run


for _name, _function in {
    "erfc": "erfc", "igamma": "gammainc",
    "igammac": "gammaincc", "bessel_i0e": "i0e", "bessel_i1e": "i1e", "zeta": "zeta",
}.items():  # fmt: skip
    _special(_name, _function)


#: M. Giles, Approximating the erfinv function (GPU Computing Gems, 2011), by the highest power first: near 0, and near 1 and -1
_NEAR = (
    2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164, 0.246640727,
    1.50140941,
)  # fmt: skip
_FAR = (
    -0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406,
    2.83297682,
)  # fmt: skip


@rule("erf_inv")
def _erf_inv(x, **_):
    if x.dtype != np.float32:  # in others SciPy's, which takes a hundred times as long
        return importlib.import_module("scipy.special").erfinv(x)
    w = np.asarray(-np.log1p(-x * x))
    result = np.asarray(_horner(_NEAR, w - np.float32(2.5)) * x)
    far = w >= 5
    if far.any():
        result[far] = _horner(_FAR, np.sqrt(w[far]) - np.float32(3)) * x[far]
        result[np.isinf(w)] = np.copysign(np.float32(np.inf), x[np.isinf(w)])
    return result


def _horner(coefficients, x):
    result = np.full(x.shape, coefficients[0], x.dtype)
    for coefficient in coefficients[1:]:
        result *= x
        result += np.float32(coefficient)
    return result


#: numbers of which some ten arrays fit into a cache of 1 MB
_PART = 1 << 13
_HALF_LOG_OF_TWO_PI = 0.5 * np.log(2 * np.pi)


def _beyond(x):
    """How far numbers are from the next whole one towards zero."""
    x = np.abs(x)
    return x - np.floor(x)


@rule("digamma")
def _digamma(x, **_):
    if x.dtype != np.float32:  # in others SciPy's, which takes fifty times as long below 0
        return importlib.import_module("scipy.special").psi(x)
    return _in_parts(_psi, x)


def _psi(given):
    z = np.where(given < 0.5, 1 - given, given)
    result = np.zeros_like(z)
    for _ in range(6):  # psi(z) = psi(z + 1) - 1 / z
        result -= 1 / z
        z += 1
    square = 1 / (z * z)  # the asymptotic series, whose next term is below 1e-9 from 6.5 on
    result += np.log(z) - 0.5 / z - square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    below = given < 0.5
    if below.any():  # psi(1 - x) - psi(x) = pi / tan(pi x)
        result[below] -= np.copysign(np.pi, given[below]) / np.tan(np.pi * _beyond(given[below]))
        result[below & (given <= 0) & (given == np.floor(given))] = np.nan
    return result


#: numbers that Python computes one by one in less time than NumPy takes for its calls
_FEW = 32


@rule("lgamma")
def _log_gamma(x):
    if x.dtype != np.float32:
        found = importlib.import_module("scipy.special").gammaln(x)
        return np.where(x == -np.inf, np.asarray(np.inf, x.dtype), found)  # SciPy has minus infinity there
    if x.size <= _FEW:
        return np.array([*map(_one_log_gamma, x.ravel().tolist())], x.dtype).reshape(x.shape)
    return _in_parts(_log_of_gamma, x)


def _one_log_gamma(number: float) -> float:
    try:
        return math.lgamma(number)
    except (OverflowError, ValueError):  # too large, or a pole
        return math.inf


def _log_of_gamma(given):
    z = np.where(given < 0.5, 1 - given, given)
    product = z * (z + 1) * (z + 2) * (z + 3) * (z + 4) * (z + 5)
    z += 6
    square = 1 / (z * z)  # Stirling's series, whose next term is below 1e-9 from 6.5 on
    result = (z - 0.5) * np.log(z) - z + _HALF_LOG_OF_TWO_PI + (1 / 12 - square * (1 / 360 - square / 1260)) / z - np.log(product)
    below = given < 0.5
    if below.any():  # gamma(x) gamma(1 - x) = pi / sin(pi x)
        result[below] = np.log(np.pi / np.sin(np.pi * _beyond(given[below]))) - result[below]
    result[np.isinf(given)] = np.inf
    return result


def _in_parts(function, x):
    """A function of numbers, computed in double precision for as many of them at once as the processor's cache holds."""
    flat = np.ascontiguousarray(x).reshape(-1)
    result = np.empty(flat.shape, x.dtype)
    for start in range(0, flat.size, _PART):
        result[start : start + _PART] = function(flat[start : start + _PART].astype(np.float64))
    return result.reshape(x.shape)


#: the error function as x P(x^2) / Q(x^2) between -4 and 4, by the highest power first, as XLA and Eigen have it
_ABOVE = (
    -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04,
    -2.95459980854025e-03, -1.60960333262415e-02,
)  # fmt: skip
_BELOW = (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02)


@rule("erf")
def _erf(x, **_):
    if x.dtype != np.float32:
        return importlib.import_module("scipy.special").erf(x)
    inside = np.clip(x, np.float32(-4), np.float32(4))
    square = inside * inside
    return inside * _horner(_ABOVE, square) / _horner(_BELOW, square)


def _routine(library, name, x):
    """A routine of "blas" or "lapack" for the element type of `x`."""
    return getattr(importlib.import_module("scipy.linalg"), f"get_{library}_funcs")((name,), (x,))[0]


def _real(x):
    if x.dtype not in (np.float32, np.float64):
        raise Uncovered
    return x


def _each(function, *stacks):
    """A function of matrices for each of the stacks' last two axes; a tuple of what it returns, stacked."""
    batch = stacks[0].shape[:-2]
    flat = [s.reshape(-1, *s.shape[-2:]) for s in stacks]
    if not len(flat[0]):
        raise Uncovered
    results = [function(*matrices) for matrices in zip(*flat)]
    return tuple([np.stack(values).reshape(*batch, *values[0].shape) for values in zip(*results)])


@rule("cholesky")
def _cholesky(x, symmetrize_input=False):
    if symmetrize_input:
        raise Uncovered

    def one(matrix):
        try:
            return (np.linalg.cholesky(matrix),)
        except np.linalg.LinAlgError:
            return (np.full_like(matrix, np.nan),)

    try:
        return np.linalg.cholesky(_real(x))
    except np.linalg.LinAlgError:  # some of them have none
        return _each(one, x)[0]


def _factored(x):
    """LU with the largest pivots of a stack of small matrices, row by row, as a call for each takes longer than the numbers."""
    packed, n = np.array(x, order="C"), x.shape[-1]
    flat, pivots = packed.reshape(-1, n, n), np.empty((x[..., 0].size // n, n), np.int32)
    order, line = np.tile(np.arange(n, dtype=np.int32), (len(flat), 1)), np.arange(len(flat))
    for k in range(n):
        column = np.abs(flat[:, k:, k])
        pivots[:, k] = at = k + np.where(np.isnan(column), -1, column).argmax(1)
        for rows in (flat, order):
            rows[line, at], rows[:, k] = rows[:, k].copy(), rows[line, at]
        pivot = flat[:, k, k, None]
        flat[:, k + 1 :, k] /= np.where(pivot == 0, 1, pivot)  # a column of zeros stays
        flat[:, k + 1 :, k + 1 :] -= flat[:, k + 1 :, k, None] * flat[:, k, None, k + 1 :]
    return packed, pivots.reshape(x.shape[:-1]), order.reshape(x.shape[:-1])


@rule("lu")
def _lu(x):
    if x.shape[-1] == x.shape[-2] <= SMALL and x.size >= MANY * x.shape[-1] ** 2:
        return _factored(_real(x))

    def one(matrix):
        packed, pivots, _ = _routine("lapack", "getrf", matrix)(matrix)
        order = [*range(len(matrix))]
        for i, j in enumerate(pivots.tolist()):
            order[i], order[j] = order[j], order[i]
        return packed, pivots.astype(np.int32), np.array(order, np.int32)

    return _each(one, _real(x))


def _solved(a, b, left_side, lower, transpose_a, unit_diagonal):
    """The solutions x of a x = b, or of x a = b, for stacks of small triangular matrices."""
    if not left_side:  # the transposed equation
        b = b.swapaxes(-1, -2)
    if bool(transpose_a) == left_side:
        a, lower = a.swapaxes(-1, -2), not lower
    x, n = np.array(b, order="C"), a.shape[-1]
    order = range(n) if lower else range(n - 1, -1, -1)
    for done, i in enumerate(order):
        known = list(order[:done])
        if known:
            x[..., i, :] -= np.einsum("...k,...kj->...j", a[..., i, known], x[..., known, :])
        if not unit_diagonal:
            x[..., i, :] /= a[..., i, i, None]
    return x if left_side else x.swapaxes(-1, -2)


@rule("triangular_solve")
def _triangular_solve(a, b, left_side, lower, transpose_a, conjugate_a, unit_diagonal):
    if a.shape[-1] <= SMALL and a.size >= MANY * a.shape[-1] ** 2:
        return _solved(_real(a), b, left_side, lower, transpose_a, unit_diagonal)

    def one(a, b):
        solve = _routine("blas", "trsm", a)
        return (solve(1.0, a, b, side=not left_side, lower=lower, trans_a=bool(transpose_a), diag=unit_diagonal),)

    return _each(one, _real(a), b)[0]


@rule("triangular_solver")
def _triangular_solver(a, b, side, uplo, trans_x, diag):
    """LAPACK's own call, by its letters: it reads both matrices transposed (`native/lapack.py`)."""
    turned = b.reshape(*b.shape[:-2], b.shape[-1], b.shape[-2])
    return [_triangular_solve(a, turned, side == "R", uplo == "U", trans_x == "T", False, diag == "U").reshape(b.shape)]


@rule("svd")
def _svd(x, full_matrices, compute_uv, subset_by_index=None, algorithm=None):
    if subset_by_index is not None or getattr(algorithm, "name", "DEFAULT") != "DEFAULT":
        raise Uncovered
    if not compute_uv:
        return (np.linalg.svd(_real(x), compute_uv=False),)
    u, s, vt = np.linalg.svd(_real(x), full_matrices)
    return s, u, vt


@rule("eigh")
def _eigh(x, lower, sort_eigenvalues=True, subset_by_index=None, algorithm=None, implementation=None):
    if subset_by_index is not None or algorithm is not None or implementation is not None:
        raise Uncovered
    values, vectors = np.linalg.eigh(_real(x), "L" if lower else "U")
    return vectors, values


@rule("qr")
def _qr(x, full_matrices, pivoting=False, use_magma=None):
    if pivoting:
        raise Uncovered
    return tuple(np.linalg.qr(_real(x), "complete" if full_matrices else "reduced"))


@rule("pure_callback")
def _callback(*arrays, callback, result_avals, vmap_method=None, vectorized=None):
    """The function on the host, which gets arrays of JAX, as it does from a compiled program."""
    cpu = jax.local_devices(backend="cpu")[0]
    results = callback(*[on_device(np.array(x, order="C"), cpu) for x in arrays])
    return [np.asarray(value).reshape(aval.shape) for value, aval in zip(results, result_avals, strict=True)]
