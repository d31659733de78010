"""Reading operator attributes: Python values or the strings of a symbol file, as dmlc::Parameter reads them."""

import math
import types
import typing
from typing import Annotated, Literal

import numpy as np

from ..._dialects import dialect
from ..._errors.wording import brief, did_you_mean
from ...base import MXNetError, _Null
from .dtype import np_dtype, word_of
from .literals import literal

Shape = tuple[int, ...]
Floats = tuple[float, ...]
#: a tuple in which None means "not given at this place", as `begin` of `slice`
OptShape = tuple[int | None, ...]
#: a tuple of such tuples, as `pad_width` of `pad`
Shapes = tuple[tuple[int, ...], ...]
#: a number that may change from call to call without compiling anew
Scalar = Annotated[float, "scalar"]
#: several such numbers, as many as there are arrays
Scalars = Annotated[tuple[float, ...], "scalar"]
#: an integer of 64 bits; one that is not negative. `int` has 32 bits, as in MXNet
Long = Annotated[int, "long"]
Count = Annotated[int, "count"]
#: an integer of 32 bits in MXNet and of 64 here, where arrays may be longer
Wide = Annotated[int, "wide"]
WHOLE = (int, Long, Count, Wide)
#: an element type; parsed to its NumPy name, such as "float32"
DType = Annotated[str, "dtype"]
#: one of numbers, where MXNet takes no booleans; the switch for MXNet 2.0 lets them in
NumberType = Annotated[str, "dtype", "numbers"]


#: `bounds` of an attribute that says how many outputs there are: each is a step of a program, and more would take hours
OUTPUTS = (1, 1 << 14)


class Later:
    """Marks, as the metadata of an `Annotated` literal, the words that MXNet 2.0 takes besides."""

    def __init__(self, *words) -> None:
        self.words = words


#: MXNet's words for kinds of attributes
_WORDS = {
    bool: "boolean",
    int: "int",
    Long: "long",
    Wide: "int",
    Count: "int (non-negative)",
    str: "string",
    float: "float",
    Scalar: "float",
    DType: "dtype",
    NumberType: "dtype of numbers",
    Shape: "Shape(tuple)",
    OptShape: "Shape(tuple)",
    Shapes: "tuple of <Shape(tuple)>",
    Floats: "tuple of <float>",
    Scalars: "tuple of <float>",
}
#: tuples as long as the kernel, which MXNet takes empty but not None
_WHOLE = {"stride", "dilate", "pad", "adj"}
_TRUE = {"True", "true", "1"}
_FALSE = {"False", "false", "0"}


class Required:
    """Default of an attribute that the caller has to give."""

    def __repr__(self) -> str:
        return "<required>"


REQUIRED: typing.Any = Required()


def split_optional(hint):
    """(hint without None, whether None is allowed). Words that came later are part of it if MXNet 2.0's interface is on."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        rest = [a for a in typing.get_args(hint) if a is not type(None)]
        if len(rest) < len(typing.get_args(hint)) and len(rest) == 1:
            return split_optional(rest[0])[0], True
    later = getattr(hint, "__metadata__", (None,))[0]
    if isinstance(later, Later):
        words = hint.__origin__
        hint = Literal[(*typing.get_args(words), *later.words)] if dialect().later_activations else words
    return hint, False


def is_scalar(hint) -> bool:
    """True for an attribute that is passed to the compiled program instead of being compiled into it."""
    return split_optional(hint)[0] in (Scalar, Scalars)


def is_dtype(hint) -> bool:
    """True for an attribute that names an element type."""
    return split_optional(hint)[0] in (DType, NumberType)


def describe(hint) -> str:
    """MXNet's words for the kind of an attribute, for error messages and docstrings."""
    hint, optional = split_optional(hint)
    if typing.get_origin(hint) is Literal:
        options = [repr(v) for v in typing.get_args(hint)]
        return "{" + ", ".join((["None"] if optional else []) + sorted(options)) + "}"
    text = _WORDS.get(hint) or getattr(hint, "__name__", str(hint))
    return text + " or None" if optional else text


class Mismatch(ValueError):
    """A value that does not fit the attribute's kind."""


def is_array(value) -> bool:
    """True for an array of MXNet's, of either interface."""
    return hasattr(type(value), "asnumpy")


def coerce(hint, value):
    """`value` as the kind `hint`; raises `Mismatch` where it does not fit."""
    hint, optional = split_optional(hint)
    if is_array(value) and hint not in (DType, NumberType):  # of those it is the element type that is meant
        value = str(value)  # MXNet reads what it prints: the number of an array without axes, nothing of most others
    if value is None or (isinstance(value, str) and value == "None"):
        if optional:
            return None
        if typing.get_origin(hint) is Literal and "None" in typing.get_args(hint):
            return "None"
        raise Mismatch
    origin = typing.get_origin(hint)
    if origin is Literal:
        text = str(value)
        if text not in typing.get_args(hint):
            raise Mismatch
        return text
    if hint == DType or hint == NumberType:
        name = np_dtype(value, Mismatch).name
        if name == "bool" and hint == NumberType and not dialect().boolean_dtypes:
            raise Mismatch
        return name
    if hint in _OF_EACH:
        return tuple(map(_OF_EACH[hint], _items(value)))
    if hint not in _OF_ONE:
        raise TypeError(f"attributes of kind {hint!r} are not known")
    value = _OF_ONE[hint](value)
    if optional and isinstance(value, float) and not math.isfinite(value):
        raise Mismatch  # MXNet reads them by C++ streams, which know no word for these
    return value


def is_none(value) -> bool:
    """True for None and for the word that stands for it in symbol files."""
    return value is None or isinstance(value, str) and value == "None"


def _literal(text):
    try:
        return literal(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:  # the last two: nested too deeply
        raise Mismatch from error


def _bool(value):
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    # so that 1 of NumPy's is read like the word "1"
    text = str(int(value)) if isinstance(value, (int, np.integer)) else str(value)
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise Mismatch


def _int(value):
    if isinstance(value, (bool, np.bool_, int, np.integer)):
        return int(value)
    if isinstance(value, str):
        try:
            # symbol files of Python 2 hold long integers as "3L"
            return int(value.strip().rstrip("L"))
        except ValueError as error:
            if value in _TRUE | _FALSE:
                return int(value in _TRUE)
            raise Mismatch from error
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iub":
        return int(value)
    raise Mismatch


def _from_to(low, high):
    """What reads an integer that MXNet keeps in so many bits."""

    def read(value):
        number = _int(value)
        if not low <= number <= high:
            raise Mismatch
        return number

    return read


#: numbers of 32 bits without a sign are read as C reads them, which takes -1 for the largest
_long, _int32, _count = _from_to(-(2**63), 2**63 - 1), _from_to(-(2**31), 2**31 - 1), _from_to(-(2**32) + 1, 2**32 - 1)


def _float(value):
    if isinstance(value, str):
        value = value.strip()
        # C's suffix of single precision, which must not take the end of "inf"
        value = value if value.endswith("inf") else value.rstrip("f")
        if value in _TRUE or value in _FALSE:
            return float(value in _TRUE)
    elif not isinstance(value, (bool, int, float, np.generic, np.ndarray)):
        raise Mismatch
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise Mismatch from error


def _scalar(value):
    """A Python int where the value is one of at most 64 bits (exact for wide integers), else a float."""
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)):
        return int(value) if -(2**63) <= value < 2**63 else float(value)
    if isinstance(value, str):
        try:
            return _scalar(int(value))
        except (ValueError, OverflowError):  # the latter: digits beyond all floats, which are read as infinite
            pass
    return _float(value)


def _items(value):
    if isinstance(value, str):
        text = value.strip()
        if not text:
            return ()
        if text[0] not in "([":
            # MXNet reads "2, 2" without parentheses, too
            value = _literal(text) if "," not in text else _literal(f"({text})")
        else:
            value = _literal(text.replace("L", ""))
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, np.ndarray):
        return value.tolist() if value.ndim else (value.item(),)
    if isinstance(value, (int, float, np.number)):
        return (value,)
    try:
        return tuple(value)
    except TypeError as error:
        raise Mismatch from error


#: how values are read, and the elements of tuples
_OF_ONE = {bool: _bool, int: _int32, Long: _long, Wide: _long, Count: _count, float: _float, str: str, Scalar: _scalar}
_OF_EACH = {
    Shape: _long,
    Floats: _float,
    Scalars: _scalar,
    OptShape: lambda v: None if v is None else _long(v),
    Shapes: lambda v: tuple(map(_long, _items(v))),
}


def parse(op_name, schema, raw, closed=False, inputs=(), unlisted=()):
    """Attributes `raw` read by `schema` (name -> (hint, default)), defaults filled in, as a dict in the schema's order.

    Raises MXNetError for a name the operator does not have, a value that does not fit, or a required one left out. An operator
    without parameters takes any, and keeps them unread, as MXNet does, unless `closed`. `inputs` are names that may have been
    meant besides. Messages do not name the `unlisted`, which are jmx's own.
    """
    # one comparison of sets in every call; names are looked at one by one only where one is wrong
    if (schema or closed) and not schema.keys() >= raw.keys():
        for name in raw:
            # such names belong to the node (__ctx_group__, __lr_mult__), not to the operator
            if name not in schema and not (name.startswith("__") and name.endswith("__")):
                known, meant = ([n for n in names if n not in unlisted] for names in (schema, [*schema, *inputs]))
                raise MXNetError(
                    f"Cannot find argument '{name}', Possible Arguments: {', '.join(known) or '(none)'}, "
                    f"in operator {op_name}({_given(raw)}).{did_you_mean(name, meant) or ' Leave it out.'}"
                )
    out = {}
    for name, (hint, default) in schema.items():
        value = raw.get(name, _Null)
        if value is _Null:
            if default is REQUIRED:
                raise MXNetError(
                    f"Required parameter {name} of {describe(hint)} is not presented, in operator {op_name}"
                    f"({_given(raw)}). Give it as {name}=..."
                )
            out[name] = default
            continue
        if default == () and is_none(value) and name not in _WHOLE and split_optional(hint)[0] in (Shape, OptShape):
            out[name] = ()
            continue
        try:
            out[name] = coerce(hint, value)
        except (Mismatch, TypeError) as error:
            # MXNet's functions pass what is called "dtype" through NumPy, which raises TypeError for a word it does not know.
            if isinstance(error, TypeError) and name == "dtype":
                raise
            raise MXNetError(
                f"Invalid Parameter format for {name} expect {describe(hint)} but value={_quoted(value)}, "
                f"in operator {op_name}({_given(raw)}){_meant(hint, value)}"
            ) from None
    return out


def _meant(hint, value):
    """For one word of several the one that was probably meant."""
    hint, _ = split_optional(hint)
    return f".{did_you_mean(value, typing.get_args(hint))}" if typing.get_origin(hint) is Literal else ""


def _quoted(value):
    return brief(value if hasattr(value, "shape") or isinstance(value, (list, tuple)) and len(value) > 64 else str(value))


def _given(raw):
    return ", ".join(f"{k}={_quoted(v)}" for k, v in raw.items() if v is not _Null)


def to_string(value) -> str:
    """An attribute as MXNet's Python front end writes it into a symbol: `str(value)`, NumPy scalars as plain numbers."""
    # NumPy 2 writes `np.float32(1.0)` where MXNet's files hold a plain number
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (tuple, list)):
        plain = [v.item() if isinstance(v, np.generic) else v for v in value]
        return str(tuple(plain) if isinstance(value, tuple) else plain)
    if isinstance(value, type) and issubclass(value, np.generic):
        return np.dtype(value).name
    if isinstance(value, np.dtype):
        return word_of(value)
    return str(value)


def check_bounds(operator, bounds, values) -> None:
    """Raise MXNetError if one of `values` (attribute -> value) is outside of `bounds`."""
    for name, (low, high) in bounds.items():
        value = values[name]
        if value is None or not (value < low or high is not None and value > high):
            continue
        said = f"should be greater equal to {low}" if high is None else f"exceed bound [{low},{high}]"
        raise MXNetError(f"value {value} for Parameter {name} {said}, in operator {operator}({name}={str(value)!r}).")
