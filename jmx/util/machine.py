"""What a program asks of its machine: folders, environment variables, GPUs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context

__all__ = [
    "get_cuda_compute_capability", "get_gpu_count", "get_gpu_memory", "getenv", "makedirs", "setenv",
]  # fmt: skip


def makedirs(d: str) -> None:
    """Create a folder and those above it, where they do not exist yet.

    Parameters
    ----------
    d : str
        Its path; '~' stands for the home folder.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.util.makedirs(f"{folder}/a/b")
    ...     os.path.isdir(f"{folder}/a/b")
    True
    """
    os.makedirs(os.path.expanduser(d), exist_ok=True)


def getenv(name: str) -> Any:
    """Return an environment variable as a string, or None where it is not set.

    Parameters
    ----------
    name : str
        Its name.

    Examples
    --------
    >>> mx.util.setenv("MY_VARIABLE", "1")
    >>> mx.util.getenv("MY_VARIABLE")
    '1'
    >>> mx.util.setenv("MY_VARIABLE", None)
    >>> print(mx.util.getenv("MY_VARIABLE"))
    None
    """
    name.encode  # noqa: B018  (a name that is not a string fails like MXNet's)
    return os.environ.get(name)


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable.

    Parameters
    ----------
    name : str
        Its name.
    value : str or None
        Its value; None removes it.

    Examples
    --------
    >>> mx.util.setenv("MY_VARIABLE", "1")
    >>> mx.util.getenv("MY_VARIABLE")
    '1'
    >>> mx.util.setenv("MY_VARIABLE", None)
    """
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def get_gpu_count() -> int:
    """Return how many GPUs this process can use.

    Returns
    -------
    int

    Examples
    --------
    >>> mx.util.get_gpu_count() == mx.context.num_gpus()
    True
    """
    from ..context import num_gpus

    return num_gpus()


def get_gpu_memory(gpu_dev_id: Int) -> tuple[int, int]:
    """Return free and total bytes of the memory of a GPU; see `context.gpu_memory_info`.

    Parameters
    ----------
    gpu_dev_id : int
        Its number.

    Returns
    -------
    (int, int)

    Raises
    ------
    MXNetError
        There is no such GPU.

    Examples
    --------
    >>> for i in range(mx.util.get_gpu_count()):
    ...     free, total = mx.util.get_gpu_memory(i)
    ...     assert 0 <= free <= total
    """
    from ..context import gpu_memory_info

    return gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Context) -> int:
    """Return the CUDA compute capability of a GPU as one number, such as 90 for 9.0.

    Parameters
    ----------
    ctx : Context
        The GPU.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        `ctx` is not a GPU context.
    MXNetError
        There is no such GPU.

    Examples
    --------
    >>> for i in range(mx.util.get_gpu_count()):
    ...     assert mx.util.get_cuda_compute_capability(mx.gpu(i)) >= 30
    """
    if ctx.device_type != "gpu":
        raise ValueError(f"Expecting a gpu context to get cuda compute capability, while received ctx {ctx}")
    major, _, minor = str(ctx.device.compute_capability).partition(".")
    return int(major) * 10 + int(minor or 0)
