"""Steps of an arranged program that go from element to element, joined: a kernel in C does them block by block.

NumPy makes each step over whole arrays, which is nine passes over memory for an update of a weight. `native/elements.c` makes
one, and what is between the steps never leaves the processor's cache.
"""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...native import kernels
from ..declare.room import room
from .rules import copied
from .rules_special import RULES  # with those of special functions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_FAMILY = "elements"
#: elements from which on it may be worth a call, and those of all steps together from which on it is
_FEWEST, _WORTH = 1 << 12, 40_000
#: steps of one kernel call, which a block's places bound
_MOST_STEPS = 24
_PLAIN, _OTHER, _CONSTANT, _BETWEEN = range(4)
_NAMES = (
    "add sub mul div max min eq ne lt le gt ge and or xor not select neg abs sign sqrt exp log expm1 log1p tanh erf floor ceil "
    "away even whole is_finite number multiply_add from_truth to_truth from_int8 to_int8 from_uint8 to_uint8 from_int32 "
    "from_half to_half halved repeated"
)
#: what a step does, as the source numbers it
_NUMBERS = {name: number for number, name in enumerate(_NAMES.split())}
#: primitives that are one step of numbers, and of truth
_OF_NUMBERS = set("add sub mul div max min eq ne lt le gt ge neg abs sign sqrt exp log expm1 log1p tanh erf floor ceil".split())
_OF_NUMBERS.add("is_finite")
_OF_TRUTH = set("and or xor not".split())
_FLOAT, _HALF, _BOOL, _INT = (np.dtype(kind) for kind in (np.float32, np.float16, bool, np.int32))
_BYTES = np.dtype(np.int8), np.dtype(np.uint8)
#: the steps that read and write arrays of other types than single precision
_READ = {_BOOL: "from_truth", _HALF: "from_half", _INT: "from_int32", **{kind: f"from_{kind}" for kind in _BYTES}}
_WRITE = {_BOOL: "to_truth", _HALF: "to_half", **{kind: f"to_{kind}" for kind in _BYTES}}


class _Writer:
    """Writes the plan of a group. Values are names of places; those made on the way are numbers, given places at the end."""

    def __init__(self) -> None:
        self.steps: list[list[Any]] = []
        self.made = 0
        #: by its bits, the name of a constant
        self.constants: dict[float, Any] = {}

    def do(self, name: str, *values: Any, to: Any = None) -> Any:
        """Write a step; returns the name of its result."""
        if to is None:
            to, self.made = ("between", self.made), self.made + 1
        self.steps.append([_NUMBERS[name], to, *values])
        return to

    def number(self, value: float) -> Any:
        """The name of a constant."""
        return self.constants.setdefault(value, ("number", value))


def _power(w: _Writer, x: Any, y: int) -> Any:
    """A whole power, by the multiplications of `rules`."""
    result, square, left = None, x, abs(y)
    while left:
        if left & 1:
            result = square if result is None else w.do("mul", result, square)
        left >>= 1
        if left:
            square = w.do("mul", square, square)
    return w.do("div", w.number(1.0), result) if y < 0 else result


def _logistic(w: _Writer, x: Any) -> Any:
    one = w.number(1.0)
    return w.do("div", one, w.do("add", one, w.do("exp", w.do("neg", x))))


#: primitives that are several steps: (writer, values, parameters) -> name of the result
_SEVERAL: dict[str, Callable[..., Any]] = {
    "integer_pow": lambda w, x, y: _power(w, x, y),
    "square": lambda w, x: w.do("mul", x, x),
    "logistic": lambda w, x, **_: _logistic(w, x),
    "rsqrt": lambda w, x, **_: w.do("div", w.number(1.0), w.do("sqrt", x)),
    "one_minus_square": lambda w, x: w.do("mul", w.do("add", w.number(1.0), x), w.do("sub", w.number(1.0), x)),
    "clamp": lambda w, low, x, high: w.do("min", w.do("max", x, low), high),
    "select_n": lambda w, which, no, yes: w.do("select", which, yes, no),
    "round": lambda w, x, rounding_method: w.do("even" if int(rounding_method) == 1 else "away", x),
    "convert_element_type": lambda w, x, **_: w.do("number", x),  # of truth; others are told by their types
}
#: the primitives, by rule
_PRIMITIVES = {RULES[name]: name for name in (*_SEVERAL, *_OF_NUMBERS, *_OF_TRUTH, "add_any")}


class ByBlocks:
    """A group of steps as one function of what they read, which returns a list of what is read of them.

    Parameters
    ----------
    plan : sequence of int
        What `elements.c` takes.
    numbers : sequence of float
        The constants in it.
    shape : tuple of int
        Of the results.
    dtypes : sequence of numpy.dtype
        Of the results.
    """

    __slots__ = ("_library", "_numbers", "_plan", "_results", "_single")

    def __init__(self, plan: Sequence[int], numbers: Sequence[float], shape: tuple[int, ...], dtypes: Sequence[np.dtype]) -> None:
        self._library: Any = kernels.library(_FAMILY)
        self._plan = (ctypes.c_int64 * len(plan))(*plan), ctypes.c_int64(len(plan)), ctypes.c_int64(math.prod(shape))
        self._numbers = np.array(numbers, np.float32)
        self._results = [(shape, dtype) for dtype in dtypes]
        #: which of the arrays are one number each, in single precision
        kinds = plan[2 : 2 + plan[0]]
        count = len(kinds) - kinds.count(_BETWEEN) - len(dtypes) - len(numbers)
        self._single = [i for i, kind in enumerate(kinds[:count]) if kind == _CONSTANT]

    def of_shape(self, shape: tuple[int, ...]) -> ByBlocks:
        """The same for arrays of another shape."""
        other = object.__new__(ByBlocks)
        other._library, other._numbers, other._single = self._library, self._numbers, self._single
        other._plan = *self._plan[:2], ctypes.c_int64(math.prod(shape))
        other._results = [(shape, dtype) for _, dtype in self._results]
        return other

    def __call__(self, *arrays: np.ndarray) -> list[np.ndarray]:
        given = [array if array.flags.c_contiguous else copied(array) for array in arrays]
        for i in self._single:
            if given[i].dtype == _HALF:
                given[i] = given[i].astype(_FLOAT)
        made = [room(*result) for result in self._results]
        start = self._numbers.ctypes.data
        places = [array.ctypes.data for array in (*given, *made)]
        places += range(start, start + self._numbers.nbytes, 4)
        count = len(places)
        if not self._library.jmx_elements_run(*self._plan, (ctypes.c_void_p * count)(*places), ctypes.c_int64(count)):
            raise ValueError("a plan that the kernel refuses")
        return made


def _repetition(shape: tuple[int, ...], whole: tuple[int, ...]) -> tuple[int, int] | None:
    """How many numbers an array has that is repeated to the shape `whole`, and how often each stands in a row, or None."""
    sizes = (1,) * (len(whole) - len(shape)) + tuple(shape)
    own = [axis for axis, size in enumerate(sizes) if size > 1]
    first, last = own[0], own[-1]
    if sizes[first : last + 1] != tuple(whole[first : last + 1]):
        return None
    return math.prod(sizes), math.prod(whole[last + 1 :])


def _is_given(step: Any, x: Any) -> bool:
    """Whether a step's argument is one that the kernel reads."""
    whole = step.made[0].shape
    if not x.contiguous or len(x.shape) > len(whole):
        return False
    if x.dtype == _FLOAT:
        return x.size == 1 or x.shape == whole or _repetition(x.shape, whole) is not None
    return x.shape == whole or (x.dtype == _HALF and x.size == 1)


def _fits(step: Any, seen: Sequence[Any], types: tuple[np.dtype, ...]) -> bool:
    """Whether the kernel does a step, with elements of the types that it knows."""
    ins, made = [seen[i] for i in step.ins], step.made[0]
    kinds = [x.dtype for x in ins]
    if not step.exact or not {made.dtype, *kinds}.issubset(types):
        return False
    return _types_fit(_PRIMITIVES[step.rule], kinds, made.dtype, step) and all(_is_given(step, x) for x in ins)


def _types_fit(name: str, kinds: list[np.dtype], result: np.dtype, step: Any) -> bool:
    if name == "convert_element_type":  # to single precision, or from it
        return kinds[0] != result and (result == _FLOAT or (kinds[0] == _FLOAT and result in (_HALF, *_BYTES)))
    if not {result, *kinds} <= {_FLOAT, _HALF, _BOOL}:
        return False
    if name == "select_n":
        return len(kinds) == 3 and kinds[0] == _BOOL and _BOOL not in kinds[1:]
    if name == "integer_pow" and step.params["y"] in (0, 1):
        return False
    return all((kind == _BOOL) == (name in _OF_TRUTH) for kind in kinds)


def joins(name: str, letter: str, width: int, made: int) -> bool:
    """Whether the kernel does steps of a primitive whose result has so many elements of single precision, or of truth."""
    return made >= _FEWEST and letter + str(width) in ("f4", "b1", "i1", "u1") and RULES.get(name) in _PRIMITIVES


def known() -> tuple[np.dtype, ...]:
    """The types of elements that the kernel knows; none where there is no kernel."""
    library = kernels.library(_FAMILY)
    if library is None:
        return ()
    return (_FLOAT, _BOOL, _INT, *_BYTES, *([_HALF] if library.jmx_elements_knows_halves() else ()))


def grouped(steps: list[Any], seen: list[Any], pure: set[Any]) -> list[list[Any]]:
    """The steps in an order in which they can be done, one by one, or several where the kernel does them together.

    Parameters
    ----------
    steps : list
        Those of an arranged program.
    seen : list
        What is known of what each slot holds.
    pure : set
        The rules that have no effect: the order of others stays.
    """
    large = [step for step in steps if step.rule in _PRIMITIVES and step.made[0].size >= _FEWEST]
    types = known() if len(large) > 1 else ()
    fit = {step for step in large if _fits(step, seen, types)}
    groups, waiting, rest = [], {out for step in steps for out in step.outs}, steps
    while rest:
        plain = _ready(rest, waiting, {*rest} - fit, pure)
        groups += [[step] for step in plain]
        rest = [step for step in rest if step not in plain]
        if rest:
            alike = {step for step in fit if step.made[0].shape == rest[0].made[0].shape}
            group = _ready(rest, waiting, alike, pure, _MOST_STEPS)
            rest = [step for step in rest if step not in group]
            groups += [group] if len(group) * group[0].made[0].size >= _WORTH else [[step] for step in group]
    return groups


def _ready(steps: list[Any], waiting: set[int], chosen: set[Any], pure: set[Any], most: int | None = None) -> list[Any]:
    """Steps that can be done one after the other, of those that are chosen; their results wait no longer."""
    found: list[Any] = []
    in_order = True
    for step in steps:
        if step not in chosen:
            continue
        if waiting.isdisjoint(step.ins) and (in_order or step.rule in pure):
            found.append(step)
            waiting.difference_update(step.outs)
            if len(found) == most:
                break
        else:
            in_order = in_order and step.rule in pure
    return found


def write(group: list[Any], seen: list[Any], read: set[int]) -> tuple[ByBlocks, list[int], list[int]]:
    """A group as a function, with the slots that it reads and those of its results, which are among `read`."""
    made = {step.outs[0]: step.made[0] for step in group}
    ins = [*dict.fromkeys(i for step in group for i in step.ins if i not in made)]
    outs = [i for i in made if i in read]
    shape, w = group[0].made[0].shape, _Writer()
    values: dict[int, Any] = {i: _argument(w, i, seen[i], shape) for i in ins}
    for step in group:
        values[step.outs[0]] = _written(w, step, [values[i] for i in step.ins], seen)
    names = [*(("in", i) for i in ins), *(("out", i) for i in outs), *w.constants.values()]
    kinds = [_kind(seen[i], shape) for i in (*ins, *outs)] + [_CONSTANT] * len(w.constants)
    steps = _with_results(w, {("out", i): (values[i], made[i].dtype) for i in outs})
    plan = _placed(steps, {name: k for k, name in enumerate(names)}, kinds)
    return ByBlocks(plan, [*w.constants], shape, [made[i].dtype for i in outs]), ins, outs


def _with_results(w: _Writer, results: dict[Any, tuple[Any, np.dtype]]) -> list[list[Any]]:
    """The steps written so far, with results in their places: by these, the value and its type."""
    direct: dict[Any, Any] = {}
    for place, (value, dtype) in results.items():
        if dtype in _WRITE:
            w.do(_WRITE[dtype], value, to=place)
        elif value in direct:
            w.do("max", value, value, to=place)
        else:
            direct[value] = place
    return [[op, *[direct.get(x, x) for x in xs]] for op, *xs in _with_multiplications(w.steps, {*direct})]


def _kind(x: Any, shape: tuple[int, ...]) -> int:
    if x.size == 1:
        return _CONSTANT
    return _PLAIN if x.dtype == _FLOAT and x.shape == shape else _OTHER


def _argument(w: _Writer, slot: int, x: Any, shape: tuple[int, ...]) -> Any:
    """The name of what a slot holds, by a step that reads it where there has to be one."""
    name = "in", slot
    if x.size > 1 and x.dtype in _READ:
        return w.do(_READ[x.dtype], name)
    if x.size == 1 or x.shape == shape:
        return name
    return w.do("repeated", name, *_repetition(x.shape, shape) or ())


def _written(w: _Writer, step: Any, values: list[Any], seen: Sequence[Any]) -> Any:
    """Write a step of a program; returns the name of its result."""
    name = "add" if _PRIMITIVES[step.rule] == "add_any" else _PRIMITIVES[step.rule]
    if name == "convert_element_type" and seen[step.ins[0]].dtype != _BOOL:
        return _converted(w, values[0], seen[step.ins[0]].dtype, step.made[0].dtype)
    result = _SEVERAL[name](w, *values, **step.params) if name in _SEVERAL else w.do(name, *values)
    return w.do("halved", result) if step.made[0].dtype == _HALF else result


def _converted(w: _Writer, x: Any, kind: np.dtype, result: np.dtype) -> Any:
    """A number of a type as one of another; what was read of whole numbers is in single precision already."""
    if result in _BYTES:  # cut as XLA cuts it
        low, high = (w.number(float(limit)) for limit in (np.iinfo(result).min, np.iinfo(result).max))
        return w.do("min", w.do("max", w.do("whole", x), low), high)
    return w.do("halved", x) if _HALF in (kind, result) else x


def _with_multiplications(steps: list[list[Any]], kept: set[Any]) -> list[list[Any]]:
    """The steps, a sum of a product that nothing else reads, and that is not to be kept, as one with the multiplication."""
    multiply, add, both = (_NUMBERS[name] for name in ("mul", "add", "multiply_add"))
    readers: dict[Any, int] = {}
    for _, _, *xs in steps:
        for x in xs:
            readers[x] = readers.get(x, 0) + 1
    products = {to: xs for op, to, *xs in steps if op == multiply and readers.get(to) == 1 and to not in kept}
    result = []
    for op, to, *xs in steps:
        found = next((x for x in xs if x in products), None) if op == add else None
        if found is not None:
            op, xs = both, [*products[found], *[x for x in xs if x != found]]
            result = [step for step in result if step[1] != found]
        result.append([op, to, *xs])
    return result


def _placed(steps: list[list[Any]], places: dict[Any, int], kinds: list[int]) -> list[int]:
    """The plan: what is between steps gets a place as long as it is read."""
    last = {x: k for k, (_, *xs) in enumerate(steps) for x in xs}
    free: list[int] = []
    numbers: list[int] = []
    first = len(kinds)
    for k, (op, to, *xs) in enumerate(steps):
        at = [places[x] if isinstance(x, tuple) else x for x in xs]
        for x in dict.fromkeys(xs):
            if isinstance(x, tuple) and last[x] == k and places[x] >= first:
                free.append(places[x])
        if to not in places:
            places[to] = free.pop() if free else len(kinds)
            if places[to] == len(kinds):
                kinds.append(_BETWEEN)
        numbers += [op, places[to], *at, *[0] * (3 - len(at))]
    return [len(kinds), len(steps), *kinds, *numbers]
