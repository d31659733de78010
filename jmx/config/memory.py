"""The C library's allocator, tuned for arrays."""

import os


def keep_freed_memory(limit=2**30):
    """Have the C library keep up to `limit` bytes of freed memory for the next arrays.

    Otherwise every array of more than 32 MB is new memory from the system, which costs as much time as computing it. Only
    with glibc, and not where the user has tuned its allocator. Returns whether it was done.
    """
    if any(name.startswith("MALLOC_") or name == "GLIBC_TUNABLES" for name in os.environ):
        return False
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    threshold_of_mmap, threshold_of_trim = -3, -1
    return bool(mallopt(threshold_of_mmap, limit) and mallopt(threshold_of_trim, limit))
