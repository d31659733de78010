"""Functions of linear algebra that NumPy computes, on the host; they are not recorded by autograd."""

from numpy.linalg import cond, lstsq, matrix_power, matrix_rank, multi_dot, qr

__all__ = ["cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr"]
