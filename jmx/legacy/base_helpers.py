"""Small helpers that MXNet's own modules call and that programs import from `mxnet.base`; `jmx.base` hands them on."""

from __future__ import annotations

import inspect
import os
import re
import sys

from .. import config

#: a class name at the start of an error's text, before a colon
_ERROR_TYPE = re.compile(r"\s*(?:[\w.]+\.)?([A-Za-z_]\w*)\s*:")


def data_dir_default():
    """The folder of downloads where MXNET_HOME is not set: ~/.mxnet."""
    return os.path.join(os.path.expanduser("~"), ".mxnet")


def data_dir():
    """The folder of downloaded data sets and models: MXNET_HOME, by default `data_dir_default()`."""
    return config.get("MXNET_HOME")


def build_param_doc(arg_names, arg_types, arg_descs, remove_dup=True):
    """The section "Parameters" of a docstring.

    Parameters
    ----------
    arg_names, arg_types, arg_descs : list of str
        Of each parameter the name, the type and what it means (may be empty). `num_args` is left out.
    remove_dup : bool, default True
        Leave out names that came before.

    Returns
    -------
    str
    """
    seen, lines = set(), ["Parameters", "----------"]
    for name, kind, meaning in zip(arg_names, arg_types, arg_descs):
        if name == "num_args" or remove_dup and name in seen:
            continue
        seen.add(name)
        lines += [f"{name} : {kind}", *([f"    {meaning}"] if meaning else [])]
    return "\n".join(lines if seen else [*lines, ""]) + "\n"


def add_fileline_to_docstring(module, incursive=True) -> None:
    """Append the place of its definition to the docstring of every function in a module.

    Parameters
    ----------
    module : module, class or str
        A str is the name of an imported module.
    incursive : bool, default True
        Methods of the classes in it, too.
    """
    for _, found in inspect.getmembers(sys.modules[module] if isinstance(module, str) else module):
        if inspect.isfunction(found) or inspect.ismethod(found):
            _add_place(getattr(found, "__func__", found))
        elif inspect.isclass(found) and incursive:
            add_fileline_to_docstring(found, False)


def _add_place(function):
    if function.__doc__ is None or "From:" in function.__doc__:
        return
    try:
        file, line = inspect.getsourcefile(function), inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        return
    if file is not None:
        function.__doc__ += f"\n\nFrom:{file}:{line}"


def c2pyerror(err_msg):
    """Split an error's text as the C library writes it.

    Parameters
    ----------
    err_msg : str

    Returns
    -------
    (str, str or None)
        The text, its stack trace put in front as in a traceback, and the name of the error's class, None where it has none.
    """
    lines = err_msg.removesuffix("\n").split("\n")
    kind = _ERROR_TYPE.match(lines[0])
    trace, message, inside = [], [], False
    for line in lines:
        inside = line.startswith("  ") if inside else False
        if inside:
            trace.append(line)
        elif line.startswith("Stack trace"):
            inside = True
        else:
            message.append(line)
    head = ["Traceback (most recent call last):", *reversed(trace)] if trace else []
    return "\n".join([*head, *message]), kind and kind[1]


def with_metaclass(meta, *bases):
    """A base class that gives a class the metaclass `meta` and the base classes `bases`, as in the library six."""

    class Deferred(type):
        def __new__(cls, name, _, namespace):
            return meta(name, bases, namespace)

        @classmethod
        def __prepare__(cls, name, _):
            return meta.__prepare__(name, bases)

    return type.__new__(Deferred, "temporary_class", (), {})
