"""Errors that a running program finds on the host: kept until somebody waits for a value, as MXNet does."""

from ...base import MXNetError

errors: list[Exception] = []


def named_as(error, known) -> None:
    """Have the class `error` show the name of `known`, a base of it: what is raised then reads as in MXNet."""
    error.__name__, error.__qualname__, error.__module__ = known.__name__, known.__qualname__, known.__module__


class InvalidParameter(MXNetError):
    """A parameter of a random distribution is out of its range: raised at once in graphs, later for eager calls."""

    def __reduce__(self):
        # pickled as its base, since a class that bears another's name is not found by its name
        return MXNetError, self.args


named_as(InvalidParameter, MXNetError)


def defer(error) -> None:
    """Have `error` raised by the next `asnumpy`, `wait_to_read` or `waitall`."""
    errors.append(error)


def raise_pending() -> None:
    """Raise the first error kept, and forget all of them."""
    if errors:
        first = errors[0]
        errors.clear()
        raise first
