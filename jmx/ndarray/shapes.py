"""Shape arithmetic of `reshape` and of assignments."""

from __future__ import annotations

import math
import operator

from ..base import MXNetError


def infer_reshape(old, new, reverse=False) -> tuple[int, ...]:
    """The shape that MXNet's `reshape(new)` gives an array of shape `old`; raises MXNetError if there is none."""
    if reverse:
        return tuple(reversed(infer_reshape(tuple(reversed(old)), tuple(reversed(new)))))
    out, source, i = [], 0, 0
    unknown = None
    new = [operator.index(n) for n in new]

    def complain(why):
        raise MXNetError(f"cannot reshape array of shape {tuple(old)} into shape {tuple(new)}: {why}")

    while i < len(new):
        n = new[i]
        if n > 0:
            out.append(n)
            source += 1
        elif n == 0:
            if source >= len(old):
                complain("0 copies a dimension that does not exist")
            out.append(old[source])
            source += 1
        elif n == -1:
            if unknown is not None:
                complain("One and only one dim can be inferred")
            unknown = len(out)
            out.append(1)
            source += 1
        elif n == -2:
            out.extend(old[source:])
            source = len(old)
        elif n == -3:
            if source + 1 >= len(old):
                complain("-3 joins two dimensions, fewer are left")
            out.append(old[source] * old[source + 1])
            source += 2
        elif n == -4:
            if i + 2 >= len(new) or source >= len(old):
                complain("-4 splits one dimension into the two that follow it")
            a, b = new[i + 1], new[i + 2]
            if a == -1 and b == -1:
                complain("only one of the two dimensions after -4 can be inferred")
            whole = old[source]
            a = whole // b if a == -1 and b else a
            b = whole // a if b == -1 and a else b
            if a * b != whole:
                complain(f"{whole} is not {a} x {b}")
            out += [a, b]
            source += 1
            i += 2
        else:
            complain(f"{n} has no meaning in reshape")
        i += 1
    size = math.prod(old)
    if unknown is not None:
        rest = math.prod(out)
        if rest == 0 or size % rest:
            raise ValueError(f"cannot reshape array of size {size} into shape {tuple(new)}: the sizes do not divide")
        out[unknown] = size // rest
    if math.prod(out) > size:
        complain("target shape size is larger than the current shape")
    return tuple(out)


def check_broadcast(source, target) -> None:
    while len(source) > len(target) and source[0] == 1:
        source = source[1:]
    padded = (1,) * (len(target) - len(source)) + tuple(source)
    if len(source) > len(target) or any(s not in (1, t) for s, t in zip(padded, target)):
        raise ValueError(f"could not broadcast input array from shape {tuple(source)} into shape {tuple(target)}")
