"""What jmx changes about JAX's cache of compiled programs: whole files, and one key for the same program on any CPU device.

Both rest on names that JAX does not promise; where one of them has gone, the cache works as JAX made it.
"""

import os
import tempfile


def improve():
    """Make the changes. Call it before the first program is compiled."""
    for change in (_write_whole_files, _share_between_devices):
        try:
            change()
        except (ImportError, AttributeError):
            pass


def _write_whole_files():
    """Have entries appear complete.

    JAX writes them in place: who reads at that moment, or after the writer was killed, as jobs are at their time limit, gets a
    warning and compiles, in the latter case for ever, since what exists is not written again.
    """
    from jax._src import lru_cache

    put, suffix = lru_cache.LRUCache.put, lru_cache._CACHE_SUFFIX

    def put_whole(self, key, value):
        folder = str(self.path)
        if self.eviction_enabled or "://" in folder or not key:
            return put(self, key, value)
        final = os.path.join(folder, key + suffix)
        if os.path.exists(final):
            return None
        # the suffix lets a file that was never finished be found when the folder is trimmed
        descriptor, unfinished = tempfile.mkstemp(prefix=".", suffix=suffix, dir=folder)
        try:
            with open(descriptor, "wb") as file:
                file.write(value)
            os.replace(unfinished, final)
        except BaseException:
            os.unlink(unfinished)
            raise
        return None

    lru_cache.LRUCache.put = put_whole


def _share_between_devices():
    """Leave the number of the device out of the key of a program for one CPU device.

    In a job of several processes only the first writes to the cache. JAX leaves the number out for GPUs, but on CPUs no
    other process would ever find a program there, and would compile all of them anew in every run.
    """
    from jax._src import cache_key

    hash_options, hash_accelerators = cache_key._hash_serialized_compile_options, cache_key._hash_accelerator_config
    hash_devices = cache_key._hash_devices

    def options(hash_obj, compile_options_obj, strip_device_assignment=False):
        assigned = compile_options_obj.device_assignment
        one = assigned is not None and assigned.replica_count() * assigned.computation_count() == 1
        return hash_options(hash_obj, compile_options_obj, strip_device_assignment=strip_device_assignment or one)

    def accelerators(hash_obj, devices):
        if devices.size == 1 and devices.flat[0].platform == "cpu":
            return hash_devices(hash_obj, devices)  # what else there is in the job would be in it, and which of it this is
        return hash_accelerators(hash_obj, devices)

    cache_key._hash_serialized_compile_options, cache_key._hash_accelerator_config = options, accelerators
