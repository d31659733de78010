"""Error classes: every failure of the backend is an `MXNetError`; some are also the Python error of their kind."""

from .base import MXNetError, register_error

__all__ = ["InternalError", "MXNetError", "register"]

register = register_error


@register_error
class InternalError(MXNetError):
    """A failure inside of the library that no input should cause.

    Examples
    --------
    >>> issubclass(mx.error.InternalError, mx.MXNetError)
    True
    """


for _error in (ValueError, TypeError, AttributeError, IndexError, NotImplementedError):
    register_error(_error)
