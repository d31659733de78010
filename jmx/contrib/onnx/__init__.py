"""ONNX files under MXNet's former name: the functions are those of `mx.onnx`."""

import importlib as _importlib

#: public names, and the module that defines each; `export_model_` and the like are what MXNet imports them as
_MODULES = {
    "export_model": "jmx.onnx.mx2onnx",
    "export_model_": "jmx.onnx.mx2onnx",
    "get_model_metadata": "jmx.onnx.importing._api",
    "get_model_metadata_": "jmx.onnx.importing._api",
    "import_model": "jmx.onnx.importing._api",
    "import_model_": "jmx.onnx.importing._api",
    "import_to_gluon": "jmx.onnx.importing._api",
    "import_to_gluon_": "jmx.onnx.importing._api",
}  # fmt: skip
_PARTS = ("mx2onnx", "onnx2mx")


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
