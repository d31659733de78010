"""Sums over processes of which several run on each host: added up there first, so that they cross the network once.

Of n ranks, a ring sends 2 (n - 1)/n times an array's bytes out of each host if neighbours in the ring share hosts, and several
times as many if they do not. With m hosts 2 (m - 1)/m times are enough: the ranks of a host cut the array among them, each adds
up its piece of all of them, then with the ranks of other hosts that have the same piece, and the pieces are gathered again.
What ranks gather from all others crosses in the same way: each rank's once to every other host, whose ranks pass it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import short_sums

#: bytes from which an array is worth three messages in place of one
WORTH = 1 << 20
#: axes of a mesh with a row of ranks for each host
AXES = ("host", "local")


def in_order(device_ids: Sequence[int], hosts: Sequence[str]) -> tuple[tuple[int, ...], int]:
    """Put ranks of one host side by side.

    Parameters
    ----------
    device_ids : sequence of int
        The device of each rank.
    hosts : sequence of str
        The address of its host.

    Returns
    -------
    ids : tuple of int
        The same devices, host by host.
    per_host : int
        How many each host has; 1 if there is one host alone, or if they have different numbers.

    Examples
    --------
    >>> in_order([0, 8, 16, 24], ["10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.2"])
    ((0, 16, 8, 24), 2)
    """
    of_host: dict[str, list[int]] = {}
    for device_id, host in zip(device_ids, hosts):
        of_host.setdefault(host, []).append(device_id)
    numbers = {len(some) for some in of_host.values()}
    ids = tuple(device_id for some in of_host.values() for device_id in some)
    return ids, numbers.pop() if len(numbers) == 1 and len(of_host) > 1 else 1


def worth(nbytes: int, size: int, per_host: int) -> bool:
    """Whether an array of `size` elements travels host by host."""
    return per_host > 1 and nbytes >= WORTH and size % per_host == 0


def total(part: Any, hosts: int, per_host: int, form: str | None = None) -> Any:
    """The sum over all devices of a mesh of the axes `AXES`; traceable inside of shard_map.

    Parameters
    ----------
    part : jax.Array
        What this device adds; its elements can be divided by `per_host`.
    hosts, per_host : int
        How many hosts there are, and devices of each.
    form : str, optional
        What sums of a host travel as, a name of `short_sums.HALVES`. Inside of a host they are float32.

    Returns
    -------
    jax.Array
        The same on all devices, to the bit; its shape and type are those of `part`.
    """
    wide = part if form is None else part.astype(jnp.promote_types(part.dtype, np.float32))
    # gloo's own way to scatter a sum takes half as much processor time again
    pieces = lax.all_to_all(wide.reshape(per_host, -1), "local", 0, 0)
    piece = pieces[0]
    for i in range(1, per_host):
        piece = piece + pieces[i]
    # a float16 holds no more than 65504: a host's sum is infinite only where a part is
    scale = 1 << (per_host - 1).bit_length() if form == "fp16" else 1
    piece = short_sums.total(piece * (1 / scale), "host", hosts, form) * scale if form else lax.psum(piece, "host")
    return lax.all_gather(piece, "local", tiled=True).reshape(part.shape).astype(part.dtype)


def gathered(part: Any) -> Any:
    """What the devices of a mesh of the axes `AXES` have, along a new first axis; traceable inside of shard_map."""
    rows = lax.all_gather(lax.all_gather(part, "host"), "local", axis=1)
    return rows.reshape(-1, *part.shape)
