"""The import name `mxnet` for a process that is running: `%load_ext jmx` in notebooks, `install_as_mxnet` in programs.

The extension brings the magic commands `%%jmx_profile` and `%jmx_needs` as well.
"""

from __future__ import annotations

import importlib
import sys
import warnings

from ..base import MXNetError
from ..notebook import magics
from . import alias

#: whether `install_as_mxnet` has changed this process
_changed = False


def install_as_mxnet() -> None:
    """Make `import mxnet` and `import mxnet_predict` give jmx in this process, from now on.

    A real MXNet that is installed but has not been imported is left aside, with a warning. Nothing is written; processes that
    this one starts do not inherit it, except the workers of a DataLoader.

    Raises
    ------
    ImportError
        Another module `mxnet` has been imported already.

    Example
    -------
    >>> import jmx
    >>> jmx.install_as_mxnet()
    >>> import mxnet as mx
    """
    global _changed
    module = sys.modules.get("mxnet")
    if module is not None:
        if not alias.is_jmx(module):
            version, place = getattr(module, "__version__", "of no version"), getattr(module, "__file__", None)
            raise ImportError(
                f"another `mxnet` ({version}, {place}) has been imported already in this process, and the two must not be mixed. "
                "Restart the kernel or the program, and make jmx answer before the first `import mxnet`.",
                name="mxnet",
                path=place,
            )
        return
    real = alias.find_real()
    if real is not None:
        warnings.warn(f"{alias.describe_real(real)} is left aside; `import mxnet` gives jmx here", stacklevel=2)
    # The path rather than sys.modules alone: workers of a DataLoader get it, and mxnet_predict is found there too.
    sys.path.insert(0, alias.SHIM)
    try:
        importlib.import_module("mxnet")
    except BaseException:
        sys.path.remove(alias.SHIM)
        raise
    _changed = True


def load_ipython_extension(ipython) -> None:
    """What IPython calls for `%load_ext jmx`: `import mxnet` gives jmx in this kernel, and there is `%%jmx_profile`.

    Parameters
    ----------
    ipython : IPython.core.interactiveshell.InteractiveShell
        The shell.

    Raises
    ------
    ImportError
        A real MXNet has been imported in this kernel.
    MXNetError
        This is no IPython.
    """
    _check(ipython, "load")
    install_as_mxnet()
    magics.register(ipython)


def unload_ipython_extension(ipython) -> None:
    """What IPython calls for `%unload_ext jmx`: `import mxnet` finds what it found before. Names in use stay as they are.

    Parameters
    ----------
    ipython : IPython.core.interactiveshell.InteractiveShell
        The shell.

    Raises
    ------
    MXNetError
        This is no IPython.
    """
    _check(ipython, "unload")
    magics.unregister(ipython)
    global _changed
    if not _changed:
        return  # `mxnet` was there without the extension
    _changed = False
    if alias.SHIM in sys.path:
        sys.path.remove(alias.SHIM)
    alias.uninstall("mxnet")
    sys.modules.pop("mxnet_predict", None)


def _check(ipython, what):
    if not hasattr(ipython, "extension_manager"):
        raise MXNetError(
            f"{what}_ipython_extension is for IPython, which calls it for `%{what}_ext jmx` with its shell; it got {ipython!r}. "
            "In a program use jmx.install_as_mxnet(), or start it with `jmx run SCRIPT`."
        )
