"""Sums over processes of which several run on each host: added up there first, so that they cross the network once.

Of n ranks, a ring sends 2 (n - 1)/n times an array's bytes out of each host if neighbours in the ring share hosts, and several
times as many if they do not. With m hosts 2 (m - 1)/m times are enough: the ranks of a host cut the array among them, each adds
up its piece of all of them, then with the ranks of other hosts that have the same piece, and the pieces are gathered again.
"""

from __future__ import annotations

from typing import Any

from jax import lax

#: bytes from which an array is worth three messages in place of one
WORTH = 1 << 20
#: axes of a mesh with a row of ranks for each host
AXES = ("host", "local")


def in_order(device_ids: list[int], hosts: list[str]) -> tuple[tuple[int, ...], int]:
    """Put ranks of one host side by side.

    Parameters
    ----------
    device_ids : list of int
        The device of each rank.
    hosts : list of str
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
    """Whether an array of `size` elements is summed host by host."""
    return per_host > 1 and nbytes >= WORTH and size % per_host == 0


def total(part: Any, per_host: int) -> Any:
    """The sum over all devices of a mesh of the axes `AXES`; traceable inside of shard_map.

    Parameters
    ----------
    part : jax.Array
        What this device adds; its elements can be divided by `per_host`.
    per_host : int

    Returns
    -------
    jax.Array
        The same on all devices, to the bit; its shape and type are those of `part`.
    """
    # gloo's own way to scatter a sum takes half as much processor time again
    pieces = lax.all_to_all(part.reshape(per_host, -1), "local", 0, 0)
    piece = pieces[0]
    for i in range(1, per_host):
        piece = piece + pieces[i]
    return lax.all_gather(lax.psum(piece, "host"), "local", tiled=True).reshape(part.shape)
