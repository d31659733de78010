"""Trees of mx arrays as trees of JAX's."""

from __future__ import annotations

from typing import Any

import jax

from ..core.run.jax_arrays import value_of
from ..core.run.storage import ArrayBase


def asjax(tree) -> dict[Any, Any]:
    """Every mx array in a tree as the `jax.Array` of its current value, without a copy.

    For `jax.tree` mx arrays are nodes and `jax.Array`s are leaves: trees that are to be used together, such as parameters and
    the state of an optimizer, are best made JAX's altogether.

    Parameters
    ----------
    tree : pytree
        Nested dictionaries, lists, ... with mx arrays, Gluon's parameters, and anything else. A ParameterDict becomes a
        dictionary of its arrays by name.

    Returns
    -------
    pytree
        The same with `jax.Array`s. It is not recorded by autograd; see `NDArray.asjax`.

    Raises
    ------
    MXNetError
        An array is sparse.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False, prefix="fc_")
    >>> net.initialize(mx.init.One())
    >>> jmx.jax.asjax(net.collect_params())
    {'fc_weight': Array([[1., 1.]], dtype=float32)}
    """
    return jax.tree.map(lambda leaf: value_of(leaf) if isinstance(leaf, ArrayBase) else leaf, tree, is_leaf=_is_array)


def _is_array(leaf):
    return isinstance(leaf, ArrayBase)
