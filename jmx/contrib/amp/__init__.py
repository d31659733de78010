"""Automatic mixed precision: what may runs in float16 or bfloat16, what must stays in float32."""

from .amp import *
from .amp import convert_bucketing_module
