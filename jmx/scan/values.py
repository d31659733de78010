"""Values: what an expression may be, as far as the scan knows it.

A value is a tuple whose first element says what it is:

    ("mx", path)             an object of MXNet: a module, class, function or constant
    ("of", class, sure)      an instance of MXNet's class; `sure` where no other value is possible
    ("method", path)         a method of such an instance
    ("F", path)              the namespace that `hybrid_forward` is given: mx.nd or mx.sym, or a module in it
    ("input",)               what `hybrid_forward` computes with: an NDArray or a Symbol
    ("numpy", name)          a module or name of NumPy; ("array",) one of its arrays
    ("list", value), ("tuple", (value, ...))     sequences, with None for unknown elements; ("dict", value) has such values
    ("class", scope), ("self", scope), ("super", scope)   a class of the file, its instances, its bases
    ("def", scope)           a function of the file
    ("xclass", bases, names), ("xself", bases, names), ("xdef", value)     the same in other files of the program
    ("module", name)         another module of the program
    ("python", name)         a builtin or function of Python that matters here
"""

from typing import Any

Value = tuple[Any, ...]

NDARRAY, SYMBOL = "ndarray.NDArray", "symbol.Symbol"
#: classes whose instances have no other attributes than those of the class
CLOSED = (NDARRAY, SYMBOL)
_MOST = 4  # values that one expression may have


def is_mxnet(name: str) -> bool:
    """Whether a module's dotted name is `mxnet`, or below it."""
    return name == "mxnet" or name.startswith("mxnet.")


def below(name: str) -> str:
    """Return the path of a dotted name: "mxnet.nd.zeros" is `nd.zeros`."""
    return name.removeprefix("mxnet").removeprefix(".")


def parse_result(text: str | None, sure: bool = True) -> Value | None:
    """Return the value that mxnet.json writes as `ndarray.NDArray`, `[class]` or `(class,class)`."""
    if not text:
        return None
    if text.startswith("["):
        return ("list", parse_result(text[1:-1], sure))
    if text.startswith("{"):
        return ("dict", parse_result(text[1:-1], sure))
    if text.startswith("("):
        parts, depth, start = [], 0, 1
        for position, letter in enumerate(text):
            depth += letter in "[({"
            depth -= letter in "])}"
            if letter == "," and depth == 1 or depth == 0:
                parts.append(parse_result(text[start:position], sure))
                start = position + 1
        return ("tuple", tuple(parts))
    return ("array",) if text.startswith("<numpy>") else ("of", text, sure)


def doubted(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same values, none of them sure."""
    return tuple(("of", value[1], False) if value[0] == "of" else value for value in values)


def together(many: list[tuple[Value, ...]]) -> tuple[Value, ...]:
    """What a name may be that is bound in several places: nothing is sure where one of them is unknown."""
    found = union(many)
    return found if all(many) else doubted(found)


def is_array(value: Value) -> bool:
    """Whether a value is an array or a symbol, of MXNet or of NumPy."""
    return value[0] in ("input", "array") or value[0] == "of" and value[1] in ("numpy.ndarray", "symbol.numpy._Symbol", *CLOSED)


def part(value: Value, number: int) -> Value | None:
    """The element `number` of a value that is unpacked, or None where it is unknown."""
    if value[0] == "tuple":
        return value[1][number] if -len(value[1]) <= number < len(value[1]) else None
    return value[1] if value[0] == "list" else value if is_array(value) else None


def union(many: Any) -> tuple[Value, ...]:
    """The different values of several tuples, as many as are followed."""
    found: list[Value] = []
    for values in many:
        for value in values:
            if value not in found:
                found.append(value)
            if len(found) >= _MOST:
                return tuple(found)
    return tuple(found)
