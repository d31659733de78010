"""Calls from a lower floor to a higher one, which the lower one cannot import: MXNet put the name where users look for it.

A method such as `Symbol.bind` lives with symbols, and what it does needs executors, which need symbols. The lower module asks for
the function by name when it is called; this table says where it is. These are all such calls: other upward imports do not exist
(tests/test_layers.py).
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


#: name of the call -> "module" or "module:name" that answers it
PROVIDERS = {
    # a process that is one of several joins the others when JAX is loaded
    "config: join the job": "jmx.cluster.bootstrap:join",
    "base: MXNet's C library": "jmx.legacy.native",
    "nd: functions of mx.np": "jmx.numpy",
    "nd: checks of values": "jmx.execution.checks:install",
    "nd.load of a file of NumPy's": "jmx.checkpoints._npz:arrays",
    "nd.CachedOp": "jmx.execution.cached_op:CachedOp",
    "nd, sym: operators that NumPy computes": "jmx.legacy.numpy_op_fallback",
    "Symbol.bind": "jmx.executor.binding:bind",
    "Symbol.simple_bind": "jmx.executor.binding:simple_bind",
    "autograd.Function on symbols": "jmx.operator._function:as_symbol",
    "np.random: the seed": "jmx.random:seed",
    "npx.image": "jmx.image",
    "model.FeedForward": "jmx.legacy.feedforward",
    # the vocabulary class that mx.contrib.text has for its own users
    "gluon.contrib.data: vocabularies": "jmx.contrib.text",
}


@functools.cache
def provider(name) -> Callable[..., Any] | ModuleType | type[Any]:
    """Return the module, function or class of a higher floor that answers the call `name` of `PROVIDERS`, imported if need be."""
    module, _, attribute = PROVIDERS[name].partition(":")
    answer = importlib.import_module(module)
    return getattr(answer, attribute) if attribute else answer
