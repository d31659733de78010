"""`mxnet._ctypes.ndarray`: the classes of arrays and of cached graphs."""

from jmx.execution.cached_op import CachedOp  # noqa: F401
from jmx.ndarray import NDArray as NDArrayBase  # noqa: F401
