"""Compression of gradients: to half precision, or to two bits an element, where the rest is added to the next gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base import MXNetError
from ..core.run.storage import wrap
from ..core.spmd.collectives import Converted
from ..core.spmd.short_sums import HALVES, TWO_BITS, signs_and_rest, without_signs

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
        self.check(key, gradient)
        return wrap(without_signs(self._signs(key, position, gradient, "int8"), np.float32(self.threshold)), gradient._ctx)

    def check(self, key: Any, gradient: Any) -> None:
        """Raise MXNetError if a gradient is not of float32."""
        if gradient.dtype.__name__ != "float32":
            raise MXNetError(
                f"Gradient compression is for float32 gradients, the one of key {key} is {gradient.dtype.__name__}. Leave "
                "compression_params out."
            )

    def signs(self, gradients: dict, dtype: str) -> Converted:
        """As the call for several keys, in multiples of the threshold: -1, 0 or 1 for each element."""
        pairs = list(gradients.items())
        for key, gradient in pairs:
            self.check(key, gradient)
        return Converted(np.dtype(dtype), lambda i: self._signs(pairs[i][0], 0, pairs[i][1], dtype))

    def restored(self, total: Any) -> Any:
        """The sum of gradients that a sum of their signs stands for."""
        return wrap(without_signs(total._data(), np.float32(self.threshold)), total._ctx)

    def _signs(self, key, position, gradient, dtype):
        rest = self._rest.get((key, position))
        before = None if rest is None else rest.as_in_ctx(gradient.ctx)._data()
        signs, rest = signs_and_rest(before, gradient._data(), np.float32(self.threshold), dtype)
        self._rest[key, position] = wrap(rest, gradient._ctx)
        return signs


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
