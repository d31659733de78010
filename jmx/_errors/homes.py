"""The modules in which classes are defined.

While programs know jmx as `mxnet`, `__module__` of its classes is the module that MXNet has them in, since programs print it.
jmx itself asks here.
"""

#: class -> the name of its module, where `__module__` says another
HOMES: dict[type, str] = {}


def home(cls: type) -> str:
    """Return the name of the module that defines a class.

    Parameters
    ----------
    cls : type
        Any class.

    Returns
    -------
    str
        Of the classes of jmx this begins with ``jmx.``.

    Examples
    --------
    >>> from jmx._errors.homes import home
    >>> home(mx.gluon.Trainer)
    'jmx.gluon.trainer'
    """
    return HOMES.get(cls) or cls.__module__
