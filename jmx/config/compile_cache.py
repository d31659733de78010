"""The folder of JAX's persistent cache of compiled programs: its name, and its bound."""

import os
import platform
import tempfile
import time


def write_whole(path, data, suffix=""):
    """Write bytes to a file that appears complete or not at all; `suffix` ends the name of a file that was never finished."""
    descriptor, unfinished = tempfile.mkstemp(prefix=".", suffix=suffix, dir=os.path.dirname(path))
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


def processor_description():
    """What the system says of this kind of processor: its name, and what instructions it has."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            head = file.read(8192)  # the first processor stands for all
    except OSError:
        return platform.machine() + platform.processor()
    lines = [line for line in head.splitlines() if line.startswith(("flags", "Features", "model name"))]
    return platform.machine() + "".join(lines)


def machine_id():
    """A short name for this kind of processor: a compiled program must not meet another kind."""
    import hashlib

    return f"{platform.machine()}-{hashlib.sha256(processor_description().encode()).hexdigest()[:8]}"


def trim_periodically(root, limit, every=3600.0):
    """Trim the cache unless some process did so within the last `every` seconds."""
    stamp = os.path.join(root, "trimmed")
    try:
        if os.path.exists(stamp) and abs(time.time() - os.stat(stamp).st_mtime) < every:
            return
        with open(stamp, "w", encoding="utf-8"):
            pass
        trim_cache(root, limit)
    except OSError:
        pass  # a cache that cannot be trimmed is no reason to fail at exit


def trim_cache(root, limit):
    """Delete the compiled programs below `root` that were not used for longest, down to 80 % of `limit` bytes.

    JAX bounds the cache too, but looks at every entry each time it adds one; entries here are many and small.
    Returns how many files went.
    """
    entries, total = [], 0
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith("-cache"):
                try:
                    status = os.stat(path)
                except FileNotFoundError:
                    continue
                entries.append((max(status.st_atime, status.st_mtime), path, status.st_size))
                total += status.st_size
    gone = 0
    if total > limit:
        for _, path, size in sorted(entries):
            if total <= 0.8 * limit:
                break
            try:
                os.unlink(path)
            except FileNotFoundError:
                continue
            total -= size
            gone += 1
    return gone
