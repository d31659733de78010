"""Errors that a running program finds on the host: kept until somebody waits for a value, as MXNet does."""

from ...base import MXNetError

errors: list[Exception] = []


class InvalidParameter(MXNetError):
    """A parameter of a random distribution is out of its range: raised at once in graphs, later for eager calls."""


def defer(error) -> None:
    """Have `error` raised by the next `asnumpy`, `wait_to_read` or `waitall`."""
    errors.append(error)


def raise_pending() -> None:
    """Raise the first error kept, and forget all of them."""
    if errors:
        first = errors[0]
        errors.clear()
        raise first
