"""`mx.rtc`: CUDA source compiled while the program runs, which jmx refuses; a Pallas kernel is what replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..base import MXNetError

if TYPE_CHECKING:
    from .._typing import Float
    from ..context import Context

_INSTEAD = (
    "Write the kernel with jax.experimental.pallas and declare it with jmx.register_op: it is compiled on a GPU, and "
    "interpret=True runs it on the CPU (docs/own_operators.md)."
)


class CudaModule:
    """CUDA source as MXNet compiles it with NVRTC. Raises MXNetError: jmx compiles no CUDA source.

    Parameters
    ----------
    source : str
        CUDA C++.
    options : tuple of str, optional
    exports : tuple of str, optional

    Raises
    ------
    MXNetError
        Always. The text says what to write instead.
    """

    #: for `jmx scan`
    _only_raises = f"mx.rtc.CudaModule: jmx compiles no CUDA source. {_INSTEAD}"

    def __init__(self, source: str, options: Sequence[str] | None = (), exports: Sequence[str] | None = ()) -> None:
        raise MXNetError(f"mx.rtc.CudaModule: jmx compiles no CUDA source. {_INSTEAD}")

    def get_kernel(self, name: str, signature: Any) -> Any:
        """Raise MXNetError, as the class does."""
        raise MXNetError(f"mx.rtc.CudaModule.get_kernel({name!r}): jmx compiles no CUDA source. {_INSTEAD}")


class CudaKernel:
    """A kernel of a `CudaModule`. Raises MXNetError: there are none.

    Parameters
    ----------
    handle, name, is_ndarray, dtypes
        As MXNet's `CudaModule.get_kernel` gives them.

    Raises
    ------
    MXNetError
        Always. The text says what to write instead.
    """

    #: for `jmx scan`
    _only_raises = f"mx.rtc.CudaKernel: jmx compiles no CUDA source. {_INSTEAD}"

    def __init__(self, handle: Any, name: str, is_ndarray: Any, dtypes: Any) -> None:
        raise MXNetError(f"mx.rtc.CudaKernel({name!r}): jmx compiles no CUDA source. {_INSTEAD}")

    def launch(self, args: Any, ctx: Context, grid_dims: Any, block_dims: Any, shared_mem: Float = 0) -> Any:
        """Raise MXNetError, as the class does."""
        raise MXNetError(f"mx.rtc.CudaKernel.launch: jmx compiles no CUDA source. {_INSTEAD}")
