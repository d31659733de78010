"""JMX_LOG=compile: a line for each program, of how it runs from when on, and sums at the end.

Nothing here is called where a program runs again. Without JMX_LOG, what is called for a new set of shapes returns at once.
"""

from __future__ import annotations

import time
from typing import Any

from .progress_line import line

#: whether JMX_LOG asks for it
on = False
#: `calls_left` of programs that are interpreted for ever
FOR_EVER = 1 << 60
#: how many inputs a line names
_INPUTS_NAMED = 4
#: interpreted programs whose calls are still counted
_COUNTED = 1024
_SHORT_TYPES = {"float": "f", "bfloat": "bf", "uint": "u", "int": "i", "complex": "c"}
_BEGAN = time.monotonic()
#: by (title, task, inputs): (the interpreted program, how many calls it was given)
_interpreted: dict[tuple, tuple[Any, int]] = {}
_sums = {"interpreted": 0, "calls": 0, "compiled": 0, "seconds": 0.0}


def shapes_text(inputs) -> str:
    """Shapes and element types in short, such as `f32[4,3,224,224], f32[64]`: the first ones, and how many more there are."""
    named = []
    for shape, dtype in inputs[:_INPUTS_NAMED]:
        letters = dtype.rstrip("0123456789")
        named.append(f"{_SHORT_TYPES.get(letters, letters)}{dtype[len(letters) :]}[{','.join(map(str, shape))}]")
    if len(inputs) > _INPUTS_NAMED:
        named.append(f"{len(inputs) - _INPUTS_NAMED} more")
    return ", ".join(named) or "no arrays"


def named(title, task) -> str:
    """A program in words: what it is, and what it computes."""
    return f"{title} ({task})" if task else title


def write(text) -> None:
    """Write a line of the log, if there is one."""
    if on:
        with line.lock:
            line.log(f"jmx: {text}")


def at() -> str:
    """The seconds since jmx was imported, in words."""
    return f"at {time.monotonic() - _BEGAN:.2f} s"


def interpreted(label, key, program, any_size=False) -> None:
    """Tell that a program is interpreted for a set of shapes, from now on.

    label      what the program is, and what it computes
    key        the shapes of its arguments, followed by their element types; None for what is no array
    program    the `Interpreted`
    any_size   whether nothing was traced for these shapes
    """
    if not on:
        return
    inputs = tuple([(shape, str(dtype)) for shape, dtype in zip(key[0], key[1:]) if dtype is not None])
    left = program.all_calls_left
    with line.lock:
        _count((*label, inputs))
        if len(_interpreted) >= _COUNTED:
            _count(next(iter(_interpreted)))
        _interpreted[*label, inputs] = program, left
        _sums["interpreted"] += 1
    until = "for ever" if left >= FOR_EVER else f"to be compiled after {left} {'call' if left == 1 else 'calls'}"
    source = ", by the program for any size" if any_size else ""
    write(f"{named(*label)} for {shapes_text(inputs)}: interpreted, {until}{source}, {at()}")


def any_size(label, found) -> None:
    """Tell that a program has been traced for arrays of any size, or why it has not been.

    label   what the program is, and what it computes
    found   (shape, element type) of each array with names in place of sizes, the reason, or None where nothing is to be told
    """
    if on and found is not None:
        what = f"each size is traced: {found}" if isinstance(found, str) else f"for any size: {shapes_text(found)}"
        write(f"{named(*label)}: {what}, {at()}")


def compiled(title, task, inputs, seconds) -> str:
    """Note that a program has been compiled in so many seconds, and say after how many interpreted calls."""
    with line.lock:
        _sums["compiled"] += 1
        _sums["seconds"] += seconds
        known = _interpreted.get((title, task, inputs))
    # it may be interpreted further, and be counted then
    calls = None if known is None else _calls(*known)
    return "" if calls is None else f" after {calls} interpreted {'call' if calls == 1 else 'calls'}"


def _calls(program, given) -> int:
    # what turns out to be interpreted for ever is given that many calls in addition
    return (given - program.all_calls_left) % FOR_EVER


def _count(key) -> None:
    """Add a program's calls to the sum and let it go."""
    known = _interpreted.pop(key, None)
    if known is not None:
        _sums["calls"] += _calls(*known)


def conclude() -> None:
    """Write the sums."""
    for key in list(_interpreted):
        _count(key)
    if _sums["interpreted"] or _sums["compiled"]:
        write(
            "in all {interpreted} programs were interpreted, {calls} calls, and {compiled} compiled or read from the cache in "
            "{seconds:.2f} s".format(**_sums)
        )
