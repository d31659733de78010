"""What a step of a program costs, reckoned from its primitive and its sizes: compiled by XLA, and run by NumPy.

A script that is run again has to compile at the same call, or its results would differ in the last bit from run to run. So
nothing is measured while programs run: the figures here were, once (JAX 0.10, NumPy 2, one core with AVX-512).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...native.symbols import at_present

#: primitives whose results NumPy gives as views
VIEWS = frozenset("reshape squeeze expand_dims slice transpose broadcast_in_dim rev split copy stop_gradient".split())
#: seconds by which NumPy is behind XLA for an element that a primitive writes, as XLA computes several primitives in one pass; of
#: those that both compute in about the same time, that is the time of a pass
_ELEMENT = 1e-10
#: the same of a step that a kernel does together with others, which is a load and a store in the fastest cache
BY_BLOCKS = 5e-11
_SLOW_ELEMENT: dict[str, float] = {
    name: seconds * 1e-9
    for names, seconds in {
        "random_bits random_split random_fold_in": 50, "igamma igammac zeta": 300, "bessel_i0e bessel_i1e": 60,
        "lgamma digamma": 5, "erfc erf_inv": 8, "erf": 2, "round nextafter asin acos rem": 1, "pow integer_pow sign": 0.5,
        "exp exp2 log log1p log2 expm1 tanh sin cos tan sinh cosh atan acosh asinh atanh atan2 cbrt sqrt clamp": 0.3,
        "logistic rsqrt": 0.5, "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or": 0.1,
        "cumsum cumprod cummax cummin": 2, "argmax argmin": 1, "gather": 1.5,
        "cholesky lu triangular_solve eigh qr": 200, "svd": 1000, "sort": 2, "concatenate pad conv_general_dilated": 0.5,
    }.items()
    for name in names.split()
}  # fmt: skip
#: the same, where the elements are whole numbers
_SLOW_WHOLE: dict[str, float] = {"div": 6e-9, "rem": 2e-9, "shift_left": 1e-9, "shift_right_logical": 1e-9}
#: of steps on matrices, the numbers that could be written meanwhile for each matrix, which some take in Python; and the rows of a
#: matrix whose elements take as long as a number each: many where XLA calls the same routine
_SAME_ROUTINE, _OTHER = 40_000, 2000
_FOR_A_MATRIX = {
    "lu": (80, _SAME_ROUTINE), "cholesky": (10, _SAME_ROUTINE),
    **dict.fromkeys(["triangular_solve", "ffi_call"], (20, _SAME_ROUTINE)), **dict.fromkeys(["eigh", "qr", "svd"], (10, _OTHER)),
}  # fmt: skip
#: the same of steps that take stacks of so many matrices with few rows together, for the step and for a matrix
SMALL, MANY = 8, 32
_FOR_A_STACK = {"lu": (500, 1), "triangular_solve": (500, 0), "ffi_call": (500, 0)}
#: elements of arrays that a core's cache does not hold, and that none of the processor's does; they take so many times as long
_LARGE, _OUT_OF_CACHE = 1 << 19, 2
_HUGE, _OUT_OF_ALL_CACHES = 1 << 23, 5
#: half precision is converted to single precision and back
_HALF = 5
#: seconds of a multiplication in a product of matrices by which NumPy, which has one thread, is behind; it has no fast one of
#: half precision
_PRODUCT, _HALF_PRODUCT = 1e-11, 50e-10
#: seconds of a call of a primitive whatever its size, and where NumPy needs many steps for it
_STEP = 3e-6
_SLOW_TO_START: dict[str, float] = dict.fromkeys("random_bits random_split random_fold_in".split(), 1e-4)
#: seconds to copy an element of a result that is a view of what came in
COPYING = 6e-10
#: seconds to compile a program of no primitives, which takes 35 ms and more, or 5 if an earlier process has done so; what each
#: primitive adds; and those that take much longer than an addition
START_COMPILING = 30e-3
_COMPILING = 1e-3
_SLOW_TO_COMPILE: dict[str, float] = {
    name: milliseconds * 1e-3
    for names, milliseconds in {
        "cholesky eigh qr svd triangular_solve lgamma digamma erf_inv igamma igammac random_bits": 100, "sort top_k": 30,
        "lu": 400, "random_split random_fold_in pow": 10, "concatenate gather scatter dot_general": 4,
    }.items()
    for name in names.split()
}  # fmt: skip
#: what a function in C adds, and the seconds in which it puts an element of a weight into another layout
CALLED, PACKING = 5e-3, 8e-10
#: seconds that a loop or a choice adds besides what is in it
BRANCHING = 50e-3
#: seconds of sorting for each element and each doubling of their number, by NumPy and by XLA, which calls a function to compare
SORTING, SLOW_SORTING = 3e-9, 12e-9
#: numbers that could be written while one is looked at for the largest few
_TO_COMPARE = 7
#: elements that could be copied while one, or a row, is put at a position
_TO_PUT = 50
#: a last axis that is shorter than this, and the elements that NumPy reads while it starts a loop
_SHORT, _TO_START = 64, 80


class Kind(NamedTuple):
    """What a step's cost depends on beside its sizes: the primitive's name; the letter and the bytes of its elements' type."""

    name: str
    letter: str
    width: int


def kind_of(eqn) -> Kind:
    """The kind of an equation."""
    dtype = eqn.outvars[0].aval.dtype
    plain = isinstance(dtype, np.dtype)
    return Kind(eqn.primitive.name, dtype.kind if plain else "", dtype.itemsize if plain else 0)


def compiling(kind: Kind) -> float:
    """The seconds that a step adds to a compilation."""
    return _SLOW_TO_COMPILE.get(kind.name, _COMPILING)


def running(kind: Kind, written: int, products: int) -> float:
    """The seconds by which NumPy is behind XLA in a step that writes so many elements and makes so many multiplications."""
    half = kind.letter == "f" and kind.width == 2
    slow = _SLOW_WHOLE if kind.letter in "iu" and kind.name in _SLOW_WHOLE else _SLOW_ELEMENT
    element = slow.get(kind.name, _ELEMENT) * (_HALF if half else 1)
    start = _SLOW_TO_START.get(kind.name, _STEP)
    if written >= _LARGE and kind.name not in slow:
        element *= _OUT_OF_CACHE if written < _HUGE else _OUT_OF_ALL_CACHES
    return start + element * written + (_HALF_PRODUCT if half else _PRODUCT) * products


def products_of(eqn) -> int:
    """The multiplications of a step that is a matrix product."""
    out = math.prod(eqn.outvars[0].aval.shape)
    if eqn.primitive.name == "dot_general":
        (over, _), _ = eqn.params["dimension_numbers"]
        return out * math.prod(eqn.invars[0].aval.shape[i] for i in over)
    if eqn.primitive.name == "conv_general_dilated":
        filters = eqn.params["dimension_numbers"].rhs_spec[0]
        return out * math.prod(eqn.invars[1].aval.shape) // eqn.invars[1].aval.shape[filters]
    return 0


def sorting_steps(eqn) -> float:
    """Elements that a step sorts, times the logarithm of their number, where XLA compares other than whole numbers."""
    name = eqn.primitive.name
    if name not in ("sort", "top_k"):
        return 0
    data = eqn.invars[0].aval
    size = data.shape[eqn.params.get("dimension", eqn.params.get("axis", -1))]
    slow = eqn.params["k"] * 8 > at_present(size) if name == "top_k" else len(eqn.invars) > 1 or data.dtype.kind == "f"
    steps = at_present(math.prod(data.shape)) * math.log2(max(at_present(size), 1))
    return steps if slow and data.dtype.itemsize <= 4 else 0


def written_by(eqn) -> int:
    """The elements that a step writes; of one that makes few of many, what it reads, which takes half as long."""
    name = eqn.primitive.name
    if name in VIEWS:
        return 0
    written = sum(math.prod(v.aval.shape) for v in eqn.outvars)
    if name in _FOR_A_MATRIX:
        shape, rows = eqn.outvars[0].aval.shape, eqn.invars[0].aval.shape[-1:]
        if name in _FOR_A_STACK and type(rows[0]) is int and rows[0] <= SMALL and math.prod(shape[:-2]) >= MANY:
            of_step, of_matrix = _FOR_A_STACK[name]
            return of_step + of_matrix * math.prod(shape[:-2])
        of_matrix, as_long = _FOR_A_MATRIX[name]
        return of_matrix * math.prod(shape[:-2]) + written * shape[-1] // as_long
    if name.startswith(("reduce", "arg")) and name != "reduce_precision":
        shape = eqn.invars[0].aval.shape
        written += math.prod(shape) // 2 * (len(eqn.outvars) if name == "reduce" else 1)
        # along a short last axis NumPy starts a loop for every result
        if len(shape) - 1 in eqn.params.get("axes", ()) and type(shape[-1]) is int and shape[-1] < _SHORT:
            written += _TO_START * math.prod(shape[:-1])
    if name == "top_k" and not sorting_steps(eqn):
        written += _TO_COMPARE * math.prod(eqn.invars[0].aval.shape)
    if name.startswith("scatter"):  # the array is copied, then come the updates
        written += _TO_PUT * math.prod(eqn.invars[1].aval.shape[:-1]) + math.prod(eqn.invars[2].aval.shape)
    if name == "conv_general_dilated":  # every window is written out
        out = eqn.params["dimension_numbers"].out_spec[1]
        written += products_of(eqn) * eqn.params["feature_group_count"] // eqn.outvars[0].aval.shape[out]
    return written
