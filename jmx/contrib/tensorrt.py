"""TensorRT: not part of this build; the functions say what to do instead."""

from __future__ import annotations

from typing import Any

from ..base import MXNetError


def _refused(name):
    return MXNetError(
        f"mx.contrib.tensorrt.{name}: TensorRT is not supported; graphs are compiled by XLA without it. Bind the symbol or "
        "hybridize the block as it is."
    )


def set_use_fp16(status: Any) -> Any:
    """Would let TensorRT use float16; raises MXNetError."""
    raise _refused("set_use_fp16")


def get_use_fp16() -> bool:
    """False: there is no TensorRT that could use float16."""
    return False


def init_tensorrt_params(sym: Any, arg_params: Any, aux_params: Any) -> Any:
    """Would move parameters into TensorRT's engines; raises MXNetError."""
    raise _refused("init_tensorrt_params")
