"""Names for symbols and blocks that the user leaves nameless."""

from __future__ import annotations

import threading
import warnings
from typing import Any, Self

__all__ = ["NameManager", "Prefix", "current"]


class _Current(type):
    """Gives `NameManager.current`, the manager of the running thread (deprecated in favour of `with`)."""

    @property
    def current(cls) -> NameManager:
        warnings.warn(
            "NameManager.current has been deprecated. It is advised to use the `with` statement with NameManager.",
            DeprecationWarning,
            stacklevel=2,
        )
        return active()

    @current.setter
    def current(cls, manager: NameManager) -> None:
        NameManager._current.value = manager


class NameManager(metaclass=_Current):
    """Numbers nameless symbols by kind: "convolution0", "convolution1", ...

    Used as `with NameManager():` it starts counting anew for the block; subclasses may override `get`.

    Examples
    --------
    >>> x = mx.sym.Variable("x")
    >>> with mx.name.NameManager():
    ...     mx.sym.relu(x).name, mx.sym.relu(x).name, mx.sym.exp(x).name
    ('relu0', 'relu1', 'exp0')
    >>> with mx.name.NameManager():
    ...     mx.sym.relu(x).name
    'relu0'
    """

    _current = threading.local()

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}
        self._old_manager = None

    def get(self, name: str | None, hint: str) -> str:
        """The name of a new symbol.

        Parameters
        ----------
        name : str or None
            What the user asked for; returned as it is unless empty.
        hint : str
            The kind of symbol, to which a running number is added.

        Returns
        -------
        str
        """
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"

    def __enter__(self) -> Self:
        self._old_manager = active()
        NameManager._current.value = self
        return self

    def __exit__(self, error_type: object, error: object, trace: object) -> None:
        NameManager._current.value = self._old_manager


class Prefix(NameManager):
    """A name manager that puts a prefix before every name, given or made up.

    Parameters
    ----------
    prefix : str
        What comes first.

    Examples
    --------
    >>> x = mx.sym.Variable("x")
    >>> with mx.name.Prefix("stage1_"):
    ...     mx.sym.relu(x).name, mx.sym.relu(x, name="out").name
    ('stage1_relu0', 'stage1_out')
    """

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> Any:
        """`prefix` and the name that `NameManager.get` gives."""
        return self._prefix + super().get(name, hint)


def active() -> NameManager:
    """The name manager of the running thread."""
    manager = getattr(NameManager._current, "value", None)
    if manager is None:
        manager = NameManager._current.value = NameManager()
    return manager


def current() -> NameManager:
    """The manager of the running thread, under MXNet 2.0's name.

    Returns
    -------
    NameManager

    Examples
    --------
    >>> with mx.name.NameManager() as manager:
    ...     mx.name.current() is manager
    True
    """
    return active()
