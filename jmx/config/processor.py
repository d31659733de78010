"""What the processor of this machine has instructions for."""

from __future__ import annotations

from .system import machine

#: type of numbers -> instruction sets that multiply it, as Linux names them on x86 and on Arm
_UNITS = {
    "float32": ("avx512f", "avx2", "fma", "asimd", "sve"),
    "bfloat16": ("avx512_bf16", "amx_bf16", "bf16", "svebf16"),
    "float16": ("avx512_fp16", "amx_fp16", "asimdhp"),
    "int8": ("avx512_vnni", "avx_vnni", "avx_vnni_int8", "amx_int8", "asimddp", "i8mm"),
}


def units() -> dict[str, list[str]]:
    """For each type of numbers that networks compute in, the instruction sets here that multiply it."""
    return {dtype: [name for name in names if name in machine.instruction_sets()] for dtype, names in _UNITS.items()}


def describe() -> str:
    """The same for people."""
    return ", ".join(f"{dtype}: {' '.join(names) or 'none'}" for dtype, names in units().items())
