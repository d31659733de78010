"""`mx.library`: libraries of operators in C++, which jmx cannot load; `jmx.register_op` is what replaces them."""

from __future__ import annotations

import os

from ..base import MXNetError


def load(path: str, verbose: bool = True) -> None:
    """Refuse a library of operators, subgraph properties or passes that was compiled for MXNet.

    Such a library is called by MXNet's C++ core, which jmx does not have. Write the operator as a function of JAX and declare it
    with `jmx.register_op`: it is then found in `mx.nd` and `mx.sym` under its name (docs/own_operators.md).

    Parameters
    ----------
    path : str
        Path of the library.
    verbose : bool, default True
        Has no effect.

    Raises
    ------
    MXNetError
        Always: the file does not exist, is no library, or cannot be used.
    """
    if not os.path.exists(path):
        raise MXNetError(f"load path {path} does NOT exist")
    if not os.fspath(path).endswith((".so", ".dll")):
        raise MXNetError(f"load path {path} is NOT a library file")
    raise MXNetError(
        f"mx.library.load cannot use {path}: it is compiled for MXNet's C++ core, and jmx runs on JAX. Write its operators as "
        "functions of JAX and declare them with jmx.register_op (docs/own_operators.md); graph passes are not needed: XLA "
        "fuses the whole graph."
    )


#: for `jmx scan`
vars(load)["_only_raises"] = (
    "mx.library.load: libraries are compiled for MXNet's C++ core. Declare operators with jmx.register_op."
)
