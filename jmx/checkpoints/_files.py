"""Checkpoints as dicts of NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import numpy as np

from ..base import MXNetError
from . import _formats, _names
from ._convert import refuse_to_overwrite
from ._model import Checkpoint, Entry, of_array


def load(path: str | os.PathLike[str], *, only: Iterable[str] = ()) -> dict[str, np.ndarray]:
    """Read the arrays of a checkpoint.

    Parameters
    ----------
    path : path
        A .params, .states, .npz or .safetensors file, or the folder of an orbax checkpoint.
    only : iterable of str, default ()
        Patterns as of file names; other arrays are left out.

    Returns
    -------
    dict of str to numpy.ndarray
        In the order of the file, each of its own memory. Names are without `arg:` and `aux:`. The arrays of a list are called
        "0", "1" and so on; a row_sparse array w becomes w.data and w.indices, a csr one w.data, w.indptr and w.indices; the
        state of parameter 0 is "0", or "0.0", "0.1" where it has several parts. Element types are those of the file; bfloat16
        is that of `ml_dtypes`. Arrays that were saved before they had a shape are left out.

    Raises
    ------
    MXNetError
        The file is missing, damaged or none of these, or a pattern matches nothing.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> from jmx import checkpoints
    >>> path = os.path.join(tempfile.mkdtemp(), "net.params")
    >>> checkpoints.save(path, {"weight": np.ones((2, 3), "float32")})
    >>> {name: array.shape for name, array in checkpoints.load(path).items()}
    {'weight': (2, 3)}
    """
    path = os.fspath(path)
    checkpoint = _formats.read(path)
    if only:
        checkpoint.entries = _names.only(checkpoint.entries, only, path)
    return {name: data.array() for name, data in checkpoint.arrays().items()}


def save(path: str | os.PathLike[str], arrays: Mapping[str, np.ndarray], *, to: str | None = None, force: bool = False) -> None:
    """Write arrays as a checkpoint, whole or not at all.

    Parameters
    ----------
    path : path
        The file, or the folder for orbax.
    arrays : dict of str to array
        By name. For a .params file of a Module names begin with `arg:` or `aux:`. What is no array of NumPy becomes one, so
        that a dict of `jax.Array`s can be given.
    to : str, optional
        params, npz, safetensors or orbax; by default the path's ending tells.
    force : bool, default False
        Overwrite what is there.

    Raises
    ------
    MXNetError
        The file exists or cannot be written, or the format lacks an array's element type.

    Notes
    -----
    A .params file with a scalar, or an array without elements, is written under NumPy shape semantics: MXNet reads it after
    `npx.set_np()`.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> from jmx import checkpoints
    >>> path = os.path.join(tempfile.mkdtemp(), "net-0000.params")
    >>> checkpoints.save(path, {"arg:fc_weight": np.ones((2, 3), "float32"), "aux:bn_moving_mean": np.zeros(3, "float32")})
    >>> list(checkpoints.load(path))
    ['fc_weight', 'bn_moving_mean']
    """
    path = os.fspath(path)
    kind = to if to is not None else _formats.kind_to_write(path)
    if kind not in _formats.FORMATS:
        raise MXNetError(f"there is no format {kind!r}; there are {', '.join(_formats.FORMATS)}")
    refuse_to_overwrite(path, force)
    entries = []
    for name, array in arrays.items():
        if not isinstance(name, str):
            raise MXNetError(f"names of arrays are texts, and {name!r} is none")
        prefix = name[:4] if name.startswith(("arg:", "aux:")) else ""
        values = np.asarray(array)
        entries.append(Entry(name.removeprefix(prefix), [of_array(values)], values.shape, prefix=prefix))
    _formats.write(Checkpoint(path, kind, entries), _formats.without_slash(path) if kind == "orbax" else path, kind)
