"""Sizes that stand for a number while a program is traced, and for others when it runs.

`jax.export` has symbols for sizes too, which are to hold for all numbers: every comparison is a proof, and takes as long. A
`Size` knows the number that it stands for now, answers by it, and notes the answer as a condition: the program is for all sizes
for which the conditions hold. That is as quick as numbers nearly, and has an answer to everything.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import sys
import threading
from typing import TYPE_CHECKING, Any

from ..config import jax_programs
from ..config.locks import RLock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_thread = threading.local()
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_DIVIDED: dict[str, Callable[[Any, Any], Any]] = {"//": operator.floordiv, "%": operator.mod}
_INFINITE = float("inf")
_ANY = -_INFINITE
#: the functions of JAX that look up what they have made; where another one does, a program is for fewer sizes
_LOOKING_UP = frozenset(("__new__", "to_tangent_aval", "to_ct_aval", "default_process_primitive"))


_NO_NUMBER = "a size of a program for any size is no number"


class Unfit(Exception):
    """A program is not for these sizes."""


class Size:
    """A size of an array in a program for any size: a symbol, or what is computed from symbols.

    `now` is the number that it stands for in the arrays that are there, `least` one that it never is below, `name` the variable
    of `Scope.function` that holds it, `how` the expression that gives it.
    """

    __slots__ = ("scope", "name", "how", "operands", "now", "least", "_base", "_plus", "_factors", "_times", "_known")
    __array_priority__ = 1000  # as JAX's own: NumPy's numbers leave arithmetic to it

    def __init__(self, scope: Scope, how: str, operands: tuple, now: int, least: float) -> None:
        self.scope, self.how, self.operands, self.now, self.least = scope, how, operands, now, least
        self.name = f"v{len(scope.made)}"
        # what is equal should be one object: sums with a number know what they add it to, products what they multiply
        self._base, self._plus = self, 0
        self._factors, self._times = (self,), 1
        #: the number that it is under the conditions
        self._known: int | None = None

    __hash__ = object.__hash__

    def __deepcopy__(self, memo: Any) -> Size:
        return self

    def __index__(self) -> int:
        if self._known is None:
            # The same one in a whole trace. JAX keeps what it catches in a variable of a frame that the traceback has: such a
            # circle would keep all callers' arrays until Python looks for garbage.
            raise self.scope.refusal.with_traceback(None) if scope() is self.scope else TypeError(_NO_NUMBER)
        return self._known

    def dimension_as_value(self) -> Any:
        """The size as an array without axes; that there is such a method tells JAX that this is a size."""
        return _primitive().bind(dim=self)

    __jax_array__ = dimension_as_value

    def _shifted(self, number: int) -> Any:
        base, plus = self._base, self._plus + number
        if not plus:
            return base
        made = self.scope.make(f"{base.name}{plus:+d}", (base,), base.now + plus, base.least + plus)
        made._base, made._plus = base, plus
        return made

    def __add__(self, other: Any) -> Any:
        number = _number(other)
        if number is not None:
            return self._shifted(number)
        if type(other) is not Size:
            return _of_arrays(operator.add, self, other)
        if len(self._factors) == len(other._factors) and all(map(operator.is_, self._factors, other._factors)):
            return self._product(self._times + other._times, self._factors)
        a, b = sorted((self, other), key=_by_name)
        return self.scope.make(f"{a.name}+{b.name}", (a, b), a.now + b.now, a.least + b.least)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self._product(-self._times, self._factors)

    def __sub__(self, other: Any) -> Any:
        number = _number(other)
        if number is not None:
            return self._shifted(-number)
        if type(other) is not Size:
            return _of_arrays(operator.sub, self, other)
        if self._base is other._base:
            return self._plus - other._plus
        return self.scope.make(f"{self.name}-{other.name}", (self, other), self.now - other.now, _ANY)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        number = _number(other)
        if number is not None:
            return self._product(self._times * number, self._factors)
        if type(other) is not Size:
            return _of_arrays(operator.mul, self, other)
        factors = sorted(self._factors + other._factors, key=_by_name)
        return self._product(self._times * other._times, tuple(factors))

    __rmul__ = __mul__

    def _product(self, times: int, factors: tuple) -> Any:
        if not times or not factors:
            return times
        if times == 1 and len(factors) == 1:
            return factors[0]
        now, least = times, float(times)
        for factor in factors:
            now *= factor.now
            least = least * factor.least if factor.least >= 0 else _ANY
        how = "*".join([factor.name for factor in factors])
        made = self.scope.make(how if times == 1 else f"{times}*{how}", factors, now, least if times > 0 else _ANY)
        made._factors, made._times = factors, times
        return made

    def _quotient(self, times: int, factors: tuple) -> Any:
        """The size divided by the product of a number and sizes where nothing is left over, else None."""
        if not times or self._times % times:
            return None
        left = list(self._factors)
        for factor in factors:
            if not any(factor is other for other in left):
                return None
            del left[next(i for i, other in enumerate(left) if other is factor)]
        return self._product(self._times // times, tuple(left))

    def __pow__(self, power: Any) -> Any:
        result: Any = 1
        for _ in range(operator.index(power)):
            result = self * result
        return result

    def __floordiv__(self, other: Any) -> Any:
        return self._divided("//", other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._dividing("//", other)

    def __mod__(self, other: Any) -> Any:
        return self._divided("%", other)

    def __rmod__(self, other: Any) -> Any:
        return self._dividing("%", other)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __truediv__(self, other: Any) -> Any:
        return _of_arrays(operator.truediv, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _of_arrays(lambda a, b: b / a, self, other)

    def _divided(self, sign: str, other: Any) -> Any:
        number = _number(other)
        if number is None and type(other) is not Size:
            return _of_arrays(_DIVIDED[sign], self, other)
        by = other if number is None else number
        whole = self._quotient(getattr(by, "_times", by), getattr(by, "_factors", ()))
        if whole is not None:
            return whole if sign == "//" else 0
        least = 0 if self.least >= 0 and getattr(by, "least", by) > 0 else _ANY
        if sign == "//" and number is not None and least == 0:
            least = self.least // number
        operands = (self,) if number is not None else (self, other)
        now = _DIVIDED[sign](self.now, getattr(by, "now", by))
        return self.scope.make(f"{self.name}{sign}{getattr(by, 'name', by)}", operands, now, least)

    def _dividing(self, sign: str, other: Any) -> Any:
        number = _number(other)
        if number is None:
            return _of_arrays(lambda a, b: _DIVIDED[sign](b, a), self, other)
        least = 0 if number >= 0 and self.least > 0 else _ANY
        return self.scope.make(f"{number}{sign}{self.name}", (self,), _DIVIDED[sign](number, self.now), least)

    # JAX asks for these four where one of two sizes is no number
    def max(self, other: Any) -> Any:
        """The larger one of two sizes."""
        return self if self >= other else other

    def min(self, other: Any) -> Any:
        """The smaller one of two sizes."""
        return self if self <= other else other

    rmax, rmin = max, min

    def _compared(self, sign: str, other: Any) -> Any:
        if self is other:
            return _COMPARED[sign](0, 0)
        number = other if type(other) is float else _number(other)
        if number is None:
            if type(other) is not Size or other.scope is not self.scope:
                return NotImplemented
            if self._base is other._base:
                return _COMPARED[sign](self._plus, other._plus)
            return self._noted(sign, other.now, other.name, (self, other))
        if number < self.least or (number == self.least and sign in (">=", "<")):  # always
            return sign in ("!=", ">", ">=")
        answer = self._noted(sign, number, number, (self,))
        if answer is (sign == "==") and sign in ("==", "!="):
            self._known = int(number)
        return answer

    def _noted(self, sign: str, number: float, shown: Any, operands: tuple) -> bool:
        """The answer to a comparison with a number, or a size that is it now, which becomes a condition."""
        answer = _COMPARED[sign](self.now, number)
        condition = f"{self.name}{sign}{shown}"
        self.scope.conditions[condition if answer else f"not {condition}"] = operands
        return answer

    def __eq__(self, other: object) -> Any:
        # JAX keeps one description of arrays that are alike. Its table compares what has the same seven bits of a hash: a size
        # is no number there, nor for who traces something else, or what was traced with numbers would be taken for this.
        if type(other) is int and (scope() is not self.scope or sys._getframe(1).f_code.co_name in _LOOKING_UP):
            return False
        return self._compared("==", other)

    def __ne__(self, other: object) -> Any:
        return True if type(other) is int and scope() is not self.scope else self._compared("!=", other)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", other)

    def __gt__(self, other: Any) -> Any:
        return self._compared(">", other)

    def __ge__(self, other: Any) -> Any:
        return self._compared(">=", other)

    def __bool__(self) -> bool:
        return self._compared("!=", 0)


def _by_name(size: Size) -> tuple[int, str]:
    return len(size.name), size.name


def _number(value: Any) -> int | None:
    """A whole number of Python or NumPy as one of Python, None for all others."""
    if type(value) in (int, bool):
        return int(value)
    return operator.index(value) if hasattr(value, "dtype") and not hasattr(value, "aval") and value.dtype.kind in "iu" else None


def _of_arrays(function: Callable[[Any, Any], Any], size: Size, other: Any) -> Any:
    """Arithmetic of a size and what is no whole number: that of arrays."""
    if type(other) is Size:
        other = other.dimension_as_value()
    return function(size.dimension_as_value(), other)


def _primitive() -> Any:
    """The primitive that gives a size as an array; there is none where `works` says no."""
    return jax_programs.size_primitive()


#: the name of the primitive that gives an array which follows from sizes
FOLLOWING = "jmx_following"
_following = functools.cache(functools.partial(jax_programs.noting_primitive, FOLLOWING))


def following(function: Callable[..., Any], sizes: Sequence[Any], shape: Sequence[Any], dtype: Any) -> Any:
    """An array of a program that follows from sizes alone, so that it is a constant for sizes that are numbers.

    Parameters
    ----------
    function : callable
        sizes -> numpy.ndarray
    sizes : sequence of int
        Some may be symbols.
    shape : sequence of int
        The array's.
    dtype : numpy.dtype

    Returns
    -------
    jax.Array
    """
    import jax.numpy as jnp

    if not has_sizes(tuple(sizes)):
        return jnp.asarray(function(*sizes), dtype)
    return _following().bind(function=function, sizes=tuple(sizes), results=((tuple(shape), str(dtype)),))[0]


class Scope:
    """The sizes of one program for any size, and the conditions under which it is right.

    Parameters
    ----------
    present : sequence of int
        What they stand for now; they never stand for less than two.
    said : callable, optional
        (the plan of a function's call) -> a size that the function says itself, or None where it refuses the plan.
    bind : callable, optional
        (arrays that the program is called with) -> what the symbols stand for in them, or None.
    """

    def __init__(
        self, present: Sequence[int], said: Callable[[Sequence[int]], int | None] | None = None, bind: Any = None
    ) -> None:
        self.made: dict[str, Size] = {}
        #: as expressions, with the sizes in them
        self.conditions: dict[str, tuple] = {}
        self._said, self.bind, self._lock = said, bind, RLock()
        #: what a size raises that is asked for its number
        self.refusal = TypeError(_NO_NUMBER)
        #: whether the program is for no sizes, as something in it has turned out to differ
        self.refused = False
        #: how many conditions there were when the function that tries them was made, and it
        self._compiled_checks: tuple[int, Callable[..., Any]] = (-1, lambda *_: None)
        self.symbols = [self.make(f"d{i}", (), number, 2) for i, number in enumerate(present)]

    def make(self, how: str, operands: tuple, now: int, least: float) -> Size:
        """The size that an expression of others gives, the same one for the same expression."""
        found = self.made.get(how)
        if found is None:
            found = self.made[how] = Size(self, how, operands, now, least)
        return found

    def said(self, plan: tuple) -> Size | None:
        """The size that the function of a plan with symbols says; None where it refuses, as it has to for further sizes, too."""
        operands = tuple([n for n in plan if type(n) is Size])
        text = ",".join([n.name if type(n) is Size else repr(n) for n in plan])
        now = [getattr(n, "now", n) for n in plan]
        if self._refuses(now):
            self.conditions[f"refuses(({text},))"] = operands
            return None
        return self.make(f"said(({text},))", operands, self._asked(now), 0)

    def _refuses(self, plan: Sequence[int]) -> bool:
        return self._said is None or self._said(tuple(plan)) is None

    def _asked(self, plan: Sequence[int]) -> int:
        number = None if self._said is None else self._said(tuple(plan))
        if number is None:
            raise Unfit
        return number

    def fits(self, numbers: Sequence[int]) -> bool:
        """Whether all conditions hold for other numbers in place of the symbols."""
        count, tried = self._compiled_checks
        if self.refused:
            return False
        if count != len(self.conditions):
            with self._lock:
                count, conditions = len(self.conditions), list(self.conditions.items())
                sizes = [size for _, operands in conditions for size in operands]
                tried = self._compiled(sizes, "(" + (" and ".join(how for how, _ in conditions) or "True") + ")", {})
                self._compiled_checks = count, tried
        try:
            return bool(tried(*numbers))
        except (Unfit, ArithmeticError, ValueError):
            return False

    def function(self, value: Any) -> Callable[..., Any]:
        """A function of the symbols' numbers that gives `value`, nested tuples, with numbers in place of sizes.

        It raises `Unfit` or ArithmeticError for numbers that the program is not for.
        """
        sizes: list[Size] = []
        constants: dict[str, Any] = {}
        with self._lock:
            return self._compiled(sizes, _source(value, sizes, constants), constants)

    def _compiled(self, sizes: list[Size], result: str, constants: dict[str, Any]) -> Callable[..., Any]:
        needed, waiting = set(), list(sizes)
        while waiting:
            size = waiting.pop()
            if size.name not in needed:
                needed.add(size.name)
                waiting += size.operands
        # a size is made after those that it is computed from
        lines = [f" {size.name}={how}" for how, size in list(self.made.items()) if size.name in needed]
        names = ",".join(f"d{i}" for i in range(len(self.symbols)))
        within: dict[str, Any] = {
            "__builtins__": {},
            "inf": _INFINITE,
            "nan": float("nan"),
            "said": self._asked,
            "refuses": self._refuses,
            **constants,
        }
        exec("\n".join([f"def computed({names}):", *lines, f" return {result}"]), within)
        return within["computed"]

    @contextlib.contextmanager
    def tracing(self) -> Iterator[None]:
        """Programs that this thread traces meanwhile may call functions with sizes that are symbols."""
        before = scope()
        with self._lock:
            _thread.scope = self
            try:
                yield
            finally:
                _thread.scope = before
                self.refusal.__traceback__ = None


def _source(value: Any, sizes: list[Size], constants: dict[str, Any]) -> str:
    """An expression that gives `value`; the sizes that it has, and what else it names, are added to both."""
    if type(value) is Size:
        sizes.append(value)
        return value.name
    if type(value) in (tuple, list) and has_sizes(value):
        return "(" + "".join(_source(v, sizes, constants) + "," for v in value) + ")"
    name = f"c{len(constants)}"
    constants[name] = tuple(value) if type(value) is list else value
    return name


def has_sizes(value: Any) -> bool:
    """Whether a number, or something in a nested sequence, is a `Size`."""
    return type(value) is Size or (type(value) in (tuple, list) and any(map(has_sizes, value)))


def scope() -> Scope | None:
    """That of the program for any size that this thread traces, or None."""
    return getattr(_thread, "scope", None)


def at_present(size: Any) -> Any:
    """A size, that of the arrays that are there now where it is a symbol: to choose between ways that give the same result."""
    return getattr(size, "now", size)


def is_size(number: Any) -> bool:
    """Whether a size is a number, or may be a symbol in a program that is traced now."""
    return type(number) is int or scope() is not None


def works() -> bool:
    """Whether this JAX traces with such sizes: tried once by who asks."""
    import jax

    if _primitive() is None:
        return False
    try:
        sizes = Scope([4, 6])
        a, b = sizes.symbols

        def tried(x):
            return x.reshape(-1)[: x.shape[0] // 2].sum() * x.shape[1]

        with sizes.tracing():
            traced = jax.make_jaxpr(tried)(jax.ShapeDtypeStruct((a, b), "float32"))
        found = sizes.function((a * b * a + 1) // 2 - b % 3)(5, 7)
        return len(traced.eqns) > 2 and found == (5 * 7 * 5 + 1) // 2 - 7 % 3 and sizes.fits([5, 7]) and not sizes.fits([3, 7])
    except Exception:
        return False
