"""Stubs of the functions of the NumPy interface that `jmx._numpy` makes once for arrays and once for symbols."""

import inspect

from jmx._numpy import side

from . import operators

#: the functions of `jmx._numpy` as they are written, by their code, which the copies for each side share
WRITTEN = {function.__code__: function for function in side._PUBLIC}

#: argument -> annotation; {a} stands for the class of arrays or symbols
ARGUMENTS = {
    "shape": "Shape", "newshape": "Shape", "size": "Shape | None", "dtype": "DTypeLike | None", "ctx": "Context | str | None",
    "axis": "Shape | None", "axis1": "Int", "axis2": "Int", "keepdims": "bool", "out": "{a} | None", "order": "str | None",
    "n": "Int", "k": "Int", "N": "Int", "M": "Int | None", "num": "Int", "endpoint": "bool", "decimals": "Int",
    "x": "{a} | Float", "x1": "{a} | Float", "x2": "{a} | Float", "a": "{a} | Float", "ddof": "Int", "repeats": "Int",
    "seq": "Sequence[{a}]", "arrays": "Sequence[{a}]", "tup": "Sequence[{a}]", "m": "{a}", "arr": "{a}", "ary": "{a}",
    "prototype": "{a}", "low": "{a} | Float", "high": "{a} | Float | None", "loc": "{a} | Float", "scale": "{a} | Float",
    "offset": "Int", "mode": "str", "copy": "bool", "replace": "bool", "return_index": "bool", "return_inverse": "bool",
    "return_counts": "bool", "returned": "bool", "retstep": "bool", "source": "Shape", "destination": "Shape",
    "subscripts": "str", "indexing": "str", "condition": "{a}", "y": "{a} | Float", "indices": "{a} | Shape",
}  # fmt: skip
#: functions whose result is not one array
RESULTS = {
    "split": "list[{a}]", "array_split": "list[{a}]", "hsplit": "list[{a}]", "vsplit": "list[{a}]", "dsplit": "list[{a}]",
    "unique": "Any", "average": "Any", "linspace": "Any", "histogram": "tuple[{a}, {a}]", "nonzero": "tuple[{a}, ...]",
    "svd": "tuple[{a}, {a}, {a}]", "eig": "tuple[{a}, {a}]", "eigh": "tuple[{a}, {a}]", "slogdet": "tuple[{a}, {a}]",
    "shape": "tuple[int, ...]", "unravel_index": "Any", "may_share_memory": "bool", "shares_memory": "bool", "choice": "Any",
    "fill_diagonal": "None", "shuffle": "None", "seed": "None", "may_share": "bool", "indices": "Any", "meshgrid": "list[{a}]",
    "where": "Any", "tril_indices": "tuple[{a}, {a}]", "diag_indices_from": "tuple[{a}, ...]", "atleast_1d": "Any",
    "atleast_2d": "Any", "atleast_3d": "Any", "set_printoptions": "None", "result_type": "Any",
}  # fmt: skip


def default_of(value):
    """A default as the stub shows it."""
    return repr(value) if isinstance(value, (bool, int, float, str, tuple, type(None))) and abs_finite(value) else "..."


def abs_finite(value):
    """Whether the value can be written as a literal."""
    return not isinstance(value, float) or value == value and abs(value) != float("inf")


def _once(text, name, seen):
    """A docstring whose sections refer to the first function of which they say the same; `seen` holds those before."""
    summary, _, rest = inspect.cleandoc(text or "").partition("\n\n")
    sections, heading, examples = rest.partition("Examples\n--------\n")
    if sections.count("\n") < 4:
        return text
    first = seen.setdefault(sections, name)
    return (
        text
        if first == name
        else f"{summary}\n\nParameters, results and errors as those of mx.np.{first}.\n\n{heading}{examples}"
    )


def function(name, made, array, closed=False, like=None, seen=None):
    """One function as a line of a stub.

    `array` is the class of the arrays or symbols; `closed`: it takes no further keyword; `like`: the module of the functions of
    arrays whose docstrings tell the rest; `seen`: {sections of docstrings before: function}.
    """
    written = WRITTEN.get(inspect.unwrap(made).__code__)
    if written is not None and array == "ndarray" and "device" not in inspect.signature(made).parameters:
        return f"from {written.__module__} import {written.__name__} as {name}\n"
    told = {n: hint.replace("ndarray", array) for n, hint in written.__annotations__.items()} if written else {}
    texts, star = [], False
    for parameter in inspect.signature(made).parameters.values():
        hint = told.get(parameter.name) or ARGUMENTS.get(parameter.name, "Any").format(a=array)
        called = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            star = True
            texts.append(f"*{called}: Any")
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            if closed or "x" in inspect.signature(made).parameters or "x1" in inspect.signature(made).parameters:
                continue  # NumPy's options of universal functions, of which MXNet takes the defaults only
            texts.append(f"**{called}: Any")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            star = True
            texts.append("*")
        if parameter.default is None and hint != "Any" and "None" not in hint:
            hint += " | None"
        default = "" if parameter.default is parameter.empty else f" = {default_of(parameter.default)}"
        texts.append(f"{called}: {hint}{default}")
    result = told.get("return") or RESULTS.get(name, "{a}").format(a=array)
    text = (
        operators.referring(made.__doc__, f"{like}.{name}") if like else _once(made.__doc__, name, {} if seen is None else seen)
    )
    return f"def {name}({', '.join(texts)}) -> {result}:" + operators.docstring(text, "")


def functions(made, array, taken=(), closed=False, like=None):
    """The lines of all functions in `made`, name -> function."""
    seen = {}
    return "".join(function(name, made[name], array, closed, like, seen) for name in sorted(made) if name not in taken)
