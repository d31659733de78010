"""Expressions of generated source, written on one line where they fit and on several where they do not."""

from typing import Any

_WIDTH = 120


class Call:
    """A call: its function, its arguments, and its keyword arguments but for those that are None."""

    brackets = "()"

    def __init__(self, function: str, *arguments: Any, **keywords: Any) -> None:
        self.function = function
        self.arguments = [(None, a) for a in arguments] + [(k, v) for k, v in keywords.items() if v is not None]


class Listed(Call):
    """A list."""

    brackets = "[]"

    def __init__(self, *items: Any) -> None:
        super().__init__("", *items)


def written(expression: Any, indent: int = 0, ahead: int = 0) -> str:
    """The text of an expression: a `Call`, text as it is, or a number or tuple.

    Parameters
    ----------
    expression : Call, str, number or tuple
    indent : int
        Of the line that it begins in.
    ahead : int
        How many characters of that line are before and behind it.
    """
    if not isinstance(expression, Call):
        return expression if isinstance(expression, str) else repr(expression)
    parts = [("" if name is None else f"{name}=", value) for name, value in expression.arguments]
    line = ", ".join(start + written(value, indent + 4, len(start)) for start, value in parts)
    opening, closing = expression.brackets
    one = f"{expression.function}{opening}{line}{closing}"
    if "\n" not in one and indent + ahead + len(one) <= _WIDTH:
        return one
    inner = " " * (indent + 4)
    lines = [f"{inner}{start}{written(value, indent + 4, len(start) + 1)},\n" for start, value in parts]
    return f"{expression.function}{opening}\n{''.join(lines)}{' ' * indent}{closing}"
