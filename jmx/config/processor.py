"""What the processor of this machine has instructions for."""

from __future__ import annotations

import functools
import platform

#: type of numbers -> instruction sets that multiply it, as Linux names them on x86 and on Arm
_UNITS = {
    "float32": ("avx512f", "avx2", "fma", "asimd", "sve"),
    "bfloat16": ("avx512_bf16", "amx_bf16", "bf16", "svebf16"),
    "float16": ("avx512_fp16", "amx_fp16", "asimdhp"),
    "int8": ("avx512_vnni", "avx_vnni", "avx_vnni_int8", "amx_int8", "asimddp", "i8mm"),
}


@functools.cache
def flags() -> frozenset[str]:
    """The instruction sets, as Linux names them; elsewhere only what the architecture guarantees."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith(("flags", "Features")):
                    return frozenset(line.partition(":")[2].split())
    except OSError:
        pass
    return frozenset(("sse", "sse2")) if platform.machine().lower() in ("x86_64", "amd64") else frozenset()


def units() -> dict[str, list[str]]:
    """For each type of numbers that networks compute in, the instruction sets here that multiply it."""
    return {dtype: [name for name in names if name in flags()] for dtype, names in _UNITS.items()}


def describe() -> str:
    """The same for people."""
    return ", ".join(f"{dtype}: {' '.join(names) or 'none'}" for dtype, names in units().items())
