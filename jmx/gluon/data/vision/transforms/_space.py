"""The operators that transforms compute with."""

from .....util import is_np_array


def space_of(F):
    """The namespace of operators for F's kind of array."""
    return F.npx if is_np_array() else F
