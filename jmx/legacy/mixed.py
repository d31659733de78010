"""A folder `mxnet` in which files of jmx and of a real MXNet lie together, or what is left after the one took the other along.

pip knows distributions by name: it installs `mxnet-mkl` over jmx's `mxnet`, since both have another name, and their files
overwrite each other. Uninstalling one then takes files of the other along.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys

from ..config import numpy_release
from .alias import real_distributions


def _is_remainder(folder):
    """Whether `folder` has modules of jmx's distribution, and no `__init__.py` beside them."""
    return os.path.isfile(os.path.join(folder, "base", "__init__.py")) and not os.path.isfile(os.path.join(folder, "__init__.py"))


def find_mixed(path=None) -> str | None:
    """Return the folder `mxnet` that an import would take from `path` (default `sys.path`) if it is mixed or a remainder.

    Returns
    -------
    str or None
        None where the folder is whole, or there is none.
    """
    remainder = None
    for entry in sys.path if path is None else path:
        folder = os.path.join(entry or os.getcwd(), "mxnet")
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            is_both = os.path.isfile(os.path.join(folder, "base.py")) and os.path.isdir(os.path.join(folder, "base"))
            return folder if is_both else None
        if remainder is None and _is_remainder(folder):
            remainder = folder
    return remainder


def explain(folder) -> str:
    """Return one sentence that says what is in `folder`, and the commands that mend it.

    Parameters
    ----------
    folder : str
        The path of a folder `mxnet`, as `find_mixed` returns it.
    """
    names = real_distributions()
    if os.path.isfile(os.path.join(folder, "base.py")):
        owners = " and ".join(f"{name} {importlib.metadata.version(name)}" for name in names) or "a real MXNet"
        what = f"jmx's `mxnet` and {owners} are both installed in {os.path.dirname(folder)}, and the one spoils the other"
    else:
        what = f"{folder} holds only a part of jmx's `mxnet`: what was installed over it took the rest along when it was removed"
    commands = [f"pip uninstall -y {' '.join(dict.fromkeys(['mxnet', *names]))}", "jmx shim install"]
    if numpy_release.installed_problem():  # MXNet's wheels ask for an old graphviz, too
        commands.append(f"pip install '{numpy_release.WANTED}' 'graphviz>=0.20'")
    return f"{what}. To mend it: {' && '.join(commands)}"
