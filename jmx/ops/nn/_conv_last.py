"""Two-dimensional convolutions on CPU of arrays whose channels come last: x (N, *size, C), w (O, *kernel, C).

XLA's own form is at its best in this layout; with channels second it transposes what comes in and what goes out. Kernels of
one element, and those as large as the data, are matrix products. Everything else is left to the caller: None.
"""

import jax
import jax.numpy as jnp
from jax import lax

#: fewer positions of the output in a batch than this do not pay for the transposition of the weight
_POSITIONS = 128


def suits(batch, channels, geo) -> bool:
    """Whether this layout is the better one for such a convolution."""
    if len(geo.kernel) != 2 or geo.groups > 1:
        return False
    return batch * geo.out[0] * geo.out[1] >= _POSITIONS


def forward(x, w, geo) -> jax.Array | None:
    """The convolution, or None."""
    if geo.taps == 1:
        return _product(_strided(x, geo), _matrix(w, geo), 1)
    if _covers(geo):
        return _product(x.reshape(x.shape[0], 1, 1, -1), _matrix(w, geo), 1)
    return None


def backward_data(y, w, geo) -> jax.Array | None:
    """The gradient of the data, or None."""
    if geo.taps == 1:
        x = _product(y, _matrix(w, geo), 0)
        if geo.stride == (1, 1) and not any(geo.pad):
            return x
        edges = [(-p, n + p - (o - 1) * s - 1, s - 1) for n, o, s, p in zip(geo.size, geo.out, geo.stride, geo.pad)]
        return lax.pad(x, jnp.zeros((), x.dtype), [(0, 0, 0), *edges, (0, 0, 0)])
    if _covers(geo):
        return _product(y, _matrix(w, geo), 0).reshape(y.shape[0], *geo.size, -1)
    return None


def backward_weight(x, y, geo) -> jax.Array | None:
    """The gradient of the weight, or None."""
    if geo.taps == 1:
        x = _strided(x, geo)
    elif not _covers(geo):
        return None
    w = lax.dot_general(y.reshape(-1, y.shape[-1]), x.reshape(y.size // y.shape[-1], -1), (((0,), (0,)), ((), ())))
    w = w.reshape(y.shape[-1], *geo.kernel, -1)
    return w.transpose(0, 3, 1, 2) if geo.weight_first else w


def _matrix(w, geo):
    """The weight as a matrix: a row for each filter, in it the places, and the channels of each."""
    return (w.transpose(0, 2, 3, 1) if geo.weight_first else w).reshape(w.shape[0], -1)


def _covers(geo):
    """Whether the kernel is as large as the data."""
    return geo.kernel == geo.size and not any(geo.pad) and geo.dilate == (1, 1)


def _product(x, w, over):
    return lax.dot_general(x, w, (((3,), (over,)), ((), ())))


def _strided(x, geo):
    """The elements of x that a kernel of one element meets."""
    edges = [(p, s * (o - 1) + 1 - p - n, 0) for p, s, o, n in zip(geo.pad, geo.stride, geo.out, geo.size)]
    if any(low or high for low, high, _ in edges):
        x = lax.pad(x, jnp.zeros((), x.dtype), [(0, 0, 0), *edges, (0, 0, 0)])
    # not `x[:, ::2]`, which is a gather where sizes are symbols
    return x if geo.stride == (1, 1) else lax.slice(x, (0,) * x.ndim, x.shape, (1, *geo.stride, 1))
