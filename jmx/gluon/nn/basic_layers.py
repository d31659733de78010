"""Containers, fully connected layers, dropout, embedding and functions as layers."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

from ... import ndarray, symbol
from ..._described import described_by
from ..._dialects import dialect
from ...util import is_np_array
from .._forward import compiling
from .._legacy_operators import operators
from .._typed import EagerStack, Layer
from ..block import Block, HybridBlock
from ..utils import _indent, _operator
from .activations import Activation
from .norm_layers import BatchNorm, BatchNormReLU, GroupNorm, InstanceNorm, LayerNorm, SyncBatchNorm, _BatchNorm  # noqa: F401

if TYPE_CHECKING:
    from ..._typing import AnyFunction, BlockKeywords, DTypeLike, Float, Int
    from ...initializer.base import Initializer
    from ...ndarray.ndarray import NDArray
    from ...symbol.numpy._symbol import _Symbol
    from ...symbol.symbol import Symbol
    from ..parameter_dict import ParameterDict

__all__ = [
    "Sequential", "HybridSequential", "Dense", "Dropout", "Embedding", "BatchNorm", "BatchNormReLU", "InstanceNorm",
    "LayerNorm", "GroupNorm", "Flatten", "Lambda", "HybridLambda",
    "Concatenate", "HybridConcatenate", "Identity", "SyncBatchNorm",
]  # fmt: skip


class _Stack(EagerStack):
    """What Sequential and HybridSequential share."""

    def add(self, *blocks: Block) -> None:
        """Append blocks."""
        for block in blocks:
            self.register_child(block)

    def __repr__(self) -> str:
        lines = [f"  ({key}): {_indent(repr(block), 2)}" for key, block in self._children.items()]
        return "{}(\n{}\n)".format(type(self).__name__, "\n".join(lines))

    def __getitem__(self, key: Any) -> Any:
        try:
            layers = list(self._children.values())[key]
        except IndexError:
            raise IndexError(f"list index out of range: layer {key} of {self.name}, which has {len(self)} layers") from None
        if not isinstance(layers, list):
            return layers
        net = type(self)(prefix=self._prefix)
        with net.name_scope():
            net.add(*layers)
        return net

    def __len__(self) -> int:
        return len(self._children)


class Sequential(_Stack):
    """Blocks that run one after the other; `add` appends, `net[i]` and `net[a:b]` select.

    `net[i]` is a block, `net[a:b]` a Sequential of some; `len(net)` counts them.

    Parameters
    ----------
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> net = gluon.nn.Sequential()
    >>> net.add(gluon.nn.Dense(4, in_units=3), gluon.nn.Dense(2, in_units=4))
    >>> net.initialize(mx.init.One())
    >>> net(nd.ones((1, 3))).asnumpy()
    array([[12., 12.]], dtype=float32)
    >>> net[1], len(net)
    (Dense(4 -> 2, linear), 2)
    """

    def forward(self, x) -> NDArray:
        for block in self._children.values():
            x = block(x)
        return x

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile every child that can be; HybridSequential compiles all of them as one program."""
        if self._children and all(isinstance(child, HybridBlock) for child in self._children.values()):
            warnings.warn(
                f"All children of this Sequential layer '{self.prefix}' are HybridBlocks. Consider using "
                "HybridSequential for the best performance.",
                stacklevel=2,
            )
        super().hybridize(active, **kwargs)


class HybridSequential(_Stack, HybridBlock):
    """Hybrid blocks that run one after the other, and compile as one; otherwise as :class:`Sequential`.

    Parameters
    ----------
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> net = gluon.nn.HybridSequential()
    >>> net.add(gluon.nn.Dense(4, activation="relu"), gluon.nn.Dense(2))
    >>> net.initialize(mx.init.One())
    >>> net.hybridize()
    >>> net(nd.ones((1, 3))).asnumpy()
    array([[12., 12.]], dtype=float32)
    """

    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = block(x)
        return x


class Concatenate(Sequential):
    """Blocks that all get the same input; their outputs are concatenated.

    MXNet 1.9.1 has it as :class:`gluon.contrib.nn.Concurrent`; the name is MXNet 2.0's.

    Parameters
    ----------
    axis : int, default -1
        The axis to concatenate along.
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> net = gluon.nn.Concatenate()
    >>> net.add(gluon.nn.Lambda("relu"), gluon.nn.Lambda("negative"))
    >>> net(nd.array([[-1, 2]])).asnumpy()
    array([[ 0.,  2.,  1., -2.]], dtype=float32)
    """

    def __init__(self, axis: Int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x):
        return operators(ndarray).concat(*[block(x) for block in self._children.values()], dim=self.axis)


@described_by(Concatenate)
class HybridConcatenate(HybridSequential):
    """Hybrid blocks that all get the same input; otherwise as :class:`Concatenate`.

    MXNet 1.9.1 has it as :class:`gluon.contrib.nn.HybridConcurrent`; the name is MXNet 2.0's.

    Examples
    --------
    >>> net = gluon.nn.HybridConcatenate(axis=0)
    >>> net.add(gluon.nn.HybridLambda("relu"), gluon.nn.HybridLambda("negative"))
    >>> net.hybridize()
    >>> net(nd.array([[-1, 2]])).asnumpy()
    array([[ 0.,  2.],
           [ 1., -2.]], dtype=float32)
    """

    def __init__(self, axis: Int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F, x) -> Symbol:
        return operators(F).concat(*[block(x) for block in self._children.values()], dim=self.axis)


class Identity(Layer):
    """Returns its input; among the blocks of a :class:`Concatenate`, it keeps the input beside their outputs.

    Parameters
    ----------
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> gluon.contrib.nn.Identity()(nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """

    def hybrid_forward(self, F, x) -> Symbol:
        return x


class Dense(Layer):
    """A fully connected layer: `activation(x weight^T + bias)`.

    Input of shape (batch, ...) gives (batch, units), without `flatten` (..., units).

    Each row of the output is a weighted sum of a row of the input: out[i, j] = sum over k of x[i, k] * weight[j, k],
    plus bias[j]. `weight` has shape (units, in_units), `bias` (units,).

    Parameters
    ----------
    units : int
        Size of the output.
    activation : str, optional
        As for :class:`Activation`.
    use_bias : bool, default True
        Add a bias.
    flatten : bool, default True
        Take all axes but the first as one. Otherwise the layer works on the last axis.
    dtype : str or numpy.dtype, default 'float32'
        Type of the parameters.
    weight_initializer, bias_initializer : Initializer or str
        Initial values.
    in_units : int, default 0
        Size of the input; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    MXNetError
        The size of the input is not `in_units`.

    Examples
    --------
    >>> layer = gluon.nn.Dense(2, in_units=3)
    >>> layer.initialize(mx.init.One())
    >>> layer
    Dense(3 -> 2, linear)
    >>> layer(nd.array([[1, 2, 3], [4, 5, 6]])).asnumpy()
    array([[ 6.,  6.],
           [15., 15.]], dtype=float32)
    >>> gluon.nn.Dense(5, flatten=False, in_units=3).weight.shape
    (5, 3)
    """

    def __init__(
        self,
        units: Int,
        activation: str | None = None,
        use_bias: bool = True,
        flatten: bool = True,
        dtype: str | DTypeLike = "float32",
        weight_initializer: Initializer | str | None = None,
        bias_initializer: Initializer | str = "zeros",
        in_units: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self._flatten = flatten
        with self.name_scope():
            self._units = units
            self._in_units = in_units
            self.weight = self._params.get(
                "weight", shape=(units, in_units), init=weight_initializer, dtype=dtype, allow_deferred_init=True
            )
            self.bias = None
            if use_bias:
                self.bias = self._params.get("bias", shape=(units,), init=bias_initializer, dtype=dtype, allow_deferred_init=True)
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def hybrid_forward(self, F, x, weight, bias=None):
        dense = _operator(F, "FullyConnected", "fully_connected")
        out = dense(x, weight, bias, no_bias=bias is None, num_hidden=self._units, flatten=self._flatten, name="fwd")
        return out if self.act is None else self.act(out)

    def __repr__(self) -> str:
        units, in_units = self.weight.shape
        return f"{type(self).__name__}({in_units or None} -> {units}, {self.act or 'linear'})"


class Dropout(Layer):
    """Sets inputs to zero at random while training, and scales the others up to keep the mean.

    While recording for training each entry is 0 with probability `rate`, and otherwise divided by 1 - rate. Elsewhere the input
    comes back as it is. The output has the input's shape.

    Parameters
    ----------
    rate : float
        Fraction of inputs set to zero.
    axes : tuple of int, default ()
        Axes along which one decision is shared.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.Dropout(0.5)
    >>> layer(nd.ones((2, 2))).asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    >>> with autograd.record():
    ...     out = layer(nd.ones((100,)))
    >>> sorted(set(out.asnumpy().tolist()))
    [0.0, 2.0]
    >>> layer
    Dropout(p = 0.5, axes=())
    """

    def __init__(self, rate: Float, axes: Sequence[Int] = (), **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._rate = rate
        self._axes = axes

    def hybrid_forward(self, F, x):
        if self._rate > 0:
            return _operator(F, "Dropout", "dropout")(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.np.copy(x) if is_np_array() else F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


class Embedding(Layer):
    """Maps integers to learned vectors.

    Input of any shape gives one more axis, of size `output_dim`.

    out[...] = weight[x[...]], with `weight` of shape (input_dim, output_dim).

    Parameters
    ----------
    input_dim : int
        Number of integers: inputs are 0 to `input_dim` - 1.
    output_dim : int
        Length of the vectors.
    dtype : str or numpy.dtype, default 'float32'
        Type of the vectors.
    weight_initializer : Initializer, optional
        Initial vectors.
    sparse_grad : bool, default False
        Give the gradient row-sparse storage.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.Embedding(3, 2)
    >>> layer.initialize()
    >>> layer.weight.set_data(nd.array([[0, 1], [2, 3], [4, 5]]))
    >>> layer(nd.array([2, 0])).asnumpy()
    array([[4., 5.],
           [0., 1.]], dtype=float32)
    >>> layer(nd.array([[2, 0, 1]])).shape
    (1, 3, 2)
    """

    def __init__(
        self,
        input_dim: Int,
        output_dim: Int,
        dtype: str | DTypeLike = "float32",
        weight_initializer: Initializer | None = None,
        sparse_grad: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {
            "input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": sparse_grad
        }  # fmt: skip
        self.weight = self._params.get(
            "weight",
            shape=(input_dim, output_dim),
            init=weight_initializer,
            dtype=dtype,
            allow_deferred_init=True,
            grad_stype="row_sparse" if sparse_grad else "default",
        )

    def hybrid_forward(self, F, x, weight) -> Any:
        return _operator(F, "Embedding", "embedding")(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return "{}({input_dim} -> {output_dim}, {dtype})".format(type(self).__name__, **self._kwargs)


@described_by(Dropout)
class Flatten(Layer):
    """Joins all axes but the first: (batch, ...) becomes (batch, n).

    Examples
    --------
    >>> gluon.nn.Flatten()(nd.ones((2, 3, 4))).shape
    (2, 12)
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x):
        return _operator(F, "flatten", "batch_flatten")(x)

    def __repr__(self) -> str:
        return type(self).__name__


def _refuse_function(function):
    return ValueError(f"A lambda layer takes a function or the name of an operator, but got {function} of type {type(function)}")


def _named(F: Any, name: str) -> Any:
    """The function of `mx.nd` or `mx.sym` by its name, with NumPy semantics on that of `mx.np` or `mx.npx`."""
    places = (F.np, F.npx) if is_np_array() else (F,)
    return next((getattr(place, name) for place in places if hasattr(place, name)), None)


class Lambda(Block):
    """A function as a block.

    Parameters
    ----------
    function : callable or str
        Called with the inputs; or the name of an operator in `mx.nd`.
    prefix : str, optional
        As for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.Lambda("tanh")
    Lambda(tanh)
    >>> gluon.nn.Lambda(lambda x: x * 2)(nd.array([1, 2])).asnumpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(self, function: AnyFunction | str, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            assert _named(ndarray, function) is not None, f"Function name {function} is not found in ndarray."
            # found anew in each call, which may be one with NumPy semantics
            self._func_impl = lambda *args: _named(ndarray, function)(*args)
            self._func_impl.__name__ = function
        elif callable(function):
            self._func_impl = function
        else:
            raise _refuse_function(function)

    def forward(self, *args) -> Any:
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_impl.__name__})"


class HybridLambda(HybridBlock):
    """A function as a hybrid block.

    Parameters
    ----------
    function : callable or str, optional
        Called as `function(F, *inputs)`, with MXNet 2.0's interface as `function(*inputs)`;
        or the name of an operator in both `mx.nd` and `mx.sym`.
    prefix : str, optional
        As for :class:`Block`.
    others, kwargs
        What constructors of subclasses take.

    Examples
    --------
    >>> layer = gluon.nn.HybridLambda(lambda F, x: F.maximum(x, 0) * 2)
    >>> layer(nd.array([-1, 2])).asnumpy()
    array([0., 4.], dtype=float32)
    >>> gluon.nn.HybridLambda("tanh")
    HybridLambda(tanh)
    """

    # subclasses may have constructors of their own
    def __new__(cls, function: AnyFunction | str | None = None, prefix: str | None = None, *others: Any, **kwargs: Any) -> Any:
        made: Any = _LambdaOnArrays if cls is HybridLambda and callable(function) and dialect().lambdas_of_arrays else cls
        return super().__new__(made, function, prefix, *others, **kwargs)

    def __init__(self, function: AnyFunction | str | None, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            assert all(_named(F, function) is not None for F in (ndarray, symbol)), (
                f"Function name {function} is not found in symbol/ndarray."
            )
            self._func: Any = lambda F, *args: _named(F, function)(*args)
            self._func_name = function
        elif callable(function):
            self._func = function
            self._func_name = function.__name__
        else:
            raise _refuse_function(function)

    def hybrid_forward(self, F, x, *args) -> NDArray | Symbol | _Symbol:
        return self._func(F, x, *args)

    def __repr__(self) -> str:
        return f"HybridLambda({self._func_name})"


class _LambdaOnArrays(HybridLambda):
    """A HybridLambda of MXNet 2.0's interface, whose function gets arrays alone."""

    @compiling
    def forward(self, x, *args):
        return self._func(x, *args)
