"""Which operators automatic mixed precision casts, one module per low-precision type."""

from . import symbol_bf16, symbol_fp16
