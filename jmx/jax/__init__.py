"""JAX beside MXNet: what takes a program's functions, networks and optimizers from one to the other.

`jmx.jax.call` runs a JAX function on MXNet's arrays and symbols, and `to_jax` makes a function of a network. Modules are imported
when a name of theirs is first used.
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


#: public names, and the module of this package that defines each; "" for what is a module itself
_MODULES = {
    "asjax": "_trees",
    "backward": "_recorded",
    "Groups": "_recorded",
    "call": "_call",
    "Network": "_network",
    "export": "_export",
    "from_jax": "_network",
    "to_jax": "_network",
    "register_op": "_register",
    "load_trainer": "_optax_states",
    "optax_code": "_optax",
    "optax_state": "_optax_states",
    "optimizers": "",
    "Step": "_step",
    "to_jax_step": "_step",
    "to_optax": "_optax",
}  # fmt: skip


def __getattr__(name) -> Callable[..., Any] | ModuleType | type[Any]:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _MODULES[name]
    imported = _importlib.import_module(f"{__name__}.{module or name}")
    value = getattr(imported, name) if module else imported
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_MODULES})


__all__ = list(_MODULES)
