"""What Python runs at the start of a program of `jmx run`, and of every process that it starts: `mxnet` is jmx's from then on.

A folder in front of PYTHONPATH is not enough where a program puts another one before it, as MXNet's own tools do with the
sources beside them, or where it says `import horovod.mxnet` before `import mxnet`. Nothing of jmx is loaded here.
"""

import importlib.machinery
import importlib.util
import os
import sys

import _mxnet_jmx  # noqa: F401  finds `horovod` by jmx where none is installed; lies in the folder `shim`, which is on the path

_HERE = os.path.dirname(os.path.abspath(__file__))
_SHIM = os.path.join(os.path.dirname(_HERE), "shim")


class _First:
    """Finds `mxnet` in jmx's folder, wherever else it may be."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "mxnet" and path is None:
            return importlib.machinery.PathFinder.find_spec(name, [_SHIM])
        return None


sys.meta_path.insert(0, _First)

# The one that Python would have run without this folder.
_path = [entry for entry in sys.path if os.path.abspath(entry) != _HERE]
_spec = importlib.machinery.PathFinder.find_spec("sitecustomize", _path)
if _spec is not None and _spec.loader is not None:
    _module = importlib.util.module_from_spec(_spec)
    sys.modules["sitecustomize"] = _module
    _spec.loader.exec_module(_module)
