"""Optional parts that are missing on this machine, what they are for, and the command that installs each.

`missing` looks and imports nothing.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import sysconfig
from typing import TYPE_CHECKING

from ..config.system import machine

if TYPE_CHECKING:
    from collections.abc import Iterator


#: module: (name for people, what it is for, what pip installs)
_PACKAGES = {
    "cv2": ("OpenCV", "images: decoding, resizing and drawing", "opencv-python-headless"),
    "graphviz": ("graphviz", "mx.viz.plot_network", "graphviz"),
    "matplotlib": ("matplotlib", "plots in the examples and notebooks", "matplotlib"),
    "scipy": ("SciPy", "asscipy() of sparse arrays, statistics in mx.test_utils", "scipy"),
    # Its last release fails with later protobuf and NumPy.
    "mxboard": ("mxboard", "mx.contrib.tensorboard", "mxboard 'protobuf<3.21' 'numpy<2.4'"),
}
#: what Graphviz' program is installed with: the first of these that is there
_MANAGERS = {
    "conda": "conda install -c conda-forge graphviz",
    "brew": "brew install graphviz",
    "apt-get": "sudo apt-get install graphviz",
    "dnf": "sudo dnf install graphviz",
    "zypper": "sudo zypper install graphviz",
    "pacman": "sudo pacman -S graphviz",
    "apk": "sudo apk add graphviz",
}
#: the first driver of CUDA 13
_CUDA_13 = 580


def _there(module):
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # a broken package
        return False


def _dot():
    """Graphviz' program, which the Python package calls."""
    if shutil.which("dot"):
        return []
    manager = next((command for name, command in _MANAGERS.items() if shutil.which(name)), None)
    return [{
        "part": "Graphviz' program dot",
        "for": "rendering mx.viz.plot_network to files",
        "install": manager or "see https://graphviz.org/download",
    }]  # fmt: skip


def _has_gpu(driver):
    """Whether there is an NVIDIA GPU; `driver` is what nvidia-smi said, or None."""
    return bool((driver or {}).get("gpus")) or bool(machine.has_nvidia_driver())


def _cuda(driver):
    """JAX's plugin for the GPUs of this machine."""
    if not _has_gpu(driver) or any(_there(f"jax_plugins.xla_cuda{version}") for version in (12, 13)):
        return []
    try:
        newest = max(int(gpu["driver"].split(".")[0]) for gpu in driver["gpus"]) >= _CUDA_13
    except (TypeError, KeyError, ValueError):
        newest = False
    requirement = f"jax[cuda{13 if newest else 12}]"
    try:
        requirement += f"=={importlib.metadata.version('jax')}"
    except importlib.metadata.PackageNotFoundError:
        pass
    return [{"part": "JAX's CUDA plugin", "for": "the GPUs of this machine: mx.gpu()", "install": f"pip install '{requirement}'"}]


def missing(driver=None) -> list[dict[str, str]]:
    """Return the optional parts that are not installed.

    Parameters
    ----------
    driver : dict, optional
        What nvidia-smi said: `gpus` is a list of dicts, each with the version of its `driver`.

    Returns
    -------
    list of dict
        `part`: its name; `for`: what needs it; `install`: a command, or why there is none.
    """
    parts = _cuda(driver)
    for module, (name, purpose, distributions) in _PACKAGES.items():
        if not _there(module):
            without = module == "cv2" and sysconfig.get_config_var("Py_GIL_DISABLED")
            install = "has no wheel for this free-threaded Python" if without else f"pip install {distributions}"
            parts.append({"part": name, "for": purpose, "install": install})
    return parts + _dot()


def text(parts) -> Iterator[str]:
    """Return the lines for people."""
    if not parts:
        yield "optional parts: all are installed"
        return
    yield "optional parts that are missing"
    for part in parts:
        yield f"  {part['part']}".ljust(26) + f" {part['for']}: {part['install']}"
