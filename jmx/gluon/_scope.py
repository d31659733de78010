"""How blocks and parameters get their names: `with block.name_scope():` counts what is created inside."""

from __future__ import annotations

import threading

from .. import name as _name
from .parameter import ParameterDict


class _BlockScope:
    """Names the blocks and parameters that are created inside `with block.name_scope():`."""

    _current = threading.local()

    def __init__(self, block) -> None:
        self._block = block
        self._counter = {}

    @staticmethod
    def create(prefix, params, hint):
        """Prefix and parameter dictionary of a new block, whose class suggests the name `hint`."""
        current = getattr(_BlockScope._current, "value", None)
        if current is None:
            if prefix is None:
                prefix = _name.active().get(None, hint) + "_"
            return prefix, ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
        if prefix is None:
            count = current._counter.get(hint, 0)
            current._counter[hint] = count + 1
            prefix = f"{hint}{count}_"
        if params is None:
            parent = current._block._params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return current._block.prefix + prefix, params

    def __enter__(self):
        if self._block._empty_prefix:
            return self
        names = _name.Prefix(self._block.prefix)
        names.__enter__()
        current = _BlockScope._current
        # The stack is the thread's, as one block may be entered by several threads at once.
        current.__dict__.setdefault("entered", []).append((getattr(current, "value", None), names))
        current.value = self
        return self

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        if self._block._empty_prefix:
            return
        current = _BlockScope._current
        current.value, names = current.entered.pop()
        names.__exit__(ptype, value, trace)
