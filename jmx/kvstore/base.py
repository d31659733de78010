"""The interface of key-value stores, their registry and the factory."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import Int
    from .kvstore import KVStore

__all__ = ["create", "KVStoreBase"]


class KVStoreBase:
    """What `gluon.Trainer` and modules need of a store. Derive from it and `register` to plug in another one.

    A subclass gives `broadcast` and `pushpull`, `is_capable`, and the properties `type`, `rank` and `num_workers`.

    Examples
    --------
    A store that averages what it gets, where the others add it up:

    >>> @mx.kvstore.KVStoreBase.register
    ... class Mean(mx.kvstore.KVStoreBase):
    ...     def pushpull(self, key, value, out=None, priority=0):
    ...         mean = sum(value) / len(value)
    ...         for array in value if out is None else out:
    ...             array[:] = mean
    >>> store = mx.kv.create("mean")
    >>> grads = [nd.array([1, 2]), nd.array([3, 6])]
    >>> store.pushpull("weight", grads)
    >>> grads[0].asnumpy(), grads[1].asnumpy()
    (array([2., 4.], dtype=float32), array([2., 4.], dtype=float32))
    """

    #: the capability of running the optimizer inside the store
    OPTIMIZER = "optimizer"

    kv_registry: dict[str, type] = {}

    def broadcast(self, key: Any, value: NDArray | Sequence[NDArray], out: Any, priority: Int = 0) -> Any:
        """Set a key's first value and copy it to every array in `out`.

        Parameters
        ----------
        key : int, str or list of these
            Which values.
        value : NDArray or list of NDArray
            One value per key.
        out : NDArray, list of NDArray, or list of lists
            The arrays that receive it.
        priority : int
            Order of transfers; higher first.
        """
        raise NotImplementedError()

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: Int = 0) -> Any:
        """Add up the values of each key and write the result to `out`, or back to the values.

        Parameters
        ----------
        key : int, str or list of these
            Which values.
        value : NDArray, list of NDArray, or list of lists
            One or several arrays per key.
        out : like `value`, optional
            The arrays that receive the result; `value` by default.
        priority : int
            Order of transfers; higher first.
        """
        raise NotImplementedError()

    def set_optimizer(self, optimizer: Any) -> Any:
        """Update the stored values with this optimizer, taking the values pushed as gradients."""
        raise NotImplementedError()

    def is_capable(self, capability: Any) -> Any:
        """Return whether the store has a capability, such as `KVStoreBase.OPTIMIZER`."""
        raise NotImplementedError()

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> Any:
        """Write the states of the optimizer to the file `fname`."""
        raise NotImplementedError()

    def load_optimizer_states(self, fname: str) -> Any:
        """Read the states of the optimizer from the file `fname`."""
        raise NotImplementedError()

    @property
    def type(self) -> Any:
        """The store's type, the name given to `create`."""
        raise NotImplementedError()

    @property
    def rank(self) -> Any:
        """Number of this worker, from 0."""
        raise NotImplementedError()

    @property
    def num_workers(self) -> Any:
        """How many workers there are."""
        raise NotImplementedError()

    @staticmethod
    def register(klass: Any) -> Any:
        """Register a store class under its lower-case name; usable as a decorator."""
        assert isinstance(klass, type), f"register takes a class, got {klass!r}"
        name = klass.__name__.lower()
        old = KVStoreBase.kv_registry.get(name)
        if old is not None:
            warnings.warn(
                f"WARNING: New kvstore {klass.__module__}.{klass.__name__} is overriding "
                f"existing kvstore {old.__module__}.{old.__name__}",
                stacklevel=2,
            )
        KVStoreBase.kv_registry[name] = klass
        return klass


def _arrays(value):
    return value if isinstance(value, list | tuple) else [value]


@KVStoreBase.register
class TestStore(KVStoreBase):
    """The smallest store: sums and copies, keeps nothing."""

    def broadcast(self, key: Any, value: NDArray | Sequence[NDArray], out: Any, priority: Int = 0) -> None:
        for target in _arrays(out):
            target[:] = value

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: Int = 0) -> None:
        if isinstance(value, NDArray):
            targets, total = [] if out is None else _arrays(out), value
        else:
            ctx = value[0].ctx
            targets = value if out is None else _arrays(out)
            total = sum(part.as_in_ctx(ctx) for part in value)
        for target in targets:
            target[:] = total.as_in_ctx(target.ctx)

    @staticmethod
    def is_capable(capability: Any) -> bool:
        """Return whether the store can run an optimizer: it cannot."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        return "teststore"

    @property
    def rank(self) -> Any:
        return 0

    @property
    def num_workers(self) -> Any:
        return 1


def create(name: str = "local") -> KVStore:
    """Make a key-value store.

    Parameters
    ----------
    name : str, default 'local'
        A registered class, or (any case) a type of store. Types of one process add values up on the device of the first one:
        ``local``, ``device``, ``nccl``, ``p3``. Those of all processes of a job do the same and add up over the processes:
        ``dist_sync``, ``dist_device_sync``, ``dist_sync_device``, ``dist_async`` (synchronous here), ``horovod``, ``byteps``.

    Returns
    -------
    KVStoreBase
        The store.

    Raises
    ------
    TypeError
        If `name` is no string.
    MXNetError
        There is no such type; or the processes of the job did not all come.

    Examples
    --------
    >>> store = mx.kv.create("local")
    >>> store.init(0, nd.ones((2,)))
    >>> store.push(0, [nd.array([1, 2]), nd.array([3, 4])])
    >>> out = nd.zeros((2,))
    >>> store.pull(0, out=out)
    >>> out.asnumpy()
    array([4., 6.], dtype=float32)
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, got {type(name).__name__}")
    name = name.lower()
    if name in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[name]()
    from .kvstore import KVStore

    return KVStore(name)
