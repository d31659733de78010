"""The messages of a job: what each consists of. What does not fit raises `NotAMessage`, before anything is done with it.

In the order in which they come::

    coordinator  {"coordinator": 3, "nonce"}                      to whoever connects
    rank         {"jmx": 3, "hello": a `hello` as text, "proof"}
    coordinator  {"proof"} or {"refused"}
    coordinator  {"welcome", "service", "labels", "own_host"}     when all ranks have come
    rank         {"barrier", "call", "description", "note"}, the note being optional
    coordinator  {"passed", "notes"}
    rank         {"leave"}                                        at its end
    coordinator  {"failure"}                                      at any time
    coordinator  {"alive"}                                        now and then, the number of these
"""

from __future__ import annotations

import string
from typing import Any

from . import wire
from .wire import NotAMessage

#: of the way in which messages are exchanged; ranks and coordinator need the same
VERSION = 3

#: ranks of a job, at most
_MOST = 2**20


def _whole(below, least=0):
    return lambda value: type(value) is int and least <= value < below


def _is_text(value):
    return type(value) is str


def _is_name(value):
    """Whether it can be printed, and is as short as names of machines are."""
    return type(value) is str and 0 < len(value) < 256 and value.isprintable()


def _hex(length):
    return lambda value: type(value) is str and len(value) == length and set(value) <= set(string.hexdigits)


def _is_names(value):
    return type(value) is list and all(map(_is_text, value))


def _is_rank(value):
    return value is None or _whole(_MOST)(value)


_NONCE, _PROOF = _hex(32), _hex(64)
_GREETING = {"coordinator": _whole(2**31), "nonce": _NONCE}
_ENVELOPE = {"jmx": _whole(2**31), "hello": _is_text, "proof": _PROOF}
_HELLO = {
    "purpose": lambda value: value in ("rank", "service"), "rank": _is_rank, "size": _whole(_MOST, 1), "host": _is_name,
    "pid": _whole(2**32), "nonce": _NONCE,
}  # fmt: skip
_BARRIER = {"barrier": _whole(2**53), "call": _is_text, "description": _is_text}
_NOTED_BARRIER = {**_BARRIER, "note": lambda value: True}
_OF_RANK = (_BARRIER, _NOTED_BARRIER, {"leave": _is_text})
_WELCOME = {"welcome": _whole(_MOST), "service": _is_text, "labels": _is_names, "own_host": _is_name}
_OF_COORDINATOR = (
    _WELCOME, {"failure": _is_text}, {"alive": _whole(2**53)},
    {"passed": _whole(2**53), "notes": lambda value: type(value) is list},
)  # fmt: skip


def _fits(message, fields):
    return message.keys() == fields.keys() and all(fields[name](value) for name, value in message.items())


def _checked(message, *kinds):
    if not any(_fits(message, fields) for fields in kinds):
        raise NotAMessage
    return message


def greeting(message) -> str:
    """The nonce of a coordinator's first message."""
    message = _checked(message, _GREETING)
    if message["coordinator"] != VERSION:
        raise NotAMessage
    return message["nonce"]


def envelope(message) -> tuple[str, str]:
    """The text of a rank's hello, and its proof."""
    message = _checked(message, _ENVELOPE)
    if message["jmx"] != VERSION:
        raise NotAMessage
    return message["hello"], message["proof"]


def hello(text) -> dict[Any, Any]:
    """Who a rank says it is, from a text whose proof was right."""
    message = _checked(wire.parse(text), _HELLO)
    if message["rank"] is not None and message["rank"] >= message["size"]:
        raise NotAMessage
    return message


def answer(message) -> dict[str, str]:
    """What a coordinator answers to a hello."""
    return _checked(message, {"proof": _PROOF}, {"refused": _is_text})


def of_rank(message) -> dict[Any, Any]:
    """A message of a rank that has joined."""
    return _checked(message, *_OF_RANK)


def of_coordinator(message) -> dict[Any, Any]:
    """A message of a coordinator whose proof was right."""
    return _checked(message, *_OF_COORDINATOR)
