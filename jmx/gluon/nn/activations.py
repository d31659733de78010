"""Activation layers."""

from __future__ import annotations

from ... import initializer
from ...util import is_np_array
from ..block import HybridBlock
from ..utils import _operator

__all__ = ["Activation", "LeakyReLU", "PReLU", "ELU", "SELU", "Swish", "GELU", "SiLU"]


class Activation(HybridBlock):
    """An elementwise function by name.

    Parameters
    ----------
    activation : {'relu', 'sigmoid', 'tanh', 'softrelu', 'softsign', 'log_sigmoid', 'mish'}
        The function. MXNet 1.9.1 lacks the last two.
    """

    def __init__(self, activation, **kwargs):
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self):
        return self._act_type

    def hybrid_forward(self, F, x):
        return _operator(F, "Activation", "activation")(x, act_type=self._act_type, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(HybridBlock):
    """`x` where positive, `alpha * x` elsewhere.

    Parameters
    ----------
    alpha : float
        Slope for negative inputs, at least 0.
    """

    def __init__(self, alpha, **kwargs):
        assert alpha >= 0, f"Slope coefficient for LeakyReLU must be no less than 0, but got {alpha}."
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._alpha})"


class PReLU(HybridBlock):
    """Leaky ReLU whose slope is learned.

    Parameters
    ----------
    alpha_initializer : Initializer
        Initial slopes.
    in_channels : int
        Number of slopes: 1, or one for each channel (axis 1) of the input.
    """

    def __init__(self, alpha_initializer=initializer.Constant(0.25), in_channels=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self._params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F, x, alpha):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere.

    Parameters
    ----------
    alpha : float
        Scale for negative inputs.
    """

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """ELU with the two constants that keep activations normalized."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """`x` times the normal distribution function of `x`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x):
        return _operator(F, "LeakyReLU", "leaky_relu")(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """`x * sigmoid(beta * x)`.

    Parameters
    ----------
    beta : float
        Steepness; 1 gives the function also called SiLU.
    """

    def __init__(self, beta=1.0, **kwargs):
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F, x):
        if is_np_array():
            return x * F.npx.sigmoid(self._beta * x)
        return x * F.sigmoid(self._beta * x, name="fwd")


class SiLU(Swish):
    """`x * sigmoid(x)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
