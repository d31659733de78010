"""Reading Python literals from the text of attributes, by several threads at once.

`ast.literal_eval` of Python 3.11 counts its depth in one place for all threads, and raises SystemError where two of them use it.
"""

import ast
import re

from ...config.locks import RLock, survives_fork

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(?P<word>None|True|False)(?!\w)|(?P<mark>[()\[\],]))\s*"
)
_WORDS = {"None": None, "True": True, "False": False}
_CLOSING = {"(": ")", "[": "]"}
#: lists within lists that are read; no attribute has more than three
_DEPTH = 50

_others = survives_fork(RLock())


class _Other(Exception):
    """What is not made of numbers, None, True, False, tuples and lists."""


def literal(text):
    """The value of a text such as "(1, 2)"; raises ValueError or SyntaxError for what is no literal."""
    try:
        values, several = _items(_tokens(text), None, 0)
    except _Other:
        with _others:
            return ast.literal_eval(text.strip())
    return tuple(values) if several else values[0]


def _tokens(text):
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _Other
        tokens.append((match.lastgroup, match[str(match.lastgroup)]))
        at = match.end()
    # reversed, so that reading takes them from the end of a list
    return tokens[::-1]


def _items(tokens, closing, depth):
    """(values up to the token `closing`, whether a comma stood among them)."""
    values, several = [], False
    while tokens:
        kind, token = tokens.pop()
        if token == closing:
            return values, several
        if kind == "mark":
            if token not in _CLOSING or depth == _DEPTH:
                raise _Other
            inner, commas = _items(tokens, _CLOSING[token], depth + 1)
            if token == "[":
                values.append(inner)
            else:
                # (3) is a number in parentheses, as in Python
                values.append(inner[0] if inner and not commas else tuple(inner))
        elif kind == "word":
            values.append(_WORDS[token])
        else:
            values.append(_number(token))
        if not tokens:
            break
        if tokens[-1][1] == ",":
            tokens.pop()
            several = True
        elif tokens[-1][1] != closing:
            raise _Other
    if closing is not None or not values:
        raise _Other  # so that Python says what is wrong
    return values, several


def _number(token):
    digits = token.lstrip("+-")
    if digits.isdecimal():
        if digits[0] == "0" and digits.strip("0"):
            raise _Other  # 010 is no number in Python
        return int(token)
    return float(token)
