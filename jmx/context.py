"""Devices as MXNet names them: `cpu()`, `gpu()`, `cpu_pinned()`, `cpu_shared()`, and the `with ctx:` scope."""

from __future__ import annotations

import functools
import inspect
import operator
import threading
import warnings
from typing import TYPE_CHECKING, Any, Self

from ._described import described_by
from .base import MXNetError

if TYPE_CHECKING:
    from ._typing import CallableT, Int

_state = threading.local()


def _deprecated():
    warnings.warn(
        "Context.default_ctx has been deprecated. Use current_context() to read it, a with block or "
        "test_utils.set_default_context to set it.",
        DeprecationWarning,
        stacklevel=3,
    )


class _ThreadDefault:
    """The default context of this thread, read from any context."""

    def __get__(self, instance, owner):
        _deprecated()
        return current_context()


class _ContextType(type):
    @property
    def default_ctx(cls) -> Context:
        """The default context of this thread."""
        _deprecated()
        return current_context()

    @default_ctx.setter
    def default_ctx(cls, context: Context) -> None:
        _deprecated()
        _state.value = context


class Context(metaclass=_ContextType):
    """A device: a type and an index.

    `cpu(i)` is always valid, whatever i; `gpu(i)` needs that GPU once an array is placed there. Two contexts of one type and
    index are equal. As a `with` block a context becomes the one that new arrays of its thread are placed on.

    Parameters
    ----------
    device_type : {'cpu', 'gpu', 'cpu_pinned', 'cpu_shared'} or Context
        The type; or a context to copy.
    device_id : int, default 0
        The index.

    Raises
    ------
    KeyError
        There is no such type.

    Examples
    --------
    >>> device = mx.Context("cpu", 1)
    >>> device, device == mx.cpu(1), device.device_type, device.device_id
    (cpu(1), True, 'cpu', 1)
    >>> with device:
    ...     a = nd.zeros((2,))
    >>> a.context, nd.zeros((2,)).context
    (cpu(1), cpu(0))
    """

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    devstr2type = {name: code for code, name in devtype2str.items()}
    _default_ctx = _state
    default_ctx = _ThreadDefault()
    __slots__ = ("device_typeid", "device_id", "_device", "_old_ctx")

    def __init__(self, device_type: str | Context, device_id: Int = 0) -> None:
        if isinstance(device_type, Context):
            self.device_typeid, self.device_id = device_type.device_typeid, device_type.device_id
        else:
            try:
                self.device_typeid = Context.devstr2type[device_type]
            except KeyError:
                known = ", ".join(Context.devstr2type)
                raise KeyError(f"unknown device type {device_type!r}; MXNet has {known}") from None
            self.device_id = device_id
        self._device = None
        self._old_ctx = []

    @property
    def device_type(self) -> str:
        """The device's type, such as "cpu"."""
        return Context.devtype2str[self.device_typeid]

    @property
    def device(self) -> Any:
        """The jax device behind this context; raises MXNetError if the machine has no such device."""
        if self._device is None:
            self._device = _find_device(self.device_typeid == 2, self.device_id)
        return self._device

    def __hash__(self) -> int:
        return hash((self.device_typeid, self.device_id))

    def __eq__(self, other) -> bool:
        return isinstance(other, Context) and self.device_typeid == other.device_typeid and self.device_id == other.device_id

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __reduce__(self) -> Any:
        return (Context, (self.device_type, self.device_id))

    def __enter__(self) -> Self:
        self._old_ctx.append(current_context())
        _state.value = self
        return self

    def __exit__(self, *exc: object) -> None:
        _state.value = self._old_ctx.pop()

    def empty_cache(self) -> None:
        """Free cached device memory: arrays that nobody refers to any more."""
        import gc

        gc.collect()


@functools.cache
def _gpus():
    from .config import load_jax

    jax = load_jax()
    try:
        return jax.local_devices(backend="gpu")
    except RuntimeError as error:
        # without a plugin for GPUs JAX knows no such platform; anything else is a plugin or a driver that does not work
        if "Unknown backend" not in str(error):
            warnings.warn(f"The GPUs cannot be used: {error}", RuntimeWarning, stacklevel=2)
        return []


@functools.cache
def _find_device(is_gpu, index):
    from .config import leaving, load_jax

    jax = load_jax()
    leaving.check_running()
    if not is_gpu:
        cpus = jax.local_devices(backend="cpu")
        return cpus[index % len(cpus)]
    gpus = _gpus()
    if not 0 <= index < len(gpus):
        there = f"gpu(0) to gpu({len(gpus) - 1})" if gpus else "none"
        raise MXNetError(
            f"gpu({index}) is not available. GPUs found: {there}. Use mx.cpu(), or, on a machine with an "
            "NVIDIA GPU, install JAX's CUDA plugin: pip install 'jax[cuda12]' or pip install 'jax[cuda13]'."
        )
    return gpus[index]


def forget_devices(find: Any = None) -> None:
    """To be called when the devices are no longer those that they were; contexts find theirs anew from then on.

    find    what is asked in place of JAX: (whether it is a GPU, its number) -> device
    """
    _gpus.cache_clear()
    _find_device.cache_clear()
    find = find or _find_device
    Context.device = property(lambda self: find(self.device_typeid == 2, self.device_id), doc=Context.device.__doc__)


def cpu(device_id: Int = 0) -> Context:
    """The CPU, as a context.

    Every index is valid: all are the one CPU, or with JMX_CPU_DEVICES=n the device number `device_id % n`.

    Parameters
    ----------
    device_id : int, default 0
        The index.

    Returns
    -------
    Context

    Examples
    --------
    >>> nd.ones((2,), ctx=mx.cpu()).context
    cpu(0)
    >>> mx.cpu(1) == mx.cpu(0)
    False
    """
    return Context("cpu", device_id)


@described_by(cpu)
def cpu_pinned(device_id: Int = 0) -> Context:
    """CPU memory for fast copies to a GPU, as a context. Here it is an ordinary CPU context under its own name.

    Examples
    --------
    >>> mx.context.cpu_pinned(), mx.context.cpu_pinned() == mx.cpu()
    (cpu_pinned(0), False)
    """
    return Context("cpu_pinned", device_id)


@described_by(cpu)
def cpu_shared(device_id: Int = 0) -> Context:
    """CPU memory shared between processes, as a context. Here it is an ordinary CPU context under its own name.

    MXNet 1.9.1 has the type, `mx.Context("cpu_shared")`, without this function.

    Examples
    --------
    >>> mx.context.cpu_shared(), mx.context.cpu_shared() == mx.cpu()
    (cpu_shared(0), False)
    """
    return Context("cpu_shared", device_id)


def gpu(device_id: Int = 0) -> Context:
    """A GPU, as a context.

    Making it needs no GPU; placing an array there does, and raises MXNetError where there is none.

    Parameters
    ----------
    device_id : int, default 0
        Its number.

    Returns
    -------
    Context

    Examples
    --------
    >>> mx.gpu(1), mx.gpu(1).device_type
    (gpu(1), 'gpu')
    >>> device = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    >>> nd.ones((2,), ctx=device).asnumpy()
    array([1., 1.], dtype=float32)
    """
    return Context("gpu", device_id)


def num_gpus() -> int:
    """Number of GPUs that this process can use.

    Returns
    -------
    int

    Examples
    --------
    >>> devices = [mx.gpu(i) for i in range(mx.context.num_gpus())] or [mx.cpu()]
    >>> len(devices) >= 1
    True
    """
    return len(_gpus())


def gpu_memory_info(device_id: Int = 0) -> tuple[int, int]:
    """Memory of a GPU that arrays of this process can use.

    Parameters
    ----------
    device_id : int
        Its number.

    Returns
    -------
    (int, int)
        Free and total bytes. The total is what JAX may take (`XLA_CLIENT_MEM_FRACTION`, three quarters of the device
        where nothing is said), free what of it no array is in; memory of other processes is in neither.

    Raises
    ------
    MXNetError
        There is no such GPU, or it does not report its memory.

    Examples
    --------
    >>> for i in range(mx.context.num_gpus()):
    ...     free, total = mx.context.gpu_memory_info(i)
    ...     assert 0 <= free <= total
    """
    stats = gpu(operator.index(device_id)).device.memory_stats()
    if not stats or "bytes_limit" not in stats:
        raise MXNetError(
            f"gpu({device_id}) does not report its memory, as with XLA_PYTHON_CLIENT_ALLOCATOR=platform; `nvidia-smi` shows it"
        )
    return stats["bytes_limit"] - stats["bytes_in_use"], stats["bytes_limit"]


_DEFAULT = Context("cpu", 0)


def takes_device(function: CallableT, name: str = "ctx") -> CallableT:
    """A function or method that takes `device`, MXNet 2.0's name, for its parameter `ctx` (or `name`) as well.

    Raises TypeError where both are given.
    """

    @functools.wraps(function)
    def either(*args, **kwargs):
        if "device" in kwargs:
            device = kwargs.pop("device")
            if kwargs.get(name) is not None:
                raise TypeError(
                    f"{function.__name__} got both {name}={kwargs[name]} and device={device}, two names of one argument; give one"
                )
            kwargs[name] = device
        return function(*args, **kwargs)

    either.__signature__ = _with_device(function)
    return either  # pyright: ignore[reportReturnType]


def _with_device(function):
    """The signature of `function` with the further keyword `device`."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    at = len(parameters) - bool(parameters and parameters[-1].kind is inspect.Parameter.VAR_KEYWORD)
    parameters.insert(at, inspect.Parameter("device", inspect.Parameter.KEYWORD_ONLY, default=None))
    return signature.replace(parameters=parameters)


def current_context() -> Context:
    """The context that new arrays are placed on: of the innermost `with ctx:` block, else cpu(0).

    Returns
    -------
    Context

    Examples
    --------
    >>> mx.context.current_context()
    cpu(0)
    >>> with mx.cpu(2):
    ...     mx.context.current_context()
    cpu(2)
    """
    return getattr(_state, "value", _DEFAULT)
