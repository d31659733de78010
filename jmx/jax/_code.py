"""Values together with the Python source that makes them: what `jmx.jax.optax_code` prints is what `jmx.to_optax` builds."""

from __future__ import annotations

from typing import Any, NamedTuple

import optax

from . import optimizers

#: the names that the source uses
NAMES = {"optax": optax, "optimizers": optimizers}


class Code(NamedTuple):
    """A value and the expression for it."""

    text: str
    value: Any


def text_of(value) -> str:
    """The source of an argument: an expression, or nested containers and numbers."""
    if isinstance(value, Code):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    if isinstance(value, float) or hasattr(value, "item"):
        try:
            return repr(float(value))
        except TypeError:  # being traced, as inside of optax.inject_hyperparams
            return "..."
    return repr(value)


def value_of(value):
    """The argument itself."""
    if isinstance(value, Code):
        return value.value
    if isinstance(value, dict):
        return {key: value_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [value_of(item) for item in value]
    return value


def call(name, *args, **kwargs) -> Code:
    """The call of a function, `optax.trace` or `optimizers.ftml`, with numbers, containers and `Code` for its arguments."""
    module, function = name.split(".")
    made = getattr(NAMES[module], function)(*map(value_of, args), **{key: value_of(item) for key, item in kwargs.items()})
    listed = [*map(text_of, args), *(f"{key}={text_of(item)}" for key, item in kwargs.items())]
    return Code(f"{name}({', '.join(listed)})", made)


def chain(*parts) -> Code:
    """`optax.chain` of what is there; parts that are None are left out."""
    present = [part for part in parts if part is not None]
    return present[0] if len(present) == 1 else call("optax.chain", *present)


def later(schedule, by) -> Code:
    """A schedule as of `by` counts later; `schedule` itself for 0."""
    if by == 0:
        return schedule
    value = schedule.value
    return Code(f"(lambda count: {schedule.text}(count + {by}))", lambda count: value(count + by))
