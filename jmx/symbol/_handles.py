"""Handles of MXNet's C library that stand for graphs: filled in by its imitation, taken by `Symbol(handle)`."""

#: number of a handle -> the graph of which a Symbol may be made
graphs: dict[int, list] = {}


def graph_of(handle):
    """The entries that belong to a handle which a function of `_LIB` filled in; they are given out once."""
    entries = graphs.pop(getattr(handle, "value", None) or 0, None)
    if entries is None:
        raise TypeError(f"A Symbol is made of {handle!r} only if it is a handle just filled in; use mx.sym.Variable or operators")
    return entries
