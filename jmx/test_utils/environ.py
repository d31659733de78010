"""Around a test: environment variables, repetition, what the machine has."""

from __future__ import annotations

import functools
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..context import current_context, num_gpus
from ..io import DataIter
from ..runtime import Features
from ..util import get_cuda_compute_capability

if TYPE_CHECKING:
    from .._typing import Int
    from ..io.base import DataBatch

__all__ = ["DummyIter", "discard_stderr", "environment", "get_im2rec_path", "has_tvm_ops", "is_aarch64_run", "is_cd_run",
           "is_op_runnable", "list_gpus", "retry"]  # fmt: skip


def list_gpus() -> Any:
    """Numbers of the GPUs: range(0, n), which is empty where there are none.

    Examples
    --------
    >>> len(mx.test_utils.list_gpus()) == mx.context.num_gpus()
    True
    """
    return range(num_gpus())


def retry(n: Int) -> Callable[..., Any]:
    """A decorator that runs a test again where it fails.

    Parameters
    ----------
    n : int
        How many times it is run at most. Only an AssertionError of the last time is raised.

    Returns
    -------
    callable

    Examples
    --------
    >>> tries = []
    >>> @mx.test_utils.retry(3)
    ... def test():
    ...     tries.append(len(tries))
    ...     assert len(tries) == 2
    >>> test()
    >>> tries
    [0, 1]
    """
    assert n > 0

    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            for left in reversed(range(n)):
                try:
                    f(*args, **kwargs)
                    return
                except AssertionError:
                    if not left:
                        raise
                    nd.waitall()

        return wrapper

    return decorate


@contextmanager
def environment(*args: Any) -> Iterator[Any]:
    """Set environment variables for a `with` block, and restore them after it.

    Parameters
    ----------
    *args
        A name and a value, or a dict of them. The value None unsets.

    Examples
    --------
    >>> import os
    >>> with mx.test_utils.environment("MY_VARIABLE", "1"):
    ...     os.environ["MY_VARIABLE"]
    '1'
    >>> "MY_VARIABLE" in os.environ
    False
    """
    if len(args) == 1 and isinstance(args[0], dict):
        wanted = args[0]
    else:
        assert len(args) == 2, "Expecting one dict arg or two args: env var name and value"
        wanted = {args[0]: args[1]}
    before = {name: os.environ.get(name) for name in wanted}

    def put(values):
        for name, value in values.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    put(wanted)
    try:
        yield
    finally:
        nd.waitall()
        put(before)


@contextmanager
def discard_stderr() -> Iterator[Any]:
    """Throw away what is written to the standard error stream in a `with` block, by libraries too.

    Examples
    --------
    >>> import sys
    >>> with mx.test_utils.discard_stderr():
    ...     print("nobody reads this", file=sys.__stderr__)
    """
    numbers = {2}
    with suppress(AttributeError, OSError):  # it may be captured by something that is no file
        numbers.add(sys.stderr.fileno())
    kept = {number: os.dup(number) for number in numbers}
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            for number in numbers:
                os.dup2(nowhere.fileno(), number)
            yield
    finally:
        for number, copy in kept.items():
            os.dup2(copy, number)
            os.close(copy)


class DummyIter(DataIter):
    """The first batch of another iterator, again and again, without end: for measuring speed.

    Parameters
    ----------
    real_iter : DataIter
        The other iterator.

    Examples
    --------
    >>> batches = mx.test_utils.DummyIter(mx.io.NDArrayIter(nd.arange(4), batch_size=2))
    >>> [batches.next().data[0].asnumpy().tolist() for _ in range(3)]
    [[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]
    """

    def __init__(self, real_iter: DataIter) -> None:
        super().__init__()
        self.real_iter = real_iter
        self.provide_data = real_iter.provide_data
        self.provide_label = real_iter.provide_label
        self.batch_size = real_iter.batch_size
        self.the_batch = next(real_iter)

    def next(self) -> DataBatch:
        """The first batch of the other iterator."""
        return self.the_batch


def is_cd_run() -> Any:
    """Whether a delivery job runs the tests: CD_JOB=1."""
    return os.environ.get("CD_JOB", 0) == "1"


def is_aarch64_run() -> Any:
    """Whether the machine is an aarch64 one."""
    return platform.machine() == "aarch64"


def has_tvm_ops() -> Any:
    """Whether there are operators that TVM has made, and the current context can run them."""
    return Features().is_enabled("TVM_OP") and is_op_runnable()


def is_op_runnable() -> Any:
    """Whether the current context can run all operators."""
    if current_context().device_type != "gpu" or not Features().is_enabled("TVM_OP"):
        return True
    try:
        return get_cuda_compute_capability(current_context()) >= 53
    except Exception as error:
        print(f"Failed to get CUDA compute capability for context {current_context()}: {error}")
        return False


def get_im2rec_path(home_env: str = "MXNET_HOME") -> Any:
    """Path of the tool im2rec.py: an MXNet source tree's, or jmx's own (`python -m jmx.tools.im2rec`).

    Parameters
    ----------
    home_env : str
        Environment variable with the tree's folder.
    """
    home = os.environ.get(home_env)
    for parts in (("tools",), ("..", "..", "tools")) if home else ():
        path = os.path.join(home, *parts, "im2rec.py")
        if os.path.isfile(path):
            return path
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), "tools", "im2rec.py")
