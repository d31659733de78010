"""Compression of gradients: to half precision, or to two bits an element, where the rest is added to the next gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base import MXNetError
from ..core.spmd.short_sums import HALVES, TWO_BITS

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


class Compression(NamedTuple):
    """How gradients are compressed.

    form      what travels between processes: "2bit", "bf16" or "fp16"
    two_bits  what makes signs of gradients, None for other forms
    words     the setting, which all ranks have to share, as errors show it
    """

    form: str
    two_bits: TwoBits | None
    words: str


def compression(parameters: Any) -> Compression:
    """The compression that `set_gradient_compression` asks for: `{'type': '2bit', 'threshold': number}`, `{'type': 'bf16'}`."""
    assert isinstance(parameters, dict), f"unexpected type for param_dict: {type(parameters)}"
    kinds = f"there are {TWO_BITS!r}, as in MXNet, and {' and '.join(map(repr, HALVES))}"
    if "type" not in parameters:
        raise MXNetError(f"Required parameter type of string is not presented in compression_params; {kinds}")
    kind = parameters["type"]
    if kind == TWO_BITS:
        two_bits = TwoBits(parameters.get("threshold", 0.5))
        return Compression(kind, two_bits, f"{kind}, threshold {two_bits.threshold:g}")
    if kind not in HALVES:
        raise MXNetError(f"Unknown type for gradient compression {kind}; {kinds}")
    return Compression(kind, None, kind)
