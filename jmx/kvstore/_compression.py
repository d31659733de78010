"""Compression of gradients to two bits an element: what is not sent now is added to the next gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base import MXNetError

if TYPE_CHECKING:
    from .._typing import Float


class TwoBits:
    """Each element becomes `threshold`, its negative or 0; the rest is kept and added the next time.

    Parameters
    ----------
    threshold : float
        Greater than 0.
    """

    def __init__(self, threshold: Float = 0.5) -> None:
        try:
            self.threshold = float(threshold)
        except (TypeError, ValueError):
            raise MXNetError(
                f"Invalid Parameter format for threshold expect float but value='{threshold}' in gradient compression"
            ) from None
        if not self.threshold > 0:
            raise MXNetError(f"gradient compression: threshold must be greater than 0, got {threshold}")
        self._rest = {}

    def __call__(self, key: Any, position: Any, gradient: Any) -> Any:
        """What remains of the gradient of `key` from device number `position`; float32 only."""
        return self.restored(self.signs(key, position, gradient))

    def restored(self, signs: Any) -> Any:
        """The gradient, or the sum of several, that signs of `signs` or their sums stand for."""
        return signs.astype("float32") * self.threshold

    def signs(self, key: Any, position: Any, gradient: Any, dtype: str = "int8") -> Any:
        """As the call, in multiples of the threshold: -1, 0 or 1 for each element."""
        if gradient.dtype.__name__ != "float32":
            raise MXNetError(
                f"Gradient compression is for float32 gradients, the one of key {key} is {gradient.dtype.__name__}. Leave "
                "compression_params out."
            )
        rest = self._rest.get((key, position))
        rest = gradient if rest is None else rest.as_in_ctx(gradient.ctx) + gradient
        signs = (rest >= self.threshold) - (rest <= -self.threshold)
        self._rest[key, position] = rest - signs * self.threshold
        return signs.astype(dtype)


def compression(parameters: Any) -> Any:
    """The compression that `set_gradient_compression` asks for: `{'type': '2bit', 'threshold': number}`."""
    assert isinstance(parameters, dict), f"unexpected type for param_dict: {type(parameters)}"
    if "type" not in parameters:
        raise MXNetError("Required parameter type of string is not presented in compression_params; there is '2bit'")
    if parameters["type"] != "2bit":
        raise MXNetError(f"Unknown type for gradient compression {parameters['type']}; there is '2bit'")
    return TwoBits(parameters.get("threshold", 0.5))
