"""MXNet's array files, for what lies above the core. The code is in `jmx/_files/`, which is used without JAX too."""

from .._files.atomic import atomic_file, local_path, replace_file, together
from .._files.errors import FileError
from .._files.idx import read_idx
from .._files.params import SparseParts, load_array, load_bytes, load_file, save_array, save_bytes, save_file

__all__ = [
    "FileError", "SparseParts", "atomic_file", "load_array", "load_bytes", "load_file", "local_path", "read_idx", "replace_file",
    "save_array", "save_bytes", "save_file", "together",
]  # fmt: skip
