"""Which operators mixed precision runs in which type: the lists that MXNet has, by the low type."""

from __future__ import annotations

import contextlib
from typing import Any, Literal

import numpy as np

from ..._described import described_by
from ...core.declare.dtype import bfloat16, np_dtype
from . import lists

__all__ = [
    "list_conditional_fp32_ops",
    "list_fp32_ops",
    "list_loss_output_functions",
    "list_lp16_fp32_ops",
    "list_lp16_ops",
    "list_lp16_use_fp32_params",
    "list_widest_type_cast",
]


def low_type(target_dtype: Any) -> Any:
    """The NumPy dtype of a low-precision type; raises AssertionError for any other."""
    dtype = None
    with contextlib.suppress(TypeError):
        dtype = np_dtype(target_dtype)
    assert dtype in (np.dtype("float16"), bfloat16), (
        f"AMP currently supports only float16 or bfloat16 as a target_dtype, not {target_dtype!r}"
    )
    return dtype


def _names(target_dtype):
    return lists.symbol_bf16 if low_type(target_dtype) == bfloat16 else lists.symbol_fp16


def list_lp16_ops(target_dtype: Literal["float16", "bfloat16"] | str) -> list[str]:
    """Operators that are run in the low precision.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The type of low precision.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> names = amp.list_lp16_ops("float16")
    >>> "Convolution" in names, "softmax" in names
    (True, False)
    """
    names = _names(target_dtype)
    return names.BF16_FUNCS if names is lists.symbol_bf16 else names.FP16_FUNCS


@described_by(list_lp16_ops)
def list_fp32_ops(target_dtype: Literal["float16", "bfloat16"] | str) -> list[str]:
    """Operators that are run in float32.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> names = amp.list_fp32_ops("float16")
    >>> "Convolution" in names, "softmax" in names
    (False, True)
    """
    return _names(target_dtype).FP32_FUNCS


@described_by(list_lp16_ops)
def list_lp16_fp32_ops(target_dtype: Literal["float16", "bfloat16"] | str) -> list[str]:
    """Operators that are run in either type.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> names = amp.list_lp16_fp32_ops("float16")
    >>> "Pooling" in names
    True
    """
    names = _names(target_dtype)
    return names.BF16_FP32_FUNCS if names is lists.symbol_bf16 else names.FP16_FP32_FUNCS


@described_by(list_lp16_ops)
def list_conditional_fp32_ops(target_dtype: Literal["float16", "bfloat16"] | str) -> list[tuple[str, str, list[str]]]:
    """Operators that are run in float32 for some values of an attribute.

    Returns
    -------
    list of (str, str, list of str)

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.list_conditional_fp32_ops("float16")[0]
    ('Activation', 'act_type', ['softrelu'])
    """
    return _names(target_dtype).CONDITIONAL_FP32_FUNCS


@described_by(list_lp16_ops)
def list_widest_type_cast(target_dtype: Literal["float16", "bfloat16"] | str) -> list[str]:
    """Operators that are run in the widest type among their inputs.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> names = amp.list_widest_type_cast("float16")
    >>> "elemwise_add" in names
    True
    """
    return _names(target_dtype).WIDEST_TYPE_CASTS


@described_by(list_lp16_ops)
def list_loss_output_functions(target_dtype: Literal["float16", "bfloat16"] | str) -> list[str]:
    """Operators that compute a loss's gradient by themselves, and scale it by their attribute grad_scale.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> names = amp.list_loss_output_functions("float16")
    >>> "SoftmaxOutput" in names
    True
    """
    return _names(target_dtype).LOSS_OUTPUT_FUNCTIONS


@described_by(list_lp16_ops)
def list_lp16_use_fp32_params(target_dtype: Literal["float16", "bfloat16"] | str) -> dict[str, list[str]] | None:
    """Operators whose parameters stay float32.

    Returns
    -------
    dict of str to list of str, or None
        Operator to its inputs, "" for those that are cast; None where there is no such list, as for float16.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> print(amp.list_lp16_use_fp32_params("float16"))
    None
    """
    names = _names(target_dtype)
    return names.BF16_USE_FP32_PARAMS if names is lists.symbol_bf16 else None
