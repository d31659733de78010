"""What this installation can do, under the names of MXNet's build features."""

from __future__ import annotations

import collections
import importlib.util
from typing import Any

from .config.system import machine


class Feature:
    """One feature: its `name`, and whether it is `enabled`.

    Parameters
    ----------
    name : str
        The name.
    enabled : bool
        Whether this installation has it.

    Examples
    --------
    >>> feature = mx.runtime.Features()["LAPACK"]
    >>> feature.name, feature.enabled
    ('LAPACK', True)
    """

    def __init__(self, name: str, enabled: bool) -> None:
        self._name = name.decode() if isinstance(name, bytes) else name
        self._enabled = bool(enabled)

    @property
    def name(self) -> Any:
        """The feature's name."""
        return self._name

    @property
    def enabled(self) -> Any:
        """Whether this installation has the feature."""
        return self._enabled

    def __repr__(self) -> str:
        return f"{'✔' if self.enabled else '✖'} {self.name}"


def _installed(*modules):
    return any(importlib.util.find_spec(name) is not None for name in modules)


def feature_list() -> list[Feature]:
    """The features, in MXNet's order.

    CUDA, CUDNN and NCCL say whether jaxlib's CUDA plugin is installed. Features of MXNet's own build that have no
    meaning on JAX (the BLAS it was linked to, its memory allocator, ...) are off.

    Returns
    -------
    list of Feature

    Examples
    --------
    >>> [feature.name for feature in mx.runtime.feature_list()][:3]
    ['CUDA', 'CUDNN', 'NCCL']
    """
    cpu = machine.instruction_sets()
    cuda = _installed("jax_cuda12_plugin", "jax_cuda13_plugin")
    enabled = {
        "CUDA": cuda, "CUDNN": cuda, "NCCL": cuda, "CUDA_RTC": False, "TENSORRT": False,
        "CPU_SSE": "sse" in cpu, "CPU_SSE2": "sse2" in cpu, "CPU_SSE3": "pni" in cpu, "CPU_SSE4_1": "sse4_1" in cpu,
        "CPU_SSE4_2": "sse4_2" in cpu, "CPU_SSE4A": "sse4a" in cpu, "CPU_AVX": "avx" in cpu, "CPU_AVX2": "avx2" in cpu,
        "OPENMP": False, "SSE": False, "F16C": "f16c" in cpu, "JEMALLOC": False,
        "BLAS_OPEN": False, "BLAS_ATLAS": False, "BLAS_MKL": False, "BLAS_APPLE": False, "LAPACK": True,
        "MKLDNN": False, "OPENCV": _installed("cv2"), "CAFFE": False, "PROFILER": _installed(f"{__package__}.profiler"),
        "DIST_KVSTORE": True, "CXX14": False, "INT64_TENSOR_SIZE": False, "SIGNAL_HANDLER": False, "DEBUG": False,
        "TVM_OP": False,
    }  # fmt: skip
    return [Feature(name, on) for name, on in enabled.items()]


class Features(collections.OrderedDict):
    """The features by name: an ordered dictionary of name to `Feature`. There is one instance.

    Examples
    --------
    >>> features = mx.runtime.Features()
    >>> features.is_enabled("LAPACK"), "CUDA" in features
    (True, True)
    """

    instance = None

    def __new__(cls) -> Any:
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            super(Features, cls.instance).__init__((f.name, f) for f in feature_list())
        return cls.instance

    def __init__(self) -> None:  # the one instance is filled where it is made
        pass

    def __repr__(self):
        return str(list(self.values()))

    def is_enabled(self, feature_name: str) -> Any:
        """Return whether the feature is on.

        Parameters
        ----------
        feature_name : str
            In upper or lower case.

        Raises
        ------
        RuntimeError
            There is no feature of that name.
        """
        feature_name = feature_name.upper()
        if feature_name not in self:
            raise RuntimeError(f"Feature '{feature_name}' is unknown, known features are: {list(self.keys())}")
        return self[feature_name].enabled
