"""Activation layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack

from ... import initializer
from ..._described import described_by
from ...util import is_np_array
from .._typed import Layer
from ..block import HybridBlock  # noqa: F401
from ..utils import _operator

if TYPE_CHECKING:
    from ..._typing import BlockKeywords, Float, Int
    from ...initializer.base import Initializer
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol

__all__ = ["Activation", "LeakyReLU", "PReLU", "ELU", "SELU", "Swish", "GELU", "SiLU"]


class Activation(Layer):
    """An elementwise function by name.

    relu: max(x, 0). sigmoid: 1 / (1 + exp(-x)). softrelu: log(1 + exp(x)). softsign: x / (1 + abs(x)).
    The output has the input's shape.

    Parameters
    ----------
    activation : {'relu', 'sigmoid', 'tanh', 'softrelu', 'softsign', 'log_sigmoid', 'mish'}
        The function. MXNet 1.9.1 lacks the last two.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.Activation("relu")(nd.array([-1, 0, 2])).asnumpy()
    array([0., 0., 2.], dtype=float32)
    >>> gluon.nn.Activation("softsign")(nd.array([-1, 0, 3])).asnumpy()
    array([-0.5 ,  0.  ,  0.75], dtype=float32)
    """

    def __init__(
        self,
        activation: Literal["relu", "sigmoid", "tanh", "softrelu", "softsign", "log_sigmoid", "mish"] | str,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self) -> Any:
        return self._act_type

    def hybrid_forward(self, F, x):
        activation = _operator(F, "Activation", "activation")
        # The two that came with MXNet 2.0 are composed, so that the operator takes what MXNet 1.9.1 has.
        if self._act_type == "log_sigmoid":
            return -activation(-x, act_type="softrelu", name="fwd")
        if self._act_type == "mish":
            return x * activation(activation(x, act_type="softrelu", name="softrelu"), act_type="tanh", name="fwd")
        return activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(Layer):
    """`x` where positive, `alpha * x` elsewhere.

    Parameters
    ----------
    alpha : float
        Slope for negative inputs, at least 0.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        `alpha` is negative.

    Examples
    --------
    >>> gluon.nn.LeakyReLU(0.5)(nd.array([-2, 0, 2])).asnumpy()
    array([-1.,  0.,  2.], dtype=float32)
    """

    def __init__(self, alpha: Float, **kwargs: Unpack[BlockKeywords]) -> None:
        assert alpha >= 0, f"Slope coefficient for LeakyReLU must be no less than 0, but got {alpha}."
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._alpha})"


class PReLU(Layer):
    """Leaky ReLU whose slope is learned.

    `x` where positive, `alpha * x` elsewhere; the parameter `alpha` has shape (in_channels,).

    Parameters
    ----------
    alpha_initializer : Initializer
        Initial slopes.
    in_channels : int, default 1
        Number of slopes: 1, or one for each channel (axis 1) of the input.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.PReLU()
    >>> layer.initialize()
    >>> layer(nd.array([[-2, 2]])).asnumpy()
    array([[-0.5,  2. ]], dtype=float32)
    """

    def __init__(
        self, alpha_initializer: Initializer = initializer.Constant(0.25), in_channels: Int = 1, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self._params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F, x, alpha):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(Layer):
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere.

    Parameters
    ----------
    alpha : float, default 1.0
        Scale for negative inputs.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.ELU(1.0)(nd.array([-1, 0, 2])).asnumpy().round(3)
    array([-0.632,  0.   ,  2.   ], dtype=float32)
    """

    def __init__(self, alpha: Float = 1.0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="elu", slope=self._alpha)


@described_by(Activation)
class SELU(Layer):
    """ELU with the two constants that keep activations normalized.

    1.0507 * x where positive, 1.0507 * 1.6733 * (exp(x) - 1) elsewhere.

    Examples
    --------
    >>> gluon.nn.SELU()(nd.array([-1, 0, 2])).asnumpy().round(3)
    array([-1.111,  0.   ,  2.101], dtype=float32)
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="selu", name="fwd")


@described_by(Activation)
class GELU(Layer):
    """`x` times the normal distribution function of `x`.

    0.5 * x * (1 + erf(x / sqrt(2))).

    Examples
    --------
    >>> gluon.nn.GELU()(nd.array([-1, 0, 2])).asnumpy().round(3)
    array([-0.159,  0.   ,  1.954], dtype=float32)
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="gelu", name="fwd")


class Swish(Layer):
    """`x * sigmoid(beta * x)`.

    Parameters
    ----------
    beta : float, default 1.0
        Steepness; 1 gives the function also called SiLU.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.Swish()(nd.array([-1, 0, 2])).asnumpy().round(3)
    array([-0.269,  0.   ,  1.762], dtype=float32)
    """

    def __init__(self, beta: Float = 1.0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F, x):
        if is_np_array():
            return x * F.npx.sigmoid(self._beta * x)
        return x * F.sigmoid(self._beta * x, name="fwd")


@described_by(Activation)
class SiLU(Swish):
    """`x * sigmoid(x)`.

    It is :class:`Swish` with `beta` 1, under the name of MXNet 2.0.

    Examples
    --------
    >>> gluon.nn.SiLU()(nd.array([-1, 0, 2])).asnumpy().round(3)
    array([-0.269,  0.   ,  1.762], dtype=float32)
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
