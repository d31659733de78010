"""Networks as source code of other libraries: the twin of every layer, the weights, and a comparison of the outputs."""

from .write import Written, to_equinox, to_flax

__all__ = ["Written", "to_equinox", "to_flax"]
