"""`mx.notebook`: data frames and curves that grow while a model trains. `bokeh` is the library, if it is installed."""

import importlib as _importlib


class Bokeh_Failed_To_Import:
    """Stands for the library bokeh where it is not installed."""


def __getattr__(name):
    if name == "callback":
        return _importlib.import_module(f"{__name__}.callback")
    if name != "bokeh":
        raise AttributeError(f"module 'mxnet.notebook' has no attribute {name!r}")
    try:
        library = _importlib.import_module("bokeh")
    except ImportError:
        library = Bokeh_Failed_To_Import
    globals()["bokeh"] = library
    return library


def __dir__():
    return sorted({*globals(), "bokeh", "callback"})
