"""ONNX files under MXNet's former name: `export_model` is that of `mx.onnx`."""

import importlib as _importlib

from ...base import MXNetError as _MXNetError

#: public names, and the module that defines each; `export_model_` and the like are what MXNet imports them as
_MODULES = {
    "export_model": "jmx.onnx.mx2onnx",
    "export_model_": "jmx.onnx.mx2onnx",
}  # fmt: skip
_PARTS = ("mx2onnx",)


def import_model(model_file):
    """Would read an ONNX file as (symbol, parameters, states); raises MXNetError."""
    raise _refused("import_model")


def get_model_metadata(model_file):
    """Would read the names and shapes of an ONNX file; raises MXNetError."""
    raise _refused("get_model_metadata")


def import_to_gluon(model_file, ctx):
    """Would read an ONNX file as a SymbolBlock; raises MXNetError."""
    raise _refused("import_to_gluon")


def _refused(name):
    return _MXNetError(
        f"mx.contrib.onnx.{name}: ONNX files are written, not read. Exchange networks as MXNet's own files: HybridBlock.export "
        "and SymbolBlock.imports, or mx.model.save_checkpoint and load_checkpoint."
    )


import_model_, get_model_metadata_, import_to_gluon_ = import_model, get_model_metadata, import_to_gluon


def __getattr__(name):
    if name in _PARTS:
        value = _importlib.import_module(f"{__name__}.{name}")
    elif name in _MODULES:
        value = getattr(_importlib.import_module(_MODULES[name]), name.removesuffix("_"))
    else:
        raise AttributeError(f"module 'mxnet.contrib.onnx' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_MODULES, *_PARTS})
