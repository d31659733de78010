"""Error classes: every failure of the backend is an `MXNetError`; some are also the Python error of their kind."""

from .base import MXNetError, register_error

__all__ = ["InternalError", "MXNetError", "register"]

register = register_error


@register_error
class InternalError(MXNetError):
    """A failure inside of the library that no input should cause."""


register_error("ValueError", ValueError)
register_error("TypeError", TypeError)
register_error("AttributeError", AttributeError)
register_error("IndexError", IndexError)
register_error("NotImplementedError", NotImplementedError)
