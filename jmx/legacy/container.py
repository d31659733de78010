"""`mx.container`: the tuples, maps and strings that MXNet 2.0 hands to its C++ runtime, as values of Python.

No function of jmx needs them; programs may make and read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any

from ..core.run.storage import ArrayBase

if TYPE_CHECKING:
    from .._typing import Int

__all__ = ["ADT", "Map", "Object", "String", "convert_to_node"]


class Object:
    """Base class of containers."""

    def same_as(self, other: Any) -> bool:
        """Whether `other` is this very object."""
        return self is other


class ADT(Object):
    """A tuple with a number.

    Parameters
    ----------
    tag : int
    fields : list or tuple
        Containers, arrays and numbers; lists, tuples, dicts and strings become containers.

    Examples
    --------
    >>> pair = mx.container.ADT(0, [mx.container.String("a"), mx.container.String("b")])
    >>> len(pair), pair[1]
    (2, 'b')
    """

    def __init__(self, tag: Int, fields: Sequence[Any]) -> None:
        self.tag = int(tag)
        self._fields = tuple(map(convert_to_node, fields))

    def __getitem__(self, idx: Any) -> Any:
        return list(self._fields[idx]) if isinstance(idx, slice) else self._fields[idx]

    def __len__(self) -> int:
        return len(self._fields)


class Map(Object):
    """A dictionary that does not change; `_ffi.convert_to_node` makes one of a dict.

    Parameters
    ----------
    entries : dict, optional
        Keys are strings or containers; values as for `ADT`.
    """

    def __init__(self, entries: Mapping[Any, Any] | None = None) -> None:
        entries = dict(entries or ())
        for key in entries:
            if not isinstance(key, (str, Object, ArrayBase)):
                raise ValueError(f"a key of a Map must be a string or a container, not {type(key).__name__}")
        self._entries = {convert_to_node(key): convert_to_node(value) for key, value in entries.items()}

    def __getitem__(self, k: Any) -> Any:
        return self._entries[k]

    def __contains__(self, k: Any) -> bool:
        return k in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> Any:
        """The entries as a list of (key, value)."""
        return list(self._entries.items())

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of `key`, or `default` where there is none."""
        return self._entries.get(key, default)


class String(str):
    """A string that may stand in containers.

    Parameters
    ----------
    content : str
    """

    def __new__(cls, content: Any) -> Any:
        made = str.__new__(cls, content)
        made.__mxnet_object__ = Object()
        return made


def convert_to_node(value: Any) -> Any:
    """A value of Python as a container: strings as `String`, lists and tuples as `ADT`, dicts as `Map`.

    Parameters
    ----------
    value : object
        Numbers, arrays and containers stay as they are.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if isinstance(value, (Object, String, ArrayBase, Number)):
        return value
    if isinstance(value, str):
        return String(value)
    if isinstance(value, (list, tuple)):
        return ADT(0, value)
    if isinstance(value, dict):
        return Map(value)
    raise ValueError(
        f"don't know how to convert type {type(value)} to node: it takes numbers, strings, arrays, lists, tuples and dicts"
    )
