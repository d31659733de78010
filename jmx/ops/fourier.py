"""Fourier transforms with complex numbers as pairs, and count sketches: operators that MXNet has on GPUs only."""

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import REQUIRED, Array, op
from ._checks import check, check_at_least


@op("_contrib_fft")
def fft(data: Array, compute_size: int = 128) -> jax.Array:
    """The Fourier transform along the last axis.

    data    real numbers (..., d)
    compute_size    accepted, without effect

    Returns (..., 2 * d): real and imaginary parts by turns.

    Examples
    --------
    >>> nd.contrib.fft(nd.array([[1, 0, -1, 0]]))
    [[0. 0. 2. 0. 0. 0. 2. 0.]]
    <NDArray 1x8 @cpu(0)>
    """
    check_at_least("fft", data, 1)
    spectrum = jnp.fft.fft(data)
    return jnp.stack([spectrum.real, spectrum.imag], -1).reshape(*data.shape[:-1], -1).astype(data.dtype)


@op("_contrib_ifft")
def ifft(data: Array, compute_size: int = 128) -> jax.Array:
    """The real part of the inverse Fourier transform along the last axis, not divided by its length d.

    data    (..., 2 * d): real and imaginary parts by turns
    compute_size    accepted, without effect

    Returns (..., d).

    Examples
    --------
    As the result is not divided by d, it is d times what `fft` was given.

    >>> nd.contrib.ifft(nd.contrib.fft(nd.array([[1, 2, 3, 4]])))
    [[ 4.  8. 12. 16.]]
    <NDArray 1x4 @cpu(0)>
    """
    check_at_least("ifft", data, 1)
    check(data.shape[-1] % 2 == 0, "ifft", f"the last dimension holds pairs, but is {data.shape[-1]}")
    pairs = data.reshape(*data.shape[:-1], -1, 2)
    signal = jnp.fft.ifft(lax.complex(pairs[..., 0], pairs[..., 1]))
    return (signal.real * pairs.shape[-2]).astype(data.dtype)


@op("_contrib_count_sketch")
def count_sketch(data: Array, h: Array, s: Array, out_dim: int = REQUIRED, processing_batch_size: int = 32) -> jax.Array:
    """Every feature added, with its sign, to the place that it is assigned.

    data    (n, features)
    h    (1, features): the places, from 0 to out_dim - 1
    s    (1, features): the signs, 1 or -1
    out_dim    how many places there are
    processing_batch_size    accepted, without effect

    Returns (n, out_dim). Only `data` has a gradient other than zero.

    Examples
    --------
    Features 0 and 2 go to place 0, the latter with a minus; feature 1 goes to place 1.

    >>> nd.contrib.count_sketch(nd.array([[1, 2, 3]]), nd.array([[0, 1, 0]]), nd.array([[1, 1, -1]]), out_dim=2)
    [[-2.  2.]]
    <NDArray 1x2 @cpu(0)>
    """
    features = data.shape[-1]
    for name, x in (("h", h), ("s", s)):
        check(x.size == features, "count_sketch", f"{name} needs {features} elements, got shape {x.shape}")
    places, signs = lax.stop_gradient(h).reshape(-1).astype(jnp.int32), lax.stop_gradient(s).reshape(-1)
    out = jnp.zeros((*data.shape[:-1], out_dim), data.dtype)
    return out.at[..., places].add(data * signs)
