"""Functions of JAX as Gluon blocks: layers written in Flax, Equinox or plain JAX inside of a program for MXNet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from .base import MXNetError
from .core.run.jax_arrays import adopt, value_of
from .core.run.storage import ArrayBase
from .gluon.hybrid import HybridBlock
from .jax import call

if TYPE_CHECKING:
    from .ndarray.ndarray import NDArray
    from .symbol.symbol import Symbol


__all__ = ["JaxBlock", "from_jax"]


class JaxBlock(HybridBlock):
    """A block that calls a function of JAX; made by `jmx.nn.from_jax`.

    Its parameters are the leaves of a tree. `block.tree()` is the tree with their present values.
    """

    def __init__(self, fn, params, num_outputs=1, prefix=None) -> None:
        super().__init__(prefix=prefix)
        leaves, self._tree = jax.tree_util.tree_flatten_with_path(params, is_leaf=_is_array)
        self._fn, self._names = _Function(fn, self._tree, len(leaves), num_outputs), []
        for path, value in leaves:
            name = _name(path, self._names)
            self._names.append(name)
            array = _array(value, path)
            trained = np.dtype(array.dtype).kind == "f" or array.dtype == jnp.bfloat16
            parameter = self._params.get(
                name, shape=array.shape, dtype=array.dtype, init="zeros", grad_req="write" if trained else "null"
            )
            parameter._load_init(array, array.ctx)
            self._reg_params[name] = parameter

    def hybrid_forward(self, F, x, *args, **params) -> NDArray | Symbol | tuple[Any, ...]:
        """Call the function on the parameters and the inputs."""
        return call(self._fn, *[params[name] for name in self._names], x, *args)

    def tree(self) -> Any:
        """The parameters as the tree that they came from, of `jax.Array`s."""
        return jax.tree.unflatten(self._tree, [value_of(self._reg_params[name].list_data()[0]) for name in self._names])

    def __repr__(self) -> str:
        fn = self._fn.fn
        return f"JaxBlock({getattr(fn, '__qualname__', None) or type(fn).__qualname__}, {len(self._names)} parameters)"


class _Function:
    """The function with its parameters one after the other, as `jmx.jax.call` takes them."""

    def __init__(self, fn, tree, count, num_outputs) -> None:
        self.fn, self.tree, self.count, self.num_outputs = fn, tree, count, num_outputs
        self.__qualname__ = self.__name__ = getattr(fn, "__qualname__", None) or type(fn).__qualname__

    def __call__(self, *values):
        return self.fn(jax.tree.unflatten(self.tree, values[: self.count]), *values[self.count :])


def _is_array(leaf):
    return isinstance(leaf, ArrayBase)


def _name(path, taken):
    """The name of a leaf: the keys that lead to it, as one word, with a number where that is taken."""
    if len(path) > 1 and getattr(path[-1], "name", None) == "value":
        path = path[:-1]  # the content of one of Flax's variables
    words = re.findall(r"\w+", "_".join(str(getattr(key, "key", getattr(key, "name", getattr(key, "idx", key)))) for key in path))
    name = "_".join(words) or "value"
    number, unique = 0, name
    while unique in taken:
        number += 1
        unique = f"{name}_{number}"
    return unique


def _array(value, path):
    """A leaf as an mx array with memory of its own, which the optimizer may write to."""
    if isinstance(value, ArrayBase):
        return value.copy()
    if isinstance(value, (jax.Array, np.ndarray, np.generic, float)):
        with jax.enable_x64(np.dtype(getattr(value, "dtype", np.float32)).itemsize == 8):
            return adopt(jnp.array(value, dtype=np.float32 if isinstance(value, float) else None, copy=True))
    where = jax.tree_util.keystr(path) or "params"
    raise MXNetError(
        f"jmx.nn.from_jax: {where} is a {type(value).__name__}; parameters are arrays. Put what is no array into the function: "
        "`nnx.split(model)` and `equinox.partition(model, equinox.is_array)` separate them."
    )


def from_jax(fn, params, num_outputs=1, prefix=None) -> JaxBlock:
    """A Gluon block that computes a function of JAX, with its parameters.

    The block can be a part of other blocks, hybridized or not, and is trained by `gluon.Trainer` like any other.

    Parameters
    ----------
    fn : callable
        `fn(params, *inputs)` on `jax.Array`s, pure as for `jax.jit`. It returns an array, or a tuple of arrays.
    params : pytree of arrays
        Its parameters; nested dictionaries, the state of a Flax model, the arrays of an Equinox model. Those of floating point
        are trained. They are copied.
    num_outputs : int, default 1
        How many arrays fn returns, where the block is hybridized.
    prefix : str, optional
        Of the names of its parameters, as for any block.

    Returns
    -------
    JaxBlock
        Initialized. `block.tree()` gives the parameters back as a tree like `params`.

    Raises
    ------
    MXNetError
        A leaf of params is no array.

    Notes
    -----
    The function has no state and no random numbers of its own: moving statistics and dropout stay Gluon layers beside it.

    Examples
    --------
    >>> def gated(params, x):
    ...     return jax.nn.sigmoid(x @ params["gate"]) * (x @ params["value"])
    >>> params = {"gate": jnp.zeros((4, 2)), "value": jnp.ones((4, 2))}
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(4), jmx.nn.from_jax(gated, params))
    >>> net.initialize(mx.init.One())
    >>> net.hybridize()
    >>> net(mx.nd.ones((1, 3))).asnumpy()
    array([[6., 6.]], dtype=float32)
    """
    if not callable(fn):
        raise TypeError(f"jmx.nn.from_jax needs a function of (params, *inputs), got {type(fn).__name__}")
    return JaxBlock(fn, params, num_outputs, prefix)
