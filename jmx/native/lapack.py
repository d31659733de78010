"""LAPACK's triangular solver in programs for the CPU, on matrices as they lie in memory.

`lax.linalg.triangular_solve` calls it too, but has both matrices and the result copied: LAPACK wants columns one after the other.
Rows one after the other are the columns of the transpose, so that here it solves the transposed equation and nothing is copied
but B, whose memory it overwrites. XLA of JAX 0.10 noticed that by itself; that of 0.12 takes a sixth longer for 128x128.
"""

from __future__ import annotations

import jax
import numpy as np

from ..config import jax_programs
from . import is_portable


def solve(A, B, transpose, rightside, lower) -> jax.Array | None:
    """X with op(A) X = B, or X op(A) = B with `rightside`, for triangular A.

    None where this JAX has another call of LAPACK, or where the program is to run elsewhere.

    `op` transposes where `transpose` says so. Axes before the last two are those of a batch.
    """
    name = jax_programs.triangular_solver(B.dtype) if B.size and not is_portable() else None
    if name is None:
        return None
    *batch, rows, columns = B.shape
    result = jax.ShapeDtypeStruct((*batch, columns, rows), B.dtype)
    call = jax.ffi.ffi_call(name, result, input_output_aliases={1: 0}, vmap_method="broadcast_all")
    # all sides are the other way round, as LAPACK reads both matrices transposed
    letters = {"side": "RL"[rightside], "uplo": "LU"[lower], "trans_x": "NT"[transpose], "diag": "N"}
    # reshaped, not transposed: the bytes stay where they are
    X = call(A, B.reshape(result.shape), **{name: np.uint8(ord(letter)) for name, letter in letters.items()})
    return X.reshape(B.shape)
