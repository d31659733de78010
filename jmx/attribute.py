"""Attributes that all symbols created in a `with` block get."""

from __future__ import annotations

import collections
import threading
import warnings
from collections.abc import Mapping
from typing import Any, Self

__all__ = ["AttrScope", "current"]


class _Current(type):
    """Gives `AttrScope.current`, the scope of the running thread (deprecated in favour of `with`)."""

    @property
    def current(cls) -> AttrScope:
        _warn()
        return active()

    @current.setter
    def current(cls, scope: AttrScope) -> None:
        _warn()
        AttrScope._current.value = scope


def _warn():
    warnings.warn(
        "AttrScope.current has been deprecated. It is advised to use the `with` statement with AttrScope.",
        DeprecationWarning,
        stacklevel=3,
    )


class AttrScope(metaclass=_Current):
    """Sets attributes on every symbol created in its `with` block; an inner scope adds to the outer one.

    MXNet knows some of them: `ctx_group` names the device for `group2ctx`, `__lr_mult__` and `__wd_mult__` are factors for the
    optimizer, `__init__` is a variable's initializer. All others are kept with the symbol.

    Parameters
    ----------
    **kwargs : str
        Attributes, such as `ctx_group="dev1"` or `__lr_mult__="0.1"`.

    Raises
    ------
    ValueError
        A value is not a string.

    Examples
    --------
    >>> with mx.AttrScope(ctx_group="dev1", stage="1"):
    ...     with mx.AttrScope(stage="2"):
    ...         x = mx.sym.Variable("x")
    >>> x.attr("ctx_group"), x.attr("stage")
    ('dev1', '2')
    """

    _current = threading.local()
    #: how many bodies of control flow operators have been given each name
    _subgraph_names: collections.defaultdict[str, int] = collections.defaultdict(int)

    def __init__(self, **kwargs: Any) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Attributes need to be string, but {key} is {value!r} ({type(value).__name__})")
        self._attr = kwargs
        self._old_scope = None

    def get(self, attr: Mapping[str, str] | None) -> dict[str, str]:
        """The attributes of a new symbol.

        Parameters
        ----------
        attr : dict of str to str, or None
            Attributes the user gives to the symbol itself; they come before those of the scope.

        Returns
        -------
        dict of str to str
        """
        if not self._attr:
            return attr if attr else {}  # pyright: ignore[reportReturnType]
        return {**self._attr, **attr} if attr else self._attr.copy()

    def __enter__(self) -> Self:
        self._old_scope = active()
        self._attr = {**self._old_scope._attr, **self._attr}
        AttrScope._current.value = self
        return self

    def __exit__(self, error_type: object, error: object, trace: object) -> None:
        AttrScope._current.value = self._old_scope


def active() -> AttrScope:
    """The attribute scope of the running thread."""
    scope = getattr(AttrScope._current, "value", None)
    if scope is None:
        scope = AttrScope._current.value = AttrScope()
    return scope


def current() -> AttrScope:
    """The attribute scope of the running thread, under MXNet 2.0's name.

    Returns
    -------
    AttrScope

    Examples
    --------
    >>> with mx.AttrScope(stage="1") as scope:
    ...     mx.attribute.current() is scope
    True
    """
    return active()
